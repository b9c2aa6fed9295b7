import type { Assignment } from "./action.js";
import type { Domain } from "./compound.js";
import type { FilePlace } from "./place.js";
import type {
  Condition,
  Deadlock,
  Effect,
  FairGroup,
  NamedCondition,
  NamedQuestion,
  ProcessFairness,
  Program,
  Stopping,
} from "./program.js";
import { partsOf, type Term } from "./term.js";
import { refuseUnused } from "./unused.js";

/**
 * A program as data that can leave the process it was made in. Terms are in one table, each after its parts, so that
 * what is shared stays shared and nothing is too deep. A function of the author's is a number: it stays where it is.
 */
export interface ProgramData {
  readonly name: string;
  readonly deadlock: Deadlock;
  readonly stopping: Stopping;
  /** What each slot of a variable starts with is said apart from the domain. */
  readonly variables: readonly {
    readonly name: string;
    readonly domain: DomainData;
    readonly initial: readonly Runs[];
  }[];
  readonly terms: readonly TermData[];
  readonly processes: readonly {
    readonly name: string;
    readonly fairness: ProcessFairness | null;
    readonly steps: readonly StepData[];
  }[];
  readonly groups: readonly FairGroup[];
  readonly fairness: readonly NamedData[];
  readonly propositions: readonly NamedData[];
  readonly properties: readonly NamedQuestion[];
}

interface StepData {
  readonly name: string;
  readonly written: string;
  readonly place: FilePlace | null;
  readonly isStatement: boolean;
  readonly fairness: ProcessFairness | "none" | null;
  readonly guard: ConditionData;
  readonly effect: EffectData;
}

/** Codes as runs of successive ones: first and last of each. A domain may have millions. */
type Runs = readonly number[];

type DomainData = DomainKind & {
  /** How values are shown, by their plain texts. */
  readonly display?: readonly (readonly [string, string])[];
};

type DomainKind =
  | { readonly kind: "bool" }
  | { readonly kind: "int"; readonly low: number; readonly high: number }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "array"; readonly length: number; readonly of: DomainData }
  | { readonly kind: "record"; readonly fields: readonly (readonly [string, DomainData])[] }
  | { readonly kind: "option" | "set"; readonly of: DomainData }
  | { readonly kind: "map"; readonly key: DomainData; readonly of: DomainData }
  | {
      readonly kind: "channel";
      readonly capacity: number;
      readonly of: DomainData;
      readonly order: "fifo" | "bag";
      readonly lossy: boolean;
      readonly duplicating: boolean;
    };

/** A term whose parts are numbers of others; what it has of its variable's domain is left out. */
interface TermData {
  readonly op: Term["op"];
  readonly parts: readonly number[];
  readonly value?: number;
  readonly slot?: number;
  readonly name?: string;
  readonly first?: number;
  readonly length?: number;
  readonly modulus?: number;
}

type ConditionData = { readonly term: number } | { readonly function: number };
type EffectData = readonly AssignmentData[] | { readonly function: number };

interface AssignmentData {
  readonly name: string;
  readonly first: number;
  readonly length: number;
  /** The term of the index, where there is one. */
  readonly index: number | null;
  readonly value: { readonly term: number } | { readonly any: Runs };
}

interface NamedData {
  readonly name: string;
  readonly holds: ConditionData;
}

/** A program with the properties that it brings along. */
export interface AskedProgram extends Program {
  readonly properties: readonly NamedQuestion[];
}

/** The functions that an author wrote, by their numbers. A function that is used twice has one. */
export interface AuthorFunctions {
  readonly conditions: ReadonlyMap<Exclude<Condition, Term>, number>;
  readonly effects: ReadonlyMap<Exclude<Effect, readonly Assignment[]>, number>;
}

/** Of a program of expressions. */
export const NO_FUNCTIONS: AuthorFunctions = { conditions: new Map(), effects: new Map() };

