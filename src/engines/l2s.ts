import type { FairCycleTask } from "../model/model.js";
import { BoundedReach } from "../safety/bmc.js";
import { certificateOf } from "../safety/certificates.js";
import { drive, untilStopped } from "../safety/drive.js";
import { solverHost } from "../safety/host.js";
import { Ic3 } from "../safety/ic3/ic3.js";
import type { Separated } from "../safety/reach-query.js";
import { Relation } from "../safety/relation.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { livenessToSafety, type SafetyEncoding } from "../transform/liveness-to-safety.js";
import type { Certificate } from "../verdict/certificate.js";
import type { Verdict } from "../verdict/verdict.js";
import type { Engine, EngineContext, EngineEvent } from "./engine.js";

const OPTIONS = {
  by: { kind: "choice", values: ["ic3", "bmc"], default: "ic3", help: "what decides whether the loop can be closed" },
} as const;

type Search = Generator<EngineEvent, Verdict>;

/** Turns the fair cycle into a bad state of a model with twice the latches, and looks for that. */
export const l2s: Engine<typeof OPTIONS> = {
  name: "l2s",
  summary: "liveness to safety: saves a state and asks whether it comes back with every condition met",
  paper: "Schuppan and Biere, Efficient reduction of finite state model checking to reachability analysis (2004)",
  handles: ["fair-cycle"],
  options: OPTIONS,
  *run(task, options, context) {
    const encoding = livenessToSafety((task as FairCycleTask).model);
    switch (options.by) {
      case "ic3":
        return yield* byIc3(task as FairCycleTask, encoding, context);
      case "bmc":
        return yield* byBmc(encoding, context);
    }
  },
};

function* byIc3(task: FairCycleTask, encoding: SafetyEncoding, context: EngineContext): Search {
  const system = new TransitionSystem(encoding.model);
  using relation = new Relation(system, solverHost(context));
  using query = new Ic3(relation, { kind: "resets" }, { kind: "step", lit: system.literal(encoding.bad) });
  const stats = () => ({ ...query.figures(), propagations: relation.spent() });
  function* search(): Search {
    const result = yield* drive("blocking", query);
    if (result.kind === "reached") return { answer: "fails", witness: encoding.lasso(result.run), stats: stats() };
    return { answer: "holds", certificate: certificate(task, encoding, system, result), stats: stats() };
  }
  return yield* untilStopped(search(), stats);
}

/** The system's latches are the model's and the shadow's: the checker knows the shadow by itself. */
function certificate(
  { model }: FairCycleTask,
  encoding: SafetyEncoding,
  system: TransitionSystem,
  proof: Separated,
): Certificate {
  const whole = certificateOf(system, [
    {
      rule: "l2s",
      predicate: system.predicate(proof.clauses),
      shadow: {
        saved: encoding.saved + 1,
        copies: encoding.copies.map((i) => i + 1),
        seen: encoding.seen.map((i) => i + 1),
      },
    },
  ]);
  return {
    ...whole,
    latches: whole.latches.slice(0, model.latches.length),
    inputs: whole.inputs.slice(0, model.inputs.length),
  };
}

function* byBmc(encoding: SafetyEncoding, context: EngineContext): Search {
  const system = new TransitionSystem(encoding.model);
  using bounded = new BoundedReach(system, system.literal(encoding.bad), solverHost(context));
  const stats = () => ({ bound: bounded.bound, gates: bounded.size, propagations: bounded.spent() });
  function* search(): Search {
    for (;;) {
      yield { what: "unrolling", figures: stats() };
      const run = bounded.step();
      if (run !== null) return { answer: "fails", witness: encoding.lasso(run), stats: stats() };
    }
  }
  return yield* untilStopped(search(), stats);
}
