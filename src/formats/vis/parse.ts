import { list, parseExpression, parseTarget } from "./parse-expression.js";
import type {
  Always,
  Assignment,
  Connection,
  Declaration,
  Enumeration,
  Expression,
  Instance,
  Parameter,
  Range,
  Routine,
  Statement,
  VisFile,
  VisModule,
} from "./syntax.js";
import { nameOf, TokenStream } from "./token-stream.js";
import { type VisToken, visError } from "./tokens.js";

/** The modules and enumerated types of a text in VIS's Verilog. */
export function parseVis(tokens: readonly VisToken[]): VisFile {
  return new Parser(new TokenStream(tokens)).file();
}

class Parser {
  private readonly types = new Map<string, Enumeration>();

  constructor(private readonly s: TokenStream) {}

  file(): VisFile {
    const { s, types } = this;
    const modules = new Map<string, VisModule>();
    while (s.peek().kind !== "end") {
      if (s.is("typedef")) this.typedef();
      else if (s.is("module")) {
        const module = this.module();
        if (modules.has(module.name))
          throw visError("vis-twice", `module '${module.name}' is defined twice`, module.at);
        modules.set(module.name, module);
      } else if (!s.accept(";")) throw s.wrong("'module' or 'typedef'");
    }
    return { modules, types };
  }

  private typedef(): void {
    const { s } = this;
    s.expect("typedef");
    s.expect("enum");
    s.expect("{");
    const values: string[] = [];
    do {
      const value = s.name("the name of a value");
      if (values.includes(nameOf(value)))
        throw visError("vis-twice", `the value '${value.text}' is there twice`, value);
      values.push(nameOf(value));
    } while (s.accept(","));
    s.expect("}");
    const name = s.name("the name of the type");
    if (this.types.has(name.text)) throw visError("vis-twice", `the type '${name.text}' is defined twice`, name);
    s.expect(";");
    this.types.set(nameOf(name), { name: nameOf(name), values });
  }

  private module(): VisModule {
    const { s } = this;
    const at = s.expect("module");
    const name = nameOf(s.name("the name of a module"));
    const ports: string[] = [];
    const module: VisModule = {
      name,
      ports,
      parameters: [],
      declarations: [],
      assignments: [],
      always: [],
      initial: [],
      routines: [],
      instances: [],
      at,
    };
    if (s.accept("(") && !s.accept(")")) {
      let kind: Omit<Declaration, "name" | "array" | "at"> | null = null;
      do {
        if (this.isDeclaration()) kind = this.declarationHead();
        const port = s.name("the name of a port");
        ports.push(nameOf(port));
        if (kind !== null) module.declarations.push({ ...kind, name: nameOf(port), array: null, at: port });
      } while (s.accept(","));
      s.expect(")");
    }
    s.expect(";");
    while (!s.accept("endmodule")) this.item(module);
    return module;
  }

  private isDeclaration(): boolean {
    const { s } = this;
    if (["input", "output", "inout", "reg", "wire", "integer"].some((w) => s.is(w))) return true;
    return this.types.has(s.peek().text) && (s.is("reg", 1) || s.is("wire", 1));
  }

  private declarationHead(): Omit<Declaration, "name" | "array" | "at"> {
    const { s } = this;
    if (s.is("inout")) throw visError("vis-unsupported", "ports of both directions are not supported", s.peek());
    const direction = s.accept("input") ? "input" : s.accept("output") ? "output" : null;
    const type = this.types.has(s.peek().text) ? nameOf(s.take()) : null;
    const storage = (["reg", "wire", "integer"] as const).find((w) => s.accept(w)) ?? null;
    return { direction, type, storage, range: this.range() };
  }

  private range(): Range | null {
    const { s } = this;
    if (!s.accept("[")) return null;
    const left = parseExpression(s);
    s.expect(":");
    const right = parseExpression(s);
    s.expect("]");
    return { left, right };
  }

