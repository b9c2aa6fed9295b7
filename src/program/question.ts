import { type Atom, MIRRORED, type Relation } from "../formula/atom.js";
import type { Ctl } from "../formula/ctl.js";
import type { Ltl } from "../formula/ltl.js";
import { parseCtl, parseLtl } from "../formula/parse.js";
import { withEqualPartsShared } from "../formula/parts.js";
import {
  type PathPart,
  plainPath,
  type StateCondition,
  type StateOperator,
  type StateTerm,
} from "../formula/state-term.js";
import type { ParseOptions } from "../formula/token-stream.js";
import { didYouMean, suggest } from "../model/suggest.js";
import { InputError } from "../text/input-error.js";
import { columnsOf, isScalar } from "./compound.js";
import { type AnyScalar, allCodes, bool, IntDomain, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Condition, NamedCondition, Program, Variable } from "./program.js";
import { Ref } from "./ref.js";
import { type Arithmetic, type Term, unsafePart } from "./term.js";
import { refuseUnused } from "./unused.js";

/** A formula about a program, with what its atoms say about states. `text` is where the atoms were read; the formula may have been changed since. */
export type ProgramQuestion = LtlQuestion | CtlQuestion;

export interface LtlQuestion {
  readonly logic: "ltl";
  readonly text: string;
  readonly formula: Ltl;
  readonly atoms: ReadonlyMap<string, NamedCondition>;
  /** Parts that quantifiers became. */
  readonly quantified?: ReadonlySet<Ltl>;
}

export interface CtlQuestion {
  readonly logic: "ctl";
  readonly text: string;
  readonly formula: Ctl;
  readonly atoms: ReadonlyMap<string, NamedCondition>;
  readonly quantified?: ReadonlySet<Ctl>;
}

/** What is a function among what a question asks about, if anything is. */
export function functionIn({ atoms }: ProgramQuestion): string | null {
  const atom = [...atoms.values()].find((a) => typeof a.holds === "function");
  return atom === undefined ? null : `the proposition ${atom.name}`;
}

/** Reads a formula whose atoms are propositions, Boolean variables, and comparisons of variables. */
export function readQuestion(program: Program, logic: "ltl" | "ctl", text: string, isPattern = false): ProgramQuestion {
  refuseUnused(program);
  try {
    return parsed(program, logic, text, isPattern);
  } catch (e) {
    // A position in a formula must not be taken for one in the file of the program.
    if (!(e instanceof InputError) || e.at === null) throw e;
    const where = "line" in e.at ? `${e.at.line > 1 ? `line ${e.at.line}, ` : ""}column ${e.at.column}` : "";
    throw new InputError(e.code, `in the formula '${text}', ${where}: ${e.problem}`);
  }
}

function parsed(program: Program, logic: "ltl" | "ctl", text: string, isPattern: boolean): ProgramQuestion {
  const names = new Names(program);
  const options = parseOptions(program);
  if (logic === "ltl") {
    const { formula: read, atoms, terms, quantified } = parseLtl(text, options);
    const formula = isPattern ? withEqualPartsShared(read) : read;
    return { logic, text, formula, atoms: names.conditions(atoms, terms), quantified };
  }
  const { formula, atoms, terms, quantified } = parseCtl(text, options);
  return { logic, text, formula, atoms: names.conditions(atoms, terms), quantified };
}

/** How formulas about a program are read: which words are names, and what the indices of arrays are. */
export function parseOptions(program: Program): Required<Pick<ParseOptions, "isName" | "rangeOf">> {
  const names = new Names(program);
  return { isName: (word) => names.knows(word), rangeOf: (word) => names.rangeOf(word) };
}

/** A side of a comparison. */
interface Operand {
  readonly term: Term;
  readonly domain: AnyScalar;
}

/** What formulas can speak of. */
class Names {
  private readonly slots: ReadonlyMap<string, number>;
  private readonly values: ReadonlySet<string>;

  constructor(private readonly program: Program) {
    this.slots = new Map(program.slots.map(({ name }, slot) => [name, slot]));
    this.values = new Set(program.slots.flatMap(({ domain }) => namesOf(domain)));
  }

  /** A variable, a proposition, or a value that a variable is compared with. */
  knows(word: string): boolean {
    return this.slots.has(word) || this.program.propositions.has(word) || this.values.has(word);
  }

  conditions(
    atoms: ReadonlyMap<string, Atom>,
    terms: ReadonlyMap<string, StateCondition>,
  ): Map<string, NamedCondition> {
    const simple = [...atoms].map(([name, atom]) => ({ name, holds: this.condition(atom) }));
    const computed = [...terms].map(([name, condition]) => ({ name, holds: this.computed(name, condition) }));
    return new Map([...simple, ...computed].map((c) => [c.name, c]));
  }

