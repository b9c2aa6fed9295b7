/**
 * What also runs in a browser: models and formulas, their readers and writers, engines and portfolios, evidence and its checkers.
 *
 * @module fairlead
 */

export {
  checkCertificate,
  checkRanked,
  checkWitness,
  claimOf,
  ltlToTgba,
  pageWorkers,
  parseCtl,
  parseLtl,
  patternFormula,
  planFor,
  planNamed,
  planOf,
  printCtl,
  printLtl,
  proofIn,
  readAiger,
  readBlif,
  readBtor2,
  readCertificate,
  readDesign,
  readHoa,
  readRankedWitness,
  readSmv,
  satisfies,
  serveJobs,
  solve,
  witnessIn,
  writeAiger,
  writeBtor2,
  writeCertificate,
  writeHoa,
  writeRankedWitness,
  writeSmv,
} from "./calls.js";
export type { Engine, EngineContext } from "./engines/engine.js";
export { engineNamed, engines } from "./engines/registry.js";
export type { Certificate } from "./evidence/certificate.js";
export type { CtlCertificate, Proof } from "./evidence/ctl-certificate.js";
export { InternalError, type Outcome } from "./evidence/outcome.js";
export type { RankedWitness } from "./evidence/ranked-witness.js";
export type {
  Decided,
  Evidence,
  InitialStates,
  Lasso,
  NoEvidence,
  Run,
  Tree,
  Undecided,
  Verdict,
  Witness,
} from "./evidence/verdict.js";
export type { Ctl } from "./formula/ctl.js";
export type { Ltl } from "./formula/ltl.js";
export type { LassoWord } from "./formula/words.js";
export type { Figures, Progress } from "./limits/progress.js";
export { type Limits, Stopped, type StopReason, type StopSignal } from "./limits/stopped.js";
export { Aig } from "./logic/aig.js";
export { FALSE, type Lit, not, TRUE } from "./logic/lit.js";
export type { Fact, FactExchange } from "./model/fact.js";
export type { Latch, Model, Task } from "./model/model.js";
export type { Design, Property } from "./model/property.js";
export { SignalTable } from "./model/signal-table.js";
export type { Step } from "./model/step.js";
export type { Signal, SignalType } from "./model/symbols.js";
export type { PageWorker } from "./portfolio/page-workers.js";
export type { Plan, PlanLine } from "./portfolio/plan.js";
export { type Host, type PortfolioOptions, runPlan } from "./portfolio/portfolio.js";
export type { WorkerScope } from "./portfolio/web-worker.js";
export type { Spawn, WorkerEvents, WorkerHandle } from "./portfolio/worker-protocol.js";
export type { FormulaText } from "./reading/questions.js";
export type { ModelLanguage, ReadOptions } from "./reading/read-design.js";
export type { SolveContext } from "./solving/solve.js";
export { InputError, type Position } from "./text/input-error.js";
