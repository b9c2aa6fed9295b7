import { clauseAddress, flagsOf, GLUE_SHIFT, LEARNED, setFlags, sizeOf, USED_MASK, USED_SHIFT } from "./arena";
import { bumpAll } from "./decide";
import { add, address, at, clear, forget, LIST_BYTES, length, pop, put, reserve, setLength } from "./list";
import { assigned, level, levelMet, meetLevel, newStamp, trailAt } from "./trail";
import { BINARY, levelOf, markOf, NO_REASON, reasonOf, setMark } from "./variables";

/** The clause that `analyze` learned: its asserting literal first, then one of the highest other level. */
export const learned: usize = memory.data(LIST_BYTES);
/** Distinct levels in it. */
export let glue: i32 = 0;
/** Level to return to: the asserting literal is unit there. */
export let backjump: i32 = 0;

/** Clauses with a glue up to this are always kept. */
export const CORE_GLUE: i32 = 2;
/** Clauses with a glue up to this survive two reductions after their last use. */
export const TIER_GLUE: i32 = 6;

// Marks of variables during analysis.
const SEEN: i32 = 1;
const REMOVABLE: i32 = 2;
const POISON: i32 = 4;

// Every marked variable, to be unmarked at the end.
const marked: usize = memory.data(LIST_BYTES);
// Depth-first search of `isImplied`: a variable, then the number of literals of its reason already looked at.
const stack: usize = memory.data(LIST_BYTES);

export function resetAnalysis(): void {
  forget(learned);
  forget(marked);
  forget(stack);
}

/** Room for `count` variables; false when memory is out. */
export function reserveAnalysis(count: i32): bool {
  return reserve(learned, count) && reserve(marked, count) && reserve(stack, 2 * count);
}

/**
 * Learns a clause from a conflict (first unique implication point).
 * Pre: level > 0, all literals of `conflict` are false, at least one of them on the current level.
 * Post: `learned`, `glue`, `backjump`; no variable is marked.
 */
export function analyze(conflict: i32): void {
  clear(learned);
  add(learned, 0);
  put(learned, 0, resolve(conflict) ^ 1);
  bumpAll(marked);
  countLevels();
  minimize();
  placeSecond();
  unmarkAll();
}

/** Resolves backwards until one literal of the current level is left, which is returned. */
function resolve(conflict: i32): i32 {
  let open = meetClause(conflict, -1);
  let i = lastMarked(assigned);
  while (open > 1) {
    const lit = trailAt(i);
    const reason = reasonOf(lit >> 1);
    open += (reason < 0 ? meet(reason & ~BINARY) : meetClause(reason, lit)) - 1;
    i = lastMarked(i);
  }
  return trailAt(i);
}

/** Index of the last literal before `i` in the trail whose variable is marked. */
function lastMarked(i: i32): i32 {
  do i--;
  while (markOf(trailAt(i) >> 1) == 0);
  return i;
}

/** Meets all literals of a clause but `skip`; how many new ones are on the current level. */
function meetClause(c: i32, skip: i32): i32 {
  const flags = flagsOf(c);
  if ((flags & LEARNED) != 0) recordUse(c, flags);
  let open = 0;
  let p = clauseAddress(c) + 8;
  const end = p + ((<usize>sizeOf(c)) << 2);
  for (; p < end; p += 4) {
    const lit = load<i32>(p);
    if (lit != skip) open += meet(lit);
  }
  return open;
}

function meet(lit: i32): i32 {
  const v = lit >> 1;
  const d = levelOf(v);
  if (d == 0 || markOf(v) != 0) return 0;
  setMark(v, SEEN);
  add(marked, v);
  if (d >= level) return 1;
  add(learned, lit);
  return 0;
}

