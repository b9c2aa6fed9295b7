/*
 * Variables and their places in the order. A variable is a number that never changes; its level does when the order does.
 */
import { reserveVariables } from "./collect";
import { refs, STACK, varCapacity, vars } from "./memory";
import { FALSE, FREE, TRUE } from "./store";
import { mk } from "./unique";

export let varCount: i32 = 0;

/** The arrays of the region `vars`. Four of them belong to subtables.ts and sift.ts. */
const LEVEL_OF: i32 = 0;
const VAR_AT: i32 = 1;
const PROJECTION: i32 = 2;
const SUBSTITUTED: i32 = 3;
const TIED: i32 = 4;
export const SUBTABLE_AT: i32 = 5;
export const SUBTABLE_SIZE: i32 = 6;
export const KEYS: i32 = 7;
export const SIFTED: i32 = 8;
const RENAMED: i32 = 9;
const ORDER: i32 = 10;

export function cell(array: i32, index: i32): usize {
  return vars + ((<usize>(array * varCapacity + index)) << 2);
}

export function levelOfVar(variable: i32): i32 {
  return load<i32>(cell(LEVEL_OF, variable));
}

export function varAtLevel(level: i32): i32 {
  return load<i32>(cell(VAR_AT, level));
}

/** The function of the variable itself. Always protected. */
export function projection(variable: i32): i32 {
  return load<i32>(cell(PROJECTION, variable));
}

// What the host sets before it renames or substitutes, one word a level: the level to rename to, which is the level itself
// otherwise, or the function to put in, FREE otherwise. The deepest level that is changed bounds the work.

export let deepestRenamed: i32 = -1;
export let deepestSubstituted: i32 = -1;

export function renamedAt(level: i32): i32 {
  return load<i32>(cell(RENAMED, level));
}

export function setRenamed(from: i32, to: i32): void {
  const level = levelOfVar(from);
  store<i32>(cell(RENAMED, level), levelOfVar(to));
  deepestRenamed = max<i32>(deepestRenamed, level);
}

export function forgetRenamed(): void {
  for (let level = 0; level <= deepestRenamed; level++) store<i32>(cell(RENAMED, level), level);
  deepestRenamed = -1;
}

export function substitutedAt(level: i32): i32 {
  return load<i32>(cell(SUBSTITUTED, level));
}

export function setSubstituted(variable: i32, f: i32): void {
  const level = levelOfVar(variable);
  store<i32>(cell(SUBSTITUTED, level), f);
  deepestSubstituted = max<i32>(deepestSubstituted, level);
}

export function forgetSubstituted(): void {
  for (let level = 0; level <= deepestSubstituted; level++) store<i32>(cell(SUBSTITUTED, level), FREE);
  deepestSubstituted = -1;
}

/** Where the host writes an order to be brought about, top first. */
export function orderAddress(): usize {
  return cell(ORDER, 0);
}

export function orderedAt(level: i32): i32 {
  return load<i32>(cell(ORDER, level));
}

/** Exchanges the variables of two neighbouring levels in the order. The nodes must have been seen to. */
export function exchange(level: i32): void {
  const upper = varAtLevel(level);
  const lower = varAtLevel(level + 1);
  store<i32>(cell(VAR_AT, level), lower);
  store<i32>(cell(VAR_AT, level + 1), upper);
  store<i32>(cell(LEVEL_OF, lower), level);
  store<i32>(cell(LEVEL_OF, upper), level + 1);
}

/** Whether the variable belongs to the same group as the one below it. */
export function isTied(variable: i32): bool {
  return load<i32>(cell(TIED, variable)) != 0;
}

export function setTied(variable: i32, tied: bool): void {
  store<i32>(cell(TIED, variable), tied ? 1 : 0);
}

/** A new variable, last in the order. */
export function newVariable(): i32 {
  // One more than there are variables: walks also visit the terminal.
  reserveVariables(varCount + 2);
  const f = mk(varCount, TRUE, FALSE, STACK);
  const v = varCount++;
  store<i32>(cell(LEVEL_OF, v), v);
  store<i32>(cell(VAR_AT, v), v);
  store<i32>(cell(PROJECTION, v), f);
  store<i32>(cell(RENAMED, v), v);
  store<i32>(cell(SUBSTITUTED, v), FREE);
  const count = refs + ((<usize>(f >> 1)) << 2);
  store<i32>(count, load<i32>(count) + 1);
  return v;
}
