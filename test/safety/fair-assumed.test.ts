import { describe, expect, it } from "vitest";
import { Builder } from "../../bench/families/builder.js";
import { type Lit, not } from "../../src/logic/lit.js";
import { Fair } from "../../src/safety/fair/fair.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { host } from "./oracle.js";

const PLAIN = { k: 0, minimize: true, inside: false, walls: false, implications: false, loops: false, seed: 1 };

/** Two counters and their sum, which is counted apart; a fair cycle is where it is not their sum, and nowhere reachable. */
function sums(bits: number) {
  const b = new Builder();
  const [left, right, total] = [b.word(bits), b.word(bits), b.word(bits)];
  const [toLeft, toRight] = [b.input(), b.input()];
  b.nextWord(left, b.increment(left, toLeft));
  b.nextWord(right, b.increment(right, b.and(toRight, not(toLeft))));
  b.nextWord(total, b.increment(total, b.or(toLeft, toRight)));
  const added = left.reduce<readonly Lit[]>((sum, bit, i) => {
    const upper = b.increment(sum.slice(i), bit);
    return [...sum.slice(0, i), ...upper];
  }, right);
  const isSum = b.equal(added, total);
  b.fair(not(isSum));
  return { model: b.model(), isSum };
}

describe("reachable states that are found while a skeleton is looked at", () => {
  it("end the queries about it where they rule it out", () => {
    const { model, isSum } = sums(8);
    const system = new TransitionSystem(model);
    using fair = new Fair(system, host(), PLAIN);
    let known = false;
    for (const search = fair.search(); ; ) {
      const { done, value } = search.next();
      if (done) {
        expect(value.kind).toBe("proof");
        break;
      }
      if (known || (value.what !== "stem" && value.what !== "cycle")) continue;
      known = true;
      fair.assume(system.literal(isSum));
    }
    expect(fair.figures()).toMatchObject({ skeletons: 1, assertions: 1, walls: 0 });
  });
});
