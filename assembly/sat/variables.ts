import { enlarge } from "./memory";

/**
 * Values by literal, and one record for each variable:
 *
 *      0 level      i32   decision level, while assigned
 *      4 reason     i32   NO_REASON, a clause, or BINARY | the false literal of a two-literal clause
 *      8 activity   f64
 *     16 order      i32   place in the decision heap, -1 when absent
 *     20 status     u8    FROZEN, ELIMINATED, TOUCHED
 *     21 extended   u8    value of an eliminated variable in the last model
 *     22 target     u8    1 + sign that stable search tries first; 0 when there is none
 *     23 best       u8    1 + sign in the largest assignment without conflict; 0 when there is none
 *     24 mark       u8    scratch of analysis; 0 between routines
 *     25 phase      u8    sign that the next decision takes
 *     26 domain     u8    1 while the variable belongs to the decision domain
 *     27 failed     u8    1 while the variable is in the final core
 *     28 kept       i32   end of an eliminated variable's clauses among those kept
 *
 * A literal is 2 * variable + sign. Values are bytes: 1 true, -1 false, 0 unassigned.
 */
export const RECORD_BITS: usize = 5;

export const NO_REASON: i32 = 0;
export const BINARY: i32 = 1 << 31;

/** Not to be eliminated. */
export const FROZEN: i32 = 1;
export const ELIMINATED: i32 = 2;
/** Its clauses have changed since elimination was last tried. */
export const TOUCHED: i32 = 4;

export let variables: i32 = 0;
export let values: usize = 0;
export let records: usize = 0;

let capacity: i32 = 0;

export function resetVariables(): void {
  variables = 0;
  capacity = 0;
  values = 0;
  records = 0;
}

/** Room for `count` variables in all; false when memory is out. */
export function reserveVariables(count: i32): bool {
  if (count <= capacity) return true;
  let wanted = capacity < 32 ? 64 : capacity << 1;
  while (wanted < count) wanted <<= 1;
  const grownValues = enlarge(values, (<usize>capacity) << 1, (<usize>wanted) << 1);
  if (grownValues == 0) return false;
  values = grownValues;
  const grownRecords = enlarge(records, (<usize>capacity) << RECORD_BITS, (<usize>wanted) << RECORD_BITS);
  if (grownRecords == 0) return false;
  records = grownRecords;
  capacity = wanted;
  return true;
}

/** Pre: room is reserved. */
export function createVariable(): i32 {
  const v = variables++;
  store<u16>(values + ((<usize>v) << 1), 0);
  const r = record(v);
  memory.fill(r, 0, 1 << RECORD_BITS);
  store<i32>(r, -1, 16);
  store<u8>(r, 1, 25);
  return v;
}

export function variableCapacity(): i32 {
  return capacity;
}

export function record(v: i32): usize {
  return records + ((<usize>v) << RECORD_BITS);
}

export function valueOfLit(lit: i32): i32 {
  return load<i8>(values + <usize>lit);
}

export function levelOf(v: i32): i32 {
  return load<i32>(record(v));
}

export function reasonOf(v: i32): i32 {
  return load<i32>(record(v), 4);
}

export function setReason(v: i32, reason: i32): void {
  store<i32>(record(v), reason, 4);
}

export function markOf(v: i32): i32 {
  return load<u8>(record(v), 24);
}

export function setMark(v: i32, mark: i32): void {
  store<u8>(record(v), <u8>mark, 24);
}

export function setPhase(v: i32, sign: i32): void {
  store<u8>(record(v), <u8>sign, 25);
}

export function phaseOf(v: i32): i32 {
  return load<u8>(record(v), 25);
}

export function inDomain(v: i32): bool {
  return load<u8>(record(v), 26) != 0;
}

export function setInDomain(v: i32, member: bool): void {
  store<u8>(record(v), <u8>member, 26);
}

export function hasFailed(v: i32): bool {
  return load<u8>(record(v), 27) != 0;
}

export function setFailed(v: i32, failed: bool): void {
  store<u8>(record(v), <u8>failed, 27);
}

export function statusOf(v: i32): i32 {
  return load<u8>(record(v), 20);
}

export function setStatus(v: i32, status: i32): void {
  store<u8>(record(v), <u8>status, 20);
}

export function extendedValue(v: i32): i32 {
  return load<u8>(record(v), 21);
}

export function setExtendedValue(v: i32, value: i32): void {
  store<u8>(record(v), <u8>value, 21);
}

export function keptAt(v: i32): i32 {
  return load<i32>(record(v), 28);
}

export function setKeptAt(v: i32, end: i32): void {
  store<i32>(record(v), end, 28);
}

export function targetOf(v: i32): i32 {
  return load<u8>(record(v), 22);
}

export function setTarget(v: i32, target: i32): void {
  store<u8>(record(v), <u8>target, 22);
}

export function bestOf(v: i32): i32 {
  return load<u8>(record(v), 23);
}

export function setBest(v: i32, best: i32): void {
  store<u8>(record(v), <u8>best, 23);
}
