import { checkWitness } from "../checkers/check-witness.js";
import { pathClaim } from "../checkers/path-formula.js";
import type { EngineContext } from "../engines/engine.js";
import { InternalError } from "../evidence/outcome.js";
import type { Lasso, Run, Shortest } from "../evidence/verdict.js";
import type { Ltl } from "../formula/ltl.js";
import { overPropositions } from "../formula/propositions.js";
import type { Progress } from "../limits/progress.js";
import { goOn, Stopped, untilStopped } from "../limits/stopped.js";
import { type Lit, litOf, nodeOf } from "../logic/lit.js";
import { isConstant, type Model } from "../model/model.js";
import type { BadStateProperty, Property } from "../model/property.js";
import { BoundedLasso, BoundedReach } from "../safety/bmc.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { coneOfInfluence } from "../transform/cone.js";
import { prepare } from "./prepare.js";

/** A behaviour of fewer steps is looked for. */
export interface ShorterThan {
  readonly steps: number;
  /** The latches that a loop closes on, by index; absent: those that matter to the property, as its checker has it. */
  readonly closing?: readonly number[];
}

/** A shorter behaviour, null where none was found, and what is known of the length of all. */
export interface ShortestPath {
  readonly path: Lasso | Run | null;
  readonly shortest: Shortest;
}

/**
 * A behaviour that shows of the property what one with so many steps does, with the least number of steps: of a lasso, stem and
 * loop together. Unless `closing` is given, it is replayed on the model; else that is for who asks.
 */
export function* shortestPath(
  model: Model,
  property: Property,
  known: ShorterThan,
  context: EngineContext,
): Generator<Progress, ShortestPath> {
  using search = searchFor(model, property, known.closing ?? null, context);
  const found = yield* untilStopped(shorter(search, known.steps, context));
  const noneBelow = search.bound + 1;
  if (found instanceof Stopped) return { path: null, shortest: { noneBelow, stoppedBy: found.reason } };
  if (found === null) return { path: null, shortest: { noneBelow: known.steps, stoppedBy: null } };
  const path = search.lift(found);
  const problem = known.closing === undefined ? checkWitness(model, property, path, context) : null;
  if (problem !== null) throw new InternalError(`the shortest behaviour does not replay: ${problem}`);
  return { path, shortest: { noneBelow, stoppedBy: null } };
}

/** Behaviours of bound + 1 steps, for growing bounds. */
interface Search extends Disposable {
  readonly bound: number;
  decide(): Lasso | Run | null;
  spent(): number;
  /** Of the behaviour that was found, the one of the user's model. */
  lift(found: Lasso | Run): Lasso | Run;
}

function* shorter(search: Search, steps: number, context: EngineContext): Generator<Progress, Lasso | Run | null> {
  while (search.bound + 1 < steps) {
    yield {
      what: "looking for a shorter counterexample",
      figures: { steps: search.bound + 1, of: steps, propagations: search.spent() },
    };
    goOn(context);
    const found = search.decide();
    if (found !== null) return found;
  }
  return null;
}

function searchFor(
  model: Model,
  property: Property,
  closing: readonly number[] | null,
  context: EngineContext,
): Search {
  return property.kind === "bad" ? runSearch(model, property, context) : lassoSearch(model, property, closing, context);
}

function runSearch(model: Model, property: BadStateProperty, context: EngineContext): Search {
  const prepared = prepare(model, property);
  if ("unsupported" in prepared || prepared.task.kind !== "reach")
    throw new InternalError("a bad state is a question of reachability");
  const { task, lift } = prepared;
  const system = new TransitionSystem(task.model);
  const target = { kind: "step", lit: system.literal(task.bad) } as const;
  const runs = new BoundedReach(system, { kind: "resets" }, target, context);
  return asSearch(runs, (run) => lift.run({ kind: "run", steps: run.steps }, context));
}

function lassoSearch(
  model: Model,
  property: Exclude<Property, BadStateProperty>,
  closing: readonly number[] | null,
  context: EngineContext,
): Search {
  const aig = model.aig.fork();
  const { formula, literals } = overPropositions(claimOf(model, property), atomsOf(property), aig);
  const conditions = property.kind === "justice" ? property.literals : [];
  const watched: Model = { ...model, aig, fairness: [...model.fairness, ...conditions] };
  const kept = closing?.map((i) => litOf(model.latches[i]!.node)) ?? [];
  const cone = coneOfInfluence(watched, [...literals.values(), ...kept], [], 0);
  const { latches } = cone.model;
  const indexOf = new Map(latches.map(({ node }, i) => [node, i]));
  const hasLiteral = (reset: Lit | "free"): reset is Lit => reset !== "free" && !isConstant(reset);
  const system = new TransitionSystem({
    ...cone.model,
    latches: latches.map((latch) => (hasLiteral(latch.reset) ? { ...latch, reset: "free" } : latch)),
  });
  const here = (l: Lit) => system.literal(l);
  const lassos = new BoundedLasso(system, context, {
    formula,
    atoms: new Map([...literals].map(([name, l]) => [name, here(cone.literal(l))])),
    resets: new Map(latches.flatMap(({ reset }, i) => (hasLiteral(reset) ? [[i, here(reset)] as const] : []))),
    closing: closing === null ? [...latches.keys()] : kept.map((l) => indexOf.get(nodeOf(cone.literal(l)))!),
  });
  return asSearch(lassos, (found) => (found.kind === "lasso" ? cone.lift.lasso(found, context) : found));
}

function asSearch(bounded: BoundedLasso | BoundedReach, lift: Search["lift"]): Search {
  return {
    get bound() {
      return bounded.bound;
    },
    decide: () => bounded.decide(),
    spent: () => bounded.spent(),
    lift,
    [Symbol.dispose]: () => bounded[Symbol.dispose](),
  };
}

/** What holds on the behaviour, besides that it is fair. */
function claimOf(model: Model, property: Exclude<Property, BadStateProperty>): Ltl {
  switch (property.kind) {
    case "justice":
      return { op: "true" };
    case "ltl":
      return { op: "not", arg: property.formula };
    case "ctl": {
      const claim = pathClaim(model, property);
      if (claim === null) throw new InternalError("no behaviour alone decides this branching property");
      return claim.formula;
    }
  }
}

const atomsOf = (property: Property): ReadonlyMap<string, Lit> => ("atoms" in property ? property.atoms : new Map());
