import { expect, it } from "vitest";
import { readDesign } from "../../src/index.js";
import { loadKernels } from "../../src/node/kernels.js";
import { DesignSubject } from "../../src/portfolio/design-subject.js";
import { spawnHere } from "../../src/portfolio/local-workers.js";
import { traceText } from "../../src/present/text.js";

/** Many shortest counterexamples, and several engines that find one. */
const MODEL = `MODULE main
VAR x : 0..7; y : 0..7;
ASSIGN init(x) := {0, 1, 2}; next(x) := {(x + 1) mod 8, (x + 3) mod 8, x};
       init(y) := 0; next(y) := {y, (y + 5) mod 8};
LTLSPEC G F (x = 3 & y = 5)
`;

it("ten runs with deterministic give one answer and one trace", async () => {
  const kernels = await loadKernels();
  const seen = new Set<string>();
  for (let run = 0; run < 10; run++) {
    const design = await readDesign(new TextEncoder().encode(MODEL), "m.smv");
    const subject = new DesignSubject(design, { spawn: spawnHere, kernels });
    const { verdict, engine } = await subject.ask(0, { deterministic: true, vacuity: false });
    if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") throw new Error("it fails by a lasso");
    seen.add(`${engine}\n${traceText(subject.trace(0, verdict.by))}`);
  }
  expect(seen.size).toBe(1);
});
