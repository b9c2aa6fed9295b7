import { expect, it } from "vitest";
import { readSmv } from "../../src/formats/smv/read.js";
import { loadKernels } from "../../src/node/kernels.js";
import { DesignSubject } from "../../src/portfolio/design-subject.js";
import { spawnHere } from "../../src/portfolio/local-workers.js";

it("what is asked after the answer is told as the work of engines is, and what is not asked is not", async () => {
  const text = "MODULE main\nIVAR go : boolean;\nVAR x : boolean;\nASSIGN init(x) := FALSE; next(x) := x | go;\n";
  const design = readSmv(`${text}LTLSPEC F x\nLTLSPEC G (x -> X x)\nINVARSPEC !x\n`, "m.smv");
  const subject = new DesignSubject(design, { spawn: spawnHere, kernels: await loadKernels() });
  const told: string[][] = [];
  for (const k of design.properties.keys()) {
    const said: string[] = [];
    await subject.ask(k, { onEvent: (who, { what }) => who === "vacuity" && said.push(what) });
    told.push(said);
  }
  expect(told).toEqual([["looking for fairness that is missing"], ["asking whether it holds for a good reason"], []]);
});
