import { enlarge } from "./memory";

/**
 * What propagation and backtracking touch is packed tightly, because tiny calls are as fast as the cache:
 *
 *     values   i8 by literal     1 true, -1 false, 0 unassigned
 *     causes   8 bytes           while assigned: decision level i32; reason i32: NO_REASON, a clause, or BINARY | the false
 *                                literal of a two-literal clause
 *     phases   u8                sign that the next decision takes
 *
 * The rest is one record of 24 bytes for each variable:
 *
 *      0 activity   f64
 *      8 order      i32   place in the decision heap, -1 when absent
 *     12 kept       i32   end of an eliminated variable's clauses among those kept
 *     16 mark       u8    scratch of analysis; 0 between routines
 *     17 failed     u8    bit s while the literal of sign s is in the final core
 *     18 status     u8    FROZEN, ELIMINATED, TOUCHED
 *     19 extended   u8    value of an eliminated variable in the last model
 *     20 target     u8    1 + sign that stable search tries first; 0 when there is none
 *     21 best       u8    1 + sign in the largest assignment without conflict; 0 when there is none
 *
 * A literal is 2 * variable + sign.
 */
export const CAUSE_BITS: usize = 3;
const RECORD_BYTES: usize = 24;

export const NO_REASON: i32 = 0;
export const BINARY: i32 = 1 << 31;

/** Not to be eliminated. */
export const FROZEN: i32 = 1;
export const ELIMINATED: i32 = 2;
/** Its clauses have changed since elimination was last tried. */
export const TOUCHED: i32 = 4;

export let variables: i32 = 0;
export let values: usize = 0;
export let causes: usize = 0;
let phases: usize = 0;
let records: usize = 0;

let capacity: i32 = 0;

export function resetVariables(): void {
  variables = 0;
  capacity = 0;
  values = 0;
  causes = 0;
  phases = 0;
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
  const grownCauses = enlarge(causes, (<usize>capacity) << CAUSE_BITS, (<usize>wanted) << CAUSE_BITS);
  if (grownCauses == 0) return false;
  causes = grownCauses;
  const grownPhases = enlarge(phases, <usize>capacity, <usize>wanted);
  if (grownPhases == 0) return false;
  phases = grownPhases;
  const grownRecords = enlarge(records, <usize>capacity * RECORD_BYTES, <usize>wanted * RECORD_BYTES);
  if (grownRecords == 0) return false;
  records = grownRecords;
  capacity = wanted;
  return true;
}

/** Pre: room is reserved. */
export function createVariable(): i32 {
  const v = variables++;
  store<u16>(values + ((<usize>v) << 1), 0);
  store<i64>(cause(v), 0);
  setPhase(v, 1);
  memory.fill(record(v), 0, RECORD_BYTES);
  store<i32>(record(v), -1, 8);
  return v;
}

export function variableCapacity(): i32 {
  return capacity;
}

export function record(v: i32): usize {
  return records + <usize>v * RECORD_BYTES;
}

export function cause(v: i32): usize {
  return causes + ((<usize>v) << CAUSE_BITS);
}

export function valueOfLit(lit: i32): i32 {
  return load<i8>(values + <usize>lit);
}

export function levelOf(v: i32): i32 {
  return load<i32>(cause(v));
}

export function reasonOf(v: i32): i32 {
  return load<i32>(cause(v), 4);
}

export function setReason(v: i32, reason: i32): void {
  store<i32>(cause(v), reason, 4);
}

export function markOf(v: i32): i32 {
  return load<u8>(record(v), 16);
}

export function setMark(v: i32, mark: i32): void {
  store<u8>(record(v), <u8>mark, 16);
}

export function setPhase(v: i32, sign: i32): void {
  store<u8>(phases + <usize>v, <u8>sign);
}

export function phaseOf(v: i32): i32 {
  return load<u8>(phases + <usize>v);
}

export function hasFailed(lit: i32): bool {
  return ((load<u8>(record(lit >> 1), 17) >> (lit & 1)) & 1) != 0;
}

export function setFailed(lit: i32): void {
  const r = record(lit >> 1);
  const failed: i32 = load<u8>(r, 17);
  store<u8>(r, <u8>(failed | (1 << (lit & 1))), 17);
}

/** Neither literal of the variable is in the core any more. */
export function clearFailed(v: i32): void {
  store<u8>(record(v), 0, 17);
}

export function statusOf(v: i32): i32 {
  return load<u8>(record(v), 18);
}

export function setStatus(v: i32, status: i32): void {
  store<u8>(record(v), <u8>status, 18);
}

export function extendedValue(v: i32): i32 {
  return load<u8>(record(v), 19);
}

export function setExtendedValue(v: i32, value: i32): void {
  store<u8>(record(v), <u8>value, 19);
}

export function keptAt(v: i32): i32 {
  return load<i32>(record(v), 12);
}

export function setKeptAt(v: i32, end: i32): void {
  store<i32>(record(v), end, 12);
}

export function targetOf(v: i32): i32 {
  return load<u8>(record(v), 20);
}

export function setTarget(v: i32, target: i32): void {
  store<u8>(record(v), <u8>target, 20);
}

export function bestOf(v: i32): i32 {
  return load<u8>(record(v), 21);
}

export function setBest(v: i32, best: i32): void {
  store<u8>(record(v), <u8>best, 21);
}
