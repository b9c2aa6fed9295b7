import type { Lasso, Lift, Run, Tree } from "../evidence/verdict.js";
import type { Stopping } from "../limits/stopped.js";
import type { Step } from "../model/step.js";

/** Branches of a lifted path, at most, where a rewrite unrolled its loop: then the later turns go without. */
const MOST_BRANCHES = 256;

/**
 * A tree on the original model. A branch does not begin in a first step, so it is lifted together with the path that
 * leads to it, which is then cut off: what a rewrite dropped has the same values there as in the parent's path. Where
 * the loop of a path is unrolled, its branches are repeated.
 */
export function liftTree(lift: Lift, tree: Tree, limits?: Stopping, before: readonly Step[] = []): Tree {
  const path = liftAfter(lift, tree.path, before, limits);
  const origin = path.steps.map((_, p) => positionIn(tree.path, p));
  const way = [...before, ...origin.map((o) => tree.path.steps[o]!)];
  const branches = origin
    .flatMap((o, step) => tree.branches.filter((b) => b.step === o).map((b) => ({ step, tree: b.tree })))
    .slice(0, Math.max(MOST_BRANCHES, tree.branches.length))
    .map((b) => ({ step: b.step, tree: liftTree(lift, b.tree, limits, way.slice(0, before.length + b.step)) }));
  return { ...tree, path, branches };
}

function liftAfter(lift: Lift, path: Lasso | Run, before: readonly Step[], limits?: Stopping): Lasso | Run {
  const steps = [...before, ...path.steps];
  if (path.kind === "run")
    return { kind: "run", steps: lift.run({ kind: "run", steps }, limits).steps.slice(before.length) };
  const lifted = lift.lasso({ kind: "lasso", steps, loop: before.length + path.loop }, limits);
  return { kind: "lasso", steps: lifted.steps.slice(before.length), loop: lifted.loop - before.length };
}

/** Where a position of the unrolled path is in the path itself. */
function positionIn(path: Lasso | Run, p: number): number {
  const n = path.steps.length;
  return path.kind === "run" || p < n ? p : path.loop + ((p - path.loop) % (n - path.loop));
}
