import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lasso } from "../../../src/evidence/verdict.js";
import { closingOf } from "../../../src/formats/aiger/closing.js";
import { readAiger } from "../../../src/formats/aiger/to-design.js";
import { writeWitness } from "../../../src/formats/aiger/witness.js";
import { resetLatches, simulate } from "../../../src/model/simulate.js";
import { systems } from "../../arbitraries/systems.js";
import { counterAag } from "../../cli/fairlead.js";

/** One step in the state where all is 0, as if it led back to itself. */
const still = (latches: number): Lasso => ({
  kind: "lasso",
  loop: 0,
  steps: [{ latches: new Uint8Array(latches), inputs: new Uint8Array(0) }],
});

describe("a lasso is gone round until every latch comes back", () => {
  const { model } = readAiger(new TextEncoder().encode(counterAag(5)));

  it("a counter of five bits takes 32 turns", () => {
    expect(closingOf(model, still(5))).toEqual({ turns: 32, loop: 0, open: [] });
  });

  it("one that takes too many steps, values or work stays open, and says where", () => {
    for (const limits of [{ steps: 31 }, { work: 31 * model.aig.size }])
      expect(closingOf(model, still(5), limits)).toEqual({ turns: 1, loop: 0, open: [0, 1, 2, 3, 4] });
    expect(closingOf(model, still(5), { steps: 32 })).toEqual({ turns: 32, loop: 0, open: [] });
  });

  it("is written with all its turns, the step that follows the last, and what is open", () => {
    const lasso = { ...still(1), steps: [...still(1).steps, ...still(1).steps], loop: 1 };
    const file = writeWitness([], lasso, { turns: 3, loop: 2, open: [0] });
    expect(file).toBe("1\n0\n\n\n\n\nc fairlead loop 2\nc fairlead open latches 0\n.\n");
  });

  it("random ones, as a table of all turns says", () => {
    let unrolled = 0;
    fc.assert(
      fc.property(
        systems({ literalResets: true }),
        fc.array(fc.nat({ max: 255 }), { minLength: 2, maxLength: 5 }),
        fc.nat(),
        (system, seed, at) => {
          const { model: m } = system;
          const inputs = seed.map((s) => Uint8Array.from({ length: m.inputs.length }, (_, i) => (s >> i) & 1));
          const first = resetLatches(m, new Uint8Array(m.latches.length), inputs[0]!);
          const lasso: Lasso = { kind: "lasso", steps: simulate(m, first, inputs), loop: at % seed.length };
          const turn = inputs.slice(lasso.loop);
          const long = simulate(m, first, [...inputs, ...Array(70).fill(turn).flat()]);
          const states = Array.from({ length: 70 }, (_, k) => long[lasso.loop + k * turn.length]!.latches.join(""));
          const again = states.findIndex((s, k) => states.indexOf(s) < k);
          if (again < 0) return;
          if (again > 1) unrolled++;
          const loop = lasso.loop + states.indexOf(states[again]!) * turn.length;
          expect(closingOf(m, lasso)).toEqual({ turns: again, loop, open: [] });
        },
      ),
    );
    expect(unrolled).toBeGreaterThan(10);
  });
});
