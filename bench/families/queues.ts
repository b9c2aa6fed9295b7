import type { Lit } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { Builder, type Word } from "./builder.js";

/**
 * `abq`: a source with a bounded supply, a chain of queues and a sink. In each step one link moves an item, if there is
 * one and there is room. Every link gets its turn infinitely often, so that everything is drained some day: no fair
 * behaviour keeps an item in the system. The failing version lets the sink send items back to the first queue.
 */
export function boundedQueues(queues: number, bits: number, failing = false): Model {
  const b = new Builder();
  const supply = b.word(bits, 1);
  const queue = Array.from({ length: queues }, () => b.word(bits));
  const links = queues + 1;
  const choice = b.inputWord(Math.ceil(Math.log2(links)));
  const turn = Array.from({ length: links }, (_, k) => b.is(choice, k));
  const stages: Word[] = [supply, ...queue];
  const moves = turn.map((t, k) => {
    const room = k < queues ? b.not(b.full(queue[k]!)) : b.constant(1, 1)[0]!;
    return b.and(t, b.not(b.empty(stages[k]!)), room);
  });
  const returned = failing ? b.and(moves[queues]!, b.input(), b.not(b.full(queue[0]!))) : null;
  for (const [k, stage] of stages.entries()) {
    const gains: Lit[] = [];
    if (k > 0) gains.push(moves[k - 1]!);
    if (k === 1 && returned !== null) gains.push(returned);
    const fewer = b.decrement(stage, moves[k]!);
    b.nextWord(stage, gains.length === 0 ? fewer : b.increment(fewer, b.or(...gains)));
  }
  for (const t of turn) {
    const had = b.latch();
    b.next(had, t);
    b.fair(had);
  }
  b.fair(b.not(b.and(...stages.map((s) => b.empty(s)))));
  return b.model();
}

/**
 * `tf`, `tq`, `fq`: queues that feed one server, which serves a queue until it is empty or its quantum is over, then
 * the next one that has work. A marked item in the first queue is served some day; in the failing version the quantum
 * never runs out.
 */
export function servedQueues(queues: number, bits: number, failing = false): Model {
  const b = new Builder();
  const lengths = Array.from({ length: queues }, () => b.word(bits));
  const current = Array.from({ length: queues }, (_, i) => b.latch(i === 0 ? 1 : 0));
  const quantum = b.word(2);
  const arrivals = lengths.map(() => b.input());
  const serve = b.input();
  const done = b.or(...lengths.map((q, i) => b.and(current[i]!, b.empty(q))));
  const spent = failing ? b.constant(0, 1)[0]! : b.full(quantum);
  const switches = b.or(done, spent);
  const served = lengths.map((q, i) => b.and(current[i]!, serve, b.not(switches), b.not(b.empty(q))));
  for (const [i, q] of lengths.entries()) {
    const comes = b.and(arrivals[i]!, b.not(b.full(q)));
    b.nextWord(q, b.increment(b.decrement(q, served[i]!), comes));
    b.next(current[i]!, b.mux(switches, current[(i + queues - 1) % queues]!, current[i]!));
  }
  const anyServed = b.or(...served);
  b.nextWord(
    quantum,
    b.muxWord(switches, b.constant(0, 2), b.increment(quantum, b.and(anyServed, b.not(b.full(quantum))))),
  );
  const worked = b.latch();
  b.next(worked, b.or(anyServed, switches));
  b.fair(worked);

  // The marked item: how many are before it in the first queue.
  const marked = b.latch();
  const before = b.word(bits);
  const mark = b.and(b.input(), arrivals[0]!, b.not(b.full(lengths[0]!)), b.not(marked));
  const leaves = b.and(marked, served[0]!, b.empty(before));
  b.next(marked, b.or(mark, b.and(marked, b.not(leaves))));
  b.nextWord(
    before,
    b.muxWord(
      mark,
      b.decrement(lengths[0]!, served[0]!),
      b.decrement(before, b.and(marked, served[0]!, b.not(leaves))),
    ),
  );
  const missed = b.latch();
  b.next(missed, b.or(missed, leaves));
  b.fair(b.and(marked, b.not(missed)));
  return b.model();
}
