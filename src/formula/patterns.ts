import { InputError } from "../text/input-error.js";
import { afterQuoted } from "../text/quoted.js";

/**
 * Specification patterns: formulas that people get wrong, by name. What a pattern says, it says of the part of a behaviour that its
 * scope selects: `before` ends at the first r (and needs one), `after` begins at the first q, `between` begins at every q without r and ends
 * at the next r, which must come; `after … until` is the same, but r need not come. A part has its first step, but not that of its end.
 */
export const PATTERNS: ReadonlyMap<string, Pattern> = new Map<string, Pattern>([
  ["absence", pattern(1, "p never holds", ([p]) => always(`!(${p})`))],
  ["universality", pattern(1, "p holds in every step", ([p]) => always(p!))],
  ["existence", pattern(1, "p holds in some step", ([p]) => some(p!))],
  ["response", pattern(2, "every p is followed by s, at once or later", ([p, s]) => answered(p!, s!))],
  ["precedence", pattern(2, "p holds only if s holds, then or before", ([s, p]) => first(s!, p!))],
]);

interface Pattern {
  readonly operands: number;
  readonly says: string;
  readonly over: (operands: readonly string[]) => Scoped;
}

/** One pattern in each kind of part: an endless one, and one that ends at r, which must come (`strong`) or need not. */
interface Scoped {
  readonly endless: string;
  ending(r: string, isStrong: boolean): string;
}

function pattern(operands: number, says: string, over: Pattern["over"]): Pattern {
  return { operands, says, over };
}

/** Written out, since not every language that this becomes part of has a weak until. */
const weak = (a: string, b: string): string => `(((${a}) U (${b})) | G (${a}))`;
const until = (a: string, b: string, isStrong: boolean): string => (isStrong ? `((${a}) U (${b}))` : weak(a, b));

const always = (p: string): Scoped => ({
  endless: `G (${p})`,
  ending: (r, isStrong) => until(p, r, isStrong),
});

const some = (p: string): Scoped => ({
  endless: `F (${p})`,
  // Where r must come, p comes before it; where it need not, p comes all the same.
  ending: (r, isStrong) => until(`!(${r})`, `(${p}) & !(${r})`, !isStrong),
});

const answered = (p: string, s: string): Scoped => ({
  endless: `G ((${p}) -> F (${s}))`,
  ending: (r, isStrong) => until(`(${p}) -> ((!(${r})) U ((${s}) & !(${r})))`, r, isStrong),
});

const first = (s: string, p: string): Scoped => ({
  endless: weak(`!(${p})`, s),
  ending: (r, isStrong) => until(`!(${p})`, `(${s}) | (${r})`, isStrong),
});

/**
 * The formula of LTL that a pattern stands for: `absence(p)`, `response(req, ack) after(start)`,
 * `existence(p) between(q, r)`, `precedence(s, p) after(q) until(r)`. Operands are formulas themselves.
 *
 * @example
 * ```ts
 * import { patternFormula } from "fairlead";
 *
 * console.log(patternFormula("absence(error) before(reset)")); // F (reset) -> ((!(error)) U (reset))
 * ```
 */
export function patternFormula(text: string): string {
  const [main, ...scopes] = callsIn(text);
  const found = PATTERNS.get(main!.name);
  if (found === undefined) throw refused(`'${main!.name}' is no pattern: there are ${[...PATTERNS.keys()].join(", ")}`);
  const { endless, ending } = found.over(operandsOf(main!, found.operands));
  switch (scopes.map((s) => s.name).join(" ")) {
    case "":
      return endless;
    case "before": {
      const [r] = operandsOf(scopes[0]!, 1);
      return `F (${r}) -> ${ending(r!, true)}`;
    }
    case "after": {
      const [q] = operandsOf(scopes[0]!, 1);
      return weak(`!(${q})`, `(${q}) & (${endless})`);
    }
    case "between": {
      const [q, r] = operandsOf(scopes[0]!, 2);
      return `G ((${q}) & !(${r}) & F (${r}) -> ${ending(r!, true)})`;
    }
    case "after until": {
      const [[q], [r]] = [operandsOf(scopes[0]!, 1), operandsOf(scopes[1]!, 1)];
      return `G ((${q}) & !(${r}) -> ${ending(r!, false)})`;
    }
    default:
      throw refused("expected no scope, or before(r), after(q), between(q, r), after(q) until(r)");
  }
}

interface Call {
  readonly name: string;
  readonly operands: readonly string[];
}

function operandsOf({ name, operands }: Call, count: number): readonly string[] {
  if (operands.length === count && operands.every((o) => o !== "")) return operands;
  throw refused(`'${name}' takes ${count === 1 ? "one operand" : "two operands"} in parentheses, separated by a comma`);
}

/** `name(a, b) name(c)`; commas and parentheses inside of operands and of quoted names are theirs. */
function callsIn(text: string): Call[] {
  const calls: Call[] = [];
  const token = /\s*([a-z]+)\s*\(/y;
  let at = 0;
  while (text.slice(at).trim() !== "") {
    token.lastIndex = at;
    const head = token.exec(text);
    if (head === null) throw refused("expected a name and its operands in parentheses, as in response(p, s)");
    const operands = [""];
    let depth = 1;
    at = token.lastIndex;
    for (; depth > 0; at++) {
      const c = text[at];
      if (c === undefined) throw refused("a parenthesis is not closed");
      const end = afterQuoted(text, at);
      const name = end === null ? undefined : text.slice(at, end);
      depth += c === "(" || c === "[" ? 1 : c === ")" || c === "]" ? -1 : 0;
      if (c === "," && depth === 1) operands.push("");
      else if (depth > 0) operands[operands.length - 1] += name ?? c;
      if (name !== undefined) at += name.length - 1;
    }
    calls.push({ name: head[1]!, operands: operands.map((o) => o.trim()) });
  }
  if (calls.length === 0) throw refused("expected a pattern, as in response(p, s)");
  return calls;
}

const refused = (problem: string): InputError => new InputError("pattern-syntax", problem);
