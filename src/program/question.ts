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
import { columnsOf, type Domain, isScalar } from "./compound.js";
import { type AnyScalar, allCodes, bool, IntDomain, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import { namesOf, type Operand, presentOf, recoded, relatedOperands, wherePresent } from "./operand.js";
import { isSomeOf, lengthOf, messageOf, type Part, presenceOf, valueIn } from "./presence.js";
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
export function parseOptions(program: Program): Required<Pick<ParseOptions, "isName" | "rangeOf" | "isVariable">> {
  const names = new Names(program);
  return {
    isName: (word) => names.knows(word),
    rangeOf: (word) => names.rangeOf(word),
    isVariable: (word) => names.isVariable(word),
  };
}

/** What formulas can speak of. */
class Names {
  private readonly slots: ReadonlyMap<string, number>;
  private readonly values: ReadonlySet<string>;
  /** A record in an option may have a field of its own that is called isSome. */
  private readonly twice: ReadonlySet<string>;
  /** Slots with true and false for keys, which formulas write as 1 and 0. */
  private readonly byBooleanKey: ReadonlyMap<string, number>;
  private presence: ReadonlyMap<number, readonly Term[]> | null = null;

  constructor(private readonly program: Program) {
    this.slots = new Map(program.slots.map(({ name }, slot) => [name, slot]));
    this.twice = new Set(program.slots.flatMap(({ name }, slot) => (this.slots.get(name) === slot ? [] : [name])));
    this.byBooleanKey = new Map(
      [...this.slots].map(([name, slot]) => [name.replaceAll("[false]", "[0]").replaceAll("[true]", "[1]"), slot]),
    );
    this.values = new Set(program.slots.flatMap(({ domain }) => namesOf(domain)));
  }

  /** A variable, a proposition, or a value that a variable is compared with. */
  knows(word: string): boolean {
    return this.slots.has(word) || this.program.propositions.has(word) || this.values.has(word);
  }

  isVariable(word: string): boolean {
    return this.slots.has(word) || this.program.propositions.has(word);
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
      const operand = this.operandOf(left, null);
      const { domain } = operand;
      if (domain.kind === "bool") return wherePresent(operand, operand.term);
      throw new ModelError("type-mismatch", `an ${domain.kind} is no condition: compare it`);
    }
    const isValue = this.isValueBeside(left, right);
    const first = this.operandOf(isValue ? right : left, null);
    const second = this.operandOf(isValue ? left : right, first.domain);
    return relatedOperands(first, isValue ? MIRRORED[relation] : relation, second);
  }

  /** A number or a word that only means something next to what the other side is. */
  private isValueBeside(term: StateTerm, other: StateTerm): boolean {
    if (isConstant(other)) return false;
    if (isConstant(term)) return true;
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
    const slot = this.slotOf(word);
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
      if (expected !== null && expected.kind !== "int") return this.constant("it", expected, term.value);
      return { term: { op: "constant", value: term.value }, domain: NUMBERS };
    }
    if (term.op === "key") {
      if (expected?.kind === "enum") return this.constant("it", expected, term.value);
      throw new ModelError("type-mismatch", `'${term.value}' is a key here: compare what has such values with it`);
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
    return {
      term: { op: OPERATIONS.get(term.op)!, left: left.term, right: right.term },
      domain: NUMBERS,
      present: [...presentOf(left), ...presentOf(right)],
    };
  }

  /** A variable, and a way into it. */
  private pathOf({ name, parts }: StateTerm & { op: "path" }): Operand {
    const [variable, all] = this.rootOf(name, parts);
    let part = this.partOf(variable);
    for (const next of all) part = this.stepInto(part, next);
    if (part.ref.domain.kind === "option") part = valueIn(part, part.ref.domain.of);
    const { domain } = part.ref;
    if (!isScalar(domain)) throw new ModelError("type-mismatch", `'${part.ref.name}' has parts: name one of them`);
    return { term: part.ref.term(), domain, present: part.present };
  }

  private partOf({ name, domain, first }: Variable): Part {
    return { ref: Ref.variable(this.program, name, domain, first), present: [] };
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

  private stepInto(part: Part, into: PathPart): Part {
    const { ref, present } = part;
    const { domain } = ref;
    const no = () => new ModelError("unknown-signal", `'${ref.name}' has no such part`);
    if ("field" in into) {
      if (domain.kind === "channel" && into.field === "length") return lengthOf(part);
      const isField =
        domain.kind === "option" && domain.of.kind === "record" && Object.hasOwn(domain.of.fields, "isSome");
      if (isField && into.field === "isSome") throw twofold(`${ref.name}.isSome`);
      if (domain.kind === "option")
        return into.field === "isSome" ? isSomeOf(part) : this.stepInto(valueIn(part, domain.of), into);
      if (domain.kind !== "record") throw no();
      let from = 0;
      for (const [name, field] of Object.entries(domain.fields)) {
        if (name === into.field) return { ref: ref.part(field, from, `.${name}`), present };
        from += columnsOf(field).length;
      }
      throw no();
    }
    const elementAt = (of: Domain, length: number, index: Operand): Part => ({
      ref: ref.element(of, length, index.term, 0),
      present: [...present, ...presentOf(index)],
    });
    switch (domain.kind) {
      case "array":
        return elementAt(domain.of, domain.length, this.indexOf(into.index));
      case "channel": {
        const index = this.indexOf(into.index);
        const message = messageOf(part, domain.of, domain.capacity, index.term);
        return { ...message, present: [...presentOf(index), ...message.present] };
      }
      case "map":
        return elementAt(domain.of, domain.key.high - domain.key.low + 1, this.keyOf(domain.key, into.index));
      case "set":
        return elementAt(bool, domain.of.high - domain.of.low + 1, this.keyOf(domain.of, into.index));
      case "option":
        return this.stepInto(valueIn(part, domain.of), into);
      default:
        throw no();
    }
  }

  private indexOf(index: StateTerm): Operand {
    const operand = this.operandOf(index, null);
    if (operand.domain.kind !== "enum") return operand;
    throw new ModelError("type-mismatch", `an index is a number, and not one of ${operand.domain.describe()}`);
  }

  /** The distance of a key from the lowest. What is no key by its kind, or is one only in some states, is refused. */
  private keyOf(key: AnyScalar, index: StateTerm): Operand {
    const { term, domain, present } = this.operandOf(index, key);
    if (domain.kind !== key.kind)
      throw new ModelError("type-mismatch", `a key is one of ${key.describe()}, and not of ${domain.describe()}`);
    const code = domain.kind === "enum" && key.kind === "enum" ? recoded(term, domain.values, key.values) : term;
    if (code.op === "constant") return { term: { op: "constant", value: code.value - key.low }, domain, present };
    const distance: Term =
      key.low === 0 ? code : { op: "minus", left: code, right: { op: "constant", value: key.low } };
    return { term: distance, domain, present };
  }

  private condition(atom: Atom): Condition {
    if (atom.kind === "compare") return this.compare(atom.left, atom.relation, atom.right);
    const proposition = this.program.propositions.get(atom.name);
    if (proposition !== undefined) return proposition.holds;
    const operand = this.operand(atom.name);
    const { domain } = operand;
    if (domain.kind === "bool") return wherePresent(operand, operand.term);
    throw new ModelError(
      "type-mismatch",
      `'${atom.name}' is not Boolean: compare it, as in '${atom.name} = ${example(domain)}'`,
      {
        variable: atom.name,
      },
    );
  }

  private compare(left: string, relation: Relation, right: string | number): Condition {
    if (typeof right === "string" && this.isValueOf(left, right) && this.isValueOf(right, left))
      throw new ModelError(
        "ambiguous-signal",
        `'${left}' and '${right}' are variables, and each is called like a value of the other: rename one of them`,
        { variable: left },
      );
    if (
      typeof right === "string" &&
      this.slotOf(right) !== undefined &&
      !this.isVariableBeside(left, this.domainOf(right))
    )
      return this.compareWith(right, MIRRORED[relation], left);
    return this.compareWith(left, relation, right);
  }

  /** Is a variable called like a value of another one? */
  private isValueOf(word: string, other: string): boolean {
    const areVariables = this.slotOf(word) !== undefined && this.slotOf(other) !== undefined;
    return areVariables && namesOf(this.domainOf(other)).includes(word);
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
    return relatedOperands(a, relation, b);
  }

  private compareProposition({ name, holds }: NamedCondition, relation: Relation, right: string | number): Condition {
    const isEquality = relation === "=" || relation === "!=";
    if (!isEquality || (right !== 0 && right !== 1))
      throw new ModelError("type-mismatch", `'${name}' is a proposition: write '${name}' or '!${name}'`);
    if ((relation === "=") === (right === 1)) return holds;
    if (typeof holds === "function") return (state) => holds(state) === false;
    return { op: "not", arg: holds };
  }

  private slotOf(name: string): number | undefined {
    if (this.twice.has(name)) throw twofold(name);
    return this.slots.get(name) ?? this.byBooleanKey.get(name);
  }

  private domainOf(name: string): AnyScalar {
    return this.program.slots[this.slotOf(name)!]!.domain;
  }

  private operand(name: string): Operand {
    const slot = this.slotOf(name);
    if (slot === undefined) throw this.unknown(name);
    const { domain } = this.program.slots[slot]!;
    const term: Term = { op: "slot", owner: this.program, slot, low: domain.low, high: domain.high };
    return { term, domain, present: this.presentWhen(slot) };
  }

  private presentWhen(slot: number): readonly Term[] {
    if (this.presence === null) {
      const presence = new Map<number, readonly Term[]>();
      for (const variable of this.program.variables) presenceOf(this.partOf(variable), presence);
      this.presence = presence;
    }
    return this.presence.get(slot) ?? [];
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

const isConstant = (term: StateTerm): boolean => term.op === "number" || term.op === "key";

/** The word of a term that is nothing but one. */
const plainWord = (term: StateTerm): string | null =>
  term.op === "path" && term.parts.length === 0 ? term.name : null;

const example = (domain: AnyScalar): string => String(domain.decode(domain.low));

const twofold = (name: string): ModelError =>
  new ModelError("ambiguous-signal", `'${name}' is a field, and whether there is a value: rename the field`, {
    variable: name,
  });

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
