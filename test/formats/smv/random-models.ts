import { Random } from "../../../src/logic/random.js";

/**
 * Random SMV models with few states that use the whole language. A small part of them is wrong on purpose or by
 * accident (a value out of range, a division by zero): readers must agree on which.
 */
export interface RandomModel {
  readonly text: string;
  /** The names of the specifications, in the order of the text. */
  readonly specs: readonly { readonly name: string; readonly logic: "ctl" | "ltl" | "invariant" }[];
}

type Type =
  | { readonly kind: "bool" }
  | { readonly kind: "int"; readonly low: number; readonly high: number }
  | { readonly kind: "enum"; readonly values: readonly (string | number)[] }
  | { readonly kind: "word"; readonly signed: boolean; readonly width: number };

interface Name {
  readonly text: string;
  readonly type: Type;
  /** Inputs cannot be read everywhere. */
  readonly isInput: boolean;
  /** What it may depend on comes before: definitions must not be circular. */
  readonly rank: number;
}

interface Context {
  readonly names: readonly Name[];
  readonly next: boolean;
  readonly inputs: boolean;
  /** Under `next`, only names below this rank. */
  readonly below: number;
}

export interface Features {
  /** Constraints instead of assignments for some variables. */
  readonly relations: boolean;
  readonly processes: boolean;
  readonly inputs: boolean;
  /** Expressions that may go wrong stand unguarded. */
  readonly careless: boolean;
}

export function randomModel(seed: number, features: Features): RandomModel {
  return new Generator(new Random(seed), features).model();
}

export function randomFeatures(seed: number): Features {
  const r = new Random(seed * 7 + 3);
  return {
    relations: r.below(2) === 0,
    processes: r.below(4) === 0,
    inputs: r.below(2) === 0,
    careless: r.below(8) === 0,
  };
}

const COLOURS = ["red", "green", "blue", "grey"];

class Generator {
  private readonly specs: { name: string; logic: "ctl" | "ltl" | "invariant" }[] = [];

  constructor(
    private readonly r: Random,
    private readonly f: Features,
  ) {}

  private pick<T>(items: readonly T[]): T {
    return items[this.r.below(items.length)]!;
  }

  private chance(percent: number): boolean {
    return this.r.below(100) < percent;
  }

  model(): RandomModel {
    const lines = ["MODULE main"];
    const vars: Name[] = [];
    const add = (text: string, type: Type, isInput = false): Name => {
      const name = { text, type, isInput, rank: vars.length };
      vars.push(name);
      return name;
    };
    const declare = (section: string, name: string, type: Type): Name => {
      lines.push(`${section} ${name} : ${this.typeText(type)};`);
      return add(name, type, section === "IVAR");
    };
    if (this.chance(20)) declare("FROZENVAR", "fz", this.smallType());
    const state: Name[] = [];
    const count = 2 + this.r.below(2);
    for (let i = 0; i < count; i++) state.push(declare("VAR", `v${i}`, this.smallType()));
    if (this.f.inputs) declare("IVAR", "i0", this.chance(70) ? { kind: "bool" } : { kind: "int", low: 0, high: 2 });
    const hasArray = this.chance(25);
    if (hasArray) {
      lines.push("VAR arr : array 0..1 of boolean;");
      for (const i of [0, 1]) state.push(add(`arr[${i}]`, { kind: "bool" }));
    }
    const isProcess = this.f.processes;
    const hasModule = isProcess || this.chance(40);
    const before = [...vars];
    const boolState = state.filter((v) => v.type.kind === "bool" && v.text.startsWith("v"));
    const shared = boolState.length > 0 ? this.pick(boolState) : null;
    if (hasModule) {
      const target = shared?.text ?? "own";
      if (shared === null) lines.push("VAR own : boolean;");
      const kind = isProcess ? "process " : "";
      lines.push(`VAR m : ${kind}sub(${target}, ${this.bool(this.reading(before), 1)}, self);`);
      if (isProcess && this.chance(50)) lines.push(`VAR q : process sub(${target}, TRUE, self);`);
      add("m.s", { kind: "bool" });
      add("m.twice", { kind: "bool" });
    }
    this.defines(lines, vars);
    const assigned = hasModule && isProcess ? null : shared;
    for (const v of state) this.assign(lines, v, vars, hasModule && !isProcess && v === assigned);
    this.constraints(lines, vars);
    if (isProcess && this.chance(60)) lines.push("FAIRNESS running");
    if (this.chance(30)) lines.push(`FAIRNESS ${this.bool(this.reading(vars, { inputs: true }), 2)}`);
    const current = this.reading(vars);
    const isCompassionate = this.chance(8) && !this.f.inputs && !isProcess;
    if (isCompassionate) lines.push(`COMPASSION (${this.bool(current, 1)}, ${this.bool(current, 1)})`);
    this.specifications(lines, vars, !isCompassionate);
    if (hasModule) this.subModule(lines, isProcess);
    return { text: `${lines.join("\n")}\n`, specs: this.specs };
  }

