import { goOn, withFigures } from "../limits/stopped.js";
import { BoundedReach } from "../safety/bmc.js";
import { safetyCertificate } from "../safety/certificates.js";
import { Interpolation } from "../safety/interpolation.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { engine, type Search } from "./engine.js";

/** Proves that a bad state cannot be reached by images that refutations of unrollings approximate, or finds a run to it. */
export const interpolation = engine({
  name: "interpolation",
  summary: "proves that a bad state cannot be reached by approximate images, which refutations of unrollings give",
  suits: "bad states that are excluded by what happens within few steps",
  paper: "McMillan, Interpolation and SAT-based model checking (2003)",
  options: {},
  decides: {
    *reach({ model, bad }, _options, context) {
      const system = new TransitionSystem(model);
      const target = system.literal(bad);
      using initial = new BoundedReach(system, { kind: "resets" }, { kind: "step", lit: target }, context);
      const images = new Interpolation(system, target, context);
      const stats = () => ({
        bound: images.bound,
        frontiers: images.frontiers,
        gates: system.graph.gateCount,
        propagations: initial.spent() + images.propagations,
      });
      function* search(): Search {
        const atOnce = initial.decide();
        if (atOnce !== null) return { answer: "fails", by: atOnce, stats: stats() };
        for (;;) {
          goOn(context);
          const result = images.advance();
          yield { what: "interpolating", figures: stats() };
          if (result === null) continue;
          if (result.kind === "reached") return { answer: "fails", by: result.run, stats: stats() };
          return { answer: "holds", by: safetyCertificate(system, result.invariant), stats: stats() };
        }
      }
      return yield* withFigures(search(), stats);
    },
  },
});
