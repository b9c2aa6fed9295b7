/*
 * Variables and their places in the order. A variable is a number that never changes; its level does when the order does.
 */
import { reserveVariables } from "./collect";
import { refs, stack, varCapacity, vars } from "./memory";
import { FALSE, TRUE } from "./store";
import { mk } from "./unique";

export let varCount: i32 = 0;

/** The six arrays of the region `vars`. */
const LEVEL_OF: i32 = 0;
const VAR_AT: i32 = 1;
const PROJECTION: i32 = 2;
const TABLE: i32 = 3;

function cell(array: i32, index: i32): usize {
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

/** A new variable, last in the order. */
export function newVariable(): i32 {
  // One more than there are variables: walks also visit the terminal.
  reserveVariables(varCount + 2);
  const f = mk(varCount, TRUE, FALSE, stack);
  const v = varCount++;
  store<i32>(cell(LEVEL_OF, v), v);
  store<i32>(cell(VAR_AT, v), v);
  store<i32>(cell(PROJECTION, v), f);
  const count = refs + ((<usize>(f >> 1)) << 2);
  store<i32>(count, load<i32>(count) + 1);
  return v;
}