  private subModule(lines: string[], isProcess: boolean): void {
    lines.push("MODULE sub(p, q, up)", "VAR s : boolean;", "DEFINE twice := s & q;");
    lines.push("ASSIGN", "  init(s) := FALSE;");
    lines.push(`  next(s) := ${this.pick(["!s", "q xor s", "{s, q}", "twice", "self.s <-> up.m.twice"])};`);
    if (isProcess) lines.push(`  next(p) := ${this.pick(["!p", "p | s", "{TRUE, p}"])};`);
    if (isProcess && this.chance(50)) lines.push("FAIRNESS running");
  }

  private smallType(): Type {
    switch (this.r.below(6)) {
      case 0:
      case 1:
        return { kind: "bool" };
      case 2: {
        const low = this.pick([0, 0, 1, -1, -2]);
        return { kind: "int", low, high: low + 1 + this.r.below(4) };
      }
      case 3:
        return { kind: "enum", values: COLOURS.slice(0, 2 + this.r.below(3)) };
      case 4:
        return this.chance(50)
          ? { kind: "enum", values: [0, 3, "red"].slice(0, 2 + this.r.below(2)) }
          : { kind: "enum", values: [5, 1, -2] };
      default:
        return { kind: "word", signed: this.chance(50), width: 1 + this.r.below(3) };
    }
  }

  private typeText(t: Type): string {
    switch (t.kind) {
      case "bool":
        return "boolean";
      case "int":
        return `${t.low}..${t.high}`;
      case "enum":
        return `{${t.values.join(", ")}}`;
      case "word":
        return `${t.signed ? "signed" : "unsigned"} word[${t.width}]`;
    }
  }

  private reading(names: readonly Name[], more: Partial<Context> = {}): Context {
    return { names, next: false, inputs: false, below: Number.POSITIVE_INFINITY, ...more };
  }

  private defines(lines: string[], vars: Name[]): void {
    const n = this.r.below(3);
    for (let i = 0; i < n; i++) {
      const isBool = this.chance(60);
      const context = this.reading([...vars]);
      const text = isBool ? this.bool(context, 2) : this.int(context, 2);
      lines.push(`DEFINE d${i} := ${text};`);
      // The range of an integer definition is not known here: it is not read.
      if (isBool) vars.push({ text: `d${i}`, type: { kind: "bool" }, isInput: false, rank: Number.POSITIVE_INFINITY });
    }
    if (this.chance(15))
      lines.push(
        `DEFINE table := [${this.int(this.reading(vars), 1)}, ${this.bool(this.reading(vars), 1)} ? 1 : 2, 3];`,
      );
  }

