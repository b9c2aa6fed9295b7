import {
  clauseAddress,
  discard,
  firstClause,
  following,
  isGarbage,
  literal,
  newClause,
  numberOf,
  setLiteral,
  setNumber,
  shrink,
  sizeOf,
  top,
} from "./arena";
import {
  becomeIncomplete,
  consistent,
  contradict,
  countOriginals,
  incomplete,
  learnedClauses,
  removeClause,
} from "./clauses";
import { collect } from "./collect";
import { stopDeciding } from "./decide";
import { keepClause, keepVariable } from "./extension";
import { add, at, clear, forget, LIST_BYTES, length, pop, push, reserve } from "./list";
import { hintNumber, logDeletion, logging, logResolvent, setUnit, unitOf } from "./proof";
import { simplify } from "./reduce";
import { sortPairs } from "./sort";
import { assign, assigned, head, setHead, trailAt } from "./trail";
import {
  ELIMINATED,
  FROZEN,
  markOf,
  NO_REASON,
  setMark,
  setStatus,
  statusOf,
  TOUCHED,
  valueOfLit,
  variables,
} from "./variables";
import { clearLists, pushWatch, WATCH_BITS, watchList } from "./watches";

/**
 * Bounded variable elimination with subsumption and strengthening (as in SatELite), for problems that are solved once.
 *
 * While it works nothing is watched: the watch lists hold occurrences instead, a word with the clause (upper half) and a word of
 * bits for its variables, by which most clauses are seen not to contain another.
 */

/** Variables eliminated since the kernel was made. */
export let eliminations: i32 = 0;

const MOST_OCCURRENCES: i32 = 400;
const LONGEST_RESOLVENT: i32 = 20;
const ROUNDS: i32 = 60;

// Literals that may still be looked at.
let effort: f64 = 0;
// Clauses that may subsume others.
const fresh: usize = memory.data(LIST_BYTES);
// Variables of this round with their cost, and room for sorting: pairs of words.
const schedule: usize = memory.data(LIST_BYTES);
const resolvent: usize = memory.data(LIST_BYTES);

export function resetElimination(): void {
  eliminations = 0;
  forget(fresh);
  forget(schedule);
  forget(resolvent);
  forget(weak);
}

/**
 * Eliminates variables that are not frozen, as long as that makes no more clauses. Learned clauses are forgotten.
 * Pre: level 0, everything propagated, no temporary clauses, no domain.
 */
export function eliminate(maxEffort: f64): void {
  effort = maxEffort;
  forgetLearned();
  simplify();
  if (!reserve(schedule, 4 * variables) || !reserve(resolvent, variables) || !fillOccurrences()) {
    becomeIncomplete();
    return;
  }
  subsumeFresh();
  for (let round = 0; round < ROUNDS && going(); round++) {
    if (!eliminateRound()) break;
    subsumeTouched();
  }
  if (!consistent) return;
  setHead(assigned);
  collect();
}

function going(): bool {
  return consistent && !incomplete && effort > 0;
}

// --- Occurrences --------------------------------------------------------------------------------------------------

function signatureBit(lit: i32): i32 {
  return 1 << (((lit >> 1) * 0x9e3779b1) >>> 27);
}

function signatureOf(c: i32): i32 {
  let bits = 0;
  for (let k = 0, n = sizeOf(c); k < n; k++) bits |= signatureBit(literal(c, k));
  return bits;
}

/** False when memory is out. */
function fillOccurrences(): bool {
  clearLists(2 * variables);
  clear(fresh);
  for (let c = firstClause(); c < top; c = following(c)) if (!addOccurrences(c)) return false;
  for (let v = 0; v < variables; v++) touch(v);
  return true;
}

function addOccurrences(c: i32): bool {
  const entry = ((<i64>c) << 32) | <i64>(<u32>signatureOf(c));
  for (let k = 0, n = sizeOf(c); k < n; k++) if (!pushWatch(literal(c, k), entry)) return false;
  return push(fresh, c);
}

function occurrences(lit: i32): i32 {
  return load<i32>(watchList(lit), 4);
}

function occurrence(lit: i32, i: i32): i32 {
  return load<i32>(load<usize>(watchList(lit)) + ((<usize>i) << WATCH_BITS), 4);
}

