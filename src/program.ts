/**
 * Systems written in TypeScript: variables, processes, fairness, and `check`. Runs in a browser too.
 *
 * @module fairlead/model
 */

export {
  type Counterexample,
  checkSystem as check,
  type Formula,
  type SystemCheckOptions as CheckOptions,
  type SystemResult as CheckResult,
} from "./portfolio/check-system.js";
export { array, bool, type Domain, int, oneOf, type Value } from "./program/domain.js";
export { all, BoolExpr, cond, count, EnumExpr, IntExpr, some } from "./program/expression.js";
export { ModelError } from "./program/model-error.js";
export type { Choose, Deadlock, ProcessFairness } from "./program/program.js";
export {
  type Draft,
  type Predicate,
  type ProcessOptions,
  type StepSpec,
  System,
  type SystemOptions,
  system,
  type Variables,
  type View,
} from "./program/system.js";
