import { type Lit, not } from "../logic/lit.js";
import { type Clause, type Cube, isSubset, negated } from "./cube.js";
import type { StartFrame } from "./ic3/start.js";
import type { StepSolver } from "./step-solver.js";
import type { TransitionSystem } from "./transition-system.js";

/** Beyond so many clauses a proof is only cut to what supports its goal. */
const MANY = 80;

/**
 * Makes inductive proofs more general and smaller (FAIR, Section III-D). The solver holds whatever the proofs may be
 * relative to. Clauses are assumed one by one, so that cores name those that are needed.
 */
export class ProofRefiner {
  constructor(
    private readonly system: TransitionSystem,
    private readonly solver: StepSolver,
  ) {}

  /**
   * A proof that still holds at the start and excludes the target, as weak and as small as it gets with reasonable
   * effort: the clause that excludes the target is generalized, and clauses that it does not need are dropped.
   */
  weaken(proof: readonly Clause[], start: StartFrame, target: Cube): readonly Clause[] {
    const excluding = negated(target);
    let goal = proof.find((c) => isSubset(c, excluding));
    if (goal === undefined) throw new Error("the proof does not exclude the target");
    let clauses = this.supporting(goal, proof);
    for (let round = 0; round < 3; round++) {
      const smaller = this.minimize(goal, clauses, start);
      const changed = smaller.length < goal.length;
      clauses = replace(clauses, goal, smaller);
      goal = smaller;
      const fewer = this.dropClauses(goal, this.supporting(goal, clauses));
      if (!changed && fewer.length === clauses.length) return fewer;
      clauses = fewer;
    }
    return clauses;
  }

  /** The same proof with each clause made as strong as it gets: fewer literals, more states excluded. */
  strengthen(proof: readonly Clause[], start: StartFrame): readonly Clause[] {
    let clauses = proof;
    if (proof.length > MANY) return clauses;
    for (let changed = true; changed; ) {
      changed = false;
      for (const c of clauses) {
        const smaller = this.minimize(c, clauses, start);
        if (smaller.length === c.length) continue;
        changed = true;
        clauses = replace(clauses, c, smaller);
      }
    }
    return clauses;
  }

  /** Whether the conjunction of the clauses is preserved by every step. */
  isInductive(clauses: readonly Clause[]): boolean {
    const pool = this.assumed(clauses);
    return clauses.every((c) => this.support(c, clauses, pool) !== null);
  }

  /** Those of the clauses that are preserved together by every step. */
  inductivePart(clauses: readonly Clause[]): readonly Clause[] {
    for (let part = clauses; ; ) {
      const pool = this.assumed(part);
      const left = part.filter((c) => this.support(c, part, pool) !== null);
      if (left.length === part.length) return part;
      part = left;
    }
  }

  /** MIC on one clause of a proof: a subset that holds at the start and is preserved together with the others. */
  private minimize(clause: Clause, clauses: readonly Clause[], start: StartFrame): Clause {
    const others = this.assumed(clauses.filter((c) => c !== clause));
    const { system } = this;
    let best = clause;
    for (const l of clause) {
      if (best.length === 1 || !best.includes(l)) continue;
      const candidate = best.filter((m) => m !== l);
      const excluded = negated(candidate);
      if (start.meets(excluded) !== null) continue;
      const after = excluded.map((m) => system.primed(m));
      if (this.solver.solveUnder([...others, ...after], candidate)) continue;
      const part = excluded.filter((m) => this.solver.failed(system.primed(m)));
      best = negated(start.avoid(part, excluded));
    }
    return best;
  }

  /** The clause, those that support it, those that support them, and so on. Pre: `clauses` is inductive. */
  private supporting(goal: Clause, clauses: readonly Clause[]): readonly Clause[] {
    const needed = this.closure(goal, clauses);
    if (needed.kind === "unsupported") throw new Error("the proof is not inductive");
    return needed.clauses;
  }

  private closure(
    goal: Clause,
    clauses: readonly Clause[],
  ): { kind: "closed"; clauses: Clause[] } | { kind: "unsupported"; clause: Clause } {
    const pool = this.assumed(clauses);
    const needed = new Set([goal]);
    for (const c of needed) {
      const support = this.support(c, clauses, pool);
      if (support === null) return { kind: "unsupported", clause: c };
      for (const d of support) needed.add(d);
    }
    return { kind: "closed", clauses: [...needed] };
  }

  /** Tries to do without each clause; clauses that only it supported go with it, unless the goal would. */
  private dropClauses(goal: Clause, clauses: readonly Clause[]): readonly Clause[] {
    if (clauses.length > MANY) return clauses;
    let best = clauses;
    for (const d of clauses) {
      if (d === goal || !best.includes(d)) continue;
      best = this.without(d, goal, best) ?? best;
    }
    return best;
  }

  private without(dropped: Clause, goal: Clause, clauses: readonly Clause[]): readonly Clause[] | null {
    let left = clauses.filter((c) => c !== dropped);
    for (;;) {
      const closure = this.closure(goal, left);
      if (closure.kind === "closed") return closure.clauses;
      if (closure.clause === goal) return null;
      left = left.filter((c) => c !== closure.clause);
    }
  }

  /** Clauses that, with the step, imply `clause` afterwards; null when all of them together do not. */
  private support(clause: Clause, clauses: readonly Clause[], pool: readonly Lit[]): Clause[] | null {
    const after = clause.map((l) => not(this.system.primed(l)));
    if (this.solver.solve([...pool, ...after])) return null;
    return clauses.filter((_, i) => this.solver.failed(pool[i]!));
  }

  private assumed(clauses: readonly Clause[]): Lit[] {
    return clauses.map((c) => {
      const l = this.system.clause(c);
      this.solver.encode(l);
      return l;
    });
  }
}

const replace = (clauses: readonly Clause[], old: Clause, by: Clause): readonly Clause[] =>
  clauses.map((c) => (c === old ? by : c));
