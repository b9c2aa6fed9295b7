import type { Ltl } from "../../src/formula/ltl.js";
import type { Lit } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { restrictedTo } from "../oracles/ltl-encoding.js";
import { TinySystem } from "../oracles/tiny-system.js";

/** Does every fair behaviour of the model satisfy the formula? By writing all states out, without any automaton. */
export const holdsIn = (model: Model, formula: Ltl, atoms: ReadonlyMap<string, Lit>): boolean =>
  !new TinySystem(restrictedTo(model, { op: "not", arg: formula }, atoms)).hasFairCycle();

/** An occurrence of a part, as the text of the whole formula with a hole tells it. */
export interface Hole {
  readonly part: Ltl;
  readonly path: readonly number[];
  /** How often negations are passed on the way: null where `<->` or `xor` is. */
  readonly negations: number | null;
  fill(by: Ltl): Ltl;
}

/** All places of a formula, the formula itself among them. */
export function holesOf(f: Ltl, path: readonly number[] = [], negations: number | null = 0): Hole[] {
  const here: Hole = { part: f, path, negations, fill: (by) => by };
  const inside = (g: Ltl, side: number, flips: boolean, put: (h: Ltl) => Ltl): Hole[] => {
    const isMixed = f.op === "iff" || f.op === "xor" || negations === null;
    return holesOf(g, [...path, side], isMixed ? null : negations + (flips ? 1 : 0)).map((hole) => ({
      ...hole,
      fill: (by) => put(hole.fill(by)),
    }));
  };
  if ("arg" in f) return [here, ...inside(f.arg, 0, f.op === "not", (arg) => ({ ...f, arg }))];
  if (!("left" in f)) return [here];
  return [
    here,
    ...inside(f.left, 0, f.op === "implies", (left) => ({ ...f, left })),
    ...inside(f.right, 1, false, (right) => ({ ...f, right })),
  ];
}

/**
 * The definition: a part does not matter if the formula holds with anything in its place. Anything is what a new atom says, which is
 * a free input of the model.
 */
export function mattersNot(model: Model, { fill }: Hole, atoms: ReadonlyMap<string, Lit>): boolean {
  const aig = model.aig.fork();
  const anything = aig.leaf();
  const free = { ...model, aig, inputs: [...model.inputs, anything >>> 1] };
  return holdsIn(free, fill({ op: "atom", name: "anything" }), new Map([...atoms, ["anything", anything]]));
}

/** All subsets of the members that are enough while no smaller subset of them is. */
export function minimalSubsets<T>(members: readonly T[], isEnough: (kept: readonly T[]) => boolean): T[][] {
  const subsets = [...Array(2 ** members.length).keys()].map((n) => members.filter((_, i) => (n >> i) & 1));
  const enough = subsets.filter(isEnough);
  return enough.filter((s) => !enough.some((t) => t.length < s.length && t.every((m) => s.includes(m))));
}
