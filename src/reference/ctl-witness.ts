import type { Lasso, Run, Tree } from "../evidence/verdict.js";
import type { Ctl } from "../formula/ctl.js";
import { negationOf } from "../formula/ctl-normal.js";
import { printCtl } from "../formula/print.js";
import { allStates, intersection } from "./components.js";
import type { GraphCtl } from "./ctl.js";
import { endOf, fairPathFrom, lassoAlong, type Path, pathInto, runAlong, shortestPath } from "./lasso.js";

/** At most this many paths in one tree: nested formulas could ask for one at every step of another. */
const MOST_PATHS = 256;

/**
 * Shows by paths why a formula fails in a state. What only the absence of paths could show is left out: a tree may lack
 * a branch where its end needs one, and there is none at all when the formula itself asks for a path.
 */
export class GraphCtlWitness {
  private paths = 0;

  constructor(private readonly ctl: GraphCtl) {}

  /** Why a state does not satisfy the formula; null when no path shows it. */
  counterexample(state: number, formula: Ctl): Tree | null {
    const failure = negationOf(formula);
    const trees = this.show(state, failure);
    if (trees.length === 1) return trees[0]!;
    const here = this.runOrLasso(state, []);
    if (here === null || (trees.length === 0 && hasPathQuantifier(failure))) return null;
    return { kind: "tree", formula: printCtl(failure), path: here, branches: trees.map((tree) => ({ step: 0, tree })) };
  }

  /** Trees for the path quantifiers in a formula that holds in the state, in negation normal form. */
  private show(s: number, f: Ctl): Tree[] {
    switch (f.op) {
      case "and":
        return [...this.show(s, f.left), ...this.show(s, f.right)];
      case "or":
        return this.show(s, this.ctl.states(f.left)[s] === 1 ? f.left : f.right);
      case "EX":
        return this.next(s, f, f.arg);
      case "EF":
        return this.until(s, f, { op: "true" }, f.arg);
      case "EU":
        return this.until(s, f, f.left, f.right);
      case "EG":
        return this.globally(s, f, f.arg);
      case "ER": {
        const until = this.until(s, f, f.right, { op: "and", left: f.left, right: f.right });
        return until.length > 0 ? until : this.globally(s, f, f.right);
      }
      case "EW": {
        const until = this.until(s, f, f.left, f.right);
        return until.length > 0 ? until : this.globally(s, f, f.left);
      }
      default:
        return [];
    }
  }

  private next(s: number, f: Ctl, goal: Ctl): Tree[] {
    const { graph, fair } = this.ctl;
    const path = shortestPath(graph, s, intersection(this.ctl.states(goal), fair), () => true);
    return path === null ? [] : this.tree(s, f, path, { op: "true" }, goal);
  }

  private until(s: number, f: Ctl, through: Ctl, goal: Ctl): Tree[] {
    const { graph, fair } = this.ctl;
    const inside = this.ctl.states(through);
    const path = pathInto(graph, s, inside, intersection(this.ctl.states(goal), fair));
    return path === null || (path.length > 0 && inside[s] === 0) ? [] : this.tree(s, f, path, through, goal);
  }

  /** A path through states that satisfy `through` to one that satisfies `goal`, with what these show in turn. */
  private tree(s: number, f: Ctl, path: Path, through: Ctl, goal: Ctl): Tree[] {
    if (++this.paths > MOST_PATHS) return [];
    const shown = this.runOrLasso(s, path);
    if (shown === null) return [];
    const end = endOf(this.ctl.graph, s, path);
    const branches = [
      ...path.flatMap(({ from }, step) => this.show(from, through).map((tree) => ({ step, tree }))),
      ...this.show(end, goal).map((tree) => ({ step: path.length, tree })),
    ];
    return [{ kind: "tree", formula: printCtl(f), path: shown, branches }];
  }

  private globally(s: number, f: Ctl, always: Ctl): Tree[] {
    if (++this.paths > MOST_PATHS) return [];
    const { graph } = this.ctl;
    const found = fairPathFrom(graph, s, this.ctl.states(always));
    if (found === null) return [];
    const { stem, loop } = found;
    const branches = [...stem, ...loop].flatMap(({ from }, step) =>
      this.show(from, always).map((tree) => ({ step, tree })),
    );
    return [{ kind: "tree", formula: printCtl(f), path: lassoAlong(graph, stem, loop), branches }];
  }

  /**
   * A path made presentable. It must go on as a fair path: where every path does, a run with the last state is enough,
   * otherwise the rest of the path is shown.
   */
  private runOrLasso(s: number, path: Path): Run | Lasso | null {
    const { graph } = this.ctl;
    const end = endOf(graph, s, path);
    if (graph.conditions.length + graph.model.constraints.length === 0)
      return runAlong(graph, [...path, { from: end, edge: graph.firstEdge[end]! }]);
    const rest = fairPathFrom(graph, end, allStates(graph));
    return rest === null ? null : lassoAlong(graph, [...path, ...rest.stem], rest.loop);
  }
}

/** In negation normal form. */
function hasPathQuantifier(f: Ctl): boolean {
  if (f.op === "and" || f.op === "or") return hasPathQuantifier(f.left) || hasPathQuantifier(f.right);
  return !["true", "false", "atom", "not"].includes(f.op);
}
