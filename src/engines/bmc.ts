import { goOn, withFigures } from "../limits/stopped.js";
import { fingerprint } from "../model/fact.js";
import type { Model } from "../model/model.js";
import { BoundedLasso, BoundedReach } from "../safety/bmc.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { type EngineContext, engine, type Search } from "./engine.js";

const OPTIONS = {
  bound: { kind: "number", min: 0, max: 1e6, default: 1e6, help: "give up beyond runs of this many transitions" },
} as const;

/** Unrolls the model further and further: finds shortest counterexamples, and proves nothing. */
export const bmc = engine({
  name: "bmc",
  summary: "unrolls the model until a run or a lasso fits: finds the shortest, proves nothing",
  suits: "short counterexamples",
  paper: "Biere, Cimatti, Clarke and Zhu, Symbolic model checking without BDDs (1999)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"({ model }, options, context) {
      using lassos = new BoundedLasso(new TransitionSystem(model), context);
      return yield* unroll(lassos, model, options.bound, context);
    },
    *reach({ model, bad }, options, context) {
      const system = new TransitionSystem(model);
      const target = { kind: "step", lit: system.literal(bad) } as const;
      using runs = new BoundedReach(system, { kind: "resets" }, target, context);
      return yield* unroll(runs, model, options.bound, context);
    },
  },
});

/** Others hear of a bound when it has grown by so much: a small model has thousands of them in a second. */
const GROWTH = 1.02;

function* unroll(bounded: BoundedLasso | BoundedReach, model: Model, bound: number, context: EngineContext): Search {
  const about = context.facts === undefined ? "" : fingerprint(model);
  const stats = () => ({ bound: bounded.bound, gates: bounded.size, propagations: bounded.spent() });
  let told = 0;
  function* search(): Search {
    while (bounded.bound <= bound) {
      yield { what: "unrolling", figures: stats() };
      goOn(context);
      const witness = bounded.decide();
      if (witness !== null) return { answer: "fails", by: witness, stats: stats() };
      const transitions = bounded.bound - 1;
      if (transitions < told * GROWTH) continue;
      context.facts?.publish({ kind: "no-counterexample", about, transitions });
      told = transitions;
    }
    const detail = `no counterexample of at most ${bound} transitions`;
    return { answer: "unknown", reason: "bound", detail, stats: stats() };
  }
  return yield* withFigures(search(), stats);
}
