import { arena } from "./arena";
import { domainOnly, stamp, stamps } from "./domain";
import { logFixed, logging } from "./proof";
import { assigned, head, level, setAssigned, setHead, trail } from "./trail";
import { BINARY, CAUSE_BITS, causes, values } from "./variables";
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
  const before = head;
  const conflict = visitWatches(level > 0 && domainOnly);
  const done = head - before;
  propagations += done;
  fuel -= done;
  if (logging && level == 0) logFixed();
  return conflict;
}

/**
 * Looks, for each literal that is not propagated yet, at every clause that watches its complement.
 * Loads without a use fetch what will be needed soon into the cache.
 */
function visitWatches(restricted: bool): i32 {
  const vals = values;
  const clauses = arena;
  const assignments = causes;
  const literals = trail;
  const here = <i64>level;
  const members = stamps;
  const member = stamp;
  let count = assigned;
  let conflict = NO_CONFLICT;
  let next = head;
  while (next < count && conflict == NO_CONFLICT) {
    const p = load<i32>(literals + ((<usize>next) << 2));
    next++;
    const falsified = p ^ 1;
    const list = watchList(p);
    const begin = load<usize>(list);
    const end = begin + ((<usize>load<i32>(list, 4)) << WATCH_BITS);
    let i = begin;
    let j = begin;
    while (i < end) {
      const w = load<i64>(i);
      i += 8;
      const blocker = <i32>w;
      const blockerValue = load<i8>(vals + <usize>blocker);
      store<i64>(j, w);
      j += 8;
      if (blockerValue > 0) continue;
      if (restricted && blockerValue == 0 && load<u8>(members + <usize>(blocker >> 1)) != member) continue;
      const c = <i32>(w >> 32);
      if (c < 0) {
        if (blockerValue < 0) {
          conflict = c & ~BINARY;
          break;
        }
        store<i8>(vals + <usize>blocker, 1);
        store<i8>(vals + <usize>(blocker ^ 1), -1);
        store<i64>(assignments + ((<usize>(blocker >> 1)) << CAUSE_BITS), here | ((<i64>(BINARY | falsified)) << 32));
        store<i32>(literals + ((<usize>count) << 2), blocker);
        load<i32>(load<usize>(watchList(blocker)));
        count++;
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
          next--;
          break;
        }
        store<i32>(at, other, 8);
        store<i32>(at, lit, 12);
        store<i32>(k, falsified);
        j -= 8;
      } else if (otherValue < 0) {
        conflict = c;
        break;
      } else {
        store<i8>(vals + <usize>other, 1);
        store<i8>(vals + <usize>(other ^ 1), -1);
        store<i64>(assignments + ((<usize>(other >> 1)) << CAUSE_BITS), here | ((<i64>c) << 32));
        store<i32>(literals + ((<usize>count) << 2), other);
        load<i32>(load<usize>(watchList(other)));
        count++;
      }
    }
    if (i != j) {
      for (; i < end; i += 8, j += 8) store<i64>(j, load<i64>(i));
      store<i32>(list, <i32>((j - begin) >> WATCH_BITS), 4);
    }
  }
  setAssigned(count);
  setHead(next);
  return conflict;
}