  private assign(lines: string[], v: Name, vars: readonly Name[], owned: boolean): void {
    const earlier = vars.filter((n) => n.rank < v.rank && !n.isInput);
    if (!owned && this.chance(15)) {
      lines.push(`ASSIGN ${v.text} := ${this.choice(v.type, this.reading(earlier), 2)};`);
      return;
    }
    if (this.chance(60)) {
      const init = this.chance(70) ? this.constantOf(v.type) : this.choice(v.type, this.reading(earlier), 1);
      lines.push(`ASSIGN init(${v.text}) := ${init};`);
    } else if (this.chance(30)) lines.push(`INIT ${this.bool(this.reading(vars), 2)}`);
    if (this.f.relations && this.chance(40)) {
      const context = this.reading(vars, { next: true, inputs: true });
      if (this.chance(70)) lines.push(`TRANS ${this.bool(context, 2)}`);
      else if (this.chance(50)) lines.push(`TRANS next(${v.text}) = ${this.fitting(v.type, context, 2)}`);
      return;
    }
    if (owned || this.chance(12)) return;
    const context = this.reading(vars, { next: this.chance(15), inputs: true, below: v.rank });
    lines.push(`ASSIGN next(${v.text}) := ${this.choice(v.type, context, 2)};`);
  }

  private constraints(lines: string[], vars: readonly Name[]): void {
    if (this.chance(25)) lines.push(`INVAR ${this.bool(this.reading(vars), 2)}`);
    if (this.chance(15)) lines.push(`INIT ${this.bool(this.reading(vars), 2)};`);
  }

  /** Something to assign: a value, a set, or a case of these. */
  private choice(t: Type, c: Context, depth: number): string {
    const one = (): string => this.fitting(t, c, depth);
    if (t.kind === "word") return one();
    switch (this.r.below(5)) {
      case 0:
        return `{${one()}, ${one()}}`;
      case 1:
        return `case ${this.bool(c, depth)} : ${one()}; ${this.bool(c, depth)} : {${one()}, ${this.constantOf(t)}}; TRUE : ${one()}; esac`;
      case 2:
        return `${this.bool(c, depth)} ? ${one()} : {${this.constantOf(t)}, ${one()}, ${this.constantOf(t)}}`;
      case 3:
        return t.kind === "int" && this.chance(50)
          ? `${t.low}..${t.high - this.r.below(2)}`
          : `(${one()}) union (${one()})`;
      default:
        return one();
    }
  }

  /** A value of the type itself: integers are kept in range, unless the model is careless. */
  private fitting(t: Type, c: Context, depth: number): string {
    switch (t.kind) {
      case "bool":
        return this.bool(c, depth);
      case "word":
        return this.word(t.signed, t.width, c, depth);
      case "enum":
        return this.symbol(t, c);
      case "int": {
        const e = this.int(c, depth);
        if (this.f.careless && this.chance(50)) return e;
        return this.pick([
          `(${e} in ${t.low}..${t.high} ? ${e} : ${this.constantOf(t)})`,
          `max(${t.low}, min(${t.high}, ${e}))`,
          `${t.low} + abs(${e}) mod ${t.high - t.low + 1}`,
          this.constantOf(t),
        ]);
      }
    }
  }

  private symbol(t: Type & { kind: "enum" }, c: Context): string {
    const same = this.of(c, (n) => n.type.kind === "enum" && n.type.values.every((v) => t.values.includes(v)));
    if (same.length > 0 && this.chance(50)) return this.use(this.pick(same), c);
    if (this.chance(20)) return `case ${this.bool(c, 1)} : ${this.constantOf(t)}; TRUE : ${this.constantOf(t)}; esac`;
    return this.constantOf(t);
  }

  private constantOf(t: Type): string {
    switch (t.kind) {
      case "bool":
        return this.pick(["TRUE", "FALSE"]);
      case "int":
        return `${t.low + this.r.below(t.high - t.low + 1)}`;
      case "enum":
        return `${this.pick(t.values)}`;
      case "word":
        return `0${t.signed ? "s" : "u"}b${t.width}_${Array.from({ length: t.width }, () => this.r.below(2)).join("")}`;
    }
  }

  private of(c: Context, test: (n: Name) => boolean): Name[] {
    return c.names.filter((n) => (c.inputs || !n.isInput) && test(n));
  }

  private use(n: Name, c: Context): string {
    return c.next && !n.isInput && n.rank < c.below && this.chance(50) ? `next(${n.text})` : n.text;
  }

