import { type Atom, MIRRORED, type Relation } from "../formula/atom.js";
import type { Ctl } from "../formula/ctl.js";
import type { Ltl } from "../formula/ltl.js";
import { parseCtl, parseLtl } from "../formula/parse.js";
import { didYouMean, suggest } from "../model/suggest.js";
import { InputError } from "../text/input-error.js";
import { type AnyScalar, show } from "./domain.js";
import { refuseUnused } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { Condition, NamedCondition, Program } from "./program.js";
import type { Term } from "./term.js";

/** A formula about a program, with what its atoms say about states. */
export type Question = LtlQuestion | CtlQuestion;

export interface LtlQuestion {
  readonly logic: "ltl";
  readonly text: string;
  readonly formula: Ltl;
  readonly atoms: ReadonlyMap<string, NamedCondition>;
}

export interface CtlQuestion {
  readonly logic: "ctl";
  readonly text: string;
  readonly formula: Ctl;
  readonly atoms: ReadonlyMap<string, NamedCondition>;
}

/** Reads a formula whose atoms are propositions, Boolean variables, and comparisons of variables. */
export function readQuestion(program: Program, logic: "ltl" | "ctl", text: string): Question {
  refuseUnused(program);
  try {
    return parsed(program, logic, text);
  } catch (e) {
    // A position in a formula must not be taken for one in the file of the program.
    if (!(e instanceof InputError) || e.at === null) throw e;
    const where = "line" in e.at ? `${e.at.line > 1 ? `line ${e.at.line}, ` : ""}column ${e.at.column}` : "";
    throw new InputError(e.code, `in the formula '${text}', ${where}: ${e.problem}`);
  }
}

function parsed(program: Program, logic: "ltl" | "ctl", text: string): Question {
  const names = new Names(program);
  const isName = (word: string) => names.knows(word);
  if (logic === "ltl") {
    const { formula, atoms } = parseLtl(text, { isName });
    return { logic, text, formula, atoms: names.conditions(atoms) };
  }
  const { formula, atoms } = parseCtl(text, { isName });
  return { logic, text, formula, atoms: names.conditions(atoms) };
}

/** Which words of formulas a program knows as names. */
export function nameTest(program: Program): (word: string) => boolean {
  const names = new Names(program);
  return (word) => names.knows(word);
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

  conditions(atoms: ReadonlyMap<string, Atom>): Map<string, NamedCondition> {
    return new Map([...atoms].map(([name, atom]) => [name, { name, holds: this.condition(atom) }]));
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
    if (!this.slots.has(left) && typeof right === "string" && this.slots.has(right))
      return this.compare(right, MIRRORED[relation], left);
    const proposition = this.program.propositions.get(left);
    if (proposition !== undefined) return this.compareProposition(proposition, relation, right);
    const a = this.operand(left);
    const b =
      typeof right === "string" && this.slots.has(right) ? this.operand(right) : this.constant(left, a.domain, right);
    if (a.domain.kind !== b.domain.kind)
      throw new ModelError(
        "type-mismatch",
        `'${left}' and '${right}' cannot be compared: ${a.domain.describe()} and ${b.domain.describe()}`,
      );
    if (a.domain.kind === "enum") {
      if (relation !== "=" && relation !== "!=")
        throw new ModelError("type-mismatch", `the values of '${left}' have no order: use = or !=`);
      const same = sameName(a, b);
      return relation === "=" ? same : { op: "not", arg: same };
    }
    return related(a.term, relation, b.term);
  }

  private compareProposition({ name, holds }: NamedCondition, relation: Relation, right: string | number): Condition {
    const isEquality = relation === "=" || relation === "!=";
    if (!isEquality || (right !== 0 && right !== 1))
      throw new ModelError("type-mismatch", `'${name}' is a proposition: write '${name}' or '!${name}'`);
    if ((relation === "=") === (right === 1)) return holds;
    if (typeof holds === "function") return (state) => holds(state) === false;
    return { op: "not", arg: holds };
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

const is = (term: Term, value: number): Term => ({ op: "equal", left: term, right: { op: "constant", value } });

const namesOf = (domain: AnyScalar): readonly string[] => (domain.kind === "enum" ? domain.values : []);

const example = (domain: AnyScalar): string => String(domain.decode(domain.low));
