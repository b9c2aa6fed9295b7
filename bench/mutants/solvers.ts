import type { Mutant } from "./mutant.js";

const LRAT = "check-lrat.ts";
const SOLVER = "checked-solver.ts";

/** Of who answers queries. */
export const ofSolvers: readonly Mutant[] = [
  {
    file: LRAT,
    is: "      if (open === SEVERAL) return false;\n",
    becomes: "      if (open === SEVERAL) return true;\n",
    because: "a clause that does not follow by unit propagation",
  },
  {
    file: LRAT,
    is: "      this.falsify(open ^ 1);\n    }\n    return false;",
    becomes: "      this.falsify(open ^ 1);\n    }\n    return true;",
    because: "hints that come to no conflict",
  },
  {
    file: LRAT,
    is: "      this.falsify(open ^ 1);",
    becomes: "      this.falsify(open);",
    because: "the wrong literal becomes false",
  },
  {
    file: LRAT,
    is: "this.falseIn[l] === this.step || l === open",
    becomes: "this.falseIn[l]! > 0 || l === open",
    because: "what was false in an earlier step is false for ever",
  },
  {
    file: LRAT,
    is: "    this.conclusion = null;\n    return",
    becomes: "    return",
    because: "a conclusion serves for another call",
  },
  {
    file: LRAT,
    is: "conclusion !== null && conclusion.every((l) => assumed.has(l ^ 1))",
    becomes: "conclusion !== null",
    because: "a conclusion about other assumptions",
  },
  {
    file: LRAT,
    is: 'if (input === undefined) throw new ProofError("the log takes more clauses than were given");',
    becomes: "if (input === undefined) return new Int32Array(0);",
    because: "a clause that nobody gave: the empty one",
  },
  {
    file: LRAT,
    is: "if (this.clauses.has(number)) throw",
    becomes: "if (false) throw",
    because: "a clause that changes its meaning; a conclusion names the old one",
  },
  {
    file: SOLVER,
    is: '    if (!this.checker.proves(activation === undefined ? core : [...core, activation]))\n      throw new ProofError("the log does not conclude that the assumptions fail");\n',
    becomes: "",
    because: "the solver's word is taken",
  },
  {
    file: SOLVER,
    is: "for (const l of core) if (!assumptions.includes(l)) throw",
    becomes: "for (const l of core) if (false) throw",
    because: "what was never assumed is proved to fail",
  },
  {
    file: "kernel-oracle.ts",
    is: 'return some === "sat" ? this.byItself(assumptions, this.flat()) : some;',
    becomes: 'return "unsat";',
    because: "a hard query is taken for proved",
  },
  {
    file: "kernel-oracle.ts",
    is: "    this.last.newVars(this.variables);\n",
    becomes: "    this.last.newVars(this.variables);\n    this.last.addClause([]);\n",
    because: "a hard query gets a clause that is not its own",
  },
  {
    file: "kernel-oracle.ts",
    is: "    this.last.reset();\n",
    becomes: "",
    because: "a hard query keeps the clauses of the one before",
  },
  {
    file: "standalone-oracle.ts",
    is: "if (/^s UNSATISFIABLE/m.test(text))",
    becomes: "if (/UNSATISFIABLE/m.test(text))",
    because: "a comment of the solver is taken for its answer",
  },
  {
    file: "standalone-oracle.ts",
    is: 'if (!/^s SATISFIABLE/m.test(text)) return { answer: "unknown" };',
    becomes: 'if (!/^s SATISFIABLE/m.test(text)) return { answer: "unsat" };',
    because: "a solver that says nothing is taken to have proved everything",
  },
  {
    file: "standalone-oracle.ts",
    is: "    for (const l of assumptions) query.addClause([l]);\n",
    becomes: "    for (const l of assumptions) query.addClause([l]);\n    query.addClause([]);\n",
    because: "another query is decided",
  },
];
