import { arena } from "./arena";
import { domainOnly } from "./domain";
import { logFixed, logging } from "./proof";
import { assign, assigned, head, level, setHead, trailAt } from "./trail";
import { BINARY, inDomain, values } from "./variables";
import { pushWatch, WATCH_BITS, watch, watchList } from "./watches";

/** `propagate` found no conflict. */
export const NO_CONFLICT: i32 = 0;
/** `propagate` ran out of memory: what is not propagated yet will be when it is called again. */
export const NO_MEMORY: i32 = -1;

/** Literals propagated since the kernel was made. */
export let propagations: f64 = 0;
/** Propagations until the host is asked again. */
export let fuel: i32 = 0;

export function resetPropagations(): void {
  propagations = 0;
  fuel = 0;
}

export function refuel(amount: i32): void {
  fuel = amount;
}

/**
 * Unit propagation of all literals after `head`.
 * Post: NO_CONFLICT and everything is propagated; or a clause all of whose literals are false; or NO_MEMORY.
 * Above level 0 a restricted search may ignore clauses whose blocker lies outside the domain.
 * The first two literals of a clause are always the watched ones; an implied literal is one of them.
 */
export function propagate(): i32 {
  const restricted = level > 0 && domainOnly;
  const before = head;
  let conflict = NO_CONFLICT;
  while (head < assigned && conflict == NO_CONFLICT) {
    const p = trailAt(head);
    setHead(head + 1);
    conflict = visit(p, restricted);
  }
  const done = head - before;
  propagations += done;
  fuel -= done;
  if (logging && level == 0) logFixed();
  return conflict;
}

/** Looks at every clause that watches ¬p. */
function visit(p: i32, restricted: bool): i32 {
  const vals = values;
  const clauses = arena;
  const falsified = p ^ 1;
  const list = watchList(p);
  const begin = load<usize>(list);
  const end = begin + ((<usize>load<i32>(list, 4)) << WATCH_BITS);
  let i = begin;
  let j = begin;
  let conflict = NO_CONFLICT;
  while (i < end) {
    const w = load<i64>(i);
    i += 8;
    const blocker = <i32>w;
    const blockerValue = load<i8>(vals + <usize>blocker);
    store<i64>(j, w);
    j += 8;
    if (blockerValue > 0) continue;
    if (restricted && blockerValue == 0 && !inDomain(blocker >> 1)) continue;
    const c = <i32>(w >> 32);
    if (c < 0) {
      if (blockerValue < 0) {
        conflict = c & ~BINARY;
        break;
      }
      assign(blocker, BINARY | falsified);
      continue;
    }
    const at = clauses + ((<usize>c) << 2);
    const other = load<i32>(at, 8) ^ load<i32>(at, 12) ^ falsified;
    const otherValue = load<i8>(vals + <usize>other);
    if (otherValue > 0) {
      store<i32>(j - 8, other);
      continue;
    }
    const stop = at + 8 + ((<usize>load<i32>(at)) << 2);
    let k = at + 16;
    let value: i32 = -1;
    let lit = 0;
    for (; k < stop; k += 4) {
      lit = load<i32>(k);
      value = load<i8>(vals + <usize>lit);
      if (value >= 0) break;
    }
    if (value > 0) {
      store<i32>(j - 8, lit);
    } else if (value == 0) {
      if (!pushWatch(lit ^ 1, watch(other, c))) {
        conflict = NO_MEMORY;
        setHead(head - 1);
        break;
      }
      store<i32>(at, other, 8);
      store<i32>(at, lit, 12);
      store<i32>(k, falsified);
      j -= 8;
    } else if (otherValue < 0) {
      conflict = c;
      break;
    } else assign(other, c);
  }
  if (i != j) {
    memory.copy(j, i, end - i);
    store<i32>(list, <i32>((j + (end - i) - begin) >> WATCH_BITS), 4);
  }
  return conflict;
}
