import type { Mutant } from "./mutant.js";

const LASSO = "check-lasso.ts";
const REPLAY = "replay.ts";
const TREE = "check-tree.ts";

/** Of runs, lassos and trees. */
export const ofBehaviours: readonly Mutant[] = [
  {
    file: LASSO,
    is: "if (replay.nextOfLast(i) === steps[loop]!.latches[i]) continue;",
    becomes: "if (true) continue;",
    because: "a loop that does not close",
  },
  {
    file: LASSO,
    is: "const matters = influenceOn(model, [...rootsOf(model), ...justice, ...observed]).latches;",
    becomes: "const matters = influenceOn(model, [...rootsOf(model), ...justice]).latches;",
    because: "a loop that is open on latches that the formula reads",
  },
  {
    file: LASSO,
    is: "const matters = influenceOn(model, [...rootsOf(model), ...justice, ...observed]).latches;",
    becomes: "const matters = influenceOn(model, [...justice, ...observed]).latches;",
    because: "a loop that is open on latches that constraints read",
  },
  {
    file: LASSO,
    is: "for (let t = loop; t < steps.length; t++) {",
    becomes: "for (let t = 0; t < steps.length; t++) {",
    because: "a condition that is met before the loop is met once",
  },
  {
    file: LASSO,
    is: "const conditions = [...model.fairness, ...justice];",
    becomes: "const conditions = [...justice];",
    because: "an unfair behaviour",
  },
  {
    file: LASSO,
    is: "const conditions = [...model.fairness, ...justice];",
    becomes: "const conditions = [...model.fairness];",
    because: "a fair behaviour that violates nothing",
  },
  {
    file: LASSO,
    is: 'return satisfies(word, propositions.formula) ? wrong("the formula holds on this lasso") : checked;',
    becomes: "return checked;",
    because: "a behaviour that satisfies the formula",
  },
  {
    file: LASSO,
    is: "    loop: lasso.loop,\n    holds",
    becomes: "    loop: lasso.steps.length - 1,\n    holds",
    because: "the formula is evaluated on another word",
  },
  {
    file: LASSO,
    is: "  if (!replay.holds(bad)) return",
    becomes: "  if (false) return",
    because: "a run without a bad state",
  },
  {
    file: LASSO,
    is: "  replay.at(run.steps[run.steps.length - 1]!);\n",
    becomes: "  replay.at(run.steps[0]!);\n",
    because: "a run whose last step is not bad",
  },
  {
    file: REPLAY,
    is: "const expected = t === 0 ? resetLatches(model, step.latches, step.inputs) : this.next();",
    becomes: "const expected = t === 0 ? step.latches : this.next();",
    because: "a behaviour that starts anywhere",
  },
  {
    file: REPLAY,
    is: "const expected = t === 0 ? resetLatches(model, step.latches, step.inputs) : this.next();",
    becomes: "const expected = t === 0 ? resetLatches(model, step.latches, step.inputs) : step.latches;",
    because: "a behaviour that jumps",
  },
  {
    file: REPLAY,
    is: "const violated = model.constraints.findIndex((c) => !this.holds(c));",
    becomes: "const violated = t === 0 ? model.constraints.findIndex((c) => !this.holds(c)) : -1;",
    because: "a behaviour that breaks constraints after its first step",
  },
  {
    file: REPLAY,
    is: "if (step.latches.some((v) => v > 1) || step.inputs.some((v) => v > 1))",
    becomes: "if (step.latches.some((v) => v > 1))",
    because: "a value that is neither 0 nor 1",
  },
  {
    file: "check-witness.ts",
    is: 'if (witness.kind !== "lasso") return wrong("expected a lasso");',
    becomes: 'if (witness.kind !== "lasso") return checkRun(model, witness, 1 as never);',
    because: "a finite run shows nothing of justice",
  },
  {
    file: "path-formula.ts",
    is: "const success = hasOneInitialState(model, property) ? withoutE(normalFormOf(formula)) : null;",
    becomes: "const success = withoutE(normalFormOf(formula));",
    because: "what one initial state satisfies another may not",
  },
  {
    file: "path-formula.ts",
    is: "const failure = withoutE(negationOf(formula));",
    becomes: "const failure = withoutE(normalFormOf(formula));",
    because: "a behaviour that satisfies a formula does not show that it fails",
  },
  {
    file: TREE,
    is: "if (first !== undefined && !this.isSameState(first, start, before.length + step === 0))",
    becomes: "if (false)",
    because: "a branch that starts elsewhere",
  },
  {
    file: TREE,
    is: "sameState(model, this.observed)",
    becomes: "sameState(model, [])",
    because: "a branch that starts with another input, which an atom reads",
  },
  {
    file: TREE,
    is: "start, before.length + step === 0)",
    becomes: "start, false)",
    because: "a branch that starts with another input, which a reset reads",
  },
  {
    file: TREE,
    is: '    if (!isLasso && !this.runsGoOn) return "open";\n',
    becomes: "",
    because: "a run that may not go on fairly shows no E formula",
  },
  {
    file: TREE,
    is: 'const forever = isLasso ? "yes" : "open";',
    becomes: 'const forever = "yes";',
    because: "what holds along a finite run need not hold for ever",
  },
  {
    file: TREE,
    is: "const failure = negationOf(formula);",
    becomes: "const failure = formula;",
    because: "a tree that shows the formula does not show that it fails",
  },
  {
    file: TREE,
    is: 'case "and":\n        return and(this.at',
    becomes: 'case "and":\n        return or(this.at',
    because: "one of two parts is not both",
  },
  {
    file: TREE,
    is: "if (!checked.ok) return checked;\n    for",
    becomes: "for",
    because: "paths that are no behaviours",
  },
];
