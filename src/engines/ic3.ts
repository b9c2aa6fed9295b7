import { safetyCertificate } from "../safety/certificates.js";
import { type SolverHost, Stopped } from "../safety/host.js";
import { Ic3 } from "../safety/ic3/ic3.js";
import { Relation } from "../safety/relation.js";
import { TransitionSystem } from "../safety/transition-system.js";
import type { Engine } from "./engine.js";

const OPTIONS = {
  ctg: {
    kind: "choice",
    values: ["off", "on", "dynamic"],
    default: "dynamic",
    help: "whether lemmas are generalized further by blocking what stands in their way",
  },
} as const;

/** Propagations between two events. */
const SLICE = 500_000;

export const ic3: Engine<typeof OPTIONS> = {
  name: "ic3",
  summary: "proves that a bad state cannot be reached, lemma by lemma, or finds a run to it",
  paper: "Bradley, SAT-based model checking without unrolling (2011)",
  handles: ["reach"],
  options: OPTIONS,
  *run(task, options, context) {
    if (task.kind !== "reach") throw new Error("ic3 decides reach tasks");
    const host: SolverHost = {
      module: context.kernels.sat,
      memory: context.memoryLimit,
      shouldStop: () => context.shouldStop(),
    };
    const system = new TransitionSystem(task.model);
    using relation = new Relation(system, host);
    using query = new Ic3(
      relation,
      { kind: "resets" },
      { kind: "step", lit: system.literal(task.bad) },
      { ctg: options.ctg },
    );
    const stats = () => ({ ...query.figures(), propagations: relation.spent() });
    try {
      for (;;) {
        const result = query.step(SLICE);
        yield { what: "blocking", figures: query.figures() };
        if (result === "more") continue;
        if (result.kind === "reached") return { answer: "fails", witness: result.run, stats: stats() };
        return { answer: "holds", certificate: safetyCertificate(system, result.clauses), stats: stats() };
      }
    } catch (e) {
      if (!(e instanceof Stopped)) throw e;
      return {
        answer: "unknown",
        reason: e.reason,
        detail: `stopped in frame ${query.figures().frame}`,
        stats: stats(),
      };
    }
  },
};
