import { FALSE, type Lit, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { Builder } from "./builder.js";

/**
 * A monitor for "some day `request` holds, and from then on `starved` does for ever": it guesses the day. Fair behaviours
 * are those in which it waits infinitely often, hence for ever.
 */
function starves(b: Builder, request: Lit, starved: Lit): void {
  const waiting = b.latch();
  const guess = b.input();
  const given = b.latch();
  b.next(waiting, b.or(waiting, b.and(guess, request)));
  b.next(given, b.or(given, b.and(waiting, b.not(starved))));
  b.fair(b.and(waiting, b.not(given)));
}

/**
 * `sarb`: McMillan's synchronous arbiter. A token goes round; a request that meets it twice overrides the priority of
 * the lower cells. A request that persists is acknowledged some day.
 */
export function synchronousArbiter(cells: number): Model {
  const b = new Builder();
  const request = Array.from({ length: cells }, () => b.latch());
  const persistent = Array.from({ length: cells }, () => b.latch());
  const token = Array.from({ length: cells }, (_, i) => b.latch(i === 0 ? 1 : 0));
  const overrides = request.map((_, i) => b.and(persistent[i]!, token[i]!));
  let grant = b.not(b.or(...overrides));
  const acknowledge = request.map((r, i) => {
    const ack = b.and(r, b.or(overrides[i]!, grant));
    grant = b.and(grant, b.not(r));
    return ack;
  });
  for (let i = 0; i < cells; i++) {
    b.next(request[i]!, b.input());
    b.next(persistent[i]!, b.and(request[i]!, b.or(persistent[i]!, token[i]!)));
    if (i > 0) b.next(token[i]!, token[i - 1]!);
  }
  // A lost token, which does not occur, would come back: the proof then needs no reachability.
  b.next(token[0]!, b.not(b.or(...token.slice(0, -1))));
  const last = cells - 1;
  starves(b, request[last]!, b.and(request[last]!, b.not(acknowledge[last]!)));
  return b.model();
}

/**
 * `tarb`: a tree of arbiters of two, each of which prefers the side that it did not serve last. A client holds the
 * resource until it releases it, which it does again and again (one condition for each). No client starves.
 */
export function treeArbiter(clients: number): Model {
  const b = new Builder();
  const requesting = Array.from({ length: clients }, () => b.latch());
  const using = Array.from({ length: clients }, () => b.latch());
  const free = b.not(b.or(...using));

  // From the leaves up: does anybody below ask? From the root down: who gets it?
  const granted: Lit[] = Array.from({ length: clients }, () => FALSE);
  const build = (low: number, high: number): { readonly asks: Lit; grant(to: Lit): void } => {
    if (high - low === 1)
      return {
        asks: requesting[low]!,
        grant: (to) => {
          granted[low] = b.and(to, requesting[low]!);
        },
      };
    const middle = (low + high) >> 1;
    const left = build(low, middle);
    const right = build(middle, high);
    const servedLeft = b.latch();
    return {
      asks: b.or(left.asks, right.asks),
      grant: (to) => {
        const toLeft = b.and(to, left.asks, b.not(b.and(servedLeft, right.asks)));
        const toRight = b.and(to, right.asks, b.not(toLeft));
        b.next(servedLeft, b.mux(toLeft, TRUE, b.mux(toRight, FALSE, servedLeft)));
        left.grant(toLeft);
        right.grant(toRight);
      },
    };
  };
  build(0, clients).grant(free);

  for (let i = 0; i < clients; i++) {
    const asks = b.input();
    const releases = b.input();
    b.next(requesting[i]!, b.mux(requesting[i]!, b.not(granted[i]!), b.and(asks, b.not(using[i]!))));
    b.next(using[i]!, b.or(granted[i]!, b.and(using[i]!, b.not(releases))));
    b.fair(b.not(using[i]!));
  }
  starves(b, requesting[0]!, requesting[0]!);
  return b.model();
}

/**
 * `gbak`: the bakery protocol with tickets that move up: who enters the line gets the next place, and when the first
 * leaves, everybody moves up by one. Each process is scheduled infinitely often; process 0 does not wait for ever.
 */
export function bakery(processes: number): Model {
  const b = new Builder();
  const width = Math.ceil(Math.log2(processes + 1));
  // Place in line; 0 is outside. The first in line is in its critical section.
  const place = Array.from({ length: processes }, () => b.word(width));
  const length = b.word(width);
  const choice = b.inputWord(Math.max(1, Math.ceil(Math.log2(processes))));
  const enters = b.input();
  const ran = Array.from({ length: processes }, () => b.latch());
  const runs = place.map((_, i) => b.is(choice, i));
  const joins = place.map((p, i) => b.and(runs[i]!, b.empty(p), enters));
  const leaves = place.map((p, i) => b.and(runs[i]!, b.is(p, 1)));
  const anyJoins = b.or(...joins);
  const anyLeaves = b.or(...leaves);
  for (const [i, p] of place.entries()) {
    const moved = b.decrement(p, b.and(anyLeaves, b.not(b.empty(p))));
    b.nextWord(p, b.muxWord(joins[i]!, b.increment(length), moved));
    b.next(ran[i]!, runs[i]!);
    b.fair(ran[i]!);
  }
  b.nextWord(length, b.muxWord(anyLeaves, b.decrement(length), b.increment(length, anyJoins)));
  const waits = b.not(b.or(b.empty(place[0]!), b.is(place[0]!, 1)));
  starves(b, waits, waits);
  return b.model();
}

/**
 * `bus`: an arbiter as specifications of bus controllers ask for it: many assumptions on the environment, one for each master. The bus goes to
 * the next master that asks, round the ring, once the owner's burst is over and it does not lock the bus. The slave is ready again and
 * again, and every master lets go of its lock again and again. No request of master 0 waits for ever; it does in the failing version,
 * in which lower numbers come first and master 0 last.
 */
export function busArbiter(masters: number, failing = false): Model {
  const b = new Builder();
  const ring = Array.from({ length: masters }, (_, i) => i);
  const request = ring.map(() => b.latch());
  const owns = ring.map((i) => b.latch(i === 1 ? 1 : 0));
  const locks = ring.map(() => b.latch());
  const ready = b.latch();
  const burst = b.word(2);
  b.next(ready, b.input());
  const locked = b.or(...ring.map((i) => b.and(owns[i]!, locks[i]!)));
  const moves = b.and(ready, b.empty(burst), b.not(locked), b.or(...request));

  const goesTo: Lit[][] = ring.map(() => []);
  for (const from of failing ? [0] : ring) {
    let nobodyYet: Lit = failing ? TRUE : owns[from]!;
    for (let distance = 1; distance <= masters; distance++) {
      const to = (from + distance) % masters;
      goesTo[to]!.push(b.and(nobodyYet, request[to]!));
      nobodyYet = b.and(nobodyYet, b.not(request[to]!));
    }
  }
  for (const i of ring) {
    const granted = b.and(moves, b.or(...goesTo[i]!));
    b.next(request[i]!, b.mux(request[i]!, b.not(granted), b.input()));
    b.next(owns[i]!, b.mux(moves, granted, owns[i]!));
    b.next(locks[i]!, b.and(b.input(), b.or(granted, locks[i]!)));
    b.fair(b.not(locks[i]!));
  }
  const long = b.input();
  b.nextWord(burst, b.muxWord(moves, [long, long], b.decrement(burst, b.and(ready, b.not(b.empty(burst))))));
  b.fair(ready);
  starves(b, request[0]!, request[0]!);
  return b.model();
}