/** The program as data, and its functions. */
export function dataOf(program: AskedProgram): { readonly data: ProgramData; readonly functions: AuthorFunctions } {
  refuseUnused(program);
  const terms = new TermWriter();
  const conditions = new Map<Exclude<Condition, Term>, number>();
  const effects = new Map<Exclude<Effect, readonly Assignment[]>, number>();
  const condition = (c: Condition): ConditionData =>
    typeof c === "function" ? { function: numberIn(conditions, c) } : { term: terms.numberOf(c) };
  const named = ({ name, holds }: NamedCondition): NamedData => ({ name, holds: condition(holds) });
  const assignment = ({ target: { name, first, length, index }, value }: Assignment): AssignmentData => ({
    name,
    first,
    length,
    index: index === null ? null : terms.numberOf(index),
    value: value.op === "any" ? { any: runsOf(value.codes) } : { term: terms.numberOf(value) },
  });
  const effect = (e: Effect): EffectData =>
    typeof e === "function" ? { function: numberIn(effects, e) } : e.map(assignment);
  const data = {
    name: program.name,
    deadlock: program.deadlock,
    stopping: program.stopping,
    variables: program.variables.map(({ name, domain, first, size }) => ({
      name,
      domain: domainData(domain),
      // Not those of the domain: one that was read from data does not have them.
      initial: program.slots.slice(first, first + size).map((slot) => runsOf(slot.initial)),
    })),
    groups: program.groups.map(({ name, kind, steps }) => ({ name, kind, steps })),
    processes: program.processes.map(({ name, fairness, steps }) => ({
      name,
      fairness,
      steps: steps.map((s) => ({
        name: s.name,
        written: s.written,
        place: s.place,
        isStatement: s.isStatement,
        fairness: s.fairness,
        guard: condition(s.guard),
        effect: effect(s.effect),
      })),
    })),
    fairness: program.fairness.map(named),
    propositions: [...program.propositions.values()].map(named),
    properties: program.properties.map(({ name, logic, formula }) => ({ name, logic, formula })),
  };
  return { data: { ...data, terms: terms.written }, functions: { conditions, effects } };
}

function numberIn<K>(numbers: Map<K, number>, key: K): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

class TermWriter {
  readonly written: TermData[] = [];
  private readonly numbers = new Map<Term, number>();

  /** The number of a term; it and its parts are written once. */
  numberOf(term: Term): number {
    const open = [term];
    for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
      const missing = this.numbers.has(next) ? [] : partsOf(next).filter((part) => !this.numbers.has(part));
      for (const part of missing) open.push(part);
      if (missing.length > 0) continue;
      if (!this.numbers.has(next)) this.numbers.set(next, this.written.push(this.write(next)) - 1);
      open.pop();
    }
    return this.numbers.get(term)!;
  }

  private write(term: Term): TermData {
    const parts = partsOf(term).map((part) => this.numbers.get(part)!);
    switch (term.op) {
      case "constant":
        return { op: term.op, parts, value: term.value };
      case "slot":
        return { op: term.op, parts, slot: term.slot };
      case "element":
        return { op: term.op, parts, name: term.name, first: term.first, length: term.length };
      case "mod":
        return { op: term.op, parts, modulus: term.modulus };
      case "bounded":
        return { op: term.op, parts, name: term.name, length: term.length };
      default:
        return { op: term.op, parts };
    }
  }
}

function domainData(domain: Domain): DomainData {
  const kind = domainKind(domain);
  return domain.display === null ? kind : { ...kind, display: [...domain.display] };
}

function domainKind(domain: Domain): DomainKind {
  switch (domain.kind) {
    case "bool":
      return { kind: "bool" };
    case "int":
      return { kind: "int", low: domain.low, high: domain.high };
    case "enum":
      return { kind: "enum", values: domain.values };
    case "array":
      return { kind: "array", length: domain.length, of: domainData(domain.of) };
    case "record":
      return { kind: "record", fields: Object.entries(domain.fields).map(([name, d]) => [name, domainData(d)]) };
    case "option":
    case "set":
      return { kind: domain.kind, of: domainData(domain.of) };
    case "map":
      return { kind: "map", key: domainData(domain.key), of: domainData(domain.of) };
    case "channel":
      return { kind: "channel", capacity: domain.capacity, of: domainData(domain.of), ...domain.options };
  }
}

function runsOf(codes: readonly number[]): Runs {
  const runs: number[] = [];
  for (const code of codes) {
    if (runs.length > 0 && runs[runs.length - 1] === code - 1) runs[runs.length - 1] = code;
    else runs.push(code, code);
  }
  return runs;
}
