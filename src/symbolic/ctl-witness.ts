import type { Lasso, Run, Tree } from "../evidence/verdict.js";
import type { Ctl } from "../formula/ctl.js";
import { negationOf } from "../formula/ctl-normal.js";
import { printCtl } from "../formula/print.js";
import type { Progress } from "../limits/progress.js";
import type { Scope } from "../sets/state-sets.js";
import type { FairCtl } from "./ctl.js";
import { OnionRings } from "./reach.js";
import { concreteLasso, concreteSteps, lassoThroughHull, pathFrom } from "./trace.js";

/** At most this many paths in one tree: nested formulas could ask for one at every step of another. */
const MOST_PATHS = 256;

type Trees = Generator<Progress, Tree[]>;

/**
 * Shows by paths why a formula fails in a state. What only the absence of paths could show is left out: a tree may lack a
 * branch where its end needs one, and there is none at all when the formula itself asks for a path.
 */
export class CtlWitness<S> {
  private paths = 0;

  constructor(
    /** The scope of the paths; where the formulas are evaluated. */
    private readonly sets: Scope<S>,
    private readonly ctl: FairCtl<S>,
    /** Every path goes on as a fair one: then a run need not show how. */
    private readonly runsGoOn: boolean,
  ) {}

  /** Why a state does not satisfy the formula; null when no path shows it. */
  *counterexample(state: S, formula: Ctl): Generator<Progress, Tree | null> {
    const failure = negationOf(formula);
    const trees = yield* this.show(state, failure);
    if (trees.length === 1) return trees[0]!;
    const here = yield* this.runOrLasso([state]);
    if (here === null || (trees.length === 0 && hasPathQuantifier(failure))) return null;
    return { kind: "tree", formula: printCtl(failure), path: here, branches: trees.map((tree) => ({ step: 0, tree })) };
  }

  /** Trees for the path quantifiers in a formula that holds in the state, in negation normal form. */
  private *show(state: S, f: Ctl): Trees {
    switch (f.op) {
      case "and":
        return [...(yield* this.show(state, f.left)), ...(yield* this.show(state, f.right))];
      case "or":
        return yield* this.show(state, (yield* this.holds(state, f.left)) ? f.left : f.right);
      case "EX":
        return yield* this.next(state, f, f.arg);
      case "EF":
        return yield* this.until(state, f, { op: "true" }, f.arg);
      case "EU":
        return yield* this.until(state, f, f.left, f.right);
      case "EG":
        return yield* this.globally(state, f, f);
      case "ER": {
        const until = yield* this.until(state, f, f.right, { op: "and", left: f.left, right: f.right });
        return until.length > 0 ? until : yield* this.globally(state, f, { op: "EG", arg: f.right });
      }
      case "EW": {
        const until = yield* this.until(state, f, f.left, f.right);
        return until.length > 0 ? until : yield* this.globally(state, f, { op: "EG", arg: f.left });
      }
      default:
        return [];
    }
  }

  private *holds(state: S, f: Ctl): Generator<Progress, boolean> {
    return this.sets.intersects(state, yield* this.ctl.states(f));
  }

  private *next(state: S, f: Ctl, goal: Ctl): Trees {
    const target = this.sets.and(yield* this.ctl.states(goal), yield* this.ctl.fair());
    const [successor] = yield* pathFrom(this.sets, state, target, this.sets.all);
    return yield* this.tree(f, [state, successor as S], { op: "true" }, goal);
  }

  private *until(state: S, f: Ctl, through: Ctl, goal: Ctl): Trees {
    using s = this.sets.open();
    const target = s.and(yield* this.ctl.states(goal), yield* this.ctl.fair());
    const inside = yield* this.ctl.states(through);
    const from = s.and(state, s.or(inside, target));
    const path = yield* new OnionRings(s, "forward", from, s.or(inside, target)).pathTo(target);
    if (path === null) return [];
    // A state of the target ends the path, so that the others lie inside.
    return yield* this.tree(
      f,
      path.map((x) => s.keep(x)),
      through,
      goal,
    );
  }

  /** A path through states that satisfy `through` to one that satisfies `goal`, with what these show in turn. */
  private *tree(f: Ctl, path: readonly S[], through: Ctl, goal: Ctl): Trees {
    if (++this.paths > MOST_PATHS) return [];
    const shown = yield* this.runOrLasso(path);
    if (shown === null) return [];
    const branches: { step: number; tree: Tree }[] = [];
    for (const [step, state] of path.entries())
      for (const tree of yield* this.show(state, step < path.length - 1 ? through : goal))
        branches.push({ step, tree });
    return [{ kind: "tree", formula: printCtl(f), path: shown, branches }];
  }

  private *globally(state: S, f: Ctl, always: Extract<Ctl, { readonly arg: Ctl }>): Trees {
    if (++this.paths > MOST_PATHS) return [];
    const hull = yield* this.ctl.states(always);
    if (!this.sets.intersects(state, hull)) return [];
    const lasso = yield* lassoThroughHull(this.sets, hull, "forward", { from: state, within: hull });
    const branches: { step: number; tree: Tree }[] = [];
    for (const [step, visited] of lasso.states.entries())
      for (const tree of yield* this.show(visited, always.arg)) branches.push({ step, tree });
    return [{ kind: "tree", formula: printCtl(f), path: concreteLasso(this.sets, lasso), branches }];
  }

  /** A path made presentable: with the rest of a fair path, where that is not sure to exist. */
  private *runOrLasso(path: readonly S[]): Generator<Progress, Run | Lasso | null> {
    const { sets } = this;
    if (this.runsGoOn) return { kind: "run", steps: concreteSteps(sets, path, sets.all) };
    const end = path.at(-1) as S;
    const fair = yield* this.ctl.fair();
    if (!sets.intersects(end, fair)) return null;
    const rest = yield* lassoThroughHull(sets, fair, "forward", { from: end, within: fair });
    const before = path.length - 1;
    return concreteLasso(sets, { states: [...path.slice(0, -1), ...rest.states], loop: before + rest.loop });
  }
}

/** In negation normal form. */
function hasPathQuantifier(f: Ctl): boolean {
  if (f.op === "and" || f.op === "or") return hasPathQuantifier(f.left) || hasPathQuantifier(f.right);
  return !["true", "false", "atom", "not"].includes(f.op);
}
