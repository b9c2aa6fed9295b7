import { recordOf } from "../text/record.js";
import type { Assignment, Target } from "./action.js";
import { array, channel, columnsOf, type Domain, isScalar, mapOf, option, RecordDomain, setOf } from "./compound.js";
import type { AskedProgram } from "./data.js";
import { among, type Fields, fail, list, record, text, whole } from "./data-fields.js";
import { withDisplay } from "./display.js";
import { BoolDomain, EnumDomain, IntDomain, int, oneOf } from "./domain.js";
import type { FilePlace } from "./place.js";
import {
  type Choose,
  type Condition,
  type Effect,
  FAIRNESS,
  type FairGroup,
  type NamedCondition,
  type NamedQuestion,
  type Process,
  type ProcessFairness,
  type Slot,
  type StateObject,
  type Variable,
} from "./program.js";
import type { Term } from "./term.js";

/** What stands for the functions of a program where they are not. */
export interface FunctionStubs {
  condition(number: number): (state: StateObject) => unknown;
  effect(number: number): (state: StateObject, choose: Choose) => unknown;
}

/**
 * The program that data says. Everything is looked at: data that no program of this package makes is an error, whatever
 * it was that meddled with it.
 */
export function programFrom(given: unknown, stubs: FunctionStubs): AskedProgram {
  return new ProgramReader(stubs).read(record(given, "a program"));
}

class ProgramReader {
  private readonly slots: Slot[] = [];
  private readonly terms: Term[] = [];
  /** Terms of a program that is whole need not be told from those of others. */
  private readonly owner = {};

  constructor(private readonly stubs: FunctionStubs) {}

  read(data: Fields): AskedProgram {
    const variables = list(data.variables, "the variables").map((v) => this.variable(record(v, "a variable")));
    for (const term of list(data.terms, "the terms")) this.terms.push(this.term(record(term, "a term")));
    const propositions = this.conditions(data.propositions, "the propositions");
    return {
      name: text(data.name, "the name"),
      deadlock: among(data.deadlock, ["error", "stutter", "end"], "deadlock"),
      stopping: among(data.stopping, ["allowed", "never"], "stopping"),
      variables,
      slots: this.slots,
      processes: list(data.processes, "the processes").map((p) => this.process(record(p, "a process"))),
      groups: list(data.groups, "the groups").map((g) => group(record(g, "a group"))),
      fairness: this.conditions(data.fairness, "the fairness conditions"),
      propositions: new Map(propositions.map((p) => [p.name, p])),
      properties: list(data.properties, "the properties").map((p) => property(record(p, "a property"))),
    };
  }

  private variable(data: Fields): Variable {
    const name = text(data.name, "a variable's name");
    const domain = domainFrom(record(data.domain, `the domain of ${name}`));
    const first = this.slots.length;
    const initial = list(data.initial, "initial values");
    for (const { domain: scalar, names } of columnsOf(domain))
      for (const part of names) {
        const codes = codesFrom(initial[this.slots.length - first], scalar);
        this.slots.push({ name: `${name}${part}`, domain: scalar, initial: codes });
      }
    return { name, domain, first, size: this.slots.length - first };
  }

  private process(data: Fields): Process {
    const name = text(data.name, "a process's name");
    const fairness = fairnessFrom(data.fairness, "the fairness of a process");
    const steps = list(data.steps, "the steps").map((s) => {
      const step = record(s, "a step");
      return {
        name: text(step.name, "a step's name"),
        written: text(step.written, "a step's name"),
        place: step.place === null ? null : placeFrom(record(step.place, "a place")),
        isStatement: step.isStatement === true,
        fairness: step.fairness === "none" ? ("none" as const) : fairnessFrom(step.fairness, "the fairness of a step"),
        guard: this.condition(step.guard),
        effect: this.effect(step.effect),
      };
    });
    return { name, fairness, steps };
  }

  private conditions(given: unknown, what: string): NamedCondition[] {
    return list(given, what).map((c) => {
      const { name, holds } = record(c, what);
      return { name: text(name, what), holds: this.condition(holds) };
    });
  }

  private condition(given: unknown): Condition {
    const data = record(given, "a condition");
    if (data.function !== undefined) return this.stubs.condition(functionNumber(data.function));
    return this.termAt(data.term);
  }

  private effect(given: unknown): Effect {
    if (Array.isArray(given)) return given.map((a) => this.assignment(record(a, "an assignment")));
    return this.stubs.effect(functionNumber(record(given, "an effect").function));
  }

  private assignment(data: Fields): Assignment {
    const { first, length } = this.place(data);
    const index = data.index === null ? null : this.termAt(data.index);
    const { domain } = this.slots[first]!;
    const target: Target = { owner: this.owner, name: text(data.name, "a target"), first, length, index, domain };
    const value = record(data.value, "a value");
    if (value.any === undefined) return { target, value: this.termAt(value.term) };
    return { target, value: { op: "any", codes: codesFrom(value.any, domain) } };
  }

