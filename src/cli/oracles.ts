import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CheckedSolver } from "../checkers/checked-solver.js";
import type { Oracle } from "../checkers/frames.js";
import { KernelOracle } from "../checkers/kernel-oracle.js";
import { type Decision, readSolverOutput, StandaloneOracle } from "../checkers/standalone-oracle.js";
import type { ClauseList } from "../logic/clause-list.js";
import type { SatLit } from "../logic/sat-lit.js";
import { runExternalSolver } from "../node/external-solver.js";
import { loadKernels } from "../node/kernels.js";
import { SatSolver } from "../solvers/sat/solver.js";
import { UsageError } from "./exit.js";
import { sayingWhy } from "./output-files.js";

/** Who decides the queries of a certificate, and for how long. */
export interface OracleFlags {
  readonly time?: number;
  readonly memory?: number;
  readonly solver?: string;
  readonly dump?: string;
  readonly lrat?: boolean;
}

/** When the time given is over, in milliseconds of `performance.now()`. It runs from now on. */
export const deadlineOf = ({ time = Number.POSITIVE_INFINITY }: OracleFlags): number => performance.now() + time * 1000;

/** Our own kernel, incrementally; or, for a second opinion or to look at them, every query by itself. */
export async function oracles(flags: OracleFlags, deadline: number): Promise<() => Oracle> {
  const { sat } = await loadKernels();
  const shouldStop = () => (performance.now() > deadline ? ("time" as const) : null);
  const limits = { shouldStop, memoryLimit: (flags.memory ?? 4096) * 2 ** 20 };
  if (flags.lrat) return () => new CheckedSolver(sat, limits);
  if (flags.solver === undefined && flags.dump === undefined) return () => new KernelOracle(sat, limits);
  const { dump } = flags;
  if (dump !== undefined) sayingWhy(dump, () => mkdirSync(dump, { recursive: true }));
  let query = 0;
  const decide = (clauses: ClauseList): Decision => {
    const text = clauses.toDimacs();
    query++;
    if (dump !== undefined) {
      const file = join(dump, `query-${`${query}`.padStart(5, "0")}.cnf`);
      sayingWhy(file, () => writeFileSync(file, text));
    }
    if (flags.solver === undefined) return decideHere(new SatSolver(sat, limits), clauses);
    return decideElsewhere(flags.solver, text, (deadline - performance.now()) / 1000);
  };
  return () => new StandaloneOracle(decide);
}

function decideHere(solver: SatSolver, clauses: ClauseList): Decision {
  solver.newVars(clauses.variables);
  for (const clause of clauses) solver.addClause(clause);
  const answer = solver.solve();
  if (answer !== "sat") return { answer };
  const model = new Set<number>();
  for (let l = 0; l < 2 * clauses.variables; l++) if (solver.value(l as SatLit) === true) model.add(l);
  return { answer, model };
}

function decideElsewhere(command: string, text: string, seconds: number): Decision {
  try {
    return readSolverOutput(runExternalSolver(command, text, seconds));
  } catch (e) {
    throw new UsageError(`--solver ${command}: ${e instanceof Error ? e.message : e}`);
  }
}
