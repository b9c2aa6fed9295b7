import type { Mutant } from "./mutant.js";

const CHECKER = "check-certificate.ts";
const SYSTEM = "proof-system.ts";
const FRAMES = "frames.ts";

/** Of certificates about linear time: the rules, the system that they speak of, its clauses. */
export const ofCertificates: readonly Mutant[] = [
  {
    file: CHECKER,
    is: "if (isRelative(certificate) && !(",
    becomes: "if (isRelative(certificate) && false && !(",
    because: "a monitor with constraints cuts the violating behaviours off",
  },
  {
    file: CHECKER,
    is: '    this.demand("P holds in every first step", initial.outside(p));\n',
    becomes: "",
    because: "an invariant that no first step is in",
  },
  {
    file: CHECKER,
    is: '    this.demand("reachable transitions from P end in P", transitions.leaving(p, uses));\n',
    becomes: "",
    because: "an invariant that steps leave",
  },
  {
    file: CHECKER,
    is: "...this.reachable(uses), this.from.lit(p)",
    becomes: "...this.together(this.allLive, () => true), this.from.lit(p)",
    because: "the way to a cycle may use transitions that the cycle itself cannot",
  },
  {
    file: CHECKER,
    is: 'const isReach = (k: number) => this.facts[k]!.rule === "reach";',
    becomes: "const isReach = (_: number) => true;",
    because: "the same, where all facts are meant",
  },
  {
    file: CHECKER,
    is: '"live transitions from P end in P", this.transitions.live(uses, { ...inside, negateTo: true })',
    becomes:
      '"live transitions from P end in P", this.transitions.live(uses, { ...inside, negateFrom: true, negateTo: true })',
    because: "a split whose border is crossed forward",
  },
  {
    file: CHECKER,
    is: '"live transitions into P start in P", this.transitions.live(uses, { ...inside, negateFrom: true })',
    becomes: '"live transitions into P start in P", this.transitions.live(uses, { ...inside, negateTo: true })',
    because: "a set is excluded that is closed on the other side only",
  },
  {
    file: CHECKER,
    is: '"no live transition starts in P", this.transitions.live(uses, { from: [p], to: [] })',
    becomes: '"no live transition starts in P", this.transitions.live(uses, { from: [p], to: [p] })',
    because: "states are excluded that a cycle passes through",
  },
  {
    file: CHECKER,
    is: '"no live transition ends in P", this.transitions.live(uses, { from: [], to: [p] })',
    becomes: '"no live transition ends in P", this.transitions.live(uses, { from: [p], to: [p] })',
    because: "states are excluded that a cycle passes through",
  },
  {
    file: CHECKER,
    is: "        this.checkClosed(p, closed, uses);\n        const meeting",
    becomes: "        const meeting",
    because: "a cycle meets the condition outside P, and passes through P",
  },
  {
    file: CHECKER,
    is: "const meeting = this.transitions.live(uses, { from: [p, this.condition(condition)], to: [p] });",
    becomes: "const meeting = this.transitions.live(uses, { from: [p, this.condition(condition), FALSE], to: [p] });",
    because: "a set is excluded in which the condition is met",
  },
  {
    file: CHECKER,
    is: "this.system.conditions[j] ?? this.reject(",
    becomes: "this.system.conditions[j] ?? FALSE; String(",
    because: "a condition that is not there is never met",
  },
  {
    file: CHECKER,
    is: "        this.checkClosed(p, because.closed, uses);\n        this.checkSkeleton",
    becomes: "        this.checkSkeleton",
    because: "a cycle meets a condition outside P, and passes through P",
  },
  {
    file: CHECKER,
    is: "oracle.addClause([other.iff(first!.lit(predicate), other.lit(predicate))]);",
    becomes: "oracle.addClause([first!.sameState(other, system.latches.map((l) => l.node))]);",
    because: "a cycle may meet its conditions in different states",
  },
  {
    file: CHECKER,
    is: "oracle.addClause([path[0]!.iff(first!, other)]);",
    becomes: "oracle.addClause([satNot(first!), satNot(other)]);",
    because: "a cycle that is shorter than the path comes back to its states",
  },
  {
    file: CHECKER,
    is: "if (next !== undefined) found.add(nodeOf(next));",
    becomes: "if (next !== undefined) continue;",
    because: "states that look alike may go on in different ways",
  },
  {
    file: CHECKER,
    is: "return this.reject(\"the proof does not end: expected a step 'done', 'l2s' or 'safe'\");",
    becomes: 'return { result: "checked", queries: this.queries };',
    because: "a proof without an end, or without any step",
  },
  {
    file: CHECKER,
    is: '        this.expectClaim("unreachable", "safe");\n',
    becomes: "",
    because: "that no bad state is reached says nothing of fair cycles",
  },
  {
    file: CHECKER,
    is: '        this.expectClaim("no-fair-cycle", "done");\n',
    becomes: "",
    because: "that there is no fair cycle says nothing of bad states",
  },
  {
    file: CHECKER,
    is: '          this.demand("the saved state does not come back", transitions.bad(ALL));\n',
    becomes: "",
    because: "any invariant of the shadow model would do",
  },
  {
    file: CHECKER,
    is: "          this.checkReach(new InitialQueries(shadow, this.options.oracle()), transitions, p, uses);\n",
    becomes: "",
    because: "any predicate of the shadow model would do",
  },
  {
    file: CHECKER,
    is: '    if (answer === "unsat") return;\n    if (answer === "unknown")\n      throw new Rejected({ result: "not-checked"',
    becomes:
      '    if (answer !== "sat") return;\n    if (answer === "unknown")\n      throw new Rejected({ result: "not-checked"',
    because: "what the solver could not decide is taken for true",
  },
  {
    file: CHECKER,
    is: '(f) => (f.rule === "reach" ? [from.lit(f.predicate)] : [])',
    becomes: '(f) => [f.rule === "exclude" ? satNot(from.lit(f.predicate)) : from.lit(f.predicate)]',
    because: "bad states can be reached that lie on no cycle",
  },
  {
    file: CHECKER,
    is: '      if (reset === "free") continue;\n',
    becomes:
      '      if (reset === "free") oracle.addClause([satNot(this.frame.lit(litOf(node)))]);\n      if (reset === "free") continue;\n',
    because: "a latch that starts with any value may start with 1",
  },
  {
    file: CHECKER,
    is: "      return [from.iff(p, q)];",
    becomes: "      return [from.iff(p, q), p];",
    because: "a cycle may lie on either side of a split",
  },
  {
    file: CHECKER,
    is: "return this.system.predicate(l) ?? this.reject(",
    becomes: "return this.system.stepPredicate(l) ?? this.reject(",
    because: "the steps of a cycle need not agree on a predicate that reads inputs",
  },
  {
    file: SYSTEM,
    is: 'reset: l.reset === "free" ? l.reset : fromModel.copy(l.reset),',
    becomes: 'reset: l.reset === "free" ? FALSE : fromModel.copy(l.reset),',
    because: "behaviours start where a free latch is 1",
  },
  {
    file: SYSTEM,
    is: "conditions: conditions.length === 0 ? [TRUE] : conditions,",
    becomes: "conditions: conditions.length === 0 ? [FALSE] : conditions,",
    because: "without conditions every infinite behaviour is fair",
  },
  {
    file: SYSTEM,
    is: "bad: fromModel.copy(bad),",
    becomes: "bad: FALSE,",
    because: "nothing is bad",
  },
  {
    file: SYSTEM,
    is: "flag(s, aig.and(after, aig.or(s, system.conditions[j]!)))",
    becomes: "flag(s, aig.and(after, aig.and(s, system.conditions[j]!)))",
    because: "no condition is ever seen, so that no saved state comes back",
  },
  {
    file: SYSTEM,
    is: "const next = aig.mux(saving, litOf(system.latches[i]!.node), copy);",
    becomes: "const next = aig.mux(saving, system.latches[i]!.next, copy);",
    because: "the state after the one that is saved may not come back",
  },
  {
    file: SYSTEM,
    is: "      ...model.constraints.map((l) => fromModel.copy(l)),\n",
    becomes:
      "      ...model.constraints.map((l) => fromModel.copy(l)),\n      ...model.fairness.map((l) => fromModel.copy(l)),\n",
    because: "conditions need not hold in every step",
  },
  {
    file: FRAMES,
    is: "(i) => this.lit(this.system.latches[i]!.next)",
    becomes: "(i) => this.ofNode(this.system.latches[i]!.node)",
    because: "in a system that never moves nothing is reached",
  },
  {
    file: FRAMES,
    is: "  oracle.addClause([same, a, b]);\n",
    becomes: "  oracle.addClause([same, a]);\n",
    because: "clauses that demand too much have no model",
  },
  {
    file: FRAMES,
    is: "oracle.addClause([all, ...lits.map(satNot)]);",
    becomes: "oracle.addClause([all]);",
    because: "clauses that demand too much have no model",
  },
  {
    file: FRAMES,
    is: "return (this.image.get(nodeOf(l))! ^ (l & 1)) as SatLit;",
    becomes: "return (this.image.get(nodeOf(l))! ^ (nodeOf(l) === 0 ? l & 1 : 0)) as SatLit;",
    because: "negations are dropped",
  },
];