/** Clauses that take part in conflicts are kept longer, and may turn out to have a smaller glue by now. */
function recordUse(c: i32, flags: i32): void {
  let g = flags >> GLUE_SHIFT;
  if (g > CORE_GLUE) {
    newStamp();
    let now = 0;
    let p = clauseAddress(c) + 8;
    const end = p + ((<usize>sizeOf(c)) << 2);
    for (; p < end && now < g; p += 4) if (meetLevel(levelOf(load<i32>(p) >> 1))) now++;
    if (now < g) g = now;
  }
  const used = g <= TIER_GLUE ? 1 : 0;
  const kept = flags & ~USED_MASK & ((1 << GLUE_SHIFT) - 1);
  setFlags(c, kept | (g << GLUE_SHIFT) | (used << USED_SHIFT));
}

/** The glue; leaves the levels of the clause stamped for `minimize`. Minimisation never removes a whole level. */
function countLevels(): void {
  newStamp();
  glue = 0;
  for (let i = 0, n = length(learned); i < n; i++) if (meetLevel(levelOf(at(learned, i) >> 1))) glue++;
}

/** Drops literals that are implied by the others. */
function minimize(): void {
  const n = length(learned);
  let j = 1;
  for (let i = 1; i < n; i++) {
    const lit = at(learned, i);
    if (reasonOf(lit >> 1) == NO_REASON || !isImplied(lit >> 1)) put(learned, j++, lit);
  }
  setLength(learned, j);
}

/**
 * Whether the literals of the clause imply `root`'s value: every path back through reasons ends in them or on level 0.
 * Answers for the variables on the way are remembered as marks.
 */
function isImplied(root: i32): bool {
  clear(stack);
  let v = root;
  let k = 0;
  let u = nextAntecedent(v, k);
  while (u >= 0 || length(stack) > 0) {
    if (u < 0) {
      setMark(v, REMOVABLE);
      add(marked, v);
      k = pop(stack);
      v = pop(stack);
    } else {
      k = lookedAt;
      const mark = markOf(u);
      if ((mark & (SEEN | REMOVABLE)) == 0) {
        if (mark == POISON || reasonOf(u) == NO_REASON || !levelMet(levelOf(u))) {
          poison(v);
          return false;
        }
        add(stack, v);
        add(stack, k);
        v = u;
        k = 0;
      }
    }
    u = nextAntecedent(v, k);
  }
  return true;
}

// Second result of `nextAntecedent`: how many literals of the reason have been looked at.
let lookedAt: i32 = 0;

/** The next variable, above level 0, in the reason of `v` from its literal `k` on; -1 when there is none. */
function nextAntecedent(v: i32, k: i32): i32 {
  const reason = reasonOf(v);
  if (reason < 0) {
    lookedAt = 1;
    const u = (reason & ~BINARY) >> 1;
    return k == 0 && levelOf(u) > 0 ? u : -1;
  }
  const n = sizeOf(reason);
  const lits = clauseAddress(reason) + 8;
  while (k < n) {
    const u = load<i32>(lits + ((<usize>k) << 2)) >> 1;
    k++;
    if (u != v && levelOf(u) > 0) {
      lookedAt = k;
      return u;
    }
  }
  return -1;
}

/** `v` and everything on the stack cannot be removed: remember it, except for literals of the clause itself. */
function poison(v: i32): void {
  for (;;) {
    if (markOf(v) == 0) {
      setMark(v, POISON);
      add(marked, v);
    }
    if (length(stack) == 0) return;
    pop(stack);
    v = pop(stack);
  }
}

/** Puts a literal of the highest level below the asserting one in second place, where it will be watched. */
function placeSecond(): void {
  backjump = 0;
  const n = length(learned);
  if (n < 2) return;
  const lits = address(learned);
  let best = 1;
  for (let i = 2; i < n; i++) if (levelOf(at(learned, i) >> 1) > levelOf(at(learned, best) >> 1)) best = i;
  const lit = at(learned, best);
  put(learned, best, at(learned, 1));
  store<i32>(lits, lit, 4);
  backjump = levelOf(lit >> 1);
}

function unmarkAll(): void {
  for (let i = 0, n = length(marked); i < n; i++) setMark(at(marked, i), 0);
  clear(marked);
}
