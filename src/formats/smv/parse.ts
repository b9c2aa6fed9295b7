import { InputError } from "../../text/input-error.js";
import { PslParser } from "./parse-psl.js";
import type { Declaration, Expr, ModuleDeclaration, Program } from "./syntax.js";

const SECTIONS = new Set(
  (
    "MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC CTLSPEC LTLSPEC PSLSPEC COMPUTE " +
    "INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN"
  ).split(" "),
);

export function parseProgram(text: string): Program {
  return new Parser(text).program();
}

/** A formula that stands alone. */
export function parseFormula(text: string): Expr {
  return new Parser(text).formula();
}

/** The formulas of a property file: one after the other, semicolons between them where the user likes. */
export function parseFormulas(text: string): Expr[] {
  return new Parser(text).formulas();
}

/** Modules and their sections. */
class Parser extends PslParser {
  program(): Program {
    const modules = new Map<string, ModuleDeclaration>();
    if (!this.is("MODULE")) throw this.expected("'MODULE'");
    while (this.is("MODULE")) {
      const m = this.module();
      if (modules.has(m.name)) throw this.error("smv-name", `module '${m.name}' is declared twice`, m.at);
      modules.set(m.name, m);
    }
    if (!this.isEnd) throw this.expected("a declaration");
    return { text: this.tokens.text, modules, readsNext: this.readsNext };
  }

  formula(): Expr {
    const f = this.terminated();
    if (!this.isEnd) throw this.expected("the end of the formula");
    return f;
  }

  formulas(): Expr[] {
    const all: Expr[] = [];
    while (!this.isEnd) all.push(this.terminated());
    return all;
  }

  private module(): ModuleDeclaration {
    const at = this.take("MODULE");
    const name = this.name("the name of the module");
    const parameters: string[] = [];
    if (this.is("(")) {
      this.advance();
      while (!this.is(")")) {
        if (parameters.length > 0) this.take(",", " between parameters");
        const parameter = this.name("a parameter");
        if (parameters.includes(parameter)) throw this.error("smv-name", `parameter '${parameter}' is named twice`);
        parameters.push(parameter);
      }
      this.advance();
    }
    const body: Declaration[] = [];
    while (!this.isEnd && !this.is("MODULE")) this.section(body);
    return { name, parameters, body, at };
  }

  private section(body: Declaration[]): void {
    const at = this.at;
    const keyword = this.value;
    if (this.kind !== "keyword") throw this.expected("a section such as VAR, ASSIGN or SPEC");
    switch (keyword) {
      case "VAR":
        this.variables("state", body);
        break;
      case "IVAR":
        this.variables("input", body);
        break;
      case "FROZENVAR":
        this.variables("frozen", body);
        break;
      case "DEFINE":
      case "MDEFINE":
        this.defines(body);
        break;
      case "CONSTANTS":
        this.constants(body);
        break;
      case "ASSIGN":
        this.assignments(body);
        break;
      case "INIT":
      case "INVAR":
      case "TRANS": {
        this.advance();
        body.push({ kind: "constraint", on: keyword, body: this.terminated(), at });
        break;
      }
      case "FAIRNESS":
      case "JUSTICE": {
        this.advance();
        body.push({ kind: "justice", body: this.terminated(), at });
        break;
      }
      case "COMPASSION":
        this.compassion(body);
        break;
      case "SPEC":
      case "CTLSPEC":
        this.spec("ctl", body);
        break;
      case "LTLSPEC":
        this.spec("ltl", body);
        break;
      case "INVARSPEC":
        this.spec("invariant", body);
        break;
      case "PSLSPEC":
        this.pslSpec(body);
        break;
      case "COMPUTE": {
        this.skipSpec();
        body.push({ kind: "unsupported-spec", name: null, why: "COMPUTE is not supported", at });
        break;
      }
      case "ISA": {
        this.advance();
        body.push({ kind: "isa", module: this.name("the name of a module"), at });
        if (this.is(";")) this.advance();
        break;
      }
      case "FUN":
      case "PRED":
      case "MIRROR":
        throw this.unsupported(`'${keyword}'`);
      default:
        throw this.expected("a section such as VAR, ASSIGN or SPEC");
    }
  }

  private variables(role: "state" | "input" | "frozen", body: Declaration[]): void {
    this.advance();
    while (this.kind === "name") {
      const at = this.at;
      const name = this.declaredName();
      this.take(":", ` after '${name}'`);
      const type = this.type();
      if (type.kind === "module" && role !== "state") {
        throw this.error("smv-type", "an instance of a module is declared under VAR", type.at);
      }
      this.take(";", ` after the type of '${name}'`);
      body.push({ kind: "variable", role, name, type, at });
    }
  }

