import { expect, it } from "vitest";
import { pathTrace } from "../../src/evidence/trace.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, nodeOf, not } from "../../src/logic/lit.js";
import type { Signal } from "../../src/model/symbols.js";
import { traceText } from "../../src/present/text.js";

it("shows what is connected to an instance once, by its outer name, and constants by all names", () => {
  const aig = new Aig();
  const a = aig.leaf();
  const signal = (name: string, ...bits: Signal["bits"]): Signal => ({
    name,
    kind: "define",
    type: { kind: "bool" },
    bits,
  });
  const signals = [
    signal("fifo.push", a),
    signal("push", a),
    signal("fifo.idle", not(a)),
    signal("zero", FALSE),
    signal("fifo.zero", FALSE),
  ];
  const model = { aig, inputs: [nodeOf(a)], latches: [], constraints: [], fairness: [], signals, modules: [] };
  const text = traceText(
    pathTrace(model, { kind: "run", steps: [{ latches: new Uint8Array(), inputs: Uint8Array.of(1) }] }),
  );
  expect(text).toBe("step 0\n  push      = 1\n  fifo.idle = 0\n  zero      = 0\n  fifo.zero = 0\n");
});