/** Drops garbage from the list; how many clauses are left. */
function cleanOccurrences(lit: i32): i32 {
  const list = watchList(lit);
  const base = load<usize>(list);
  let j = 0;
  for (let i = 0, n = load<i32>(list, 4); i < n; i++) {
    const entry = load<i64>(base + ((<usize>i) << WATCH_BITS));
    if (isGarbage(<i32>(entry >> 32))) continue;
    store<i64>(base + ((<usize>j) << WATCH_BITS), entry);
    j++;
  }
  store<i32>(list, j, 4);
  return j;
}

function removeOccurrence(lit: i32, c: i32): void {
  const list = watchList(lit);
  const base = load<usize>(list);
  const last = load<i32>(list, 4) - 1;
  let i = 0;
  while (occurrence(lit, i) != c) i++;
  store<i64>(base + ((<usize>i) << WATCH_BITS), load<i64>(base + ((<usize>last) << WATCH_BITS)));
  store<i32>(list, last, 4);
}

function touch(v: i32): void {
  setStatus(v, statusOf(v) | TOUCHED);
}

function touchClause(c: i32): void {
  for (let k = 0, n = sizeOf(c); k < n; k++) touch(literal(c, k) >> 1);
}

/** The clause stays in occurrence lists, as garbage, until these are cleaned. */
function drop(c: i32): void {
  touchClause(c);
  countOriginals(-1);
  removeClause(c);
}

// --- Subsumption --------------------------------------------------------------------------------------------------

function subsumeFresh(): void {
  while (length(fresh) > 0 && going()) {
    const c = pop(fresh);
    if (!isGarbage(c)) subsumeWith(c);
  }
  if (!going()) clear(fresh);
}

/** Resolvents may themselves be subsumed, by clauses that were there before: those with touched variables are tried again. */
function subsumeTouched(): void {
  for (let c = firstClause(); c < top; c = following(c)) if (!isGarbage(c) && isTouched(c) && !push(fresh, c)) break;
  subsumeFresh();
}

function isTouched(c: i32): bool {
  for (let k = 0, n = sizeOf(c); k < n; k++) if ((statusOf(literal(c, k) >> 1) & TOUCHED) != 0) return true;
  return false;
}

/** Removes all clauses that `c` subsumes, and the literal that stands in the way of it where there is just one. */
function subsumeWith(c: i32): void {
  const n = sizeOf(c);
  let best = literal(c, 0);
  for (let k = 0; k < n; k++) {
    const lit = literal(c, k);
    setMark(lit >> 1, 1 + (lit & 1));
    if (bothOccurrences(lit) < bothOccurrences(best)) best = lit;
  }
  const bits = signatureOf(c);
  subsumeIn(best, c, n, bits);
  subsumeIn(best ^ 1, c, n, bits);
  for (let k = 0; k < n; k++) setMark(literal(c, k) >> 1, 0);
  strengthenAll(c);
}

function bothOccurrences(lit: i32): i32 {
  return occurrences(lit) + occurrences(lit ^ 1);
}

// Clauses that can be strengthened, each with the literal to remove.
const weak: usize = memory.data(LIST_BYTES);

function subsumeIn(list: i32, c: i32, n: i32, bits: i32): void {
  const count = occurrences(list);
  effort -= count;
  for (let i = 0; i < count; i++) {
    const entry = load<i64>(load<usize>(watchList(list)) + ((<usize>i) << WATCH_BITS));
    const d = <i32>(entry >> 32);
    if ((bits & ~(<i32>entry)) != 0 || d == c || isGarbage(d) || sizeOf(d) < n) continue;
    const flipped = compare(n, d);
    if (flipped == SUBSUMED) drop(d);
    else if (flipped >= 0 && push(weak, d)) if (!push(weak, flipped)) pop(weak);
  }
}

const SUBSUMED: i32 = -1;
const DIFFERENT: i32 = -2;

/** Whether the marked clause of `n` literals subsumes `d`, or would but for one literal of `d`, which is returned. */
function compare(n: i32, d: i32): i32 {
  let flipped = SUBSUMED;
  let left = n;
  const size = sizeOf(d);
  effort -= size;
  for (let k = 0; k < size && left > 0; k++) {
    const lit = literal(d, k);
    const mark = markOf(lit >> 1);
    if (mark == 0) continue;
    left--;
    if (mark == 1 + (lit & 1)) continue;
    if (flipped != SUBSUMED) return DIFFERENT;
    flipped = lit;
  }
  return left == 0 ? flipped : DIFFERENT;
}

