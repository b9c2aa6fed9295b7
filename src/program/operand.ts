import type { Relation } from "../formula/atom.js";
import { type AnyScalar, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Term } from "./term.js";

/** A side of a comparison. */
export interface Operand {
  readonly term: Term;
  readonly domain: AnyScalar;
  /** What must be true for it to have a value, which that of an option need not, nor a message of a channel. */
  readonly present?: readonly Term[] | undefined;
}

/** What a comparison says. Whatever has no value is neither less nor more than anything. */
export function relatedOperands(a: Operand, relation: Relation, b: Operand): Term {
  if (a.domain.kind !== b.domain.kind)
    throw new ModelError("type-mismatch", `${a.domain.describe()} and ${b.domain.describe()} cannot be compared`);
  const isEquality = relation === "=" || relation === "!=";
  if (a.domain.kind === "enum" && !isEquality)
    throw new ModelError("type-mismatch", "names have no order: use = or !=");
  if (!isEquality) return wherePresent(a, wherePresent(b, related(a.term, relation, b.term)));
  const same = sameWhereAbsent(a, b, a.domain.kind === "enum" ? sameName(a, b) : related(a.term, "=", b.term));
  return relation === "=" ? same : { op: "not", arg: same };
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

export const presentOf = ({ present = [] }: Operand): readonly Term[] => present;

/** True only where the operand has a value. */
export function wherePresent(operand: Operand, term: Term): Term {
  const present = presentOf(operand);
  return present.length === 0 ? term : { op: "and", args: [...present, term] };
}

/** As `is` in a program: what has no value is like nothing but something else that has none. */
function sameWhereAbsent(a: Operand, b: Operand, same: Term): Term {
  const both = wherePresent(a, wherePresent(b, same));
  if (presentOf(a).length === 0 || presentOf(b).length === 0) return both;
  const none = [a, b].map((o): Term => ({ op: "not", arg: { op: "and", args: presentOf(o) } }));
  return { op: "or", args: [both, { op: "and", args: none }] };
}

/** The position of a name in other names, all of which are there. */
export function recoded(term: Term, from: readonly string[], to: readonly string[]): Term {
  const missing = from.find((name) => !to.includes(name));
  if (missing !== undefined)
    throw new ModelError("type-mismatch", `a key may be ${show(missing)}, which is none of ${to.map(show).join(", ")}`);
  if (from.every((name, i) => to[i] === name)) return term;
  return from.reduceRight<Term>((rest, name, i): Term => {
    const value: Term = { op: "constant", value: to.indexOf(name) };
    return i === from.length - 1 ? value : { op: "if", condition: is(term, i), yes: value, no: rest };
  }, term);
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

export const namesOf = (domain: AnyScalar): readonly string[] => (domain.kind === "enum" ? domain.values : []);
