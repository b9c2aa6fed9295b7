import { matching, parts, spell, type Token, wrong } from "./scan.js";

const SAMPLED = /^\$(past|rose|fell|stable|changed|sampled)$/;
const MAX_STEPS = 1000;

/**
 * Functions that look at earlier steps (`$past`, `$rose`, …), which the Verilog front end knows in clocked code only: each
 * becomes registers that are put into the text. Before the first step a value is unknown, as in the standard: `$past` is
 * then 0, what rises or falls has done so, and nothing is stable.
 */
export class SampledValues {
  /** Registers that the rewritten expressions read. */
  readonly declarations: string[] = [];
  private started: string | null = null;

  constructor(
    private readonly text: string,
    /** `posedge clk`, if it is known. */
    private readonly event: string | null,
    private readonly prefix: string,
  ) {}

  /** The expression with registers in place of such functions. */
  rewrite(tokens: readonly Token[]): string {
    let out = "";
    for (let i = 0; i < tokens.length; i++) {
      const t = tokens[i]!;
      out += i === 0 || tokens[i - 1]!.end === t.start ? "" : " ";
      if (!SAMPLED.test(t.text)) {
        out += t.text;
        continue;
      }
      if (tokens[i + 1]?.text !== "(") throw wrong(this.text, t, `expected '(' after '${t.text}'`);
      const close = matching(this.text, tokens, i + 1);
      out += this.value(t, parts(tokens.slice(i + 2, close)));
      i = close;
    }
    return out;
  }

  private value(name: Token, args: readonly (readonly Token[])[]): string {
    const [first, count] = args;
    if (first === undefined || args.length > (name.text === "$past" ? 2 : 1)) {
      throw wrong(this.text, name, `'${name.text}' with these arguments is not supported`, "verilog-unsupported");
    }
    const e = `(${this.rewrite(first)})`;
    const bit = `((${e} & 1'b1) != 0)`;
    switch (name.text) {
      case "$past":
        return this.past(name, e, count === undefined ? 1 : this.number(count, name));
      case "$rose":
        return `(${bit} && !${this.register(name, bit, "1", "0")})`;
      case "$fell":
        return `(!${bit} && ${this.register(name, bit, "1", "1")})`;
      case "$stable":
        return this.stable(name, e);
      case "$changed":
        return `(!${this.stable(name, e)})`;
      default:
        return e;
    }
  }

  private number(tokens: readonly Token[], name: Token): number {
    const n = Number(spell(tokens));
    if (Number.isInteger(n) && n >= 1 && n <= MAX_STEPS) return n;
    throw wrong(
      this.text,
      tokens[0] ?? name,
      `expected a number of steps from 1 to ${MAX_STEPS}`,
      "verilog-unsupported",
    );
  }

  private past(name: Token, e: string, count: number): string {
    let value = e;
    for (let i = 0; i < count; i++) value = this.register(name, value, widthOf(e), "0");
    // Signed where the expression is, and only there.
    return `(1'b1 ? ${value} : ${e})`;
  }

  private stable(name: Token, e: string): string {
    this.started ??= this.register(name, "1'b1", "1", "0");
    return `(${this.started} && ${this.register(name, e, widthOf(e), "0")} == ${e})`;
  }

  /** A register that has the value of a step in the next one. */
  private register(name: Token, value: string, bits: string, initial: string): string {
    if (this.event === null) {
      const problem = `'${name.text}' needs a clock: write '@(posedge clk)', or a default clocking`;
      throw wrong(this.text, name, problem);
    }
    const register = `${this.prefix}_past_${this.declarations.length}`;
    this.declarations.push(
      `reg signed [${bits}-1:0] ${register} = ${initial}; always @(${this.event}) ${register} <= ${value};`,
    );
    return register;
  }
}

/** The width of an expression; of a bit that is selected the front end knows it only as an operand. */
const widthOf = (e: string): string => `$bits(+${e})`;