  private bool(c: Context, depth: number): string {
    const vars = this.of(c, (n) => n.type.kind === "bool");
    if (depth <= 0 || this.chance(15)) {
      if (vars.length > 0 && this.chance(80)) return this.use(this.pick(vars), c);
      const other = this.of(c, (n) => n.type.kind !== "bool");
      if (other.length > 0) return this.equation(this.pick(other), c);
      return this.pick(["TRUE", "FALSE"]);
    }
    const sub = (): string => this.bool(c, depth - 1);
    switch (this.r.below(12)) {
      case 0:
        return `!(${sub()})`;
      case 1:
      case 2:
        return `(${sub()} ${this.pick(["&", "|", "->", "<->", "xor", "xnor"])} ${sub()})`;
      case 3:
        return `(${this.int(c, depth - 1)} ${this.pick(["=", "!=", "<", ">", "<=", ">="])} ${this.int(c, depth - 1)})`;
      case 4: {
        const signed = this.chance(50);
        const width = 1 + this.r.below(3);
        const op = this.pick(["=", "!=", "<", ">", "<=", ">="]);
        return `(${this.word(signed, width, c, depth - 1)} ${op} ${this.word(signed, width, c, depth - 1)})`;
      }
      case 5:
        return `(${this.int(c, depth - 1)} in {${this.int(c, depth - 1)}, ${this.r.below(4)}, 1..2})`;
      case 6:
        return `case ${sub()} : ${sub()}; TRUE : ${sub()}; esac`;
      case 7:
        return `(${sub()} ? ${sub()} : ${sub()})`;
      case 8:
        return `bool(${this.int(c, depth - 1)})`;
      case 9: {
        const enums = this.of(c, (n) => n.type.kind === "enum");
        return enums.length > 0 ? this.equation(this.pick(enums), c) : sub();
      }
      case 10:
        return `bool(${this.word(false, 1, c, depth - 1)})`;
      default:
        return this.f.careless || !c.names.some((n) => n.text === "arr[0]")
          ? sub()
          : `arr[${this.pick(["0", "1", "toint(TRUE)"])}]`;
    }
  }

  private equation(n: Name, c: Context): string {
    return `(${this.use(n, c)} ${this.pick(["=", "!="])} ${this.constantOf(n.type)})`;
  }

  private int(c: Context, depth: number): string {
    const vars = this.of(
      c,
      (n) => n.type.kind === "int" || (n.type.kind === "enum" && n.type.values.every((v) => typeof v === "number")),
    );
    if (depth <= 0 || this.chance(20)) {
      return vars.length > 0 && this.chance(75) ? this.use(this.pick(vars), c) : `${this.r.below(5)}`;
    }
    const sub = (): string => this.int(c, depth - 1);
    const divisor = this.f.careless ? sub() : this.pick(["2", "3", "-2", `max(1, ${sub()})`]);
    switch (this.r.below(9)) {
      case 0:
        return `(${sub()} + ${sub()})`;
      case 1:
        return `(${sub()} - ${sub()})`;
      case 2:
        return `(${sub()} * ${sub()})`;
      case 3:
        return `(${sub()} ${this.pick(["/", "mod"])} ${divisor})`;
      case 4:
        return `${this.pick(["min", "max"])}(${sub()}, ${sub()})`;
      case 5:
        return `abs(${sub()})`;
      case 6:
        return `(${this.bool(c, depth - 1)} ? ${sub()} : ${sub()})`;
      case 7:
        return `count(${this.bool(c, depth - 1)}, ${this.bool(c, depth - 1)})`;
      default:
        return this.pick([
          `-(${sub()})`,
          `toint(${this.bool(c, depth - 1)})`,
          `toint(${this.word(this.chance(50), 2, c, depth - 1)})`,
        ]);
    }
  }

