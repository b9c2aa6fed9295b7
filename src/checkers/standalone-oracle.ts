import { ClauseList } from "../logic/clause-list.js";
import type { SatLit } from "../logic/sat-lit.js";
import type { Oracle } from "./frames.js";

/** What somebody says of a query; `model` holds the literals that are true. */
export type Decision =
  | { readonly answer: "sat"; readonly model: ReadonlySet<number> }
  | { readonly answer: "unsat" | "unknown" };

/** Hands every query, complete in itself (assumptions are units), to somebody else: another solver, or a file. */
export class StandaloneOracle extends ClauseList implements Oracle {
  private model: ReadonlySet<number> = new Set();

  constructor(private readonly decide: (query: ClauseList) => Decision) {
    super();
  }

  solve(assumptions: readonly SatLit[]): Decision["answer"] {
    const query = new ClauseList();
    for (let v = 0; v < this.variables; v++) query.newVar();
    for (const clause of this) query.addClause(clause);
    for (const l of assumptions) query.addClause([l]);
    const decision = this.decide(query);
    this.model = decision.answer === "sat" ? decision.model : new Set();
    return decision.answer;
  }

  value(l: SatLit): boolean {
    return this.model.has(l);
  }
}

/** Reads what solvers print: `s SATISFIABLE` or `s UNSATISFIABLE`, and the model on lines that begin with `v`. */
export function readSolverOutput(text: string): Decision {
  if (/^s UNSATISFIABLE/m.test(text)) return { answer: /^s SATISFIABLE/m.test(text) ? "unknown" : "unsat" };
  if (!/^s SATISFIABLE/m.test(text)) return { answer: "unknown" };
  const model = new Set<number>();
  for (const line of text.split("\n")) {
    if (!line.startsWith("v")) continue;
    for (const word of line.slice(1).trim().split(/\s+/)) {
      const n = Number(word);
      if (n !== 0) model.add(2 * (Math.abs(n) - 1) + (n < 0 ? 1 : 0));
    }
  }
  return { answer: "sat", model };
}
