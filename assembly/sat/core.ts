import { clauseAddress, sizeOf } from "./arena";
import { add, at, clear, forget, LIST_BYTES, length, put, reserve, setLength } from "./list";
import { logCore, logging } from "./proof";
import { assigned, levelBegin, trailAt } from "./trail";
import { BINARY, clearFailed, levelOf, markOf, NO_REASON, reasonOf, setFailed, setMark } from "./variables";

/** Assumptions that cannot hold together; empty when the clauses alone have no model. */
export const core: usize = memory.data(LIST_BYTES);

export function resetCore(): void {
  forget(core);
}

/** Room for `count` literals; false when memory is out. */
export function reserveCore(count: i32): bool {
  return reserve(core, count);
}

export function clearCore(): void {
  for (let i = 0, n = length(core); i < n; i++) clearFailed(at(core, i) >> 1);
  clear(core);
}

function addToCore(lit: i32): void {
  add(core, lit);
  setFailed(lit);
}

/**
 * The core of a failed assumption: it and the earlier assumptions that make it false.
 * Pre: `failed` is false and every decision is an assumption. `activation` is left out.
 */
export function findCore(failed: i32, activation: i32): void {
  addToCore(failed);
  if (levelOf(failed >> 1) > 0) addEarlier(failed);
  if (logging && !isContrary(failed)) logCore(core, failed);
  leaveOut(activation);
}

function addEarlier(failed: i32): void {
  setMark(failed >> 1, 1);
  for (let i = assigned - 1, begin = levelBegin(1); i >= begin; i--) {
    const lit = trailAt(i);
    const v = lit >> 1;
    if (markOf(v) == 0) continue;
    setMark(v, 0);
    const reason = reasonOf(v);
    if (reason == NO_REASON) addToCore(lit);
    else if (reason < 0) markAbove(reason & ~BINARY);
    else {
      let p = clauseAddress(reason) + 8;
      const end = p + ((<usize>sizeOf(reason)) << 2);
      for (; p < end; p += 4) if (load<i32>(p) != lit) markAbove(load<i32>(p));
    }
  }
}

/** The assumption failed because its complement is assumed too. */
function isContrary(failed: i32): bool {
  return levelOf(failed >> 1) > 0 && reasonOf(failed >> 1) == NO_REASON;
}

function leaveOut(activation: i32): void {
  let j = 0;
  for (let i = 0, n = length(core); i < n; i++) {
    if (at(core, i) != activation) put(core, j++, at(core, i));
    else clearFailed(activation >> 1);
  }
  setLength(core, j);
}

function markAbove(lit: i32): void {
  if (levelOf(lit >> 1) > 0) setMark(lit >> 1, 1);
}
