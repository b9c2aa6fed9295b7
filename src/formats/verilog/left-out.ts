import type { Notice } from "../../model/property.js";
import type { SourcePlace } from "../../model/symbols.js";
import { positionOf } from "../../text/input-error.js";
import { macroRanges, type ScannedFile, type Token } from "./scan.js";

/**
 * Assertions, assumptions and cover statements of the texts that are not among those of the design: under an `ifdef`, in a
 * part that is not generated, or in a module that is not used. Nothing of that is wrong, and the user should know.
 */
export function leftOutNotices(scanned: readonly ScannedFile[], found: readonly SourcePlace[]): Notice[] {
  const places = new Set(found.map(({ file, line }) => `${line} ${file}`));
  return scanned.flatMap(({ name, text, tokens }) =>
    statements(text, tokens).flatMap(({ token, label }): Notice[] => {
      const [at, from] = [positionOf(text, token.start), positionOf(text, label.start)];
      if (places.has(`${at.line} ${name}`) || places.has(`${from.line} ${name}`)) return [];
      const problem = `this '${token.text}' is left out: no part of the design has it`;
      return [{ code: "verilog-left-out", text: problem, source: { ...at, file: name } }];
    }),
  );
}

/** Where such statements stand, each with its label or itself; what macros hold stands where they are used. */
function statements(text: string, tokens: readonly Token[]) {
  const macros = macroRanges(text, tokens);
  return tokens.flatMap((token, i) => {
    if (token.kind !== "word" || !/^(assert|assume|cover|restrict)$/.test(token.text)) return [];
    if (!/^(\(|property|sequence)$/.test(tokens[i + 1]!.text)) return [];
    if (macros.some((m) => m.start <= token.start && token.start < m.end)) return [];
    return [{ token, label: tokens[i - 1]?.text === ":" ? tokens[i - 2]! : token }];
  });
}
