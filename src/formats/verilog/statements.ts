import { matching, type Token, wrong } from "./scan.js";

/** Statements without `begin` in one another, at most. */
const MAX_DEPTH = 1000;

/** The last token of the statement that starts at a token. Statements that are wrong end somewhere: Yosys says so. */
export function endOfStatement(text: string, tokens: readonly Token[], start: number, depth = 0): number {
  if (start >= tokens.length) return tokens.length - 1;
  if (depth > MAX_DEPTH) throw wrong(text, tokens[start]!, "nested too deeply", "verilog-limit");
  const after = (i: number): number => endOfStatement(text, tokens, i, depth + 1);
  const closing = (i: number): number => (is(tokens[i], "(") ? matching(text, tokens, i) : i);
  const t = tokens[start]!;
  switch (t.kind === "string" ? "" : t.text) {
    case "begin":
    case "fork":
      return endOfBlock(tokens, start, /^(begin|fork)$/, /^(end|join|join_any|join_none)$/);
    case "case":
    case "casez":
    case "casex":
      return endOfBlock(tokens, start, /^case[zx]?$/, /^endcase$/);
    case "unique":
    case "unique0":
    case "priority":
      return after(start + 1);
    case "if": {
      const end = after(closing(start + 1) + 1);
      return is(tokens[end + 1], "else") ? after(end + 2) : end;
    }
    case "for":
    case "while":
    case "repeat":
    case "foreach":
      return after(closing(start + 1) + 1);
    case "@":
    case "#":
      return after(closing(start + 1) + 1);
    case "assert":
    case "assume":
    case "cover":
    case "restrict":
      return endOfAction(text, tokens, matching(text, tokens, opening(tokens, start)) + 1, depth + 1);
  }
  if (t.kind === "word" && is(tokens[start + 1], ":")) return after(start + 2);
  let i = start;
  while (i < tokens.length - 1 && !is(tokens[i], ";")) i++;
  return i;
}

/** The last token of what follows the parentheses of an assertion: `;`, `else $error("…");`, `$info("…"); else …` */
export function endOfAction(text: string, tokens: readonly Token[], start: number, depth = 0): number {
  if (is(tokens[start], "else")) return endOfStatement(text, tokens, start + 1, depth);
  const end = endOfStatement(text, tokens, start, depth);
  const hasElse = !is(tokens[start], ";") && is(tokens[end + 1], "else");
  return hasElse ? endOfStatement(text, tokens, end + 2, depth) : end;
}

/** For every token: whether it stands in `always`, `initial`, a task or a function. */
export function proceduralTokens(text: string, tokens: readonly Token[]): boolean[] {
  const inside = tokens.map(() => false);
  for (let i = 0; i < tokens.length; i++) {
    const end = endOfProcedure(text, tokens, i);
    if (end === null) continue;
    inside.fill(true, i, end + 1);
    i = end;
  }
  return inside;
}

function endOfProcedure(text: string, tokens: readonly Token[], i: number): number | null {
  const t = tokens[i]!;
  if (t.kind !== "word") return null;
  if (/^(always|always_ff|always_comb|always_latch|initial|final)$/.test(t.text))
    return endOfStatement(text, tokens, i + 1);
  if (!/^(task|function)$/.test(t.text)) return null;
  const end = tokens.findIndex((e, k) => k > i && is(e, `end${t.text}`));
  return end < 0 ? null : end;
}

function endOfBlock(tokens: readonly Token[], start: number, open: RegExp, close: RegExp): number {
  let depth = 0;
  let i = start;
  for (; i < tokens.length - 1; i++) {
    if (tokens[i]!.kind !== "word") continue;
    if (open.test(tokens[i]!.text)) depth++;
    if (close.test(tokens[i]!.text) && --depth === 0) break;
  }
  return is(tokens[i + 1], ":") ? i + 2 : i;
}

function opening(tokens: readonly Token[], start: number): number {
  let i = start;
  while (i < tokens.length - 1 && !is(tokens[i], "(")) i++;
  return i;
}

const is = (t: Token | undefined, text: string): boolean => t?.text === text && t.kind !== "string";
