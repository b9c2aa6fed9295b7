import type { Sere } from "./syntax.js";

/** A sequence in PSL's spelling, without its outer braces. */
export function printSere<B>(sere: Sere<B>, print: (holds: B) => string): string {
  const inBraces = (s: Sere<B>): string => (s.op === "letter" ? print(s.holds) : `{${text(s)}}`);
  const text = (s: Sere<B>): string => {
    switch (s.op) {
      case "letter":
        return print(s.holds);
      case "empty":
        return "[*0]";
      case "repeat":
        return `${inBraces(s.arg)}${timesText(s.low, s.high)}`;
      case "concat":
        return `${text(s.left)}; ${text(s.right)}`;
      default:
        return `{${text(s.left)}} ${{ fusion: ":", or: "|", and: "&&" }[s.op]} {${text(s.right)}}`;
    }
  };
  return text(sere);
}

function timesText(low: number, high: number): string {
  if (high === Infinity) return low === 0 ? "[*]" : low === 1 ? "[+]" : `[*${low}:inf]`;
  return low === high ? `[*${low}]` : `[*${low}:${high}]`;
}
