import type { Lasso } from "../../evidence/verdict.js";
import type { Progress } from "../../limits/progress.js";
import { goOn } from "../../limits/stopped.js";
import type { Lit } from "../../logic/lit.js";
import type { SolverHost } from "../host.js";
import { Ic3 } from "../ic3/ic3.js";
import type { TransitionSystem } from "../transition-system.js";
import type { Findings } from "./findings.js";
import type { Ledger } from "./ledger.js";
import { LoopWalks } from "./loop-walks.js";

/** The query for loops gets so many propagations at first, and then this share of all. */
const QUERY_HEAD_START = 200_000;
const QUERY_SHARE = 0.2;

/** Random walks get so many evaluations of gates at first, and then so many for each propagation: a tenth of the time. */
const WALK_HEAD_START = 2_000_000;
const WALK_SHARE = 15;

/**
 * States that are fair cycles by themselves: only reachability can rule these out. A query from the resets to all of them
 * at once, and random walks, both on the side.
 */
export class Loops {
  private query: Ic3 | null;
  private queryWork = 0;
  private readonly walks: LoopWalks;

  constructor(
    private readonly ledger: Ledger,
    private readonly findings: Findings,
    private readonly host: SolverHost,
    seed: number,
  ) {
    const { system, stem, reachable } = ledger;
    const loop = fairLoop(system);
    this.query = new Ic3(stem, { kind: "resets" }, { kind: "step", lit: loop });
    ledger.stemQueries.add(this.query);
    this.walks = new LoopWalks(system.model, system, loop, reachable, seed);
  }

  /** Asks for a part of the time whether one can be reached. The proof rules out all skeletons of this kind at once. */
  *ask(): Generator<Progress, Lasso | null> {
    while (this.query !== null) {
      const before = this.ledger.stem.spent();
      if (this.queryWork > QUERY_HEAD_START + QUERY_SHARE * this.spent()) return null;
      const result = this.query.step(QUERY_HEAD_START / 4);
      this.queryWork += this.ledger.stem.spent() - before;
      if (result === "more") {
        yield { what: "loop", figures: { ...this.ledger.counts, ...this.query.figures() } };
        continue;
      }
      this.endQuery();
      if (result.kind === "separated") this.findings.assertion(result.clauses);
      else return { kind: "lasso", steps: result.run.steps, loop: result.run.steps.length - 1 };
    }
    return null;
  }

  /** Walks at random for a part of the time, whatever else is done. */
  *besideWalks(main: Generator<Progress, Lasso | null>): Generator<Progress, Lasso | null> {
    try {
      for (;;) {
        const walked = this.walk();
        if (walked !== null) return walked;
        const { done, value } = main.next();
        if (done) return value;
        yield value;
      }
    } finally {
      main.return(null);
    }
  }

  private walk(): Lasso | null {
    const { walks } = this;
    if (this.query === null) return null;
    const enough = WALK_HEAD_START + WALK_SHARE * this.spent();
    for (let k = 1; walks.work < enough; k++) {
      const lasso = walks.step();
      if (lasso !== null) return lasso;
      if (k % 1000 === 0) goOn(this.host);
    }
    return null;
  }

  private spent(): number {
    return this.ledger.stem.spent() + this.ledger.cycle.spent();
  }

  private endQuery(): void {
    this.ledger.stemQueries.delete(this.query!);
    this.query![Symbol.dispose]();
    this.query = null;
  }
}

/** A step that meets all conditions and leads nowhere else. */
function fairLoop(system: TransitionSystem): Lit {
  const { graph, fairness } = system;
  const stays = system.latches().map((l) => graph.iff(l, system.primed(l)));
  return graph.andAll([...fairness, ...stays]);
}
