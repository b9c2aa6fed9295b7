import { InternalError, type Outcome } from "../evidence/outcome.js";
import { behaviourOf } from "../program/decode.js";
import type { Program } from "../program/program.js";
import type { LtlQuestion, ProgramQuestion } from "../program/question.js";
import { withoutPromises } from "../program/to-design.js";
import type { Host, PortfolioOptions } from "./portfolio.js";
import { replayed } from "./program-evidence.js";
import { EXPLICIT } from "./program-search.js";
import type { ProgramWitness } from "./program-witness.js";
import { NO_SOLVER, noting, shortestOf } from "./shortest.js";

const BRANCHING = "the behaviours of a branching counterexample are shown as they were found, not the shortest ones";
const NO_CIRCUIT = "a shortest counterexample is looked for in systems that are written with expressions";
const RUN = "whether there is a shorter run was not looked for";

/** What was asked, and of whom. */
interface Asked {
  readonly program: Program;
  readonly question: ProgramQuestion;
  /** The program can be compiled. */
  readonly isCircuit: boolean;
  readonly options: PortfolioOptions;
  readonly host: Host;
}

/**
 * The answer with a shortest behaviour in place of the one that shows it. A lasso of a program closes on its whole state. A run that
 * the visit of states found is a shortest one: it looks breadth first.
 */
export async function withShortestBehaviour(
  outcome: Outcome<ProgramWitness>,
  { program, question, isCircuit, options, host }: Asked,
): Promise<Outcome<ProgramWitness>> {
  const { verdict } = outcome;
  if (verdict.answer !== "fails") return outcome;
  const { by, shown = by } = verdict;
  if (shown.kind === "circuit") return noting(outcome, BRANCHING);
  if (shown.kind !== "behaviour") return outcome;
  const { states, loop } = shown.behaviour;
  if (loop === null) {
    if (outcome.engine !== EXPLICIT) return noting(outcome, RUN);
    return { ...outcome, verdict: { ...verdict, shortest: { noneBelow: states.length, stoppedBy: null } } };
  }
  if (!isCircuit) return noting(outcome, NO_CIRCUIT);
  if (host.kernels === null) return noting(outcome, NO_SOLVER);
  if (question.logic !== "ltl") throw new InternalError("a lasso of a program is about LTL");
  const { path, shortest, seconds } = await shortestLasso(program, question, states.length, options, host);
  const shorter = path === null ? by : replayed(program, question, path);
  return { ...outcome, verdict: { ...verdict, by: shorter, shortest }, seconds: outcome.seconds + seconds };
}

async function shortestLasso(
  program: Program,
  question: LtlQuestion,
  steps: number,
  options: PortfolioOptions,
  host: Host,
) {
  const { compiled, design } = withoutPromises(program, question);
  const found = await shortestOf(design, 0, { steps, closing: compiled.state }, options, host);
  return { ...found, path: found.path && behaviourOf(compiled, found.path) };
}
