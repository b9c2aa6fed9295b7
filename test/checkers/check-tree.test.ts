import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkTree } from "../../src/checkers/check-tree.js";
import { reference } from "../../src/engines/reference.js";
import type { Tree } from "../../src/evidence/verdict.js";
import type { Ctl } from "../../src/formula/ctl.js";
import { negationOf } from "../../src/formula/ctl-normal.js";
import { parseCtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { coneOfInfluence } from "../../src/transform/cone.js";
import { liftTree } from "../../src/transform/lift-tree.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { treeIn } from "../engines/evidence.js";
import { decide } from "../engines/running.js";

/** Whether paths alone can show a formula in negation normal form: no A in it. */
function isExistential(f: Ctl): boolean {
  if (f.op.startsWith("A")) return false;
  if ("arg" in f) return isExistential(f.arg);
  return "left" in f ? isExistential(f.left) && isExistential(f.right) : true;
}

describe("checkTree", () => {
  const atoms = ["a", "b"];

  it("accepts the reference's trees on the original model, and finds them complete where paths can show everything", () => {
    let shown = 0;
    let branching = 0;
    const shape = { maxLatches: 3, maxInputs: 2, maxFairness: 2, stateFairness: true, extraLits: 2 };
    fc.assert(
      fc.property(systems(shape), ctlFormulas({ atoms, depth: 3 }), ({ model, lits }, formula) => {
        const meaning = new Map(atoms.map((name, i) => [name, lits[i]!]));
        const cone = coneOfInfluence(model, lits);
        const small = new Map(atoms.map((name, i) => [name, cone.literal(lits[i]!)]));
        const verdict = decide(reference, { kind: "ctl", model: cone.model, formula, atoms: small });
        const found = treeIn(verdict);
        if (found === null) return;
        const tree = liftTree(cone.lift, found);
        const checked = checkTree(model, formula, meaning, tree);
        expect(checked).toMatchObject({ ok: true });
        if (!checked.ok || !isExistential(negationOf(formula))) return;
        expect(checked.shown).toBe("shown");
        shown++;
        if (tree.branches.length > 0) branching++;
      }),
      { numRuns: 600 },
    );
    expect(shown).toBeGreaterThan(20);
    expect(branching).toBeGreaterThan(1);
  });

  /** x follows the input. */
  const aig = new Aig();
  const [set, x] = [aig.leaf(), aig.leaf()];
  const model: Model = {
    aig,
    inputs: [nodeOf(set)],
    latches: [{ node: nodeOf(x), next: set, reset: FALSE }],
    constraints: [],
    fairness: [],
    signals: [],
    modules: [],
  };
  const meaning = new Map<string, Lit>([["x", x]]);
  const step = (latch: number, input: number) => ({ latches: Uint8Array.of(latch), inputs: Uint8Array.of(input) });
  const run = (steps: Tree["path"]["steps"], branches: Tree["branches"] = []): Tree => ({
    kind: "tree",
    formula: "",
    path: { kind: "run", steps },
    branches,
  });
  const check = (text: string, tree: Tree, of: Model = model) => {
    const checked = checkTree(of, parseCtl(text).formula, meaning, tree);
    return checked.ok ? checked.shown : checked.reason;
  };

  it("tells what a tree shows from what it only suggests, and from what it does not show", () => {
    expect(check("AG !x", run([step(0, 1), step(1, 0)]))).toBe("shown");
    expect(check("AG !x", run([step(0, 0), step(0, 0)]))).toBe("partly"); // the way to x is not there
    expect(check("EF x", run([step(0, 0)]))).toBe("partly"); // that there is no way cannot be seen
    expect(check("AF x", run([step(0, 0), step(0, 0)]))).toBe("partly"); // who knows how it goes on
    expect(check("AX x", run([step(0, 0), step(0, 0)]))).toBe("shown");
    expect(check("!x", run([step(0, 0)]))).toBe("the formula holds where the tree says that it fails");
    expect(check("AG (x -> AX x)", run([step(0, 1), step(1, 0)]))).toBe("partly"); // a branch is missing
    const branch = { step: 1, tree: run([step(1, 0), step(0, 0)]) };
    expect(check("AG (x -> AX x)", run([step(0, 1), step(1, 1)], [branch]))).toBe("shown");
    expect(check("AG y", run([step(0, 0)]))).toBe("the formula's atom y means nothing in the model");
  });

  it("takes a run for a path only where every run goes on as a fair behaviour", () => {
    const constrained = { ...model, constraints: [not(aig.and(x, set))] };
    const path = [step(0, 1), step(1, 0)];
    expect(check("AG !x", run(path), constrained)).toBe("partly");
    const lasso: Tree = { ...run([]), path: { kind: "lasso", steps: path, loop: 0 } };
    expect(check("AG !x", lasso, constrained)).toBe("shown");
  });

  it("rejects paths that are no behaviours, and branches that start elsewhere", () => {
    expect(check("AG !x", run([step(0, 0), step(1, 0)]))).toMatch(/^step 1: latch 0 is 1/);
    expect(check("AG !x", run([step(1, 0)]))).toMatch(/^step 0: latch 0 is 1, but its reset value is 0/);
    expect(check("AG !x", run([]))).toBe("a path of the tree has no step");
    const elsewhere = { step: 0, tree: run([step(1, 0)]) };
    expect(check("AG !x", run([step(0, 0)], [elsewhere]))).toBe(
      "a branch does not start in the state of step 0, where it should",
    );
    expect(check("AG !x", run([step(0, 0)], [{ ...elsewhere, step: 3 }]))).toMatch(/^a branch starts at step 3/);
  });

  it("rejects branches that start with another input, where an atom reads it", () => {
    const reading = new Map([...meaning, ["set", set]]);
    const steps = [step(0, 1), step(1, 0)];
    const other = { step: 0, tree: run([step(0, 0), step(0, 0)]) };
    const elsewhere = { ok: false, reason: "a branch does not start in the state of step 0, where it should" };
    expect(checkTree(model, parseCtl("set -> AX x").formula, reading, run(steps, [other]))).toEqual(elsewhere);
    expect(checkTree(model, parseCtl("AX x | AX !x").formula, meaning, run(steps, [other]))).toMatchObject({
      ok: true,
    });
  });

  it("rejects branches of the first step that start with another input, where a reset reads it: it decides what comes next", () => {
    const graph = new Aig();
    const [i, j, a, y] = [graph.leaf(), graph.leaf(), graph.leaf(), graph.leaf()];
    const started: Model = {
      ...model,
      aig: graph,
      inputs: [nodeOf(i), nodeOf(j)],
      latches: [
        { node: nodeOf(a), next: a, reset: graph.or(i, j) },
        { node: nodeOf(y), next: i, reset: FALSE },
      ],
    };
    const at = (...[latches, inputs]: [number[], number[]]) => ({
      latches: Uint8Array.from(latches),
      inputs: Uint8Array.from(inputs),
    });
    const branch = (i: number) => ({ step: 0, tree: run([at([1, 0], [i, 1 - i]), at([1, i], [0, 0])]) });
    const tree = run([at([1, 0], [1, 0])], [branch(1), branch(0)]);
    const { formula } = parseCtl("a -> AX y | AX !y");
    const atoms = new Map([["a", a], ["y", y]]); // biome-ignore format: one line
    const reason = "a branch does not start in the state of step 0, where it should";
    expect(checkTree(started, formula, atoms, tree)).toEqual({ ok: false, reason });
  });
});
