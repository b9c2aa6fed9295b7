/*
 * The BDD kernel's exports. Operations store their operands on the stack first: that protects them from collections.
 * Edges and variables that the host passes in must be valid: nothing here checks them.
 */
import * as cofactors from "./cofactors";
import { collect, start } from "./collect";
import { forgetAll, refuel } from "./computed";
import { refs, STACK } from "./memory";
import * as operators from "./operators";
import * as quantifiers from "./quantify";
import { FREE, hiOf, levelAt, levelOf, loOf, nodeOf } from "./store";
import * as substitution from "./substitute";
import { used } from "./unique";
import { varAtLevel } from "./variables";

export { collections, peak, setNodeLimit, setReorderAt, setStress } from "./collect";
export { cacheHits, cacheMisses } from "./computed";
export { nodeCapacity, setMemoryLimit, slotCount } from "./memory";
export { applyOrder, reorderings, swapCount } from "./reorder";
export { setMaxGrowth, siftAll } from "./sift";
export { begin, end, flatten, numberOf, visit, visited } from "./traverse";
export { createdNodes, grant, used } from "./unique";
export {
  forgetRenamed,
  forgetSubstituted,
  isTied,
  levelOfVar,
  newVariable,
  orderAddress,
  projection,
  setRenamed,
  setSubstituted,
  setTied,
  varAtLevel,
  varCount,
} from "./variables";
export { permuteWindows } from "./window";

function keep1(f: i32): usize {
  store<i32>(STACK, f);
  return STACK + 4;
}

function keep2(f: i32, g: i32): usize {
  store<i32>(STACK, f);
  store<i32>(STACK, g, 4);
  return STACK + 8;
}

function keep3(f: i32, g: i32, h: i32): usize {
  store<i32>(STACK, f);
  store<i32>(STACK, g, 4);
  store<i32>(STACK, h, 8);
  return STACK + 12;
}

/** Must be called first, once. */
export function init(nodes: i32, slots: i32): void {
  // Static data must end below the stack.
  if (__heap_base > STACK) unreachable();
  start(nodes, slots, 64);
}

export function and(f: i32, g: i32): i32 {
  return operators.conjoin(f, g, keep2(f, g));
}

export function xor(f: i32, g: i32): i32 {
  return operators.xor(f, g, keep2(f, g));
}

export function ite(f: i32, g: i32, h: i32): i32 {
  return operators.ite(f, g, h, keep3(f, g, h));
}

export function disjoint(f: i32, g: i32): bool {
  return operators.disjoint(f, g);
}

export function exists(f: i32, cube: i32): i32 {
  return quantifiers.exists(f, cube, keep2(f, cube));
}

export function andExists(f: i32, g: i32, cube: i32): i32 {
  return quantifiers.andExists(f, g, cube, keep3(f, g, cube));
}

export function cofactor(f: i32, cube: i32): i32 {
  return cofactors.cofactor(f, cube, keep2(f, cube));
}

export function constrain(f: i32, care: i32): i32 {
  return cofactors.constrain(f, care, keep2(f, care));
}

export function restrict(f: i32, care: i32): i32 {
  return cofactors.restrict(f, care, keep2(f, care));
}

export function squeeze(lower: i32, upper: i32): i32 {
  return cofactors.squeeze(lower, upper, keep2(lower, upper));
}

export function compose(f: i32, g: i32, level: i32): i32 {
  return substitution.compose(f, g, level, keep2(f, g));
}

export function substitute(f: i32, number: i32): i32 {
  return substitution.substitute(f, number, keep1(f));
}

export function rename(f: i32, number: i32): i32 {
  return substitution.rename(f, number, keep1(f));
}

export function protect(f: i32): void {
  const count = refs + ((<usize>(f >> 1)) << 2);
  store<i32>(count, load<i32>(count) + 1);
}

export function release(f: i32): void {
  const count = refs + ((<usize>(f >> 1)) << 2);
  store<i32>(count, load<i32>(count) - 1);
}

export function protections(f: i32): i32 {
  return load<i32>(refs + ((<usize>(f >> 1)) << 2));
}

/** Frees what is not protected. Returns how many nodes are left. */
export function collectGarbage(): i32 {
  collect(STACK, true);
  return used;
}

/** As collectGarbage, but freed nodes are not used again until the store is full: for finding the use of freed nodes. */
export function quarantineGarbage(): void {
  collect(STACK, false);
}

export function forgetResults(): void {
  forgetAll();
}

/** Asks for new fuel at once, so that a change of limits is seen. */
export function pollNow(): void {
  refuel();
}

export function isInUse(f: i32): bool {
  return levelAt(nodeOf(f)) != FREE;
}

/** The variable of a node, not of the terminal. */
export function topVariable(f: i32): i32 {
  return varAtLevel(levelOf(f));
}

export function topLevel(f: i32): i32 {
  return levelOf(f);
}

export function lo(f: i32): i32 {
  return loOf(f);
}

export function hi(f: i32): i32 {
  return hiOf(f);
}
