import { type Decided, type NoEvidence, none, type Stats, type Verdict, type Witness } from "../evidence/verdict.js";
import type { Figures, Progress } from "../limits/progress.js";
import { goOn, type Limits, Stopped, unlessStopped, untilStopped, withFigures } from "../limits/stopped.js";
import type { KernelModule } from "../logic/kernel-module.js";
import type { Model } from "../model/model.js";
import type { SceneNode, Watcher } from "../model/watcher.js";
import { type BddScope, bddSets } from "../sets/bdd-sets.js";
import type { BddSetsOptions } from "../sets/bdd-system.js";
import type { StepCounts } from "../sets/state-sets.js";
import { type Bdd, BddManager } from "../solvers/bdd/manager.js";
import { submodulesOf } from "./dnc/submodules.js";
import type { FairRegion } from "./fair-region.js";
import type { Hull } from "./hull.js";
import { polled } from "./limit.js";
import { machineByMachine } from "./machine-by-machine.js";
import { ProofLog } from "./proof.js";
import { Closure } from "./reach.js";
import { concreteLasso, lassoThroughHull, lassoThroughRegion, type StateLasso } from "./trace.js";

/** Where the kernel comes from, and what work may take. */
export interface SymbolicHost extends Limits {
  readonly kernels: { readonly bdd: KernelModule };
  readonly watcher?: Watcher;
}

export type NamedSet = readonly [name: string, set: Bdd];

/** One run on the BDD sets of a model: the manager, the proof that is being written, the figures to report. */
export class SymbolicSession implements Disposable {
  readonly manager: BddManager;
  readonly sets: BddScope;
  readonly proof: ProofLog<Bdd>;
  private search: Closure<Bdd> | null = null;
  private reachSteps = 0;
  private reachedStates = -1;
  /** Steps for counterexamples. */
  private lassoSteps: StepCounts = { ex: 0, ey: 0 };
  private iterations = 0;
  /** When the question was asked. */
  private stepsBefore: StepCounts = { ex: 0, ey: 0 };

  constructor(
    readonly model: Model,
    protected host: SymbolicHost,
    options: BddSetsOptions = {},
  ) {
    this.manager = new BddManager(host.kernels.bdd, {
      memoryLimit: host.memoryLimit,
      shouldStop: () => this.host.shouldStop(),
    });
    this.manager.autoReorder({});
    this.sets = bddSets(this.manager, model, options);
    this.proof = new ProofLog(this.sets);
  }

  /** Another question about the same model, with limits of its own; its figures start from zero. */
  askedBy(host: SymbolicHost): void {
    this.host = host;
    this.stepsBefore = { ...this.sets.steps };
    this.reachSteps = 0;
    this.lassoSteps = { ex: 0, ey: 0 };
    this.iterations = 0;
  }

  /** The reachable states, by breadth-first search, from where it was last left. Its steps are counted apart. */
  *reachable(): Generator<Progress, Bdd> {
    const before = this.sets.steps.ey;
    this.search ??= new Closure(this.sets, "forward", this.sets.initial);
    const states = yield* this.search.toTheEnd();
    this.reachSteps += this.sets.steps.ey - before;
    this.reachedStates = this.sets.count(states);
    this.proof.reachable(() => states);
    return states;
  }

  /** States that may be reachable, all that are among them, closed under steps: an invariant that is found faster. */
  *bound(mostLatches: number): Generator<Progress, Bdd> {
    const before = this.sets.steps.ey;
    const states = yield* machineByMachine(this.sets, submodulesOf(this.model, mostLatches));
    this.reachSteps += this.sets.steps.ey - before;
    this.proof.reachable(() => states);
    return states;
  }

  /** An event with the session's own figures. One that speaks of iterations says that one more is done. */
  told({ what, figures }: Progress): Progress {
    if (figures.iterations !== undefined) this.iterations++;
    return { what, figures: { ...figures, ...this.figures() } };
  }

  /** Shows sets by their names to who watches. */
  show(what: string, sets: () => readonly NamedSet[], tree?: () => readonly SceneNode[]): void {
    const { watcher } = this.host;
    if (watcher === undefined) return;
    const has = (set: Bdd) => (latches: Uint8Array) => {
      using s = this.sets.open();
      return s.intersects(set, s.state(latches));
    };
    const shown = sets().map(([name, set]) => ({ name, has: has(set) }));
    watcher.sees({ what, figures: this.counts(), sets: shown, ...(tree && { tree: tree() }) });
  }

  figures(): Record<string, number> {
    const { nodes, peakNodes, createdNodes } = this.manager.statistics();
    return { ...this.counts(), nodes, peakNodes, createdNodes };
  }

