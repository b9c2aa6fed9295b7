import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import type { Model } from "../../../src/model/model.js";
import { explicitSetsOfModel } from "../../../src/sets/explicit-sets.js";
import type { Bdd } from "../../../src/solvers/bdd/manager.js";
import { Line, type PolicyName } from "../../../src/symbolic/dnc/policy.js";
import { Refinement, type Suspect } from "../../../src/symbolic/dnc/refinement.js";
import type { RefinementOptions } from "../../../src/symbolic/dnc/refinement-options.js";
import type { Subsetting } from "../../../src/symbolic/dnc/sharp.js";
import { ProofLog } from "../../../src/symbolic/proof.js";
import { closure } from "../../../src/symbolic/reach.js";
import { SymbolicSession } from "../../../src/symbolic/session.js";
import { lassoThroughRegion } from "../../../src/symbolic/trace.js";
import { models } from "../../arbitraries/systems.js";
import { context } from "../../cross-engine/solving.js";
import { decide } from "../../engines/running.js";
import { finish } from "../run.js";

const OPTIONS: RefinementOptions = {
  order: "fifo",
  reach: "approximate",
  by: "lockstep",
  most: 100,
  endgame: { sets: "apart", strong: "hull", dontCares: "zones", weakFirst: true },
  effort: 1_000_000,
};

/** One latch a submodule. */
const lineOf = (model: Model, policy: PolicyName) =>
  new Line(
    model.latches.map((_, i) => [i]),
    { policy, jump: "cartesian", share: 1 },
  );

const refinementOf = (session: SymbolicSession, policy: PolicyName) =>
  new Refinement(
    session.sets,
    session.proof,
    lineOf(session.model, policy),
    session.model.latches.length,
    OPTIONS,
    () => session.reachable(),
  );

/** What goes from one worker to another. */
interface Parcel {
  readonly data: string;
  readonly sets: Uint8Array;
}

function pack(session: SymbolicSession, suspects: readonly Suspect<Bdd>[]): Parcel {
  const data = suspects.map(({ states: _, ...rest }) => rest);
  return { data: JSON.stringify(data), sets: session.manager.save(suspects.map((suspect) => suspect.states)) };
}

function unpack(session: SymbolicSession, { data, sets }: Parcel): Suspect<Bdd>[] {
  const rest = JSON.parse(data) as Omit<Suspect<Bdd>, "states">[];
  return session.manager.load(sets).map((states, i) => ({ states, ...rest[i]! }));
}

/** Runs a refinement until sets wait, hands those over to a second session with a manager of its own, and runs both to their ends. */
function foundByTwo(model: Model, policy: PolicyName): { readonly moved: number; readonly found: boolean } {
  using first = new SymbolicSession(model, context);
  const refinement = refinementOf(first, policy);
  const running = refinement.run();
  let { done } = running.next();
  while (!done && !(refinement.figures.waiting! > 0 && refinement.figures.sets! > 0)) done = running.next().done;
  const parcel = pack(first, done ? [] : refinement.handOver());
  const here = done ? null : finish(running).found;

  using second = new SymbolicSession(model, context);
  const suspects = unpack(second, parcel);
  const there = finish(refinementOf(second, policy).run(suspects)).found;
  for (const { states } of suspects) second.manager.release(states);
  return { moved: suspects.length, found: here !== null || there !== null };
}

describe("entries of Work", () => {
  it("can be taken over by a refinement on another manager, and the answer is the same", () => {
    let moved = 0;
    fc.assert(
      fc.property(
        models({ stateFairness: true, maxLatches: 5, maxInputs: 2 }),
        fc.constantFrom<PolicyName>("popcorn", "lightning", "adaptive"),
        (model, policy) => {
          const two = foundByTwo(model, policy);
          if (two.moved === 0) return;
          moved += two.moved;
          expect(two.found).toBe(decide(reference, { kind: "fair-cycle", model }).answer === "fails");
        },
      ),
      { numRuns: 60 },
    );
    expect(moved).toBeGreaterThan(20);
  });
});

describe("the endgame of D'n'C#", () => {
  it("is right whatever don't cares are changed to: what it finds is fair and reached from the initial states", () => {
    let hulls = 0;
    const subset = fc.constantFrom<Subsetting>("minterm", "all");
    fc.assert(
      fc.property(models({ stateFairness: true, maxLatches: 5, maxInputs: 2 }), subset, (model, subset) => {
        using sets = explicitSetsOfModel(model, { hostile: true });
        using proof = new ProofLog(sets);
        const endgame = { subset, seedEffort: 0, nodes: 10, edges: 50, hyperlines: 4, worthSplitting: 1 };
        const line = new Line(
          model.latches.map((_, i) => [i]),
          { policy: "adaptive", jump: "direct", share: 0 },
        );
        const options = { ...OPTIONS, reach: "none", endgame } as const;
        const everything = () => closure(sets, "forward", sets.initial);
        const refinement = new Refinement(sets, proof, line, model.latches.length, options, everything);
        const { found } = finish(refinement.run());
        hulls += refinement.figures.hulls ?? 0;
        expect(found !== null).toBe(decide(reference, { kind: "fair-cycle", model }).answer === "fails");
        if (found?.kind !== "region") return;
        const lasso = finish(lassoThroughRegion(sets, found.fair, found.within));
        const loop = lasso.states.slice(lasso.loop).reduce((a, b) => sets.or(a, b), sets.empty);
        expect(sets.subset(loop, finish(everything()))).toBe(true);
        expect(sets.conditions.every((c) => sets.intersects(loop, c))).toBe(true);
      }),
      { numRuns: 150 },
    );
    expect(hulls).toBeGreaterThan(5);
  });
});
