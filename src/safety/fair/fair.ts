import type { CertificateStep } from "../../evidence/certificate.js";
import type { Lasso } from "../../evidence/verdict.js";
import type { Progress } from "../../limits/progress.js";
import type { Lit } from "../../logic/lit.js";
import type { Watcher } from "../../model/watcher.js";
import type { SolverHost } from "../host.js";
import { implications } from "../implications.js";
import type { TransitionSystem } from "../transition-system.js";
import { Analysis } from "./analysis.js";
import { Findings } from "./findings.js";
import { Ledger } from "./ledger.js";
import { LiteralWalls } from "./literal-walls.js";
import { Loops } from "./loops.js";
import type { ProofStep } from "./proof-step.js";
import { showFair } from "./scenes.js";
import type { SharedFacts } from "./shared-facts.js";
import type { SkeletonState } from "./skeleton.js";

export interface FairOptions {
  /** Unrollings of the skeleton query, counted as in Section V: 0 is one forward step. */
  readonly k: number;
  /** Whether skeletons with few states are preferred (Section III-B). */
  readonly minimize: boolean;
  /** Whether skeletons are looked for on the sides of walls that no step leaves, as far as there are any. */
  readonly inside: boolean;
  /** Whether latches and conditions are tried as walls without a skeleton (Section III-E). */
  readonly walls: boolean;
  /** Whether clauses of two latches are looked for before the first skeleton. */
  readonly implications: boolean;
  /** Whether states that are fair cycles by themselves are looked for on the side. */
  readonly loops: boolean;
  readonly seed: number;
}

/** Propagations that the search for implications may take: about half a second. */
const IMPLICATIONS_WORK = 5_000_000;

export type FairResult =
  | { readonly kind: "lasso"; readonly lasso: Lasso }
  | { readonly kind: "proof"; readonly steps: readonly CertificateStep[] };

/**
 * FAIR (Bradley, Somenzi, Hassan and Zhang, FMCAD 2011): an incremental search for a reachable fair cycle.
 *
 * A skeleton is a set of states that together meet all conditions. Safety queries try to connect it to a lasso; the
 * proof of a query that fails is either a reachability assertion or a wall that no fair cycle crosses. Skeletons have to
 * lie on one side of every wall; when there is none left, there is no fair cycle. Line numbers are those of Fig. 1.
 */
export class Fair implements Disposable {
  private readonly ledger: Ledger;
  private readonly findings: Findings;
  private readonly literalWalls: LiteralWalls;
  private readonly analysis: Analysis;
  private readonly loops: Loops | null;

  constructor(
    system: TransitionSystem,
    host: SolverHost,
    private readonly options: FairOptions,
    others: SharedFacts | null = null,
    private readonly watcher?: Watcher,
  ) {
    this.ledger = new Ledger(system, host, options.k);
    this.literalWalls = new LiteralWalls(this.ledger, options.walls);
    this.findings = new Findings(this.ledger, this.literalWalls, others);
    this.analysis = new Analysis(this.ledger, this.findings, options.seed);
    this.loops = options.loops ? new Loops(this.ledger, this.findings, host, options.seed) : null;
  }

  /** Fig. 1: where the paper chooses between a literal (lines 13-16) and a skeleton (18-26), literals come first. */
  *search(): Generator<Progress, FairResult> {
    const { ledger, findings } = this;
    this.show("start");
    findings.listen();
    yield* this.findLiteralWalls();
    for (let begun = false; ; ) {
      const next = ledger.nextSkeleton(this.options); // lines 6-12 and 19
      if (next.kind === "none") return this.proof(next.done); // line 52
      if (this.options.implications && !begun) {
        begun = true;
        findings.assertion(implications(ledger.stem, IMPLICATIONS_WORK));
        yield* this.findLiteralWalls();
        continue;
      }
      const skeleton = next.states;
      this.show(`skeleton of ${skeleton.length} states`, skeleton);
      const known = ledger.facts.length;
      const lasso = yield* this.connect(skeleton); // lines 20-26, 30-50
      if (lasso === null) this.show(factText(ledger.facts.slice(known)), skeleton);
      if (lasso !== null) return { kind: "lasso", lasso }; // lines 27-28
      findings.listen();
      yield* this.findLiteralWalls();
    }
  }

  /** A predicate that holds in all reachable states, known from elsewhere. */
  assume(reachable: Lit): void {
    this.findings.reachable(reachable);
  }

  figures(): Record<string, number> {
    return { ...this.ledger.counts, propagations: this.ledger.spent() };
  }

  [Symbol.dispose](): void {
    this.ledger[Symbol.dispose]();
  }

  private show(what: string, skeleton: readonly SkeletonState[] = []): void {
    if (this.watcher !== undefined) showFair(this.watcher, this.ledger, what, skeleton);
  }

  private proof(done: CertificateStep): FairResult {
    this.show("no skeleton is left");
    return { kind: "proof", steps: [...this.ledger.facts, done] };
  }

  private *findLiteralWalls(): Generator<Progress, void> {
    for (const wall of this.literalWalls.find()) {
      this.ledger.counts.literals++;
      this.findings.wall(wall);
      this.show("wall, of a literal");
      yield { what: "wall", figures: this.figures() };
    }
  }

  private *connect(skeleton: readonly SkeletonState[]): Generator<Progress, Lasso | null> {
    const { loops, analysis, ledger } = this;
    const known = ledger.facts.length;
    if (loops === null) return yield* analysis.connect(skeleton, known);
    function* main(): Generator<Progress, Lasso | null> {
      return (yield* loops!.ask()) ?? (yield* analysis.connect(skeleton, known));
    }
    return yield* loops.besideWalks(main());
  }
}

/** What was learnt from a skeleton. */
const factText = (facts: readonly ProofStep[]): string =>
  [...new Set(facts.map(({ rule }) => FACTS[rule]))].join(", ") || "nothing new";

const FACTS = { reach: "reachability assertion", split: "wall", exclude: "a region given up" } as const;
