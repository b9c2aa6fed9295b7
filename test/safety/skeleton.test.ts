import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Lit, negateIf } from "../../src/logic/lit.js";
import { type Found, SkeletonQuery } from "../../src/safety/fair/skeleton.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { systems } from "../arbitraries/systems.js";
import { NaiveSystem } from "../sets/naive-system.js";
import { asModel, host } from "./oracle.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 300);

describe("skeletons, state by state", () => {
  it("are found when there are some, on the same side of every wall; and what has none is named", () => {
    const counts = { found: 0, none: 0, givenUp: 0 };
    fc.assert(
      fc.property(
        systems({ maxLatches: 4, maxInputs: 2, maxFairness: 4, extraLits: 4 }),
        fc.record({ minimize: fc.boolean(), inside: fc.boolean() }),
        ({ model, lits }, options) => {
          const system = new TransitionSystem(model);
          const walls = [...new Set(lits.map((l) => system.literal(l)))].filter((l) => system.readsLatchesOnly(l));
          const conditions = system.fairness.map((_, b) => b);
          using query = new SkeletonQuery(system, 0, host());
          for (const predicate of walls) query.addFact({ rule: "split", predicate, closed: "forward" });
          const oracle = new Sides(system, walls);
          const hasSkeleton = oracle.hasSkeleton();
          let found: Found;
          for (;;) {
            found = query.find(conditions, options);
            if (found.kind === "skeleton" || found.sides.length === 0) break;
            counts.givenUp++;
            const region = system.graph.andAll(found.sides.map((s) => negateIf(walls[s.wall]!, !s.inside)));
            expect(oracle.meets(found.condition, region)).toBe(false);
            const because = { kind: "condition", closed: "forward", condition: found.condition } as const;
            query.addFact({ rule: "exclude", predicate: region, because });
            oracle.giveUp(region);
          }
          expect(found.kind === "skeleton").toBe(hasSkeleton);
          if (found.kind === "none") {
            counts.none++;
            return;
          }
          counts.found++;
          const states = found.states.map((s) => bits(s.latches));
          expect(new Set(states.map((s) => oracle.sideOf(s))).size).toBe(1);
          expect(found.states.flatMap((s) => s.conditions).sort((a, b) => a - b)).toEqual(conditions);
          for (const { latches, inputs, successor, conditions: met } of found.states)
            expect(oracle.isLive(bits(latches), bits(inputs), bits(successor), met)).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
  });
});

const bits = (values: Uint8Array): number => values.reduce((sum, v, i) => sum + (v << i), 0);

/** Live transitions by the side of all walls that they are on: by enumeration. */
class Sides {
  private readonly naive: NaiveSystem;
  private live: NaiveSystem["transitions"];

  constructor(
    private readonly system: TransitionSystem,
    private readonly walls: readonly Lit[],
  ) {
    this.naive = new NaiveSystem(asModel(system, system.model));
    const goesOn = new Set(this.naive.transitions.map(([from]) => from));
    this.live = this.naive.transitions.filter(([from, to]) => goesOn.has(to) && this.sideOf(from) === this.sideOf(to));
  }

  sideOf(state: number): string {
    return this.walls.map((w) => (this.naive.holds(w, state) ? "1" : "0")).join("");
  }

  meets(condition: number, region: Lit): boolean {
    return this.live.some(([s, , i]) => this.naive.holds(region, s) && this.holds(condition, s, i));
  }

  giveUp(region: Lit): void {
    this.live = this.live.filter(([s]) => !this.naive.holds(region, s));
  }

  isLive(state: number, inputs: number, successor: number, conditions: readonly number[]): boolean {
    const isStep = this.live.some(([s, to, i]) => s === state && to === successor && i === inputs);
    return isStep && conditions.every((b) => this.naive.holds(this.system.fairness[b]!, state, inputs));
  }

  hasSkeleton(): boolean {
    const { fairness } = this.system;
    return [...new Set(this.live.map(([s]) => this.sideOf(s)))].some((side) =>
      fairness.every((_, b) => this.live.some(([s, , i]) => this.sideOf(s) === side && this.holds(b, s, i))),
    );
  }

  /** A system without conditions has one that always holds. */
  private holds(condition: number, state: number, inputs: number): boolean {
    const l = this.system.fairness[condition];
    return l === undefined || this.naive.holds(l, state, inputs);
  }
}
