import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Aig } from "../../src/logic/aig.js";
import { litOf } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Scope, StateSets } from "../../src/sets/state-sets.js";
import { models } from "../arbitraries/systems.js";
import { NaiveSystem } from "./naive-system.js";

const smallModels = models({ stateFairness: true, maxLatches: 4, maxInputs: 2, maxGates: 14, maxFairness: 3 });
const seeds = fc.array(fc.nat({ max: 1023 }), { minLength: 2, maxLength: 12 });

/**
 * What every implementation of StateSets must do, checked on small models against NaiveSystem.
 * `close` disposes the whole system and returns how many sets were still held just before its root closed, beyond
 * what it needs itself.
 */
export function describeContract<S>(
  name: string,
  make: (model: Model) => { readonly sets: Scope<S>; close(): void; live(): number },
): void {
  describe(`StateSets: ${name}`, () => {
    const check = (property: (run: Run<S>) => void, runs = 100) =>
      fc.assert(
        fc.property(smallModels, seeds, (model, chosen) => {
          const { sets, close } = make(model);
          try {
            property(new Run(sets, new NaiveSystem(model), chosen));
          } finally {
            close();
          }
        }),
        { numRuns: runs },
      );

    it("has the model's initial states and conditions", () =>
      check(({ sets, naive, same }) => {
        same(sets.all, new Set(naive.states));
        same(sets.empty, new Set());
        same(sets.initial, naive.initial());
        const { fairness } = naive.model;
        expect(sets.conditions).toHaveLength(Math.max(1, fairness.length));
        fairness.forEach((l, i) => {
          const where = new Set(naive.states.filter((s) => naive.holds(l, s)));
          same(sets.conditions[i]!, where);
          same(sets.where(l), where);
        });
        if (fairness.length === 0) same(sets.conditions[0]!, new Set(naive.states));
      }));

    it("refuses a literal that reads inputs", () =>
      check(({ sets, naive }) => {
        for (const node of naive.model.inputs) expect(() => sets.where(litOf(node))).toThrow(/inputs/);
      }, 20));

    it("computes with sets", () =>
      check(({ sets, a, b, A, B, same }) => {
        same(sets.and(a, b), new Set([...A].filter((s) => B.has(s))));
        same(sets.or(a, b), new Set([...A, ...B]));
        same(sets.minus(a, b), new Set([...A].filter((s) => !B.has(s))));
        expect(sets.isEmpty(a)).toBe(A.size === 0);
        expect(sets.equal(a, b)).toBe(A.size === B.size && [...A].every((s) => B.has(s)));
        expect(sets.equal(a, sets.and(a, a))).toBe(true);
        expect(sets.subset(a, b)).toBe([...A].every((s) => B.has(s)));
        expect(sets.intersects(a, b)).toBe([...A].some((s) => B.has(s)));
        expect(sets.count(a)).toBe(A.size);
      }));

    it("steps back and forth, and counts steps from non-empty sets", () =>
      check(({ sets, naive, a, A, same }) => {
        const { ex, ey } = sets.steps;
        same(sets.pre(a), naive.pre(A));
        same(sets.post(a), naive.post(A));
        const one = A.size === 0 ? 0 : 1;
        expect(sets.steps).toEqual({ ex: ex + one, ey: ey + one });
      }));

    it("simplifies inside the freedom of a care set", () =>
      check(({ sets, a, b, A, B, same }) => {
        const simple = sets.simplify(a, b);
        same(sets.and(simple, b), new Set([...A].filter((s) => B.has(s))));
        expect(sets.size(simple)).toBeGreaterThanOrEqual(0);
      }));

    it("picks one state, and thins to a non-empty subset", () =>
      check(({ sets, naive, a, A, list }) => {
        if (A.size === 0) return;
        const one = list(sets.pick(a));
        expect(one.size).toBe(1);
        expect(A.has([...one][0]!)).toBe(true);
        expect(list(sets.pick(a))).toEqual(one);
        const values = sets.values(sets.pick(a));
        expect(values).toHaveLength(naive.model.latches.length);
        expect(list(sets.state(values))).toEqual(one);
        for (const how of ["minterm", "cube", "dense"] as const) {
          const thin = list(sets.thin(a, how));
          expect(thin.size).toBeGreaterThan(0);
          expect([...thin].every((s) => A.has(s))).toBe(true);
          if (how === "minterm") expect(thin.size).toBe(1);
        }
      }));

    it("finds the inputs of a step", () =>
      check(({ sets, naive, a, A }) => {
        for (const from of naive.states) {
          const into = naive.transitions.filter(([f, t]) => f === from && A.has(t));
          if (into.length === 0) continue;
          const found = sets.inputs(stateOf(sets, from, naive), a);
          const word = found.reduce((sum, bit, i) => sum + (bit << i), 0);
          expect(found).toHaveLength(naive.model.inputs.length);
          expect(into.map(([, , i]) => i)).toContain(word);
        }
      }));

    it("restricts with don't cares: the steps are the same", () =>
      check(({ sets, a, b }) => {
        using plain = sets.view({ within: b });
        for (const dontCares of ["relation", "zones"] as const) {
          using view = sets.view({ within: b, dontCares });
          expect(sets.equal(view.pre(a), plain.pre(a))).toBe(true);
          expect(sets.equal(view.post(a), plain.post(a))).toBe(true);
        }
      }));

    it("covers a set by states of an abstraction, and takes other conditions", () =>
      check(({ sets, naive, a, b, A, same }) => {
        using view = sets.view({ latches: [0], conditions: [b] });
        same(view.cover(a), new Set(naive.states.filter((s) => [...A].some((x) => ((x ^ s) & 1) === 0))));
        expect(view.conditions).toHaveLength(1);
        expect(sets.equal(view.conditions[0]!, b)).toBe(true);
      }));

    it("restricts: a view within a set has the transitions inside it", () =>
      check(({ sets, naive, a, b, A, B, same }) => {
        using view = sets.view({ within: b });
        const inB = (set: Iterable<number>) => new Set([...set].filter((s) => B.has(s)));
        same(view.all, B);
        same(view.initial, inB(naive.initial()));
        same(view.pre(a), inB(naive.pre(inB(A))));
        same(view.post(a), inB(naive.post(inB(A))));
      }));

    it("abstracts: in a view of some latches the others are free", () =>
      check(({ sets, naive, a, A, same, list }) => {
        const latches = naive.model.latches.map((_, i) => i).filter((i) => i % 2 === 0);
        const close = (set: ReadonlySet<number>) => naive.cylinder(set, latches);
        using view = sets.view({ latches });
        same(view.initial, close(naive.initial()));
        sets.conditions.forEach((c, i) => {
          same(view.conditions[i]!, close(list(c)));
        });
        same(view.pre(a), close(naive.pre(close(A))));
        same(view.post(a), close(naive.post(close(A))));
        const abstract = close(A);
        using inner = view.view({ within: view.pre(a) });
        const back = close(naive.pre(abstract));
        same(
          inner.pre(a),
          new Set([...close(naive.pre(new Set([...abstract].filter((s) => back.has(s)))))].filter((s) => back.has(s))),
        );
      }));

    it("abstracts under an assumption about all latches", () =>
      check(({ sets, naive, a, b, A, B, same }) => {
        const latches = naive.model.latches.map((_, i) => i).filter((i) => i % 2 === 0);
        const close = (set: ReadonlySet<number>) => naive.cylinder(set, latches);
        const inB = (set: Iterable<number>) => new Set([...set].filter((s) => B.has(s)));
        using view = sets.view({ latches, assuming: b });
        same(view.pre(a), close(inB(naive.pre(close(A)))));
        same(view.post(a), close(naive.post(inB(close(A)))));
      }));

    it("keeps to the care set of a view", () =>
      check(({ sets, naive, a, b, A, B, same }) => {
        using view = sets.view({ care: b });
        const inB = (set: Iterable<number>) => new Set([...set].filter((s) => B.has(s)));
        same(sets.and(view.pre(a), b), inB(naive.pre(A)));
        same(view.post(sets.and(a, b)), naive.post(inB(A)));
      }));

    it("composes relations", () =>
      check(({ sets, naive, a, b, A, B, same }) => {
        using step = sets.relation(b);
        using two = step.compose(step);
        using both = step.union(two);
        using again = step.union(step);
        expect(step.equals(again)).toBe(true);
        const arcs = naive.transitions.filter(([f, t]) => B.has(f) && B.has(t)).map(([f, t]) => [f, t] as const);
        const related = new Set([
          ...arcs.map(([f, t]) => `${f},${t}`),
          ...arcs.flatMap(([f, t]) => arcs.filter(([g]) => g === t).map(([, u]) => `${f},${u}`)),
        ]);
        same(
          both.cyclesThrough(sets, a),
          new Set(naive.states.filter((x) => [...A].some((y) => related.has(`${x},${y}`) && related.has(`${y},${x}`)))),
        );
      }));

    it("writes a set as a literal", () =>
      check(({ sets, naive, a, A }) => {
        const aig = new Aig();
        const latches = naive.model.latches.map(() => aig.leaf());
        const lit = sets.toAig(a, aig, latches);
        const copy = new NaiveSystem({
          ...naive.model,
          aig,
          inputs: [],
          constraints: [],
          latches: latches.map((l) => ({ node: l >> 1, next: l, reset: "free" })),
        });
        expect(copy.states.filter((s) => copy.holds(lit, s))).toEqual([...A].sort((x, y) => x - y));
      }));

    it("frees what its scopes and cells held", () =>
      fc.assert(
        fc.property(smallModels, (model) => {
          const { sets, close, live } = make(model);
          {
            using first = sets.open();
            first.pre(first.all); // what steps are made of stays until the system closes
          }
          const before = live();
          {
            using outer = sets.open();
            using cell = outer.cell(outer.all);
            for (let i = 0; i < 3; i++) {
              using inner = outer.open();
              cell.value = inner.and(cell.value, inner.pre(cell.value));
              inner.keep(inner.or(cell.value, inner.initial));
            }
            const held = outer.hold(cell.value);
            cell.value = outer.empty;
            outer.pre(outer.all); // would collect what nobody holds
            cell.value = outer.and(held, outer.all);
            expect(outer.equal(cell.value, held)).toBe(true);
            outer.view({ within: cell.value }).post(cell.value);
            outer.cell(outer.minus(outer.all, cell.value));
          }
          expect(live()).toBe(before);
          close();
        }),
        { numRuns: 30 },
      ));
  });
}