  /** `a`, and the names that flattened models use: `a.b`, `a.3`, `a[3]`. */
  private declaredName(): string {
    let name = this.name("a name");
    for (;;) {
      if (this.is(".")) {
        this.advance();
        if (this.kind !== "name" && this.kind !== "integer") throw this.expected("a name after '.'");
        name += `.${this.value}`;
        this.advance();
      } else if (this.is("[")) {
        this.advance();
        name += `[${this.signedInteger()}]`;
        this.take("]");
      } else return name;
    }
  }

  private defines(body: Declaration[]): void {
    this.advance();
    while (this.kind === "name") {
      const at = this.at;
      const name = this.declaredName();
      this.take(":=", ` after '${name}'`);
      const value = this.is("[") ? this.arrayExpression() : this.expression();
      this.take(";", ` after the definition of '${name}'`);
      body.push({ kind: "define", name, body: value, at });
    }
  }

  private arrayExpression(): Expr {
    this.enter();
    const at = this.take("[");
    const items: Expr[] = [];
    for (;;) {
      items.push(this.is("[") ? this.arrayExpression() : this.expression());
      if (this.is("]")) break;
      this.take(",", " or ']'");
    }
    this.advance();
    this.leave();
    return { kind: "list", items, at };
  }

  private constants(body: Declaration[]): void {
    const at = this.at;
    this.advance();
    const names: string[] = [];
    while (!this.is(";")) {
      if (names.length > 0) this.take(",", " or ';' after a constant");
      const value = this.enumerationValue();
      if (typeof value === "string") names.push(value);
    }
    this.advance();
    body.push({ kind: "constants", names, at });
  }

  private assignments(body: Declaration[]): void {
    this.advance();
    for (;;) {
      const at = this.at;
      const when = this.is("init") ? "init" : this.is("next") ? "next" : "always";
      if (when === "always" && this.kind !== "name" && !this.is("self")) return;
      if (when !== "always") {
        this.advance();
        this.take("(", ` after '${when}'`);
      }
      const target = this.reference();
      if (when !== "always") this.take(")");
      this.take(":=", ` after '${when === "always" ? "the variable" : `${when}(…)`}'`);
      const value = this.expression();
      this.take(";", " after the assignment");
      body.push({ kind: "assign", when, target, value, at });
    }
  }

  private compassion(body: Declaration[]): void {
    const at = this.at;
    this.advance();
    this.take("(", " after 'COMPASSION'");
    const often = this.expression();
    this.take(",", " between the two conditions");
    const follows = this.expression();
    this.take(")");
    if (this.is(";")) this.advance();
    body.push({ kind: "compassion", often, follows, at });
  }

  private spec(logic: "ctl" | "ltl" | "invariant", body: Declaration[]): void {
    const at = this.at;
    this.advance();
    const name = this.specName();
    const formula = this.expression();
    const context = this.specContext();
    if (this.is(";")) this.advance();
    body.push({ kind: "spec", logic, name, body: formula, context, at });
  }

  private specName(): string | null {
    if (!this.is("NAME")) return null;
    this.advance();
    const name = this.declaredName();
    this.take(":=", " after the name of the specification");
    return name;
  }

  private specContext(): Expr | null {
    if (!this.is("IN")) return null;
    this.advance();
    return this.reference();
  }

  /** What PSL has and is not answered is left out, by its name. */
  private pslSpec(body: Declaration[]): void {
    const at = this.at;
    const start = this.i;
    this.advance();
    const name = this.specName();
    const text = this.at;
    try {
      const asked = this.pslFormula();
      const end = this.at;
      const context = this.specContext();
      if (!this.isEnd && !this.is(";") && !SECTIONS.has(this.value))
        throw this.expected("';' after the formula of PSL");
      if (this.is(";")) this.advance();
      const about = { name, context, at };
      if (asked.logic === "ctl") body.push({ kind: "spec", logic: "ctl", body: asked.formula, ...about });
      else body.push({ kind: "psl", formula: asked.formula, text: this.spelled(text, end), ...about });
    } catch (error) {
      if (!(error instanceof InputError) || error.code !== "psl-unsupported") throw error;
      this.standIns.clear();
      this.goBack(start);
      this.skipSpec();
      const asked = this.spelled(text, this.at).replace(/ ?;$/, "");
      body.push({ kind: "unsupported-spec", name: name ?? asked, why: error.problem, at });
    }
  }

  /** A part of the text on one line, without comments. */
  private spelled(start: number, end: number): string {
    const { text } = this.tokens;
    return text
      .slice(start, end)
      .replace(/\/--[\s\S]*?--\/|--[^\n]*/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  }

  private skipSpec(): void {
    this.advance();
    let braces = 0;
    while (!this.isEnd && !(this.kind === "keyword" && SECTIONS.has(this.value))) {
      if (this.is("{")) braces++;
      if (this.is("}")) braces--;
      const done = this.is(";") && braces <= 0;
      this.advance();
      if (done) return;
    }
  }
}