  stats(further: Stats = {}): Stats {
    return { ...this.result(), ...further };
  }

  /** The figures of a search that is over. */
  result(): Figures {
    const { peakNodes, createdNodes, reorderings } = this.manager.statistics();
    const reached: Figures = this.reachedStates < 0 ? {} : { reachableStates: this.reachedStates };
    return { ...this.counts(), peakNodes, createdNodes, reorderings, ...reached };
  }

  /** No reachable fair cycle: with the proof, if it is within its budget. */
  holds(further: Stats = {}): Decided {
    const { latches, inputs } = this.model;
    const certificate = this.proof.certificate(latches.length, inputs.length);
    return { answer: "holds", by: certificate ?? none(this.proof.why), stats: this.stats(further) };
  }

  fails(by: Witness | NoEvidence, further: Stats = {}): Decided {
    return { answer: "fails", by, stats: this.stats(further) };
  }

  /** What a hull says: nothing left, or a lasso through it. Hulls start from reachable states. */
  *ofHull({ states, closed }: Hull<Bdd>): Generator<Progress, Verdict> {
    if (this.sets.isEmpty(states)) return this.holds();
    const direction = closed.includes("future") ? "forward" : "backward";
    return yield* this.failsBy(lassoThroughHull(this.sets, states, direction));
  }

  /** What a search for a fair region says: there is none, or a lasso through it. */
  *ofRegion(region: FairRegion<Bdd> | null): Generator<Progress, Verdict> {
    if (region === null) return this.holds();
    return yield* this.failsBy(lassoThroughRegion(this.sets, region));
  }

  /** It fails, as a lasso shows. The steps to find that are counted apart. It fails as well if there is no time left to find the lasso. */
  *failsBy(search: Generator<Progress, StateLasso<Bdd>>, further: Stats = {}): Generator<Progress, Decided> {
    const { ex, ey } = this.sets.steps;
    const lasso = yield* untilStopped(polled(search, this.host));
    this.lassoSteps = { ex: this.sets.steps.ex - ex, ey: this.sets.steps.ey - ey };
    const by = lasso instanceof Stopped ? lasso : unlessStopped(() => concreteLasso(this.sets, lasso));
    return this.fails(
      by instanceof Stopped ? none(`the search for a behaviour was stopped: ${by.reason}`) : by,
      further,
    );
  }

  [Symbol.dispose](): void {
    this.proof[Symbol.dispose]();
    this.sets[Symbol.dispose]();
  }

  private counts() {
    const { reachSteps, iterations } = this;
    const { ex: lassoEx, ey: lassoEy } = this.lassoSteps;
    const ex = this.sets.steps.ex - this.stepsBefore.ex - lassoEx;
    const ey = this.sets.steps.ey - this.stepsBefore.ey - reachSteps - lassoEy;
    const lassoSteps = lassoEx + lassoEy;
    return { ex, ey, steps: ex + ey, reachSteps, ...(lassoSteps > 0 && { lassoSteps }), iterations };
  }
}

/** Runs a search on the BDD sets of a model: reports what it does, and frees everything whatever happens. */
export function inSession(
  model: Model,
  host: SymbolicHost,
  search: (session: SymbolicSession) => Generator<Progress, Verdict>,
  options: BddSetsOptions = {},
): Generator<Progress, Verdict> {
  return searchIn(
    host,
    () => new SymbolicSession(model, host, options),
    search,
    (session) => session[Symbol.dispose](),
  );
}

/** How a search in a session ended: with a verdict, at a limit, or unforeseen. */
export type SessionEnd = "answered" | Stopped | null;

/** As `inSession`, in a session that somebody gives and takes back. */
export function* searchIn<T extends SymbolicSession>(
  host: SymbolicHost,
  give: () => T,
  search: (session: T) => Generator<Progress, Verdict>,
  takeBack: (session: T, end: SessionEnd) => void,
): Generator<Progress, Verdict> {
  const session = give();
  let end: SessionEnd = null;
  try {
    const verdict = yield* withFigures(reporting(host, session, search(session)), () => session.result());
    end = "answered";
    return verdict;
  } catch (error) {
    if (error instanceof Stopped) end = error;
    throw error;
  } finally {
    takeBack(session, end);
  }
}

function* reporting<T>(
  host: SymbolicHost,
  session: SymbolicSession,
  running: Generator<Progress, T>,
): Generator<Progress, T> {
  try {
    for (;;) {
      const { done, value } = running.next();
      if (done) return value;
      yield session.told(value);
      goOn(host);
    }
  } finally {
    running.return(undefined as never);
  }
}
