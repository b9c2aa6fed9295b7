import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bakery, treeArbiter } from "../../bench/families/arbiters.js";
import { hullBound } from "../../bench/families/hull-bounds.js";
import { boundedQueues, servedQueues } from "../../bench/families/queues.js";
import type { OptionValues } from "../../src/engines/engine.js";
import { fair } from "../../src/engines/fair.js";
import { reference } from "../../src/engines/reference.js";
import type { Verdict } from "../../src/evidence/verdict.js";
import { Random } from "../../src/logic/random.js";
import type { Fact, FactExchange } from "../../src/model/fact.js";
import type { FairCycleTask, Model } from "../../src/model/model.js";
import { FactBoard } from "../../src/portfolio/facts.js";
import { models } from "../arbitraries/systems.js";
import { expectRight, kernelContext } from "./evidence.js";
import { decide, plainContext, running } from "./running.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 40);

const taskOf = (model: Model): FairCycleTask => ({ kind: "fair-cycle", model });
const tasks = models({ maxLatches: 6, maxGates: 40 }).map(taskOf);

/** The team as it comes, and members that leave much of the work to one another: then facts need those of others. */
const TEAM = fair.team!(3);
const SLOW: readonly OptionValues[] = [
  { reach: "none", loops: false, walls: false },
  { reach: "none", loops: false, walls: false, k: 0, inside: false },
  { minimize: false, k: 2 },
];

/** What happens to facts on their way from the board to a member. */
type Post = (facts: readonly Fact[], random: Random) => readonly Fact[];
const asSent: Post = (facts) => facts;
const lost: Post = (facts, random) => facts.filter(() => random.below(2) === 0).sort(() => random.below(3) - 1);
const garbled: Post = (facts, random) =>
  facts.map((fact) => {
    switch (fact.kind) {
      case "invariant":
        return { ...fact, clauses: fact.clauses.map((c) => c.map((l) => l ^ (random.below(4) >> 1))) };
      case "step":
        return { ...fact, predicate: fact.predicate.map((l) => l ^ (random.below(4) === 0 ? random.below(16) : 0)) };
      default:
        return fact;
    }
  });

/** Searches that take turns at random and hear of one another at random moments. All of them go on to the end. */
function together(task: FairCycleTask, members: readonly OptionValues[], seed: number, post: Post) {
  const random = new Random(seed);
  const board = new FactBoard();
  const exchange = (): FactExchange => {
    let heard = 0;
    return {
      publish: (fact) => board.add(fact),
      receive: () => {
        const from = heard;
        heard += random.below(board.all.length - heard + 1);
        return post(board.all.slice(from, heard), random);
      },
    };
  };
  const searches = members.map((given, i) => {
    const context = { ...kernelContext, seed: seed + i, facts: exchange() };
    return running(fair, task, given, context);
  });
  const verdicts: Verdict[] = [];
  while (searches.length > 0) {
    const at = random.below(searches.length);
    const { done, value } = searches[at]!.next();
    if (!done) continue;
    verdicts.push(value);
    searches.splice(at, 1);
  }
  return verdicts;
}

const sum = (verdicts: readonly Verdict[], what: string): number =>
  verdicts.reduce((total, { stats }) => total + Number(stats[what]), 0);

describe("several searches for one fair cycle", () => {
  it.each([
    ["two", TEAM.slice(0, 2), asSent],
    ["three", TEAM, asSent],
    ["three that need one another", SLOW, asSent],
    ["three whose facts get lost or change places", SLOW, lost],
    ["three who hear what is wrong", SLOW, garbled],
  ])("%s are right on random systems, and their evidence checks", (_, members, post) => {
    fc.assert(
      fc.property(tasks, fc.nat(1e6), (task, seed) => {
        const { answer } = decide(reference, task, {}, plainContext);
        for (const verdict of together(task, members, seed, post)) expectRight(task, verdict, answer);
      }),
      { numRuns: RUNS },
    );
  });

  const FAMILIES = [
    { name: "queues", model: boundedQueues(2, 2), answer: "holds" },
    { name: "queues that fail", model: boundedQueues(2, 2, true), answer: "fails" },
    { name: "served queues", model: servedQueues(2, 2), answer: "holds" },
    { name: "the hull's lower bound", model: hullBound(4, 4, 1), answer: "holds" },
    { name: "a tree of arbiters", model: treeArbiter(4), answer: "holds" },
    { name: "the bakery", model: bakery(2), answer: "holds" },
  ] as const;
  const ofFamilies = (post: Post) =>
    FAMILIES.flatMap(({ model, answer }, seed) => {
      const verdicts = together(taskOf(model), SLOW, seed, post);
      for (const verdict of verdicts) expectRight(taskOf(model), verdict, answer);
      return verdicts;
    });

  it("can show all that they hear, as long as they hear it in the order in which it was told", () => {
    const verdicts = ofFamilies(asSent);
    expect(sum(verdicts, "taken")).toBeGreaterThan(50);
    expect(sum(verdicts, "refused")).toBe(0);
  });

  it("take what they can show, and refuse the rest, when facts get lost", () => {
    const verdicts = ofFamilies(lost);
    expect(sum(verdicts, "taken")).toBeGreaterThan(0);
    expect(sum(verdicts, "refused")).toBeGreaterThan(0);
  });

  it("save one another skeletons", () => {
    const model = servedQueues(2, 3);
    const alone = SLOW.slice(0, 2).flatMap((member) => together(taskOf(model), [member], 1, asSent));
    const both = together(taskOf(model), SLOW.slice(0, 2), 1, asSent);
    expect(sum(both, "skeletons")).toBeLessThan(sum(alone, "skeletons"));
  });
});