  private item(module: VisModule): void {
    const { s } = this;
    if (s.accept(";")) return;
    if (s.is("typedef")) this.typedef();
    else if (s.is("parameter") || s.is("localparam")) module.parameters.push(...this.parameters());
    else if (this.isDeclaration()) this.declarations(module);
    else if (s.is("assign")) module.assignments.push(...this.assignments());
    else if (s.accept("initial")) module.initial.push(this.statement());
    else if (s.is("always")) module.always.push(this.always());
    else if (s.is("function") || s.is("task")) module.routines.push(this.routine());
    else if (s.peek().kind === "word" && s.peek(1).kind !== "end") module.instances.push(...this.instances());
    else throw s.wrong("a declaration, an assignment, a block or an instance");
  }

  private parameters(): Parameter[] {
    const { s } = this;
    const isLocal = s.take().text === "localparam";
    this.range();
    const found: Parameter[] = [];
    do {
      const at = s.name("the name of a parameter");
      s.expect("=");
      found.push({ name: nameOf(at), value: parseExpression(s), isLocal, at });
    } while (s.accept(","));
    s.expect(";");
    return found;
  }

  private declarations(module: VisModule): void {
    const { s } = this;
    const head = this.declarationHead();
    do {
      const at = s.name("a name");
      const name = nameOf(at);
      const array = this.range();
      module.declarations.push({ ...head, name, array, at });
      if (s.is("=")) {
        if (head.storage !== "wire") throw s.wrong("',' or ';': only a wire is assigned where it is declared");
        s.take();
        module.assignments.push({ target: { kind: "name", name, at }, value: parseExpression(s), at });
      }
    } while (s.accept(","));
    s.expect(";");
  }

  private assignments(): Assignment[] {
    const { s } = this;
    s.expect("assign");
    const found: Assignment[] = [];
    do {
      const at = s.peek();
      const target = parseTarget(s);
      s.expect("=");
      found.push({ target, value: parseExpression(s), at });
    } while (s.accept(","));
    s.expect(";");
    return found;
  }

  private always(): Always {
    const { s } = this;
    const at = s.expect("always");
    s.expect("@");
    if (s.accept("*")) return { clock: null, body: this.statement(), at };
    s.expect("(");
    const edge = s.is("posedge") ? "posedge" : s.is("negedge") ? "negedge" : null;
    if (edge !== null) {
      s.take();
      const clock = s.name("the name of a clock");
      if (s.is("or") || s.is(",")) throw s.wrong("')': a block has one clock, and no asynchronous reset");
      s.expect(")");
      return { clock: { name: nameOf(clock), edge, at: clock }, body: this.statement(), at };
    }
    if (!s.accept("*"))
      do parseExpression(s);
      while (s.accept("or") || s.accept(","));
    s.expect(")");
    return { clock: null, body: this.statement(), at };
  }

  private routine(): Routine {
    const { s } = this;
    const at = s.take();
    const kind = at.text as Routine["kind"];
    const type = this.types.has(s.peek().text) && !s.is(";", 1) ? nameOf(s.take()) : null;
    const range = kind === "function" ? this.range() : null;
    const name = nameOf(s.name(`the name of a ${kind}`));
    s.expect(";");
    const declarations = this.localDeclarations();
    const body = this.statement();
    s.expect(`end${kind}`);
    return { kind, name, range, type, declarations, body, at };
  }

  private localDeclarations(): Declaration[] {
    const { s } = this;
    const found: Declaration[] = [];
    while (this.isDeclaration()) {
      const head = this.declarationHead();
      do {
        const at = s.name("a name");
        found.push({ ...head, name: nameOf(at), array: this.range(), at });
      } while (s.accept(","));
      s.expect(";");
    }
    return found;
  }

  private instances(): Instance[] {
    const { s } = this;
    const module = nameOf(s.name("a declaration, an assignment, a block or an instance"));
    const parameters = s.accept("#") ? this.connections() : [];
    const found: Instance[] = [];
    do {
      const at = s.name("the name of an instance");
      found.push({ module, name: nameOf(at), parameters, connections: this.connections(), at });
    } while (s.accept(","));
    s.expect(";");
    return found;
  }

