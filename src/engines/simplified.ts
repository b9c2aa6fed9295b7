import { checkLasso } from "../checkers/check-lasso.js";
import { InternalError } from "../evidence/outcome.js";
import type { Decided, Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { goOn, Stopped, timeOf, untilStopped } from "../limits/stopped.js";
import type { Lit } from "../logic/lit.js";
import type { FairCycleTask, Model, ReachTask, Task } from "../model/model.js";
import type { SolverHost } from "../safety/host.js";
import { signalCorrespondence } from "../safety/signal-correspondence.js";
import { coneOfInfluence } from "../transform/cone.js";
import { equalLatches } from "../transform/equal-latches.js";
import { liftVerdict } from "../transform/lift-verdict.js";
import { mergeSignals } from "../transform/merge-signals.js";
import { resynthesised } from "../transform/resynthesis.js";
import { compose, type Rewrite, unchanged } from "../transform/rewrite.js";
import { stuckLatches } from "../transform/stuck-latches.js";
import { withoutTraps } from "../transform/traps.js";
import type { Engine, EngineContext, OptionValues, Search } from "./engine.js";

const SIMPLIFY = ["late", "first", "off"] as const;

type Simplify = { readonly simplify: (typeof SIMPLIFY)[number] };

/** Propagations that the search for equal signals may take for each gate. */
const EFFORT = 1200;
/** And all in all: about two seconds. */
const MOST_EFFORT = 12_000_000;

/** Milliseconds that an engine has on the given model first, about twice what simplification takes: what is easy does not pay for it. */
const headStart = (gates: number): number => Math.min(50 + 0.1 * gates, 1500);

/** The engine on a simpler model, with the evidence carried back. An engine on BDDs gains nothing from functions that are `rebuilt` of fewer gates. */
export function simplified<V extends OptionValues>(
  given: Engine<V>,
  standard: Simplify["simplify"] = "late",
  rebuilt = true,
): Engine<V & Simplify> {
  const { "fair-cycle": fairCycle, reach } = given.decides;
  return {
    ...given,
    options: {
      ...given.options,
      simplify: {
        kind: "choice",
        values: SIMPLIFY,
        default: standard,
        help: "merge signals that are always equal, leave out stuck ones, traps and what nothing reads: when the question is not easy, at once, never",
      },
    },
    decides: {
      ...given.decides,
      ...(fairCycle && {
        "fair-cycle": (task: FairCycleTask, options: V & Simplify, context: EngineContext) =>
          onSimpler(task, withModel, (t, c) => fairCycle(t, options, c), options.simplify, rebuilt, context),
      }),
      ...(reach && {
        reach: (task: ReachTask, options: V & Simplify, context: EngineContext) =>
          onSimpler(task, withBad, (t, c) => reach(t, options, c), options.simplify, rebuilt, context),
      }),
    },
  };
}

const withModel = (task: FairCycleTask, { model }: Rewrite): FairCycleTask => ({ ...task, model });

const withBad = (task: ReachTask, { model, literal }: Rewrite): ReachTask => ({
  ...task,
  model,
  bad: literal(task.bad),
});

function* onSimpler<T extends FairCycleTask | ReachTask>(
  task: T,
  rewritten: (task: T, rewrite: Rewrite) => T,
  decide: (task: T, context: EngineContext) => Search,
  when: Simplify["simplify"],
  rebuilt: boolean,
  context: EngineContext,
): Search {
  if (when === "off") return yield* decide(task, context);
  let early: Decided | null = null;
  if (when === "late") {
    // The end of the head start is no end of the search, nor of that for evidence.
    const start = untilLate(context, headStart(task.model.aig.gateCount));
    const end = yield* untilStopped(decide(task, start));
    const isOver = context.shouldStop() !== null;
    if (end instanceof Stopped) {
      if (isOver) throw end;
    } else if (isOver) return end;
    else if (end.answer !== "unknown") {
      if (end.by.kind !== "none" || start.shouldStop() === null) return end;
      early = end;
    }
  }
  const later = yield* untilStopped(onSmallerModel(task, rewritten, decide, rebuilt, context));
  if (early !== null && (later instanceof Stopped || later.answer === "unknown")) return early;
  if (later instanceof Stopped) throw later;
  if (early !== null && early.answer !== later.answer)
    throw new InternalError(`'${early.answer}' of the given model, and '${later.answer}' of a simpler one`);
  return later;
}

function* onSmallerModel<T extends FairCycleTask | ReachTask>(
  task: T,
  rewritten: (task: T, rewrite: Rewrite) => T,
  decide: (task: T, context: EngineContext) => Search,
  rebuilt: boolean,
  context: EngineContext,
): Search {
  const rewrite = simplify(task, rebuilt, context);
  yield simplifiedTo(rewrite.model);
  const verdict = liftVerdict(rewrite.lift, yield* decide(rewritten(task, rewrite), withoutSessions(context)), context);
  return closes(task, verdict) ? verdict : yield* decide(task, context);
}

/** Without facts: those of the smaller model, which are told once, are for the engine that comes after. */
function untilLate(context: EngineContext, milliseconds: number): EngineContext {
  const { memoryLimit, seed, kernels, now, sessions } = context;
  const end = timeOf(context) + milliseconds;
  const shouldStop = () => context.shouldStop() ?? (timeOf(context) > end ? ("time" as const) : null);
  return { memoryLimit, seed, kernels, shouldStop, ...(now && { now }), ...(sessions && { sessions }) };
}

/** No other question is about a model that was made for this one. */
function withoutSessions({ sessions: _, ...context }: EngineContext): EngineContext {
  return context;
}

/** Every rewrite that is cheap, in the order in which each helps the next. */
function simplify(task: ReachTask | FairCycleTask, rebuilt: boolean, host: SolverHost): Rewrite {
  const model: Model = { ...task.model, signals: [] };
  const property = task.kind === "reach" ? [task.bad] : [];
  let done = mergeSignals(model, stuckLatches(model), property);
  const then = (next: (model: Model, property: readonly Lit[]) => Rewrite) => {
    done = compose(done, next(done.model, property.map(done.literal)));
  };
  then(coneOfInfluence);
  then((m, p) =>
    mergeSignals(
      m,
      equalLatches(m, () => goOn(host)),
      p,
    ),
  );
  then(coneOfInfluence);
  if (task.kind === "fair-cycle") then((m) => withoutTraps(m, false));
  then((m, p) => {
    const effort = Math.min(EFFORT * m.aig.gateCount, MOST_EFFORT);
    // Proofs about cycles rest on single steps, also of states that cannot be reached.
    const scope = task.kind === "reach" ? "all" : "latches";
    return mergeSignals(m, signalCorrespondence(m, p, host, effort, scope), p);
  });
  then(coneOfInfluence);
  if (rebuilt) {
    then((m, p) => worthRebuilding(m, p, host));
    then(coneOfInfluence);
  }
  return done;
}

/** Functions built anew must be clearly smaller: the order in which they read signals is another one, and a search may depend on the old one. */
function worthRebuilding(model: Model, property: readonly Lit[], host: SolverHost): Rewrite {
  const rewrite = resynthesised(model, property, () => goOn(host));
  return rewrite.model.aig.gateCount < 0.9 * model.aig.gateCount ? rewrite : unchanged(model);
}

const simplifiedTo = ({ latches, inputs, aig }: Model): Progress => ({
  what: "simplified",
  figures: { latches: latches.length, inputs: inputs.length, gates: aig.gateCount },
});

/**
 * Whether a lasso is one of the given model as well. A latch that matters no longer (it only feeds one that is stuck) may take
 * too many turns to come back: then the question is asked again as it was given.
 */
const closes = (task: Task, verdict: Verdict): boolean =>
  verdict.answer === "unknown" || verdict.by.kind !== "lasso" || checkLasso(task.model, verdict.by).ok;
