import { Stopped, untilStopped } from "../limits/stopped.js";
import { safetyCertificate } from "../safety/certificates.js";
import { Ic3Session } from "../safety/ic3/session.js";
import { runQuery } from "../safety/run-query.js";
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
    *reach({ model, bad }, { ctg, ctp }, context) {
      const { sessions } = context;
      const left = sessions?.take(model);
      const isFitting = left instanceof Ic3Session && left.options.ctg === ctg && left.options.ctp === ctp;
      // Joins cost more than they save on files with bad states: docs/measurements/fair.md.
      const session = isFitting ? left : new Ic3Session(model, context, { ctg, ctp, joins: false });
      if (!isFitting) left?.[Symbol.dispose]();
      let isWhole = false;
      function* search() {
        const result = yield* runQuery("blocking", session.about(bad, context));
        const stats = session.figures();
        if (result.kind === "reached") return { answer: "fails", by: result.run, stats } as const;
        const certificate = safetyCertificate(session.system, session.system.predicate(result.clauses));
        return { answer: "holds", by: certificate, stats } as const;
      }
      try {
        const end = yield* untilStopped(search());
        isWhole = !(end instanceof Stopped && end.reason === "memory");
        if (end instanceof Stopped) throw new Stopped(end.reason, end.detail, session.figures());
        return end;
      } finally {
        if (sessions !== undefined && isWhole && session.isWorthKeeping) sessions.put(model, session);
        else session[Symbol.dispose]();
      }
    },
  },
});