  private term(data: Fields): Term {
    const { owner } = this;
    const args = list(data.parts, "the parts of a term").map((part) => this.termAt(part));
    const part = (k: number): Term => args[k] ?? fail("a term without its parts");
    const op = among(data.op, OPERATIONS, "the operation of a term");
    switch (op) {
      case "constant":
        return { op, value: whole(data.value, -(2 ** 53), 2 ** 53, "a constant") };
      case "slot": {
        const slot = whole(data.slot, 0, this.slots.length - 1, "a slot");
        const { low, high } = this.slots[slot]!.domain;
        return { op, owner, slot, low, high };
      }
      case "element": {
        const { first, length } = this.place(data);
        const { low, high } = this.slots[first]!.domain;
        return { op, owner, name: text(data.name, "an array"), first, length, index: part(0), low, high };
      }
      case "not":
        return { op, arg: part(0) };
      case "and":
      case "or":
        return { op, args };
      case "mod":
        return { op, left: part(0), modulus: whole(data.modulus, 1, 2 ** 30, "a modulus") };
      case "bounded":
        return {
          op,
          name: text(data.name, "an array"),
          length: whole(data.length, 1, 2 ** 16, "a length"),
          arg: part(0),
        };
      case "if":
        return { op, condition: part(0), yes: part(1), no: part(2) };
      default:
        return { op, left: part(0), right: part(1) };
    }
  }

  /** Slots that are there. */
  private place(data: Fields): { readonly first: number; readonly length: number } {
    const first = whole(data.first, 0, this.slots.length - 1, "a slot");
    return { first, length: whole(data.length, 1, this.slots.length - first, "a length") };
  }

  private termAt(given: unknown): Term {
    return this.terms[whole(given, 0, this.terms.length - 1, "the number of a term")]!;
  }
}

const functionNumber = (given: unknown): number => whole(given, 0, 2 ** 32, "the number of a function");

const OPERATIONS = [
  "constant",
  "slot",
  "element",
  "not",
  "and",
  "or",
  "equal",
  "less",
  "plus",
  "minus",
  "times",
  "divide",
  "modulo",
  "min",
  "max",
  "bitand",
  "bitor",
  "bitxor",
  "mod",
  "bounded",
  "if",
] as const satisfies readonly Term["op"][];

function domainFrom(data: Fields): Domain {
  const domain = domainKind(data);
  if (data.display === undefined) return domain;
  const display = list(data.display, "texts of values").map((pair): [string, string] => {
    const [value, shown] = list(pair, "the text of a value");
    return [text(value, "a value"), text(shown, "the text of a value")];
  });
  return withDisplay(domain, new Map(display));
}

function domainKind(data: Fields): Domain {
  const of = () => domainFrom(record(data.of, "the domain of parts"));
  const scalar = (given: unknown) => {
    const domain = domainFrom(record(given, "the domain of parts"));
    return isScalar(domain) ? domain : fail("a domain without parts");
  };
  switch (among(data.kind, ["bool", "int", "enum", "array", "record", "option", "set", "map", "channel"], "a domain")) {
    case "bool":
      return new BoolDomain();
    case "int": {
      const low = whole(data.low, -(2 ** 30), 2 ** 30, "a bound");
      const { high } = int(low, whole(data.high, low, 2 ** 30, "a bound"));
      return new IntDomain(low, high);
    }
    case "enum": {
      const [first = fail("a domain without names"), ...others] = list(data.values, "names").map((v) =>
        text(v, "a name"),
      );
      return new EnumDomain(oneOf(first, ...others).values);
    }
    case "array":
      return array(whole(data.length, 1, 4096, "a length"), of());
    case "record": {
      const fields = list(data.fields, "the fields").map((field): [string, Domain] => {
        const [name, domain] = list(field, "a field");
        return [text(name, "a field's name"), domainFrom(record(domain, "the domain of a field"))];
      });
      return new RecordDomain(recordOf(fields));
    }
    case "option":
      return option(of());
    case "set":
      return setOf(scalar(data.of));
    case "map":
      return mapOf(scalar(data.key), of());
    case "channel": {
      const order = among(data.order, ["fifo", "bag"], "the order of a channel");
      const options = { order, lossy: data.lossy === true, duplicating: data.duplicating === true };
      return channel(whole(data.capacity, 1, 255, "a capacity"), of(), options);
    }
  }
}

function group(data: Fields): FairGroup {
  return {
    name: text(data.name, "a group's name"),
    kind: fairnessFrom(data.kind, "the fairness of a group") ?? fail("the fairness of a group"),
    steps: list(data.steps, "steps").map((s) => text(s, "a step's name")),
  };
}

export function placeFrom({ file, line, column }: Fields): FilePlace {
  return {
    file: text(file, "a file"),
    line: whole(line, 1, 2 ** 31, "a line"),
    column: whole(column, 1, 2 ** 31, "a column"),
  };
}

function codesFrom(given: unknown, { low, high }: { readonly low: number; readonly high: number }): number[] {
  const runs = list(given, "codes");
  const codes: number[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const first = whole(runs[i], low, high, "a code");
    const last = whole(runs[i + 1], first, high, "a code");
    for (let code = first; code <= last; code++) codes.push(code);
  }
  return codes.length > 0 ? codes : fail("no codes");
}

function property(data: Fields): NamedQuestion {
  const name = text(data.name, "a property's name");
  return {
    name,
    logic: among(data.logic, ["ltl", "ctl"], "the logic of a property"),
    formula: text(data.formula, `the formula of ${name}`),
  };
}

const fairnessFrom = (given: unknown, what: string): ProcessFairness | null =>
  given === null ? null : among(given, FAIRNESS, what);