  private connections(): Connection[] {
    const { s } = this;
    s.expect("(");
    const found: Connection[] = [];
    if (s.accept(")")) return found;
    do {
      const at = s.peek();
      if (s.accept(".")) {
        const port = nameOf(s.name("the name of a port"));
        s.expect("(");
        found.push({ port, value: s.is(")") ? null : parseExpression(s), at });
        s.expect(")");
      } else found.push({ port: null, value: s.is(",") || s.is(")") ? null : parseExpression(s), at });
    } while (s.accept(","));
    s.expect(")");
    return found;
  }

  private statement(): Statement {
    return this.s.deeper(() => this.oneStatement());
  }

  private oneStatement(): Statement {
    const { s } = this;
    const at = s.peek();
    if (s.accept(";")) return { kind: "block", body: [], at };
    if (s.is("begin")) return this.block();
    if (s.accept("if")) {
      const condition = this.inParentheses();
      const then = this.statement();
      return { kind: "if", condition, then, otherwise: s.accept("else") ? this.statement() : null, at };
    }
    if (s.is("case") || s.is("casex") || s.is("casez")) return this.cases();
    if (s.is("for")) return this.loop();
    if (at.kind === "sign" && /^[#@]$/.test(at.text))
      throw visError("vis-unsupported", "delays and events within blocks are not supported", at);
    if (at.kind === "word" && /^(while|repeat|forever|wait|fork|disable|force|release|deassign|\$.*)$/.test(at.text))
      throw visError("vis-unsupported", `the statement '${at.text}' is not supported`, at);
    s.accept("assign"); // within a block the same as an assignment
    if (s.peek().kind === "word" && (s.is("(", 1) || s.is(";", 1))) {
      const name = nameOf(s.name("a statement"));
      const args = s.is("(") ? list(s) : [];
      s.expect(";");
      return { kind: "task", name, args, at };
    }
    const target = parseTarget(s);
    const blocking = s.accept("=");
    if (!blocking && !s.accept("<=")) throw s.wrong("'=' or '<='");
    const value = parseExpression(s);
    s.expect(";");
    return { kind: "assign", target, value, blocking, at };
  }

  private block(): Statement {
    const { s } = this;
    const at = s.expect("begin");
    if (s.accept(":")) s.name("the name of a block");
    if (this.isDeclaration()) throw visError("vis-unsupported", "variables of a block are not supported", s.peek());
    const body: Statement[] = [];
    while (!s.accept("end")) body.push(this.statement());
    return { kind: "block", body, at };
  }

  private inParentheses(): Expression {
    const { s } = this;
    s.expect("(");
    const inner = parseExpression(s);
    s.expect(")");
    return inner;
  }

  private cases(): Statement {
    const { s } = this;
    const at = s.take();
    const subject = this.inParentheses();
    const items: { labels: Expression[] | null; body: Statement }[] = [];
    while (!s.accept("endcase")) {
      if (s.accept("default")) {
        s.accept(":");
        items.push({ labels: null, body: this.statement() });
        continue;
      }
      const labels: Expression[] = [];
      do labels.push(parseExpression(s));
      while (s.accept(","));
      s.expect(":");
      items.push({ labels, body: this.statement() });
    }
    return { kind: "case", subject, items, at };
  }

  private loop(): Statement {
    const { s } = this;
    const at = s.expect("for");
    s.expect("(");
    const variable = nameOf(s.name("the variable of a loop"));
    s.expect("=");
    const from = parseExpression(s);
    s.expect(";");
    const condition = parseExpression(s);
    s.expect(";");
    const again = s.name("the variable of the loop");
    if (nameOf(again) !== variable)
      throw visError("vis-unsupported", `the loop counts '${variable}' and changes '${again.text}'`, again);
    s.expect("=");
    const step = parseExpression(s);
    s.expect(")");
    return { kind: "for", variable, from, condition, step, body: this.statement(), at };
  }
}
