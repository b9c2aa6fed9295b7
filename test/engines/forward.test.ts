import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forward } from "../../src/engines/forward.js";
import { reference } from "../../src/engines/reference.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, litOf, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Latch, Model, ReachTask } from "../../src/model/model.js";
import { localQuestions } from "../../src/transform/local-questions.js";
import { withoutSafeTraps } from "../../src/transform/traps.js";
import { translated } from "../arbitraries/relational.js";
import { systems } from "../arbitraries/systems.js";
import { expectRight, kernelContext } from "./evidence.js";
import { decide, plainContext } from "./running.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 60);

/** As translators write it: a flag falls when a step breaks the rule, never rises again, and what is bad asks for it. */
const flagged: fc.Arbitrary<ReachTask> = systems({ maxLatches: 6, maxGates: 40, extraLits: 2 }).map(
  ({ model, lits }): ReachTask => {
    const aig = model.aig.fork();
    const flag = aig.leaf();
    const obeyed: Latch = { node: nodeOf(flag), next: aig.and(flag, lits[0]!), reset: TRUE };
    const asked = model.latches.length > 0 ? aig.and(lits[1]!, litOf(model.latches[0]!.node)) : lits[1]!;
    return { kind: "reach", model: { ...model, aig, latches: [...model.latches, obeyed] }, bad: aig.and(flag, asked) };
  },
);

/** The same with a bad literal of latches alone, and no constraints: then the flag is a trap to be kept out of. */
const trapped = flagged.map((task): ReachTask => {
  const { model } = task;
  const aig = model.aig.fork();
  const flag = litOf(model.latches.at(-1)!.node);
  const [a = flag, b = flag] = model.latches.map((l) => litOf(l.node));
  return { ...task, model: { ...model, aig, constraints: [] }, bad: aig.andAll([flag, a, not(b)]) };
});

describe("forward", () => {
  it.each([
    { what: "bad literals that read inputs, among constraints", tasks: flagged },
    { what: "bad states beside traps", tasks: trapped },
  ])("agrees with the reference on $what, and its evidence is checked", ({ tasks }) => {
    fc.assert(
      fc.property(tasks, (task) => {
        const { answer } = decide(reference, task, {}, plainContext);
        expectRight(task, decide(forward, task, {}, kernelContext), answer);
      }),
      { numRuns: RUNS },
    );
  });

  it("agrees with the reference on transition relations, whole and part by part", () => {
    let local = 0;
    fc.assert(
      fc.property(translated, ({ given, relational }) => {
        const { model, bad } = relational;
        const parts = localQuestions(withoutSafeTraps(model, bad).model, bad).length;
        if (parts > 0) local++;
        const { answer } = decide(reference, given, {}, plainContext);
        for (const options of [{}, { local: false }])
          expectRight(relational, decide(forward, relational, options, kernelContext), answer);
        const { stats } = decide(forward, relational, {}, kernelContext);
        if (answer === "holds" && stats?.parts !== undefined) expect(stats).toMatchObject({ parts });
      }),
      { numRuns: RUNS },
    );
    expect(local).toBeGreaterThan(RUNS / 20);
  });

  it("keeps out of a flag's trap, but lets the step of the bad state end there", () => {
    const aig = new Aig();
    const [obeys, rises, flag, counts] = [aig.leaf(), aig.leaf(), aig.leaf(), aig.leaf()];
    // Who rises breaks the rule in the next step, whatever the input says.
    const rule = aig.and(obeys, not(counts));
    const model: Model = {
      aig,
      inputs: [nodeOf(obeys), nodeOf(rises)],
      latches: [
        { node: nodeOf(flag), next: aig.and(flag, rule), reset: TRUE },
        { node: nodeOf(counts), next: aig.or(counts, rises), reset: FALSE },
      ],
      constraints: [],
      fairness: [],
      signals: [],
      modules: [],
    };
    const bad = aig.and(flag, counts);
    expect(withoutSafeTraps(model, bad).model.constraints).toContain(flag);
    const task: ReachTask = { kind: "reach", model, bad };
    expectRight(task, decide(forward, task, {}, kernelContext), "fails");
  });
});
