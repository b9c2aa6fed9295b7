import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { SymbolicSession } from "../symbolic/session.js";
import { fairCyclesByClosure } from "../symbolic/transitive-closure.js";
import { engine } from "./engine.js";
import { onSets } from "./on-sets.js";

/** Squares the transition relation until it is closed: few steps, large ones. It gives no certificate. */
export const transitiveClosure = engine({
  name: "transitive-closure",
  summary: "closes the transition relation by iterated squaring on BDDs; a baseline, without certificates",
  suits: "a baseline to compare with, on small models",
  paper: "Touati, Brayton and Kurshan, Testing language containment for omega-automata using BDDs (1991)",
  options: {},
  decides: {
    *"fair-cycle"(task, _options, context) {
      return yield* onSets(task.model, context, fairCycle, { composing: true });
    },
  },
});

function* fairCycle(session: SymbolicSession): Generator<Progress, Verdict> {
  using s = session.sets.open();
  session.proof.giveUp("what closes the transition relation leaves no proof");
  const reached = yield* session.reachable();
  const { states, squarings } = yield* fairCyclesByClosure(s, reached);
  return yield* session.ofHull({ states, closed: ["future", "past"], iterations: squarings });
}
