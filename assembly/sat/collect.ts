import {
  compacted,
  FIRST,
  flagsOf,
  following,
  GARBAGE,
  HEADER,
  LEARNED,
  literal,
  moveClause,
  PROTECTED,
  setFlags,
  sizeOf,
  skipGaps,
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
  let to = FIRST;
  for (let c = skipGaps(FIRST); c < top; ) {
    const next = following(c);
    const flags = flagsOf(c);
    if ((flags & GARBAGE) == 0) {
      if ((flags & PROTECTED) != 0) keepAsReason(c, to, flags);
      moveClause(c, to);
      if ((flags & LEARNED) != 0) add(learnedClauses, to);
      if ((flags & TEMPORARY) != 0) add(temporaryClauses, to);
      to += HEADER + sizeOf(to);
    }
    c = next;
  }
  compacted(to);
  clearLists(2 * variables);
  for (let c = FIRST; c < top; c = following(c)) if (sizeOf(c) == 2) attach(c);
  for (let c = FIRST; c < top; c = following(c)) if (sizeOf(c) > 2) attach(c);
}

function keepAsReason(c: i32, to: i32, flags: i32): void {
  setFlags(c, flags & ~PROTECTED);
  for (let k = 0; k < 2; k++) {
    const lit = literal(c, k);
    if (valueOfLit(lit) > 0 && reasonOf(lit >> 1) == c) {
      setReason(lit >> 1, to);
      return;
    }
  }
}
