import { expect } from "vitest";
import { checkCertificate } from "../../src/checkers/check-certificate.js";
import { checkLasso, checkRun } from "../../src/checkers/check-lasso.js";
import type { EngineContext } from "../../src/engines/engine.js";
import type { Certificate } from "../../src/evidence/certificate.js";
import { type Tree, type Verdict, witnessIn } from "../../src/evidence/verdict.js";
import type { Task } from "../../src/model/model.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { bddModule } from "../solvers/bdd/tables.js";
import { satKernel } from "../solvers/sat/kernel.js";

/** Surroundings for engines that use the SAT kernel only. */
export const satContext: EngineContext = {
  shouldStop: () => null,
  memoryLimit: 2 ** 30,
  seed: 1,
  kernels: {
    sat: satKernel,
    get bdd(): never {
      throw new Error("this test gives no BDD kernel");
    },
  },
};

/** Surroundings with both kernels. */
export const kernelContext: EngineContext = { ...satContext, kernels: { sat: satKernel, bdd: bddModule } };

/** The evidence of a verdict, checked by those who know nothing of engines: what is wrong with it, or null. */
export function flawIn(task: Task, verdict: Verdict): string | null {
  if (task.kind === "ctl") throw new Error("not for CTL");
  switch (verdict.answer) {
    case "unknown":
      return `unknown: ${verdict.reason}`;
    case "fails": {
      const { by: witness } = verdict;
      const checked =
        task.kind === "reach"
          ? witness.kind === "run" && checkRun(task.model, witness, task.bad)
          : witness.kind === "lasso" && checkLasso(task.model, witness);
      if (checked === false) return `a ${witness.kind} is not what was asked for`;
      return checked.ok ? null : checked.reason;
    }
    case "holds": {
      if (verdict.by.kind !== "certificate") return "no certificate";
      const { model } = task;
      const claim =
        task.kind === "reach"
          ? ({ kind: "unreachable", model, bad: task.bad } as const)
          : ({ kind: "no-fair-cycle", model } as const);
      const checked = checkCertificate(claim, verdict.by, { oracle: () => new SatSolver(satKernel) });
      return checked.result === "checked" ? null : `step ${checked.step}: ${checked.problem}`;
    }
  }
}

/** The proof that an answer about linear time comes with. */
export function stepsIn(verdict: Verdict): Certificate {
  if (verdict.answer === "unknown" || verdict.by.kind !== "certificate") throw new Error("expected a certificate");
  return verdict.by;
}

/** The tree that shows why a CTL formula fails, or what of it paths can show; null where there is none. */
export function treeIn(verdict: Verdict): Tree | null {
  const witness = witnessIn(verdict);
  if (witness !== null && witness.kind !== "tree") throw new Error("a CTL formula fails by a tree");
  return witness;
}

/** Both the answer and its evidence. */
export function expectRight(task: Task, verdict: Verdict, answer: Verdict["answer"]): void {
  expect(verdict.answer).toBe(answer);
  expect(flawIn(task, verdict)).toBeNull();
}
