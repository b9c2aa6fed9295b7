import type { Model } from "../../src/model/model.js";
import { Builder } from "./builder.js";

/** `cnt`: an n-bit counter and an output that stays 1 once all bits were 1. No behaviour keeps the output at 0. */
export function counter(bits: number): Model {
  const b = new Builder();
  const count = b.word(bits);
  const output = b.latch();
  b.nextWord(count, b.increment(count));
  b.next(output, b.or(output, b.full(count)));
  b.fair(b.not(output));
  return b.model();
}

/**
 * `jc`: a counter that may also jump forward, to any larger value. The output is as in `counter`. The failing version
 * may jump to the value that it has, and so stay where it is for ever.
 */
export function jumpingCounter(bits: number, failing = false): Model {
  const b = new Builder();
  const count = b.word(bits);
  const output = b.latch();
  const to = b.inputWord(bits);
  const mayJump = failing ? b.not(b.less(to, count)) : b.less(count, to);
  b.nextWord(count, b.muxWord(mayJump, to, b.increment(count)));
  b.next(output, b.or(output, b.full(count)));
  b.fair(b.not(output));
  return b.model();
}

/**
 * `nim`: heaps from which each move takes something, until nothing is left. A move that takes nothing becomes the
 * smallest one of the first heap that is not empty; in the failing version it passes.
 */
export function nim(heaps: number, bits: number, failing = false): Model {
  const b = new Builder();
  const heap = Array.from({ length: heaps }, () => b.word(bits, 1));
  const choice = b.inputWord(Math.max(1, Math.ceil(Math.log2(heaps))));
  const rest = b.inputWord(bits);
  const player = b.latch();
  const over = b.and(...heap.map((h) => b.empty(h)));
  const taken = heap.map((h, i) => b.and(b.is(choice, i), b.less(rest, h)));
  const valid = b.or(...taken);
  let allEmpty = b.not(over);
  const smallest = heap.map((h) => {
    const here = b.and(b.not(valid), allEmpty, b.not(b.empty(h)));
    allEmpty = b.and(allEmpty, b.empty(h));
    return here;
  });
  for (const [i, h] of heap.entries()) {
    const forced = failing ? h : b.decrement(h, smallest[i]!);
    b.nextWord(h, b.muxWord(taken[i]!, rest, forced));
  }
  b.next(player, b.xor(player, b.not(over)));
  b.fair(b.not(over));
  b.fair(failing ? b.not(over) : b.or(player, b.not(over)));
  return b.model();
}