  /** The indices of an array or map, or the values that a set can have. */
  rangeOf(word: string): readonly (string | number)[] | undefined {
    const domain = this.program.variables.find((v) => v.name === word)?.domain;
    switch (domain?.kind) {
      case "array":
        return Array.from({ length: domain.length }, (_, i) => i);
      case "map":
        return allCodes(domain.key).map((code) => constantOf(domain.key.decode(code)));
      case "set":
        return allCodes(domain.of).map((code) => constantOf(domain.of.decode(code)));
      default:
        return undefined;
    }
  }

  // ---- what computes

  private computed(name: string, { left, relation, right }: StateCondition): Condition {
    const made = this.relate(left, relation, right);
    const unsafe = unsafePart(made);
    if (unsafe === null) return made;
    throw new ModelError("model-index", `'${name}' has no value in some states: ${unsafe}`);
  }

  private relate(left: StateTerm, relation: Relation | null, right: StateTerm | null): Term {
    if (relation === null || right === null) {
      const { term, domain } = this.operandOf(left, null);
      if (domain.kind === "bool") return term;
      throw new ModelError("type-mismatch", `an ${domain.kind} is no condition: compare it`);
    }
    const isValue = this.isValueBeside(left, right);
    const first = this.operandOf(isValue ? right : left, null);
    const second = this.operandOf(isValue ? left : right, first.domain);
    return this.relatedOperands(first, isValue ? MIRRORED[relation] : relation, second);
  }

  /** A word that only means something next to what the other side is. */
  private isValueBeside(term: StateTerm, other: StateTerm): boolean {
    const name = plainWord(term);
    if (name === null || !this.values.has(name)) return false;
    const beside = plainWord(other);
    return !this.slots.has(name) || beside === null || !this.values.has(beside);
  }

  /**
   * Is the word beside something of this domain the name of a variable? Where it is one of the domain's values as well, the
   * variable is meant only if the two could be equal, and then nobody knows which was.
   */
  private isVariableBeside(word: string, domain: AnyScalar | null): boolean {
    const slot = this.slots.get(word);
    if (slot === undefined || domain?.kind !== "enum" || !namesOf(domain).includes(word)) return slot !== undefined;
    const own = namesOf(this.program.slots[slot]!.domain);
    if (!namesOf(domain).some((value) => own.includes(value))) return false;
    throw new ModelError(
      "ambiguous-signal",
      `'${word}' is a variable, and a value of what it is compared with: rename one of them`,
      { variable: word },
    );
  }

  private operandOf(term: StateTerm, expected: AnyScalar | null): Operand {
    if (term.op === "number") {
      if (expected?.kind === "bool")
        return { term: { op: "constant", value: Number(term.value !== 0) }, domain: expected };
      return { term: { op: "constant", value: term.value }, domain: NUMBERS };
    }
    if (term.op === "path") {
      const name = plainPath(term);
      if (name !== null && expected?.kind === "enum" && !this.isVariableBeside(name, expected))
        return this.constant("it", expected, name);
      const proposition = name === null ? undefined : this.program.propositions.get(name)?.holds;
      if (proposition !== undefined && typeof proposition !== "function") return { term: proposition, domain: bool };
      return this.pathOf(term);
    }
    const [left, right] = [this.operandOf(term.left, null), this.operandOf(term.right, null)];
    if (left.domain.kind === "enum" || right.domain.kind === "enum")
      throw new ModelError("type-mismatch", `'${term.op}' is for numbers`);
    return { term: { op: OPERATIONS.get(term.op)!, left: left.term, right: right.term }, domain: NUMBERS };
  }

  /** A variable, and a way into it. */
  private pathOf({ name, parts }: StateTerm & { op: "path" }): Operand {
    const [variable, all] = this.rootOf(name, parts);
    let ref: Ref = Ref.variable(this.program, variable.name, variable.domain, variable.first);
    for (const part of all) ref = this.stepInto(ref, part);
    const { domain } = ref;
    if (!isScalar(domain)) throw new ModelError("type-mismatch", `'${ref.name}' has parts: name one of them`);
    return { term: ref.term(), domain };
  }

  /** A word may have fields and numbers in it. */
  private rootOf(name: string, parts: readonly PathPart[]): [Variable, readonly PathPart[]] {
    const known = this.program.variables.filter(
      (v) => name === v.name || name.startsWith(`${v.name}.`) || name.startsWith(`${v.name}[`),
    );
    const variable = known.sort((a, b) => b.name.length - a.name.length)[0];
    if (variable === undefined) throw this.unknown(name);
    return [variable, [...pathParts(name.slice(variable.name.length)), ...parts.flatMap(splitField)]];
  }

