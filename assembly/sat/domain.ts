import { at, clear, forget, LIST_BYTES, length, push } from "./list";
import { appendToOrder, clearOrder, restoreOrder } from "./order";
import { inDomain, setInDomain, valueOfLit, variables } from "./variables";

/** Decisions, and in part propagation, are restricted to the domain. */
export let domainOnly: bool = false;

const members: usize = memory.data(LIST_BYTES);

export function resetDomain(): void {
  forget(members);
  domainOnly = false;
}

/**
 * Restricts the next searches to `n` variables, at `from` as words. Pre: level 0.
 * False when memory is out: nothing is restricted then.
 */
export function restrictTo(from: usize, n: i32): bool {
  forgetMembers();
  clearOrder();
  domainOnly = true;
  for (let i = 0; i < n; i++) {
    const v = load<i32>(from + ((<usize>i) << 2));
    if (inDomain(v)) continue;
    if (!push(members, v)) {
      liftRestriction();
      return false;
    }
    setInDomain(v, true);
    if (valueOfLit(v << 1) == 0) appendToOrder(v);
  }
  restoreOrder();
  return true;
}

/** Makes every variable one to decide again. Pre: level 0. */
export function liftRestriction(): void {
  if (!domainOnly) return;
  forgetMembers();
  domainOnly = false;
  clearOrder();
  for (let v = 0; v < variables; v++) if (valueOfLit(v << 1) == 0) appendToOrder(v);
  restoreOrder();
}

function forgetMembers(): void {
  for (let i = 0, n = length(members); i < n; i++) setInDomain(at(members, i), false);
  clear(members);
}
