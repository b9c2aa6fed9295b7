import { checkWitness } from "../checkers/check-witness.js";
import type { Outcome } from "../evidence/outcome.js";
import { type Lasso, type Run, witnessIn } from "../evidence/verdict.js";
import type { Lit } from "../logic/lit.js";
import { type Design, literalsOf, type Property } from "../model/property.js";
import { Simulator } from "../model/simulate.js";
import { readable } from "../solving/readable.js";

/** All this happens on the caller's thread: a counterexample that takes more evaluations of gates to replay is not looked at. */
const MOST_WORK = 2e7;
/** And so long, in milliseconds, it may be made shorter. */
const SHORTENING_MS = 50;
/** So many of the last lassos are tried on a formula: each has to be replayed. */
const MOST_LASSOS = 16;

interface Seen {
  readonly path: Lasso | Run;
  readonly engine: string;
  /** The property that it was a counterexample of. */
  readonly of: string;
}

/**
 * Counterexamples of some properties of a design, which may be some of others as well: files with hundreds of properties have many that
 * fail in the same way.
 */
export class SeenBehaviours {
  private readonly lassos: Seen[] = [];
  /** By property: what seems to violate it. */
  private readonly candidates = new Map<number, Seen>();
  private watched: { readonly simulator: Simulator; readonly literals: readonly Lit[] } | null = null;

  constructor(private readonly design: Design) {}

  /** Looks at the counterexample of a property, if it has one, through the eyes of all others. */
  learn(of: number, { verdict, engine }: Outcome): void {
    const { model, properties } = this.design;
    const path = verdict.answer === "fails" ? witnessIn(verdict) : null;
    if (properties.length === 1 || path === null || path.kind === "tree") return;
    if (path.steps.length * model.aig.size > MOST_WORK) return;
    const seen: Seen = { path, engine, of: properties[of]!.name };
    if (path.kind === "lasso") this.lassos.unshift(seen);
    this.lassos.splice(MOST_LASSOS);
    const { inRun, inLoop } = this.firstSteps(path);
    for (const [k, property] of properties.entries()) {
      if (this.candidates.has(k)) continue;
      if (property.kind === "bad") {
        const at = inRun.get(property.literal);
        if (at !== undefined)
          this.candidates.set(k, { ...seen, path: { kind: "run", steps: path.steps.slice(0, at + 1) } });
      } else if (property.kind === "justice" && path.kind === "lasso")
        if (property.literals.every((l) => inLoop.has(l))) this.candidates.set(k, seen);
    }
  }

  /** Where each literal of a bad state or of a justice property holds first: anywhere, and in the loop. */
  private firstSteps(path: Lasso | Run): {
    readonly inRun: ReadonlyMap<Lit, number>;
    readonly inLoop: ReadonlySet<Lit>;
  } {
    const { simulator, literals } = this.watching();
    const [inRun, inLoop] = [new Map<Lit, number>(), new Set<Lit>()];
    for (const [t, step] of path.steps.entries()) {
      simulator.load(step);
      simulator.evaluate();
      const isInLoop = path.kind === "lasso" && t >= path.loop;
      for (const l of literals) {
        if (simulator.bit(l) === 0) continue;
        if (!inRun.has(l)) inRun.set(l, t);
        if (isInLoop) inLoop.add(l);
      }
    }
    return { inRun, inLoop };
  }

  private watching(): { readonly simulator: Simulator; readonly literals: readonly Lit[] } {
    if (this.watched !== null) return this.watched;
    const { model, properties } = this.design;
    const isSimple = ({ kind }: Property) => kind === "bad" || kind === "justice";
    const literals = [...new Set(properties.filter(isSimple).flatMap(literalsOf))];
    this.watched = { simulator: new Simulator(model, { watch: literals, latches: [] }), literals };
    return this.watched;
  }

  /** The answer to a question that a known counterexample settles, replayed; null where none does. */
  answerTo(question: number): Outcome | null {
    const started = performance.now();
    const { model, properties } = this.design;
    const property = properties[question]!;
    const tried = property.kind === "ltl" ? this.lassos : [this.candidates.get(question)];
    const found = tried.find((s) => s !== undefined && checkWitness(model, property, s.path) === null);
    if (found === undefined) return null;
    const until = started + SHORTENING_MS;
    const by = readable(model, property, found.path, () => (performance.now() > until ? "time" : null));
    const seconds = (performance.now() - started) / 1000;
    const notes = [`the counterexample of ${found.of} shows it`];
    return { engine: found.engine, verdict: { answer: "fails", by, stats: {} }, evidence: "checked", seconds, notes };
  }
}
