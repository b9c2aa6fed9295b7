import { ExpressionParser, SHIFT } from "./parse-expression.js";
import type { Expr, TypeExpr } from "./syntax.js";

/** The types of variables. */
export abstract class TypeParser extends ExpressionParser {
  protected type(): TypeExpr {
    this.enter();
    const type = this.typeAt(this.at);
    this.leave();
    return type;
  }

  private typeAt(at: number): TypeExpr {
    switch (this.value) {
      case "boolean":
        this.advance();
        return { kind: "boolean", at };
      case "word":
      case "Word":
        return this.wordType(false, at);
      case "signed":
      case "unsigned": {
        const signed = this.is("signed");
        this.advance();
        if (!this.is("word") && !this.is("Word")) throw this.expected("'word'");
        return this.wordType(signed, at);
      }
      case "{":
        return this.enumeration(at);
      case "array":
        return this.arrayType(at);
      case "process":
        this.advance();
        return this.moduleType(true, at);
      case "integer":
      case "real":
      case "clock":
        throw this.unsupported(`the type '${this.value}' (models are finite: use a range such as 0..7)`);
    }
    if (this.kind === "name" && !this.isRangeAhead()) return this.moduleType(false, at);
    const low = this.climb(SHIFT);
    this.take("..", " of a range");
    return { kind: "range", low, high: this.climb(SHIFT), at };
  }

  /** `N..M` starts with a name as `module(x)` does: the dots come before the semicolon. */
  private isRangeAhead(): boolean {
    for (let i = this.i; ; i++) {
      const v = this.tokens.values[i]!;
      if (v === "..") return true;
      if (v === ";" || this.tokens.kinds[i] === "end" || this.tokens.kinds[i] === "keyword") return false;
    }
  }

  private wordType(signed: boolean, at: number): TypeExpr {
    this.advance();
    this.take("[", " and the width of the word");
    const width = this.expression();
    this.take("]");
    return { kind: "word", signed, width, at };
  }

  private enumeration(at: number): TypeExpr {
    this.advance();
    const values: (string | number)[] = [];
    for (;;) {
      const valueAt = this.at;
      const value = this.enumerationValue();
      if (values.includes(value)) throw this.error("smv-type", `'${value}' is listed twice`, valueAt);
      values.push(value);
      if (this.is("}")) break;
      this.take(",", " or '}' in an enumeration");
    }
    this.advance();
    return { kind: "enum", values, at };
  }

  protected enumerationValue(): string | number {
    if (this.is("TRUE") || this.is("FALSE")) {
      throw this.error("smv-type", "TRUE and FALSE are values of 'boolean', not of an enumeration");
    }
    if (this.kind !== "name") return this.signedInteger();
    let name = this.name("a value");
    while (this.is(".")) {
      this.advance();
      name += `.${this.name("a name after '.'")}`;
    }
    return name;
  }

  private arrayType(at: number): TypeExpr {
    this.advance();
    if (this.is("word") || this.is("of") || this.is("integer")) {
      throw this.unsupported("an array without bounds of its own (use 'array 0..3 of …')");
    }
    const low = this.climb(SHIFT);
    this.take("..", " between the bounds of the array");
    const high = this.climb(SHIFT);
    this.take("of", " and the type of the elements");
    const elementAt = this.at;
    const of = this.type();
    if (of.kind === "module") throw this.unsupported("an array of modules", elementAt);
    return { kind: "array", low, high, of, at };
  }

  private moduleType(process: boolean, at: number): TypeExpr {
    const module = this.name("a type");
    const args: Expr[] = [];
    if (this.is("(")) {
      this.advance();
      while (!this.is(")")) {
        if (args.length > 0) this.take(",", " between arguments");
        args.push(this.expression());
      }
      this.advance();
    }
    return { kind: "module", module, args, process, at };
  }
}
