import type { Assignment, Branch, Target } from "./action.js";
import { constant } from "./expression.js";
import { ModelError } from "./model-error.js";
import { boundsOf, partsOf, type Term } from "./term.js";

/** One branch after the other, as one: the second sees what the first has written. */
export function inSequence(first: Branch, second: Branch): Branch {
  const after = new After(first.assignments);
  return {
    choices: [...first.choices, ...second.choices],
    requires: [...first.requires, ...second.requires.map((r) => after.term(r))],
    assignments: second.assignments.reduce(
      (before, { target, value }) =>
        overwritten(before, {
          target: target.index === null ? target : { ...target, index: after.term(target.index) },
          value: value.op === "any" ? value : after.term(value),
        }),
      first.assignments,
    ),
  };
}

/** What terms say after some assignments, in terms of the state before them. */
class After {
  private readonly made = new Map<Term, Term>();

  constructor(private readonly assignments: readonly Assignment[]) {}

  term(term: Term): Term {
    if (this.assignments.length === 0) return term;
    let made = this.made.get(term);
    if (made === undefined) {
      made = this.read(
        withParts(
          term,
          partsOf(term).map((part) => this.term(part)),
        ),
      );
      this.made.set(term, made);
    }
    return made;
  }

  /** A read, whose own parts are of the state before: the last assignment to what is read decides. */
  private read(term: Term): Term {
    if (term.op !== "slot" && term.op !== "element") return term;
    return this.assignments.reduce<Term>((before, { target, value }) => {
      const isHit = hit(target, term);
      if (isHit === null) return before;
      if (value.op === "any")
        throw new ModelError("model-step", `${target.name} is any value, and is read in the same step: use choose`);
      return isHit === true ? value : { op: "if", condition: isHit, yes: value, no: before };
    }, term);
  }
}

/** Does the assignment write what is read? Null: never. */
function hit(target: Target, read: Term & { op: "slot" | "element" }): Term | true | null {
  const [first, length] = read.op === "slot" ? [read.slot, 1] : [read.first, read.length];
  if (target.first >= first + length || first >= target.first + target.length) return null;
  const written: Term = place(target.first, target.index === null ? null : inBounds(target, target.index));
  const wanted: Term = read.op === "slot" ? constant(read.slot) : place(read.first, read.index);
  if (written.op === "constant" && wanted.op === "constant") return written.value === wanted.value ? true : null;
  return { op: "equal", left: written, right: wanted };
}

/** What is written is part of the array, also where each slot is written by itself. */
function inBounds({ name, length }: Target, arg: Term): Term {
  const { low, high } = boundsOf(arg);
  return low >= 0 && high < length ? arg : { op: "bounded", name, length, arg };
}

const place = (first: number, index: Term | null): Term =>
  index === null
    ? constant(first)
    : index.op === "constant"
      ? constant(first + index.value)
      : { op: "plus", left: index, right: constant(first) };

/** The assignments with one more, which counts where both write. Where an index decides, each slot is written by itself. */
function overwritten(before: readonly Assignment[], last: Assignment): Assignment[] {
  const { target } = last;
  const isApart = (t: Target) => t.first >= target.first + target.length || target.first >= t.first + t.length;
  const others = before.filter((a) => isApart(a.target));
  const same = before.filter((a) => !isApart(a.target));
  if (same.length === 0) return [...others, last];
  if (target.index === null && same.every((a) => a.target.index === null)) return [...others, last];
  if (last.value.op === "any" || same.some((a) => a.value.op === "any"))
    throw new ModelError("model-step", `${target.name} is set twice in one step, once to any value: use choose`);
  // Both are of one column: what was written slot by slot is part of it.
  const { first, length } = [target, ...same.map((a) => a.target)].reduce((a, b) => (a.length >= b.length ? a : b));
  const after = new After([...same, last]);
  const { low, high } = target.domain;
  return [
    ...others,
    ...Array.from({ length }, (_, k): Assignment => {
      const slot: Term = { op: "slot", owner: target.owner, slot: first + k, low, high };
      return { target: { ...target, first: first + k, length: 1, index: null }, value: after.term(slot) };
    }),
  ];
}

/** The same operation on other parts. */
function withParts(term: Term, parts: readonly Term[]): Term {
  if (partsOf(term).every((part, i) => part === parts[i])) return term;
  switch (term.op) {
    case "constant":
    case "slot":
      return term;
    case "element":
      return { ...term, index: parts[0]! };
    case "not":
    case "bounded":
      return { ...term, arg: parts[0]! };
    case "and":
    case "or":
      return { ...term, args: parts };
    case "mod":
      return { ...term, left: parts[0]! };
    case "if":
      return { ...term, condition: parts[0]!, yes: parts[1]!, no: parts[2]! };
    default:
      return { ...term, left: parts[0]!, right: parts[1]! };
  }
}
