import type { InputError } from "../../text/input-error.js";
import { type VisToken, visError } from "./tokens.js";

/** Expressions and statements within one another: a parser calls itself for each. */
const MOST_DEEP = 400;

const RESERVED: ReadonlySet<string> = new Set(
  (
    "module endmodule input output inout reg wire integer parameter localparam assign initial always begin end if else case casex " +
    "casez endcase default for while repeat forever function endfunction task endtask typedef enum posedge negedge or"
  ).split(" "),
);

/** The tokens of a text, one after the other. */
export class TokenStream {
  private next = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly VisToken[]) {}

  peek(ahead = 0): VisToken {
    return this.tokens[Math.min(this.next + ahead, this.tokens.length - 1)]!;
  }

  take(): VisToken {
    const token = this.peek();
    if (token.kind !== "end") this.next++;
    return token;
  }

  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === "word" || token.kind === "sign");
  }

  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.next++;
    return true;
  }

  expect(text: string): VisToken {
    if (!this.is(text)) throw this.wrong(`'${text}'`);
    return this.take();
  }

  name(what: string): VisToken {
    const token = this.peek();
    if (token.kind !== "word" || RESERVED.has(token.text) || token.text.startsWith("$")) throw this.wrong(what);
    return this.take();
  }

  wrong(expected: string): InputError {
    const token = this.peek();
    const found = token.kind === "end" ? "the end of the text" : `'${token.text}'`;
    return visError("vis-syntax", `expected ${expected}, found ${found}`, token);
  }

  /** One more level of what contains itself. */
  deeper<T>(work: () => T): T {
    if (++this.depth > MOST_DEEP)
      throw visError("vis-limit", `expressions or statements are more than ${MOST_DEEP} deep`, this.peek());
    try {
      return work();
    } finally {
      this.depth--;
    }
  }
}

/** A name as the user means it: without the backslash of an escaped one. */
export const nameOf = (token: VisToken): string => (token.text.startsWith("\\") ? token.text.slice(1) : token.text);
