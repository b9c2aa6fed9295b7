import { withFigures } from "../limits/stopped.js";
import { safetyCertificate } from "../safety/certificates.js";
import { Ic3 } from "../safety/ic3/ic3.js";
import { runQuery } from "../safety/run-query.js";
import { StepRelation } from "../safety/step-relation.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { engine } from "./engine.js";

const OPTIONS = {
  ctg: {
    kind: "choice",
    values: ["off", "on", "dynamic"],
    default: "dynamic",
    help: "whether lemmas are generalized further by blocking what stands in their way",
  },
  ctp: {
    kind: "number",
    min: 0,
    max: 10,
    default: 0,
    help: "how many states that keep a lemma from being pushed are blocked before it stays where it is",
  },
} as const;

/** Proves that a bad state cannot be reached, lemma by lemma, or finds a run to it. */
export const ic3 = engine({
  name: "ic3",
  summary: "proves that a bad state cannot be reached, lemma by lemma, or finds a run to it",
  suits: "bad states, proofs as well as runs",
  paper: "Bradley, SAT-based model checking without unrolling (2011)",
  options: OPTIONS,
  decides: {
    *reach(task, options, context) {
      const { model, bad } = task;
      const system = new TransitionSystem(model);
      using relation = new StepRelation(system, context);
      const target = { kind: "step", lit: system.literal(bad) } as const;
      // Joins cost more than they save on files with bad states: docs/measurements/fair.md.
      using query = new Ic3(relation, { kind: "resets" }, target, { ...options, joins: false });
      const stats = () => ({ ...query.figures(), propagations: relation.spent() });
      function* search() {
        const result = yield* runQuery("blocking", query);
        if (result.kind === "reached") return { answer: "fails", by: result.run, stats: stats() } as const;
        const certificate = safetyCertificate(system, system.predicate(result.clauses));
        return { answer: "holds", by: certificate, stats: stats() } as const;
      }
      return yield* withFigures(search(), stats);
    },
  },
});