  private stepInto(ref: Ref, part: PathPart): Ref {
    const { domain } = ref;
    const no = () => new ModelError("unknown-signal", `'${ref.name}' has no such part`);
    if ("field" in part) {
      if (domain.kind === "channel" && part.field === "length")
        return ref.part(columnsOf(domain)[0]!.domain, 0, ".length");
      if (domain.kind === "option")
        return part.field === "isSome" ? ref.part(bool, 0, ".isSome") : this.stepInto(ref.part(domain.of, 1, ""), part);
      if (domain.kind !== "record") throw no();
      let from = 0;
      for (const [name, field] of Object.entries(domain.fields)) {
        if (name === part.field) return ref.part(field, from, `.${name}`);
        from += columnsOf(field).length;
      }
      throw no();
    }
    switch (domain.kind) {
      case "array":
        return ref.element(domain.of, domain.length, this.operandOf(part.index, null).term, 0);
      case "channel":
        return ref.element(domain.of, domain.capacity, this.operandOf(part.index, null).term, 1);
      case "map":
        return ref.element(domain.of, domain.key.high - domain.key.low + 1, this.keyOf(domain.key, part.index), 0);
      case "set":
        return ref.element(bool, domain.of.high - domain.of.low + 1, this.keyOf(domain.of, part.index), 0);
      case "option":
        return this.stepInto(ref.part(domain.of, 1, ""), part);
      default:
        throw no();
    }
  }

  private keyOf(key: AnyScalar, index: StateTerm): Term {
    const { term } = this.operandOf(index, key);
    if (term.op === "constant") return { op: "constant", value: term.value - key.low };
    return key.low === 0 ? term : { op: "minus", left: term, right: { op: "constant", value: key.low } };
  }

  private condition(atom: Atom): Condition {
    if (atom.kind === "compare") return this.compare(atom.left, atom.relation, atom.right);
    const proposition = this.program.propositions.get(atom.name);
    if (proposition !== undefined) return proposition.holds;
    const { term, domain } = this.operand(atom.name);
    if (domain.kind === "bool") return term;
    throw new ModelError(
      "type-mismatch",
      `'${atom.name}' is not Boolean: compare it, as in '${atom.name} = ${example(domain)}'`,
      {
        variable: atom.name,
      },
    );
  }

  private compare(left: string, relation: Relation, right: string | number): Condition {
    if (typeof right === "string" && this.slots.has(right) && !this.isVariableBeside(left, this.domainOf(right)))
      return this.compareWith(right, MIRRORED[relation], left);
    return this.compareWith(left, relation, right);
  }

  private compareWith(left: string, relation: Relation, right: string | number): Condition {
    const proposition = this.program.propositions.get(left);
    if (proposition !== undefined) return this.compareProposition(proposition, relation, right);
    const a = this.operand(left);
    const b =
      typeof right === "string" && this.isVariableBeside(right, a.domain)
        ? this.operand(right)
        : this.constant(left, a.domain, right);
    if (a.domain.kind !== b.domain.kind)
      throw new ModelError(
        "type-mismatch",
        `'${left}' and '${right}' cannot be compared: ${a.domain.describe()} and ${b.domain.describe()}`,
      );
    if (a.domain.kind === "enum" && relation !== "=" && relation !== "!=")
      throw new ModelError("type-mismatch", `the values of '${left}' have no order: use = or !=`);
    return this.relatedOperands(a, relation, b);
  }

  private relatedOperands(a: Operand, relation: Relation, b: Operand): Term {
    if (a.domain.kind !== b.domain.kind)
      throw new ModelError("type-mismatch", `${a.domain.describe()} and ${b.domain.describe()} cannot be compared`);
    if (a.domain.kind !== "enum") return related(a.term, relation, b.term);
    if (relation !== "=" && relation !== "!=")
      throw new ModelError("type-mismatch", "names have no order: use = or !=");
    const same = sameName(a, b);
    return relation === "=" ? same : { op: "not", arg: same };
  }

  private compareProposition({ name, holds }: NamedCondition, relation: Relation, right: string | number): Condition {
    const isEquality = relation === "=" || relation === "!=";
    if (!isEquality || (right !== 0 && right !== 1))
      throw new ModelError("type-mismatch", `'${name}' is a proposition: write '${name}' or '!${name}'`);
    if ((relation === "=") === (right === 1)) return holds;
    if (typeof holds === "function") return (state) => holds(state) === false;
    return { op: "not", arg: holds };
  }

  private domainOf(name: string): AnyScalar {
    return this.program.slots[this.slots.get(name)!]!.domain;
  }