function strengthenAll(c: i32): void {
  while (length(weak) > 0) {
    const lit = pop(weak);
    const d = pop(weak);
    if (going() && !isGarbage(d) && !isGarbage(c)) strengthen(d, lit, logging ? numberOf(c) : 0);
  }
  applyUnits();
}

/** Takes a literal out of a clause; the clause numbered `by` makes it needless. */
function strengthen(d: i32, lit: i32, by: i32): void {
  const n = sizeOf(d) - 1;
  touchClause(d);
  removeOccurrence(lit, d);
  let k = 0;
  while (literal(d, k) != lit) k++;
  setLiteral(d, k, literal(d, n));
  if (logging) hintNumber(by);
  if (n == 1) {
    const number = logging ? logStrengthened(d, 1) : 0;
    fix(literal(d, 0), number);
    return;
  }
  const number = logging ? logStrengthened(d, n) : 0;
  shrink(d, n);
  if (logging) {
    logDeletion(numberOf(d));
    setNumber(d, number);
  }
  if (!push(fresh, d)) effort = 0;
}

function logStrengthened(d: i32, n: i32): i32 {
  hintNumber(numberOf(d));
  return logResolvent(clauseAddress(d) + 8, n);
}

// --- Units --------------------------------------------------------------------------------------------------------

function fix(lit: i32, number: i32): void {
  const value = valueOfLit(lit);
  if (value > 0) return;
  if (value < 0) {
    if (logging) {
      hintNumber(unitOf(lit >> 1));
      hintNumber(number);
      contradict(logResolvent(0, 0));
    } else contradict(0);
    return;
  }
  assign(lit, NO_REASON);
  if (logging) setUnit(lit >> 1, number);
}

/** Takes fixed literals out of all clauses. */
function applyUnits(): void {
  while (head < assigned && consistent) {
    const lit = trailAt(head);
    setHead(head + 1);
    for (let i = 0; i < occurrences(lit); i++) if (!isGarbage(occurrence(lit, i))) drop(occurrence(lit, i));
    for (let i = occurrences(lit ^ 1) - 1; i >= 0 && consistent; i--) {
      const d = occurrence(lit ^ 1, i);
      if (!isGarbage(d)) strengthen(d, lit ^ 1, logging ? unitOf(lit >> 1) : 0);
    }
  }
}

// --- Elimination --------------------------------------------------------------------------------------------------

/** Tries all variables that were touched since the last round; false when nothing was eliminated. */
function eliminateRound(): bool {
  const base = load<usize>(schedule);
  let count = 0;
  for (let v = 0; v < variables; v++) {
    const status = statusOf(v);
    setStatus(v, status & ~TOUCHED);
    if ((status & TOUCHED) == 0 || (status & (FROZEN | ELIMINATED)) != 0 || valueOfLit(v << 1) != 0) continue;
    const cost = <i64>cleanOccurrences(v << 1) * <i64>cleanOccurrences((v << 1) | 1);
    if (cost >= 1 << 30) continue;
    store<i64>(base + ((<usize>count) << 3), (cost << 32) | <i64>v);
    count++;
  }
  const sorted = sortPairs(base, count);
  let done = 0;
  for (let i = 0; i < count && going(); i++) {
    const v = load<i32>(sorted + ((<usize>i) << 3));
    if (valueOfLit(v << 1) == 0 && tryToEliminate(v)) done++;
  }
  return done > 0;
}

function tryToEliminate(v: i32): bool {
  const p = v << 1;
  const positive = cleanOccurrences(p);
  const negative = cleanOccurrences(p | 1);
  if (positive == 0 && negative == 0) return false;
  if (positive > MOST_OCCURRENCES || negative > MOST_OCCURRENCES) return false;
  if (!fewResolvents(p, positive, negative)) return false;
  if (!keepAll(p, positive, negative)) return false;
  setStatus(v, statusOf(v) | ELIMINATED);
  stopDeciding(v);
  eliminations++;
  addResolvents(p, positive, negative);
  for (let i = 0; i < positive; i++) forgetEliminated(occurrence(p, i));
  for (let i = 0; i < negative; i++) forgetEliminated(occurrence(p | 1, i));
  applyUnits();
  subsumeFresh();
  return true;
}

