/*
 * Variables and their places in the order. A variable is a number that never changes; its level does when the order does.
 */
import { reserveVariables } from "./collect";
import { refs, STACK, varCapacity, vars } from "./memory";
import { FALSE, TRUE } from "./store";
import { mk } from "./unique";

export let varCount: i32 = 0;

/** The arrays of the region `vars`. The last four belong to subtables.ts and sift.ts. */
const LEVEL_OF: i32 = 0;
const VAR_AT: i32 = 1;
const PROJECTION: i32 = 2;
const TABLE: i32 = 3;
const TIED: i32 = 4;
export const SUBTABLE_AT: i32 = 5;
export const SUBTABLE_SIZE: i32 = 6;
export const KEYS: i32 = 7;
export const SIFTED: i32 = 8;

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

/** Where the host writes a renaming or a substitution, one word a level, before the operation that uses it. */
export function tableAddress(): usize {
  return cell(TABLE, 0);
}

export function tableAt(level: i32): i32 {
  return load<i32>(cell(TABLE, level));
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
  const count = refs + ((<usize>(f >> 1)) << 2);
  store<i32>(count, load<i32>(count) + 1);
  return v;
}
