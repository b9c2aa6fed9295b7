import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Bdd } from "../solvers/bdd/manager.js";
import { catchThemYoung } from "../symbolic/catch-them-young.js";
import { type Operator, operatorText } from "../symbolic/operators.js";
import type { SymbolicSession } from "../symbolic/session.js";
import { engine, type OptionsOf } from "./engine.js";
import { onSets } from "./on-sets.js";

const OPTIONS = {
  until: {
    kind: "choice",
    values: ["all-tenses", "one-tense"],
    default: "all-tenses",
    help: "stop when nothing changes any more, as published, or when one of both directions has no more effect",
  },
} as const;

/** Forward and backward reachability from every condition, then trimming, until nothing changes. */
export const catchThemYoungEngine = engine({
  name: "catch-them-young",
  summary: "narrows the states of fair cycles down from both sides on BDDs; meant for properties that hold",
  suits: "properties that hold, with many conditions",
  paper: "Hardin, Kurshan, Shukla and Vardi, A new heuristic for bad cycle detection using BDDs (1997)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"(task, options, context) {
      return yield* onSets(task.model, context, (session) => fairCycle(session, options));
    },
  },
});

function* fairCycle(session: SymbolicSession, { until }: OptionsOf<typeof OPTIONS>): Generator<Progress, Verdict> {
  using s = session.sets.open();
  const reached = yield* session.reachable();
  const removed = session.proof.removed.bind(session.proof);
  session.show("start", () => [["b", reached]]);
  const applied = (operator: Operator, b: Bdd, pass: number) =>
    session.show(`pass ${pass + 1}: ${operatorText(operator)}`, () => [["b", b]]);
  return yield* session.ofHull(yield* catchThemYoung(s.view({ care: reached }), reached, { removed, applied, until }));
}
