import { scan } from "./scan.js";

/** The paths that a text includes: `\`include "path"`. */
export function includes(text: string): string[] {
  const tokens = scan(text);
  return tokens.flatMap((t, i) => {
    const path = tokens[i + 1];
    return t.text === "`include" && path?.kind === "string" ? [path.text.slice(1, -1)] : [];
  });
}
