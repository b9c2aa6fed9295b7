import type { Mutant } from "./mutant.js";

const TESTERS = "testers.ts";
const CTL = "check-ctl.ts";
const LINEAR = "../formula/ctl-to-ltl.ts";

/** Of proofs about formulas: the testers of LTL, the rules of CTL, what is claimed. */
export const ofFormulas: readonly Mutant[] = [
  {
    file: "claim.ts",
    is: 'return { kind: "no-fair-cycle", model: violations(model, property) };',
    becomes: 'return { kind: "no-fair-cycle", model: violations(model, property), automaton: true };',
    because: "beside testers, too, a monitor with constraints cuts violations off",
  },
  {
    file: "claim.ts",
    is: 'return { kind: "no-fair-cycle", model: { ...model, fairness: [...model.fairness, ...property.literals] } };',
    becomes:
      'return { kind: "no-fair-cycle", model: { ...model, fairness: [...model.fairness, ...property.literals] }, automaton: true };',
    because: "a justice property has no automaton",
  },
  {
    file: TESTERS,
    is: "this.fairness.push(this.aig.or(q, not(now)));",
    becomes: "this.fairness.push(q);",
    because: "in a violating behaviour q may hold never again",
  },
  {
    file: TESTERS,
    is: "this.constraints.push(this.aig.iff(now, this.aig.or(q, this.aig.and(p, later))));",
    becomes: "this.constraints.push(this.aig.iff(now, this.aig.and(p, this.aig.or(q, later))));",
    because: "p U q holds where q does, without p",
  },
  {
    file: TESTERS,
    is: "      this.constraints.push(this.aig.iff(now, p));\n      return later;",
    becomes: "      this.constraints.push(this.aig.iff(now, p));\n      return now;",
    because: "X p is taken for p",
  },
  {
    file: TESTERS,
    is: "aig.or(started, not(truth))",
    becomes: "not(truth)",
    because: "a violation is one of the first step, not of every step",
  },
  {
    file: TESTERS,
    is: 'case "Y":\n        return this.before(FALSE',
    becomes: 'case "Y":\n        return this.before(TRUE',
    because: "there is no step before the first",
  },
  {
    file: TESTERS,
    is: "const now = this.aig.or(q, this.aig.and(p, was));",
    becomes: "const now = this.aig.or(q, was);",
    because: "p S q needs p since q",
  },
  {
    file: TESTERS,
    is: "return not(this.until(not(q), aig.and(not(p), not(q))));",
    becomes: "return not(this.until(not(q), not(p)));",
    because: "p W q holds at once where q does",
  },
  {
    file: TESTERS,
    is: "return this.until(q, aig.and(p, q));",
    becomes: "return this.until(q, p);",
    because: "p M q needs q together with p",
  },
  {
    file: TESTERS,
    is: "this.once(`U $",
    becomes: "this.once(`U`.repeat(q) || `$",
    because: "one tester would serve two formulas",
  },
  {
    file: CTL,
    is: '    this.demand("the states said to be reachable hold all initial ones", first.oracle, first.outside(this.reach));\n',
    becomes: "",
    because: "nothing has to be shown where nothing is said to be reachable",
  },
  {
    file: CTL,
    is: '    this.demandStep("no transition leaves the states said to be reachable", [this.constraints], [not(this.reach)]);\n',
    becomes: "",
    because: "behaviours leave the states about which something is shown",
  },
  {
    file: CTL,
    is: '    if (unfair !== null) this.unfair = this.claim({ op: "AU" }, unfair, TRUE, FALSE);',
    becomes: "    if (unfair !== null) this.unfair = this.system.predicate(unfair.predicate);",
    because: "where no fair behaviour starts every A formula holds",
  },
  {
    file: CTL,
    is: '    if (fair !== null) this.fair = this.claim({ op: "ER" }, fair, FALSE, TRUE);',
    becomes: "    if (fair !== null) this.fair = this.system.predicate(fair.predicate);",
    because: "a way to a state from which no fair behaviour goes on shows no E formula",
  },
  {
    file: CTL,
    is: '          this.demandState("the choice leads to the operand", [p], then.next(aig.and(right, fair)));',
    becomes: '          this.demandState("the choice leads to the operand", [p], then.next(right));',
    because: "EX p needs a fair behaviour that goes on from p",
  },
  {
    file: CTL,
    is: '          this.demandState("the choice is allowed", [p], then.allowed);\n',
    becomes: "",
    because: "a choice that constraints forbid",
  },
  {
    file: CTL,
    is: '          this.demandState("the choice leads nearer", going, then.isNearer);\n',
    becomes: "",
    because: "p for ever without q is not p U q",
  },
  {
    file: CTL,
    is: '        this.demandState("the first operand holds", going, left);\n',
    becomes: "",
    because: "p U q through states without p",
  },
  {
    file: CTL,
    is: "        const going = [p, not(aig.and(right, fair))];",
    becomes: "        const going = [p, not(right)];",
    because: "q where no fair behaviour goes on",
  },
  {
    file: CTL,
    is: "        const going = [p, not(aig.and(left, fair))];",
    becomes: "        const going = [p, not(left)];",
    because: "p where no fair behaviour goes on",
  },
  {
    file: CTL,
    is: "const meets = aig.or(then.isNearer, then.now(conditions[j]!));",
    becomes: "const meets = aig.or(then.isNearer, then.now(conditions[0]!));",
    because: "a behaviour that meets one of two conditions is not fair",
  },
  {
    file: CTL,
    is: '        this.demandState("the second operand holds", [p], right);\n',
    becomes: "",
    because: "E p R q through states without q",
  },
  {
    file: CTL,
    is: "[this.constraints, not(right), not(unfair)],",
    becomes: "[this.constraints, not(right), not(unfair), this.fair],",
    because: "that a fair behaviour starts in a successor may be true without being shown",
  },
  {
    file: CTL,
    is: '        this.demandState("the second operand holds", [p, ...this.fairly()], right);\n',
    becomes: "",
    because: "A p R q in states without q",
  },
  {
    file: CTL,
    is: '        this.demandStep("what goes on does so in P", [p, not(left), ...this.fairly()], [this.constraints, not(goOn)]);\n',
    becomes: "",
    because: "A p R q is lost after a step",
  },
  {
    file: CTL,
    is: "        this.expectNoFairCycle([this.reach, ...waiting], proof);\n",
    becomes: "",
    because: "p for ever without q is not p U q",
  },
  {
    file: CTL,
    is: '        this.demandStep("what goes on does so in P", waiting, [this.constraints, not(goOn)]);\n',
    becomes: "",
    because: "A p U q is lost after a step",
  },
  {
    file: CTL,
    is: 'latches: model.latches.map((l) => ({ ...l, reset: "free" })),',
    becomes: "latches: model.latches,",
    because: "the cycle may lie in states of P that are not initial",
  },
  {
    file: CTL,
    is: '        this.reject("the state in which the formula fails is not initial");',
    becomes: "        break;",
    because: "the formula may hold in every initial state",
  },
  {
    file: CTL,
    is: '    if (of(set) !== 1) this.reject("the negation of the formula is not shown in the state");\n',
    becomes: "",
    because: "the formula holds in the state",
  },
  {
    file: CTL,
    is: "    if (fails === null) this.demand(",
    becomes: "    if (fails === null && root === FALSE) this.demand(",
    because: "the formula may fail in an initial state",
  },
  {
    file: CTL,
    is: "aig.mux(aig.xor(x, b[i]!), b[i]!, below), FALSE)",
    becomes: "aig.mux(aig.xor(x, b[i]!), b[i]!, below), TRUE)",
    because: "a rank that stays the same leads nowhere",
  },
  {
    file: CTL,
    is: '  if (inputsRead({ aig, inputs: ofResets }, steps).length > 0) misfit("a reset reads an input that steps read too");\n',
    becomes: "",
    because: "latches alone do not say what can follow a first state",
  },
  {
    file: CTL,
    is: "return readsInputs(given, [l]) ?",
    becomes: "return false ?",
    because: "a state does not say whether an atom that reads inputs holds",
  },
  {
    file: CTL,
    is: 'const asked = certificate.fails === null ? formula : ({ op: "not", arg: formula } as const);',
    becomes: "const asked = formula;",
    because: "that a formula holds in a state does not show that it fails",
  },
  {
    file: LINEAR,
    is: 'return isProposition(left) || isProposition(right) ? binary("or", left, right) : null;',
    becomes: 'return binary("or", left, right);',
    because: "behaviours may differ in which of two formulas they satisfy",
  },
  {
    file: LINEAR,
    is: 'return unary("F", propositional(f.arg));',
    becomes: 'return unary("F", linear(f.arg));',
    because: "AF AG p is stronger than F G p",
  },
  {
    file: LINEAR,
    is: "return holdsWithoutBehaviours(normal) ? linear(normal) : null;",
    becomes: "return linear(normal);",
    because: "a proposition may be false in an initial state where no behaviour starts",
  },
  {
    file: LINEAR,
    is: 'return binary("U", linear(f.left), propositional(f.right));',
    becomes: 'return binary("U", linear(f.left), linear(f.right));',
    because: "behaviours from one state may reach a goal that is not a proposition at different times",
  },
];
