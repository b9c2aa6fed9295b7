import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { litOf, nodeOf, not } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { type BddScope, bddSets } from "../../src/sets/bdd-sets.js";
import { type ExplicitScope, explicitSetsOfModel } from "../../src/sets/explicit-sets.js";
import type { ExplicitSet } from "../../src/sets/explicit-world.js";
import type { StateSets } from "../../src/sets/state-sets.js";
import { type Bdd, BddManager } from "../../src/solvers/bdd/manager.js";
import { closure, type Direction } from "../../src/symbolic/reach.js";
import { models } from "../arbitraries/systems.js";
import { bddModule } from "../solvers/bdd/tables.js";
import { finish } from "../symbolic/run.js";
import { expectNothingHeld } from "./stopped-work.js";

/** The model with a scheduler: a latch moves only when its process is chosen, by an input or by a latch that an input sets. */
function interleaved(model: Model, processes: readonly boolean[], latched: boolean): Model {
  const aig = model.aig.fork();
  const input = aig.leaf();
  const selector = latched ? aig.leaf() : input;
  const latches = model.latches.map((l, i) => {
    const moves = processes[i] ? selector : not(selector);
    return { ...l, next: aig.mux(moves, l.next, litOf(l.node)) };
  });
  if (latched) latches.push({ node: nodeOf(selector), next: input, reset: "free" });
  return { ...model, aig, latches, inputs: [...model.inputs, nodeOf(input)] };
}

const valuesOf = (latches: number): Uint8Array[] =>
  Array.from({ length: 1 << latches }, (_, n) => Uint8Array.from({ length: latches }, (_, i) => (n >> i) & 1));

/** Which states a set has, as text. */
function members<S>(sets: StateSets<S>, set: S, latches: number): string {
  const has = (values: Uint8Array) => {
    using s = sets.open();
    return s.intersects(set, s.state(values));
  };
  return valuesOf(latches)
    .map((v) => (has(v) ? "1" : "0"))
    .join("");
}

const setOf = <S>(sets: StateSets<S>, seed: number, latches: number): S =>
  valuesOf(latches).reduce(
    (set, v, n) => ((Math.imul(seed + n, 0x9e3779b1) >>> 29) % 2 === 1 ? sets.or(set, sets.state(v)) : set),
    sets.empty,
  );

interface Pair {
  readonly bdd: BddScope;
  readonly explicit: ExplicitScope;
  readonly latches: number;
}

function expectSame({ bdd, explicit, latches }: Pair, find: <S>(sets: StateSets<S>) => S): void {
  expect(members<Bdd>(bdd, find(bdd), latches)).toBe(members<ExplicitSet>(explicit, find(explicit), latches));
}

describe("steps move by move", () => {
  for (const stress of [false, true])
    it(`are all steps that change a state, and their closures are those of all steps${stress ? ", collecting before every operation" : ""}`, () => {
      let found = 0;
      fc.assert(
        fc.property(
          models({ maxLatches: 5, maxInputs: 2, stateFairness: true }),
          fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
          fc.boolean(),
          fc.nat(),
          (plain, processes, latched, seed) => {
            const model = interleaved(plain, processes, latched);
            const latches = model.latches.length;
            const manager = new BddManager(bddModule, { stress });
            const bdd = bddSets(manager, model, { moves: true, clusterLimit: 20 });
            {
              using explicit = explicitSetsOfModel(model);
              const pair = { bdd, explicit, latches };
              if (bdd.moves > 0) found++;
              const set = setOf<Bdd>(bdd, seed, latches);
              for (const step of ["pre", "post"] as const) {
                if (bdd.moves === 0) break;
                const together = Array.from({ length: bdd.moves }, (_, m) => bdd[step](set, m)).reduce(
                  (a, b) => bdd.or(a, b),
                  set,
                );
                expect(bdd.equal(together, bdd.or(set, bdd[step](set)))).toBe(true);
              }
              for (const direction of ["forward", "backward"] satisfies Direction[]) {
                expectSame(pair, (s) => finish(closure(s, direction, setOf(s, seed, latches))));
                expectSame(pair, (s) => {
                  const within = setOf(s, seed + 1, latches);
                  return finish(closure(s, direction, s.and(setOf(s, seed, latches), within), { within }));
                });
              }
              // Among reachable states, with a relation that is right only there.
              expectSame(pair, (s) => {
                const reached = finish(closure(s, "forward", s.initial));
                const inside = s.view({ care: reached, within: reached });
                return finish(closure(inside, "backward", inside.and(setOf(s, seed, latches), reached)));
              });
            }
            bdd[Symbol.dispose]();
            expect(manager.statistics().protections).toBe(0);
          },
        ),
        { numRuns: stress ? 60 : 300 },
      );
      expect(found).toBeGreaterThan(stress ? 5 : 30);
    });

  it("hold nothing any more when making them was stopped, wherever that was", () => {
    let stopped = 0;
    fc.assert(
      fc.property(
        models({ maxLatches: 6, maxGates: 40, maxInputs: 2, stateFairness: true }),
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
        fc.nat({ max: 40 }),
        (plain, processes, polls) => {
          const model = interleaved(plain, processes, false);
          const isStopped = expectNothingHeld(model, { moves: true, clusterLimit: 20 }, polls, (bdd) => {
            const inside = bdd.view({ care: bdd.post(bdd.initial) });
            if (inside.moves > 0) inside.post(bdd.initial, 0);
          });
          if (isStopped) stopped++;
        },
      ),
      { numRuns: 100 },
    );
    expect(stopped).toBeGreaterThan(30);
  });
});
