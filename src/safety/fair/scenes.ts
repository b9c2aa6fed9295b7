import { TRUE } from "../../logic/lit.js";
import type { Watcher } from "../../model/watcher.js";
import { StepSimulator } from "../transition-system.js";
import type { Ledger } from "./ledger.js";
import { stateFact } from "./proof-step.js";
import type { SkeletonState } from "./skeleton.js";

/** The walls whose sides are written at states: the last ones. */
const MOST_WALLS = 4;

/** What FAIR knows at a moment, for who watches: the states that are left, the skeleton, and the sides of walls. */
export function showFair(watcher: Watcher, ledger: Ledger, what: string, skeleton: readonly SkeletonState[]): void {
  const { system, facts, counts } = ledger;
  const simulator = new StepSimulator(system);
  const inputs = new Uint8Array(system.inputCount);
  const load = (latches: Uint8Array) => simulator.load({ latches, inputs });
  const walls = facts.filter(({ rule }) => rule === "split").slice(-MOST_WALLS);
  const same = (a: Uint8Array, b: Uint8Array) => a.every((bit, i) => bit === b[i]);
  watcher.sees({
    what,
    figures: { ...counts },
    sets: [
      {
        name: "left",
        has: (latches) => {
          load(latches);
          return facts.every((fact) => simulator.value(stateFact(fact) ?? TRUE) === 1);
        },
      },
      { name: "skeleton", has: (latches) => skeleton.some((state) => same(state.latches, latches)) },
    ],
    label: (latches) => {
      load(latches);
      return walls.map(({ predicate }) => simulator.value(predicate)).join("");
    },
  });
}
