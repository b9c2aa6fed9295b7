import { at, clear, forget, LIST_BYTES, length, put, reserve, setLength } from "./list";
import { emptyQueue, enqueue, forgetQueue, QUEUE_BYTES, searchFromEnd } from "./queue";
import { inDomain, setInDomain } from "./variables";

/** Decisions, and in part propagation, are restricted to the domain. */
export let domainOnly: bool = false;
/** The variables of the domain. */
export const domainQueue: usize = memory.data(QUEUE_BYTES);
forgetQueue(domainQueue);

const members: usize = memory.data(LIST_BYTES);

export function resetDomain(): void {
  forget(members);
  forgetQueue(domainQueue);
  domainOnly = false;
}

/**
 * Restricts the next searches to `n` variables, at `from` as words. Pre: level 0.
 * False when memory is out: nothing is restricted then.
 */
export function restrictTo(from: usize, n: i32): bool {
  liftRestriction();
  if (!reserve(members, n)) return false;
  domainOnly = true;
  let count = 0;
  for (let i = 0; i < n; i++) {
    const v = load<i32>(from + ((<usize>i) << 2));
    if (inDomain(v)) continue;
    put(members, count++, v);
    setInDomain(v, true);
    enqueue(domainQueue, v);
  }
  setLength(members, count);
  searchFromEnd(domainQueue);
  return true;
}

/** Makes every variable one to decide again. Pre: level 0. */
export function liftRestriction(): void {
  for (let i = 0, n = length(members); i < n; i++) setInDomain(at(members, i), false);
  clear(members);
  emptyQueue(domainQueue);
  domainOnly = false;
}
