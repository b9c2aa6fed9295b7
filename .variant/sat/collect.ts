import {
  compacted,
  endOf,
  firstClause,
  firstWord,
  flagsOf,
  following,
  GARBAGE,
  LEARNED,
  literal,
  moveClause,
  PROTECTED,
  setFlags,
  sizeOf,
  TEMPORARY,
  top,
  wasted,
} from "./arena";
import { learnedClauses, temporaryClauses } from "./clauses";
import { add, clear } from "./list";
import { assigned, trailAt } from "./trail";
import { reasonOf, setReason, valueOfLit, variables } from "./variables";
import { attach, clearLists } from "./watches";

/** Compactions since the kernel was made. */
export let collections: i32 = 0;

export function resetCollections(): void {
  collections = 0;
}

export function worthCollecting(): bool {
  return wasted > 4096 && wasted > top >> 2;
}

/** Marks the reasons of assigned literals: these must not be discarded. */
export function protectReasons(): void {
  for (let i = 0; i < assigned; i++) {
    const c = reasonOf(trailAt(i) >> 1);
    if (c > 0) setFlags(c, flagsOf(c) | PROTECTED);
  }
}

/**
 * Moves the live clauses together and watches them anew, binary ones first.
 * Pre: `protectReasons` was called; the first two literals of each live clause are those that were watched (then no
 * list grows, and the routine cannot fail).
 */
export function collect(): void {
  collections++;
  clear(learnedClauses);
  clear(temporaryClauses);
  let to = firstWord();
  for (let c = firstClause(); c < top; ) {
    const next = following(c);
    const flags = flagsOf(c);
    if ((flags & GARBAGE) == 0) {
      const implied = (flags & PROTECTED) != 0 ? impliedBy(c) : 0;
      const moved = moveClause(c, to);
      if ((flags & PROTECTED) != 0) {
        setFlags(moved, flags & ~PROTECTED);
        setReason(implied >> 1, moved);
      }
      if ((flags & LEARNED) != 0) add(learnedClauses, moved);
      if ((flags & TEMPORARY) != 0) add(temporaryClauses, moved);
      to = endOf(moved);
    }
    c = next;
  }
  compacted(to);
  clearLists(2 * variables);
  for (let c = firstClause(); c < top; c = following(c)) if (sizeOf(c) == 2) attach(c);
  for (let c = firstClause(); c < top; c = following(c)) if (sizeOf(c) > 2) attach(c);
}

/** The literal that a reason implies: one of the two watched. */
function impliedBy(c: i32): i32 {
  const first = literal(c, 0);
  return valueOfLit(first) > 0 && reasonOf(first >> 1) == c ? first : literal(c, 1);
}