/** One random situation: two sets, as sets of the implementation (a, b) and as plain sets (A, B). */
class Run<S> {
  readonly A: ReadonlySet<number>;
  readonly B: ReadonlySet<number>;
  readonly a: S;
  readonly b: S;

  constructor(
    readonly sets: Scope<S>,
    readonly naive: NaiveSystem,
    chosen: readonly number[],
  ) {
    const n = naive.states.length;
    this.A = new Set(chosen.slice(1, 1 + (chosen[0]! % chosen.length)).map((c) => c % n));
    this.B = new Set(chosen.map((c) => (c * 7 + 1) % n));
    this.a = this.make(this.A);
    this.b = this.make(this.B);
  }

  readonly list = (set: S): Set<number> =>
    new Set(this.naive.states.filter((s) => this.sets.intersects(set, stateOf(this.sets, s, this.naive))));

  readonly same = (set: S, expected: ReadonlySet<number>): void => {
    expect([...this.list(set)]).toEqual([...expected].sort((x, y) => x - y));
  };

  private make(states: Iterable<number>): S {
    let set = this.sets.empty;
    for (const s of states) set = this.sets.or(set, stateOf(this.sets, s, this.naive));
    return set;
  }
}

function stateOf<S>(sets: StateSets<S>, s: number, naive: NaiveSystem): S {
  return sets.state(Uint8Array.from({ length: naive.model.latches.length }, (_, i) => (s >> i) & 1));
}
