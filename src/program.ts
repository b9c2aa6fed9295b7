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
} from "./api/check-system.js";
export { sequenceChartSvg, sequenceChartText } from "./present/sequence-chart.js";
export { Action, type Actions, choose, ifElse, when } from "./program/action.js";
export type { ChartedRun } from "./program/chart.js";
export {
  array,
  type ChannelOptions,
  channel,
  type Domain,
  type Fields,
  mapOf,
  option,
  record,
  setOf,
  type Value,
} from "./program/compound.js";
export { shown } from "./program/display.js";
export { bool, int, oneOf } from "./program/domain.js";
export {
  all,
  BoolExpr,
  cond,
  count,
  countOf,
  EnumExpr,
  exists,
  forAll,
  IntExpr,
  max,
  min,
  some,
  sumOf,
} from "./program/expression.js";
export type { Processes } from "./program/family.js";
export { Guest, type SearchRequest, type Thrown, thrownData } from "./program/guest.js";
export { ModelError } from "./program/model-error.js";
export type {
  Draft,
  FamilyOptions,
  LocalOptions,
  Me,
  Predicate,
  ProcessOptions,
  StepSpec,
  Variables,
  View,
} from "./program/process-spec.js";
export type { Choose, Deadlock, ProcessFairness, Stopping } from "./program/program.js";
export { type ProgramReport, reportOn } from "./program/report.js";
export {
  atomic,
  branch,
  either,
  eitherOf,
  fairly,
  goto,
  label,
  loop,
  type Statement,
  skip,
  unfair,
  waitFor,
  whileDo,
} from "./program/statement.js";
export { System, type SystemOptions, system } from "./program/system.js";
export {
  always,
  eventually,
  type Formulable,
  implies,
  leadsTo,
  next,
  Temporal,
  unless,
  until,
} from "./program/temporal.js";
export type { ExprOf, Given, VariableOf } from "./program/variable.js";
