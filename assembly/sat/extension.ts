import { literal, numberOf, sizeOf } from "./arena";
import { abandonClause, addLiteral, becomeIncomplete, beginReturned, endClause, SATISFIED } from "./clauses";
import { startDeciding } from "./decide";
import { at, clear, forget, LIST_BYTES, length, pop, push, setLength } from "./list";
import { logging } from "./proof";
import {
  ELIMINATED,
  extendedValue,
  keptAt,
  setExtendedValue,
  setKeptAt,
  setStatus,
  statusOf,
  valueOfLit,
  variables,
} from "./variables";

/**
 * The clauses of eliminated variables, in the order of elimination: models are extended by them, and a variable that is
 * mentioned again gets them back.
 *
 *     clause      number in the proof (or 0), number of literals, literals; first the one of the eliminated variable
 *     variable    its clauses, then the variable, then the index where its clauses begin
 */
const kept: usize = memory.data(LIST_BYTES);
// Where the clauses of the variable that is being eliminated begin.
let begin: i32 = 0;
// Whether the values of eliminated variables belong to the present model.
let extended: bool = false;
/** Variables that are eliminated now. */
export let absent: i32 = 0;

const returning: usize = memory.data(LIST_BYTES);

export function resetExtension(): void {
  forget(kept);
  forget(returning);
  begin = 0;
  absent = 0;
  extended = false;
}

/** Keeps a clause of the variable that `keepVariable` will name; false, and nothing kept of it, when memory is out. */
export function keepClause(c: i32, witness: i32): bool {
  const n = sizeOf(c);
  let fits = push(kept, logging ? numberOf(c) : 0) && push(kept, n) && push(kept, witness);
  for (let k = 0; k < n; k++) if (literal(c, k) != witness) fits = fits && push(kept, literal(c, k));
  if (!fits) setLength(kept, begin);
  return fits;
}

export function keepVariable(v: i32): bool {
  if (!push(kept, v) || !push(kept, begin)) {
    setLength(kept, begin);
    return false;
  }
  begin = length(kept);
  setKeptAt(v, begin);
  absent++;
  return true;
}

/** The model has changed. */
export function forgetExtension(): void {
  extended = false;
}

/** Value of an eliminated variable in the present model. */
export function extendedLit(lit: i32): i32 {
  if (!extended) extend();
  return extendedValue(lit >> 1) == (lit & 1) ? -1 : 1;
}

/** From the last eliminated variable to the first: false, unless one of its clauses then needs it true. */
function extend(): void {
  extended = true;
  for (let end = length(kept); end > 0; ) {
    const v = at(kept, end - 2);
    const from = at(kept, end - 1);
    if ((statusOf(v) & ELIMINATED) != 0 && keptAt(v) == end) setExtendedValue(v, isNeeded(v, from, end - 2) ? 1 : 0);
    end = from;
  }
}

function isNeeded(v: i32, from: i32, end: i32): bool {
  for (let i = from; i < end; i += 2 + at(kept, i + 1)) {
    if (at(kept, i + 2) != v << 1) continue;
    const last = i + 2 + at(kept, i + 1);
    let k = i + 3;
    while (k < last && !isTrue(at(kept, k))) k++;
    if (k == last) return true;
  }
  return false;
}

function isTrue(lit: i32): bool {
  const v = lit >> 1;
  if ((statusOf(v) & ELIMINATED) == 0) return valueOfLit(lit) > 0;
  return extendedValue(v) != (lit & 1);
}

/** Brings a variable back if it was eliminated, with all others that its clauses mention; v may be one that found no room. Pre: level 0. */
export function mention(v: i32): void {
  if (absent == 0 || v >= variables || (statusOf(v) & ELIMINATED) == 0) return;
  clear(returning);
  comeBack(v);
  for (let i = 0; i < length(returning); i++) {
    const end = keptAt(at(returning, i));
    for (let k = at(kept, end - 1); k < end - 2; k += 2 + at(kept, k + 1))
      for (let j = 1; j < at(kept, k + 1); j++) {
        const u = at(kept, k + 2 + j) >> 1;
        if ((statusOf(u) & ELIMINATED) != 0) comeBack(u);
      }
  }
  while (length(returning) > 0) returnClauses(pop(returning));
}

function comeBack(v: i32): void {
  setStatus(v, statusOf(v) & ~ELIMINATED);
  absent--;
  startDeciding(v);
  if (!push(returning, v)) becomeIncomplete(); // its clauses do not come back
}

function returnClauses(v: i32): void {
  const end = keptAt(v);
  for (let i = at(kept, end - 1); i < end - 2; i += 2 + at(kept, i + 1)) returnClause(i);
}

function returnClause(i: i32): void {
  const n = at(kept, i + 1);
  if (!beginReturned(n, at(kept, i))) return;
  for (let k = 0; k < n; k++) {
    if (addLiteral(at(kept, i + 2 + k)) != SATISFIED) continue;
    abandonClause();
    return;
  }
  endClause(0);
}