/** Whether there are at most as many resolvents as clauses now, none of them too long. */
function fewResolvents(p: i32, positive: i32, negative: i32): bool {
  let left = positive + negative;
  for (let i = 0; i < positive; i++) {
    const c = occurrence(p, i);
    markAll(c);
    for (let j = 0; j < negative && left >= 0; j++) {
      const size = resolventSize(c, occurrence(p | 1, j), p);
      if (size > LONGEST_RESOLVENT) left = -1;
      else if (size >= 0) left--;
    }
    unmarkAll(c);
    if (left < 0 || effort <= 0) return false;
  }
  return true;
}

function markAll(c: i32): void {
  for (let k = 0, n = sizeOf(c); k < n; k++) setMark(literal(c, k) >> 1, 1 + (literal(c, k) & 1));
}

function unmarkAll(c: i32): void {
  for (let k = 0, n = sizeOf(c); k < n; k++) setMark(literal(c, k) >> 1, 0);
}

/** Literals of the resolvent of the marked clause `c` and `d`; -1 when it is always true. */
function resolventSize(c: i32, d: i32, p: i32): i32 {
  const n = sizeOf(d);
  let size = sizeOf(c) - 1;
  effort -= n;
  for (let k = 0; k < n; k++) {
    const lit = literal(d, k);
    if (lit == (p ^ 1)) continue;
    const mark = markOf(lit >> 1);
    if (mark == 0) size++;
    else if (mark != 1 + (lit & 1)) return -1;
  }
  return size;
}

/** Remembers the clauses of a variable for models and for its return; false when memory is out. */
function keepAll(p: i32, positive: i32, negative: i32): bool {
  for (let i = 0; i < positive; i++) if (!keepClause(occurrence(p, i), p)) return false;
  for (let i = 0; i < negative; i++) if (!keepClause(occurrence(p | 1, i), p | 1)) return false;
  return keepVariable(p >> 1);
}

/** The proof keeps the clauses of eliminated variables: they may come back. */
function forgetEliminated(c: i32): void {
  touchClause(c);
  countOriginals(-1);
  discard(c);
}

function addResolvents(p: i32, positive: i32, negative: i32): void {
  for (let i = 0; i < positive; i++) {
    for (let j = 0; j < negative; j++) {
      // The lists may grow, and clauses move, while resolvents are added.
      const c = occurrence(p, i);
      const d = occurrence(p | 1, j);
      if (resolve(c, d, p)) addResolvent(logging ? numberOf(c) : 0, logging ? numberOf(d) : 0);
      if (!consistent || incomplete) return;
    }
  }
}

/** Into `resolvent`; false when it is always true. */
function resolve(c: i32, d: i32, p: i32): bool {
  markAll(c);
  const trivial = resolventSize(c, d, p) < 0;
  clear(resolvent);
  if (!trivial) {
    for (let k = 0, n = sizeOf(c); k < n; k++) if (literal(c, k) != p) add(resolvent, literal(c, k));
    for (let k = 0, n = sizeOf(d); k < n; k++) if (markOf(literal(d, k) >> 1) == 0) add(resolvent, literal(d, k));
  }
  unmarkAll(c);
  return !trivial;
}

function addResolvent(first: i32, second: i32): void {
  const n = length(resolvent);
  let number = 0;
  if (logging) {
    hintNumber(first);
    hintNumber(second);
    number = logResolvent(load<usize>(resolvent), n);
  }
  if (n == 0) contradict(number);
  else if (n == 1) fix(at(resolvent, 0), number);
  else {
    const c = newClause(n, 0);
    if (c == 0) {
      becomeIncomplete();
      return;
    }
    for (let k = 0; k < n; k++) setLiteral(c, k, at(resolvent, k));
    if (logging) setNumber(c, number);
    countOriginals(1);
    touchClause(c);
    if (!addOccurrences(c)) becomeIncomplete();
  }
}

function forgetLearned(): void {
  for (let i = 0, n = length(learnedClauses); i < n; i++)
    if (!isGarbage(at(learnedClauses, i))) removeClause(at(learnedClauses, i));
}
