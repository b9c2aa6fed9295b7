import { expect, it } from "vitest";
import { readDesign } from "../../src/index.js";
import { loadKernels } from "../../src/node/kernels.js";
import { DesignSubject } from "../../src/portfolio/design-subject.js";
import { spawnHere } from "../../src/portfolio/local-workers.js";

const design = (text: string) => readDesign(new TextEncoder().encode(text), "m.smv");

const PROCESSES = `MODULE counter
VAR s : 0..2;
ASSIGN init(s) := 0; next(s) := (s + 1) mod 3;
MODULE main
VAR p : process counter;
    q : process counter;
`;

it("a formula about a circuit that fails because a process never runs is told with the fairness that is missing", async () => {
  const given = await design(
    `${PROCESSES}LTLSPEC F p.s = 2\nCTLSPEC AF q.s = 1\nLTLSPEC G p.s = 0\nLTLSPEC F G p.s = 0\n`,
  );
  const subject = new DesignSubject(given, { spawn: spawnHere, kernels: await loadKernels() });
  const lacking = [];
  for (const k of given.properties.keys())
    lacking.push((await subject.ask(k, { engine: "reference", checkSeconds: 100 })).lacking);
  expect(lacking[0]).toMatchObject({ answer: "holds", enough: ["fairness of p.running"] });
  expect(lacking[1]).toMatchObject({ answer: "holds", enough: ["fairness of q.running"] });
  expect(lacking.slice(2)).toEqual([undefined, undefined]);
});