  private word(signed: boolean, width: number, c: Context, depth: number): string {
    const same = this.of(c, (n) => n.type.kind === "word" && n.type.signed === signed && n.type.width === width);
    if (depth <= 0 || this.chance(20)) {
      return same.length > 0 && this.chance(75)
        ? this.use(this.pick(same), c)
        : this.constantOf({ kind: "word", signed, width });
    }
    const sub = (): string => this.word(signed, width, c, depth - 1);
    switch (this.r.below(11)) {
      case 0:
      case 1:
        return `(${sub()} ${this.pick(["+", "-", "*", "&", "|", "xor", "xnor", "->", "<->"])} ${sub()})`;
      case 2:
        return `${this.pick(["!", "-"])}(${sub()})`;
      case 3:
        return `(${sub()} ${this.pick(["<<", ">>"])} ${this.r.below(width + 1)})`;
      case 4:
        return `resize(${this.word(signed, 1 + this.r.below(3), c, depth - 1)}, ${width})`;
      case 5:
        return width > 1 ? `extend(${this.word(signed, width - 1, c, depth - 1)}, 1)` : sub();
      case 6:
        return signed
          ? `signed(${this.word(false, width, c, depth - 1)})`
          : `unsigned(${this.word(true, width, c, depth - 1)})`;
      case 7: {
        if (signed) return sub();
        const low = this.r.below(2);
        return `(${this.word(this.chance(50), width + low, c, depth - 1)})[${width - 1 + low}:${low}]`;
      }
      case 8:
        if (signed || width < 2) return sub();
        return `(${this.word(this.chance(50), 1, c, depth - 1)} :: ${this.word(this.chance(50), width - 1, c, depth - 1)})`;
      case 9:
        if (this.f.careless) return `(${sub()} ${this.pick(["/", "mod"])} ${sub()})`;
        return `case ${this.bool(c, depth - 1)} : ${sub()}; TRUE : ${sub()}; esac`;
      default:
        return !signed && width === 1 ? `word1(${this.bool(c, depth - 1)})` : sub();
    }
  }

  private spec(lines: string[], keyword: string, logic: "ctl" | "ltl" | "invariant", text: string): void {
    const name = `p${this.specs.length}`;
    this.specs.push({ name, logic });
    lines.push(`${keyword} NAME ${name} := ${text};`);
  }

  private specifications(lines: string[], vars: readonly Name[], branching: boolean): void {
    const current = this.reading(vars);
    if (branching && this.chance(80)) {
      for (let i = 0; i < 2; i++) this.spec(lines, "CTLSPEC", "ctl", this.ctl(current, 3));
    }
    const withInputs = this.reading(vars, { inputs: true, next: this.chance(10) });
    for (let i = 0; i < 2; i++) this.spec(lines, "LTLSPEC", "ltl", this.ltl(withInputs, 3));
    if (this.chance(60))
      this.spec(lines, "INVARSPEC", "invariant", this.bool({ ...current, next: this.chance(15) }, 2));
  }

  private ctl(c: Context, depth: number): string {
    if (depth <= 0 || this.chance(20)) return this.bool(c, 1);
    const sub = (): string => this.ctl(c, depth - 1);
    switch (this.r.below(7)) {
      case 0:
        return `!(${sub()})`;
      case 1:
        return `(${sub()} ${this.pick(["&", "|", "->", "<->", "xor"])} ${sub()})`;
      case 2:
        return `${this.pick(["A", "E"])} [ ${sub()} U ${sub()} ]`;
      case 3:
        return `${this.pick(["EBF", "ABF", "EBG", "ABG"])} ${this.pick(["0..2", "1..2", "0..0"])} (${sub()})`;
      case 4:
        return `${this.pick(["A", "E"])} [ ${sub()} BU ${this.pick(["0..2", "1..3"])} ${sub()} ]`;
      default:
        return `${this.pick(["EX", "AX", "EF", "AF", "EG", "AG"])} (${sub()})`;
    }
  }

  private ltl(c: Context, depth: number): string {
    if (depth <= 0 || this.chance(20)) return this.bool(c, 1);
    const sub = (): string => this.ltl(c, depth - 1);
    switch (this.r.below(6)) {
      case 0:
        return `!(${sub()})`;
      case 1:
        return `(${sub()} ${this.pick(["&", "|", "->", "<->"])} ${sub()})`;
      case 2:
        return `((${sub()}) ${this.pick(["U", "V", "S", "T"])} (${sub()}))`;
      case 3:
        return `${this.pick(["G", "F", "H", "O"])} ${this.pick(["[0,2]", "[1,2]"])} (${sub()})`;
      default:
        return `${this.pick(["X", "F", "G", "Y", "Z", "O", "H"])} (${sub()})`;
    }
  }
}
