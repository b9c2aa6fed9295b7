import type { Tree } from "../evidence/verdict.js";
import { atomsOf } from "../formula/atom-names.js";
import type { Ctl } from "../formula/ctl.js";
import { negationOf } from "../formula/ctl-normal.js";
import type { Stopping } from "../limits/stopped.js";
import { type Lit, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { sameState } from "../model/reads-inputs.js";
import type { Step } from "../model/step.js";
import { checkLasso, checkRun } from "./check-lasso.js";
import { type Atoms, type NotChecked, Replay, wrong } from "./replay.js";

/**
 * `shown`: the tree proves that the formula fails in an initial state. `partly`: its paths are behaviours, and nothing
 * in it contradicts the claim, but some part rests on there being no path of some kind, which no tree can show.
 */
export type TreeChecked = { readonly ok: true; readonly shown: "shown" | "partly" } | NotChecked;

/** What a tree says of a formula in one of its states. */
type Truth = "yes" | "no" | "open";

/**
 * Replays every path of a tree on the model, from the first step through its parents, and evaluates the negation of
 * the formula on it: each E along the path that the tree gives for it.
 */
export function checkTree(model: Model, formula: Ctl, atoms: Atoms, tree: Tree, limits?: Stopping): TreeChecked {
  const missing = [...atomsOf(formula)].find((name) => !atoms.has(name));
  if (missing !== undefined) return wrong(`the formula's atom ${missing} means nothing in the model`);
  const check = new TreeCheck(model, atoms, limits);
  const broken = check.replay(tree, []);
  if (broken !== null) return broken;
  const failure = negationOf(formula);
  const here = { ...tree, branches: [{ step: 0, tree }, ...tree.branches] };
  const truth = check.at(failure, here, 0);
  if (truth === "no") return wrong("the formula holds where the tree says that it fails");
  return { ok: true, shown: truth === "yes" ? "shown" : "partly" };
}

class TreeCheck {
  private readonly observed: readonly Lit[];
  private readonly values: Replay;
  /** Whether every finite run goes on as a fair behaviour, so that one may stand for it. */
  private readonly runsGoOn: boolean;
  private readonly isSameState: ReturnType<typeof sameState>;

  constructor(
    private readonly model: Model,
    private readonly atoms: Atoms,
    private readonly limits: Stopping | undefined,
  ) {
    this.observed = [...atoms.values()];
    this.values = new Replay(model, this.observed, limits);
    this.runsGoOn = model.constraints.length + model.fairness.length === 0;
    this.isSameState = sameState(model, this.observed);
  }

  /** `before` leads from the first step to the one that the tree starts in. */
  replay({ path, branches }: Tree, before: readonly Step[]): NotChecked | null {
    const { model, observed, limits } = this;
    const steps = [...before, ...path.steps];
    if (path.steps.length === 0) return wrong("a path of the tree has no step");
    const checked =
      path.kind === "lasso"
        ? checkLasso(model, { kind: "lasso", steps, loop: before.length + path.loop }, [], observed, limits)
        : checkRun(model, { kind: "run", steps }, TRUE, limits);
    if (!checked.ok) return checked;
    for (const { step, tree } of branches) {
      const start = path.steps[step];
      const first = tree.path.steps[0];
      if (start === undefined)
        return wrong(`a branch starts at step ${step}, but there are ${path.steps.length} steps`);
      if (first !== undefined && !this.isSameState(first, start, before.length + step === 0))
        return wrong(`a branch does not start in the state of step ${step}, where it should`);
      const broken = this.replay(tree, [...before, ...path.steps.slice(0, step)]);
      if (broken !== null) return broken;
    }
    return null;
  }

  /** The truth of a formula in negation normal form in a step of a tree's path. */
  at(f: Ctl, tree: Tree, step: number): Truth {
    switch (f.op) {
      case "true":
        return "yes";
      case "false":
        return "no";
      case "atom":
        return this.atom(f.name, tree.path.steps[step]!);
      case "not":
        return f.arg.op === "atom" ? opposite(this.atom(f.arg.name, tree.path.steps[step]!)) : "open";
      case "and":
        return and(this.at(f.left, tree, step), this.at(f.right, tree, step));
      case "or":
        return or(this.at(f.left, tree, step), this.at(f.right, tree, step));
      case "EX":
      case "EF":
      case "EG":
      case "EU":
      case "ER":
      case "EW": {
        const branches = tree.branches.filter((b) => b.step === step);
        // A path shows that there is one; that one does not do says nothing of others.
        return branches.some((b) => this.along(f, b.tree) === "yes") ? "yes" : "open";
      }
      default:
        return "open";
    }
  }

  /** Whether the tree's own path is what an E formula asks for. */
  private along(f: Ctl, tree: Tree): Truth {
    const { path } = tree;
    const isLasso = path.kind === "lasso";
    if (!isLasso && !this.runsGoOn) return "open";
    // One more turn of the loop: what holds from a position on does so within a turn.
    const n = path.steps.length;
    const positions = [...path.steps.keys(), ...(isLasso ? [...path.steps.keys()].slice(path.loop) : [])];
    const each = (g: Ctl): Truth[] => {
      const once = path.steps.map((_, i) => this.at(g, tree, i));
      return positions.map((i) => once[i]!);
    };
    const fold = (end: Truth, value: (i: number, next: Truth) => Truth): Truth =>
      positions.reduceRight<Truth>((next, _, i) => value(i, next), end);
    const forever = isLasso ? "yes" : "open";
    const never = isLasso ? "no" : "open";
    switch (f.op) {
      case "EX":
        return n > 1 || isLasso ? each(f.arg)[1]! : "open";
      case "EF": {
        const goal = each(f.arg);
        return fold(never, (i, next) => or(goal[i]!, next));
      }
      case "EG": {
        const always = each(f.arg);
        return fold(forever, (i, next) => and(always[i]!, next));
      }
      case "EU":
      case "EW": {
        const [left, right] = [each(f.left), each(f.right)];
        return fold(f.op === "EU" ? never : forever, (i, next) => or(right[i]!, and(left[i]!, next)));
      }
      case "ER": {
        const [left, right] = [each(f.left), each(f.right)];
        return fold(forever, (i, next) => and(right[i]!, or(left[i]!, next)));
      }
      default:
        return "open";
    }
  }

  private atom(name: string, step: Step): Truth {
    this.values.at(step);
    return this.values.holds(this.atoms.get(name)!) ? "yes" : "no";
  }
}

const opposite = (a: Truth): Truth => (a === "open" ? "open" : a === "yes" ? "no" : "yes");
const and = (a: Truth, b: Truth): Truth => (a === "no" || b === "no" ? "no" : a === "yes" ? b : a);
const or = (a: Truth, b: Truth): Truth => opposite(and(opposite(a), opposite(b)));
