import { ModelError } from "./model-error.js";
import { CallPlace } from "./place.js";

// JavaScript's own operators look at objects, not at states: `a && b` of two conditions, actions or formulas is the second
// one, and the first is lost. What is made must therefore be used.

/** What authors make and can lose. */
type Losable = "condition" | "action" | "formula";

interface Made {
  readonly what: Losable;
  readonly place: CallPlace;
}

/** What was made and that nobody has looked at since, by the system it speaks of. */
const unused = new WeakMap<object, Map<object, Made>>();
let isTracking = true;

/** Makes things that are thrown away: nothing that is unused then is a mistake. */
export function onTrial<T>(work: () => T): T {
  const before = isTracking;
  isTracking = false;
  try {
    return work();
  } finally {
    isTracking = before;
  }
}

/** It is to be used, if it speaks of a system. */
export function expectUse(made: object, what: Losable, owner: object | null): void {
  if (!isTracking || owner === null) return;
  const known = unused.get(owner) ?? new Map<object, Made>();
  unused.set(owner, known.set(made, { what, place: new CallPlace() }));
}

export function use(made: object, owner: object | null): void {
  if (owner !== null) unused.get(owner)?.delete(made);
}

/** What is used nowhere was lost: `a.is(1) && b.is(2)` is the second one only. */
export function refuseUnused(system: object): void {
  const [first] = unused.get(system)?.values() ?? [];
  if (first === undefined) return;
  throw new ModelError(
    "model-unused",
    `${first.what === "action" ? "an" : "a"} ${first.what} that is made here is not used: ${HINTS[first.what]}, or make it only where it is used`,
  ).writtenAt(first.place.get());
}

const HINTS = {
  condition: "JavaScript's own &&, ||, ! and ?: drop one; write and, or, not and cond",
  action: "JavaScript's own && and comma drop one; write a list",
  formula: "JavaScript's own &&, || and ! drop one; write and, or and not",
};
