import type { Ltl } from "../../formula/ltl.js";

/** How often, or after how many steps; `high` may be Infinity. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A sequence of SystemVerilog, to be matched from a step on. */
export type Sequence =
  | { readonly kind: "now"; readonly condition: Ltl }
  /** `first ##[low:high] second`; without `first` the delay counts from where the match starts. */
  | { readonly kind: "then"; readonly first: Sequence | null; readonly delay: Range; readonly second: Sequence }
  /** `inner [*low:high]` */
  | { readonly kind: "repeat"; readonly inner: Sequence; readonly times: Range }
  /** `condition [->low:high]`: up to that occurrence; with `isLoose`, `[=low:high]`: until just before the next one. */
  | { readonly kind: "goto"; readonly condition: Ltl; readonly times: Range; readonly isLoose: boolean };

/** What it means that a match never ends: it is none (strong), it is one (weak), or nobody said. */
export type Strength = "strong" | "weak" | "unsaid";

const not = (arg: Ltl): Ltl => ({ op: "not", arg });
const next = (arg: Ltl): Ltl => ({ op: "X", arg });
const and = (left: Ltl, right: Ltl): Ltl => ({ op: "and", left, right });
const or = (left: Ltl, right: Ltl): Ltl => ({ op: "or", left, right });
const implies = (left: Ltl, right: Ltl): Ltl => ({ op: "implies", left, right });
const weakUntil = (left: Ltl, right: Ltl): Ltl => ({ op: "W", left, right });

/** f after n steps. */
export function steps(n: number, f: Ltl): Ltl {
  let result = f;
  for (let i = 0; i < n; i++) result = next(result);
  return result;
}

/** f now and (or) in each of the next `times` steps. */
export function within(join: "and" | "or", times: number, f: Ltl): Ltl {
  let result = f;
  for (let i = 0; i < times; i++) result = { op: join, left: f, right: next(result) };
  return result;
}

/** Some match of the sequence starts here. `vague` is thrown where that would promise nothing, and nobody said so. */
export function matches(sequence: Sequence, strength: Strength, vague: () => Error): Ltl {
  const until = (left: Ltl, right: Ltl): Ltl => ({ op: strength === "strong" ? "U" : "W", left, right });
  const atLast = (f: Ltl): Ltl => {
    if (strength === "unsaid") throw vague();
    return strength === "strong" ? { op: "F", arg: f } : { op: "true" };
  };
  const withRest = (f: Ltl, rest: Ltl | null): Ltl => (rest === null ? f : and(f, rest));
  /** A match that starts here and has `rest` at its end; null is a rest that asks for nothing. */
  const some = (s: Sequence, rest: Ltl | null): Ltl => {
    switch (s.kind) {
      case "now":
        return withRest(s.condition, rest);
      case "then": {
        const { low, high } = s.delay;
        const second = some(s.second, rest);
        const later = steps(low, high === Infinity ? atLast(second) : within("or", high - low, second));
        return s.first === null ? later : some(s.first, later);
      }
      case "repeat": {
        if (s.times.high === Infinity) {
          const condition = conditionOf(s.inner);
          const last = rest === null ? condition : until(condition, and(condition, rest));
          return repeated(s.times.low, last, (more) => and(condition, next(more)));
        }
        return counted(s.times, (more) => some(s.inner, choice(or, rest, more)));
      }
      case "goto": {
        const end =
          s.isLoose && rest !== null ? or(rest, next(until(not(s.condition), and(not(s.condition), rest)))) : rest;
        if (s.times.high === Infinity) {
          const last = atLast(withRest(s.condition, end));
          return repeated(s.times.low, last, (more) => until(not(s.condition), and(s.condition, next(more))));
        }
        return counted(s.times, (more) => {
          const then = choice(or, end, more);
          if (then === null) return atLast(s.condition);
          return until(not(s.condition), and(s.condition, then));
        });
      }
    }
  };
  return some(sequence, null);
}

/** After every match of the sequence that starts here, `then` holds at its last step. */
export function whenMatched(sequence: Sequence, then: Ltl): Ltl {
  const every = (s: Sequence, rest: Ltl): Ltl => {
    switch (s.kind) {
      case "now":
        return implies(s.condition, rest);
      case "then": {
        const { low, high } = s.delay;
        const second = every(s.second, rest);
        const later = steps(low, high === Infinity ? { op: "G", arg: second } : within("and", high - low, second));
        return s.first === null ? later : every(s.first, later);
      }
      case "repeat": {
        if (s.times.high === Infinity) {
          const condition = conditionOf(s.inner);
          return repeated(s.times.low, weakUntil(rest, not(condition)), (more) => implies(condition, next(more)));
        }
        return counted(s.times, (more) => every(s.inner, choice(and, rest, more)!));
      }
      case "goto": {
        const end = s.isLoose ? and(rest, next(weakUntil(rest, s.condition))) : rest;
        const upTo = (f: Ltl): Ltl => weakUntil(not(s.condition), and(s.condition, f));
        if (s.times.high === Infinity) {
          return repeated(s.times.low, { op: "G", arg: implies(s.condition, end) }, (more) => upTo(next(more)));
        }
        return counted(s.times, (more) => upTo(choice(and, end, more)!));
      }
    }
  };
  return every(sequence, then);
}

/** Only conditions may be repeated without end: the reader sees to that. */
function conditionOf(s: Sequence): Ltl {
  if (s.kind !== "now") throw new Error("a sequence that is repeated without end");
  return s.condition;
}

/** `last` as the `low`-th repetition, those before it by `before`. */
function repeated(low: number, last: Ltl, before: (more: Ltl) => Ltl): Ltl {
  let f = last;
  for (let i = low; i > 1; i--) f = before(f);
  return f;
}

/** The first of `low` to `high` repetitions; `one` makes each of what may follow it. */
function counted({ low, high }: Range, one: (more: More) => Ltl): Ltl {
  let f = one({ mayEnd: true, again: null });
  for (let i = high - 1; i >= 1; i--) f = one({ mayEnd: i >= low, again: next(f) });
  return f;
}

/** What may follow a repetition: the rest, where enough are done, and another one, where there may be more. */
interface More {
  readonly mayEnd: boolean;
  readonly again: Ltl | null;
}

function choice(join: (a: Ltl, b: Ltl) => Ltl, rest: Ltl | null, { mayEnd, again }: More): Ltl | null {
  if (!mayEnd) return again;
  return rest === null || again === null ? rest : join(rest, again);
}