  private operand(name: string): Operand {
    const slot = this.slots.get(name);
    if (slot === undefined) throw this.unknown(name);
    const { domain } = this.program.slots[slot]!;
    return { term: { op: "slot", owner: this.program, slot, low: domain.low, high: domain.high }, domain };
  }

  /** A value of a variable's domain. For integers any number may be compared, but equality must be possible. */
  private constant(variable: string, domain: AnyScalar, value: string | number): Operand {
    const code =
      domain.kind === "enum"
        ? domain.encode(String(value))
        : domain.kind === "bool"
          ? [0, 1].find((b) => b === value)
          : typeof value === "number"
            ? value
            : undefined;
    const isPossible = code !== undefined && Number.isSafeInteger(code);
    if (isPossible && (domain.kind !== "int" || domain.encode(code) !== undefined))
      return { term: { op: "constant", value: code }, domain };
    if (domain.kind === "int" && isPossible)
      throw new ModelError("unknown-value", `'${variable}' is never ${value}: it lies in ${domain.describe()}`, {
        variable,
        value,
      });
    const hint =
      domain.kind === "enum" ? didYouMean(suggest(String(value), [...domain.values, ...this.slots.keys()])) : "";
    throw new ModelError(
      "unknown-value",
      `'${variable}' is never ${typeof value === "string" ? show(value) : value}${hint}: its values are ${domain.describe()}`,
      { variable, value },
    );
  }

  private unknown(name: string): ModelError {
    const known = [
      ...this.program.variables.map((v) => v.name),
      ...this.slots.keys(),
      ...this.program.propositions.keys(),
    ];
    const array = this.program.variables.find((v) => v.name === name);
    if (array?.domain.kind === "array")
      return new ModelError("type-mismatch", `'${name}' is an array: name an element, as in '${name}[0]'`);
    const suggestions = suggest(name, known);
    const list = suggestions.length === 0 && known.length <= 12 ? `: it has ${[...new Set(known)].join(", ")}` : "";
    return new ModelError(
      "unknown-signal",
      `the system has no variable or proposition '${name}'${didYouMean(suggestions)}${list}`,
    );
  }
}

function related(left: Term, relation: Relation, right: Term): Term {
  switch (relation) {
    case "=":
      return { op: "equal", left, right };
    case "!=":
      return { op: "not", arg: { op: "equal", left, right } };
    case "<":
      return { op: "less", left, right };
    case ">=":
      return { op: "not", arg: { op: "less", left, right } };
    case ">":
      return { op: "less", left: right, right: left };
    case "<=":
      return { op: "not", arg: { op: "less", left: right, right: left } };
  }
}

/** Domains may list names in different orders, or share only some. */
function sameName(a: Operand, b: Operand): Term {
  const x = namesOf(a.domain);
  const y = namesOf(b.domain);
  const isOneDomain = x.length === y.length && x.every((v, i) => v === y[i]);
  if (isOneDomain) return { op: "equal", left: a.term, right: b.term };
  const pairs = x.flatMap((name, i): Term[] => {
    const j = y.indexOf(name);
    return j < 0 ? [] : [{ op: "and", args: [is(a.term, i), is(b.term, j)] }];
  });
  return { op: "or", args: pairs };
}

/** The word of a term that is nothing but one. */
const plainWord = (term: StateTerm): string | null =>
  term.op === "path" && term.parts.length === 0 ? term.name : null;

const is = (term: Term, value: number): Term => ({ op: "equal", left: term, right: { op: "constant", value } });

const namesOf = (domain: AnyScalar): readonly string[] => (domain.kind === "enum" ? domain.values : []);

const example = (domain: AnyScalar): string => String(domain.decode(domain.low));

/** Where numbers are compared, their bounds do not matter. */
const NUMBERS = new IntDomain(0, 1);

const OPERATIONS: ReadonlyMap<StateOperator, Arithmetic> = new Map([
  ["+", "plus"],
  ["-", "minus"],
  ["*", "times"],
  ["/", "divide"],
  ["mod", "modulo"],
  ["min", "min"],
  ["max", "max"],
]);

const constantOf = (value: boolean | number | string): string | number =>
  typeof value === "boolean" ? Number(value) : value;

/** `[2].x` in a word. */
function pathParts(text: string): PathPart[] {
  return [...text.matchAll(/\[(-?\d+)\]|\.([^.[]+)/g)].map(
    ([, index, field]): PathPart =>
      field === undefined ? { index: { op: "number", value: Number(index) } } : { field },
  );
}

const splitField = (part: PathPart): PathPart[] => ("field" in part ? pathParts(`.${part.field}`) : [part]);
