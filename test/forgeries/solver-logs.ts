import { LratChecker, ProofError } from "../../src/checkers/check-lrat.js";
import type { Random } from "../../src/logic/random.js";
import { type SatLit, satLit } from "../../src/logic/sat-lit.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import type { Forgery } from "./forgery.js";

const VARIABLES = 5;

/** Logs of a solver for clauses that have no model: as they are, changed, and for other clauses. */
export function* logForgeries(random: Random, sat: WebAssembly.Module, changes = 12): Iterable<Forgery> {
  const literal = () => (satLit(random.below(VARIABLES)) ^ random.below(2)) as SatLit;
  const clauses = Array.from({ length: 16 + random.below(16) }, () => [literal(), literal(), literal()]);
  const log: number[] = [];
  const solver = new SatSolver(sat, { proof: (words) => log.push(...words) });
  solver.newVars(VARIABLES);
  for (const clause of clauses) solver.addClause(clause);
  if (solver.solve() !== "unsat") return;
  const presented = (words: readonly number[], of: readonly SatLit[][], isGenuine = false): Forgery => ({
    format: "log of a solver",
    judge: () => proves(words, of),
    isTrue: !hasModel(of),
    isGenuine,
    describe: () => JSON.stringify({ words, of }),
  });
  yield presented(log, clauses, true);
  for (let n = 0; n < changes; n++) {
    const without = clauses.filter((_, i) => i !== n % clauses.length);
    // A clause that nothing reads takes its place, so that numbers stay as they are.
    const weaker = clauses.map((clause, i) => (i === n % clauses.length ? [literal(), literal(), literal()] : clause));
    yield presented(log, without);
    yield presented(log, weaker);
    yield presented(changedWords(log, random), n % 2 === 0 ? weaker : without);
  }
}

function changedWords(log: readonly number[], random: Random): number[] {
  const words = [...log];
  const at = random.below(words.length);
  switch (random.below(3)) {
    case 0:
      words[at] = random.below(40);
      break;
    case 1:
      words.splice(at, 1 + random.below(4));
      break;
    default:
      words.splice(random.below(words.length), 0, ...words.slice(at, at + random.below(8)));
  }
  return words;
}

function proves(words: readonly number[], clauses: readonly SatLit[][]): boolean {
  const checker = new LratChecker();
  for (const clause of clauses) checker.addInput(clause);
  try {
    checker.feed(Int32Array.from(words));
    return checker.proves([]);
  } catch (e) {
    if (e instanceof ProofError) return false;
    throw e;
  }
}

function hasModel(clauses: readonly SatLit[][]): boolean {
  const isTrue = (l: SatLit, model: number) => ((model >> (l >> 1)) & 1) !== (l & 1);
  for (let model = 0; model < 2 ** VARIABLES; model++)
    if (clauses.every((clause) => clause.some((l) => isTrue(l, model)))) return true;
  return false;
}
