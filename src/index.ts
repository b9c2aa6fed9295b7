/**
 * What also runs in a browser: models and formulas, their readers and writers, engines and portfolios, evidence and its checkers.
 *
 * @module fairlead
 */

export {
  answerView,
  checkCertificate,
  checkWitness,
  claimOf,
  graphLayout,
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
  readDesign,
  readSmv,
  remarkText,
  satisfies,
  serveJobs,
  shown,
  solve,
  spokenAnswer,
  traceOf,
  whyMet,
  witnessIn,
  writeCertificate,
} from "./calls.js";
export {
  checkProof,
  checkRanked,
  errorOf,
  film,
  formulasOf,
  inProgram,
  inWords,
  proofWalk,
  readBlif,
  readBtor2,
  readCertificate,
  readHoa,
  readRankedWitness,
  traceItf,
  traceJson,
  traceSvg,
  traceVcd,
  witnessFile,
  writeAiger,
  writeBtor2,
  writeHoa,
  writeRankedWitness,
  writeSmv,
} from "./calls-on-demand.js";
export type { Engine, EngineContext } from "./engines/engine.js";
export { engineNamed, engines } from "./engines/registry.js";
export type { Certificate } from "./evidence/certificate.js";
export type { CtlCertificate, Proof } from "./evidence/ctl-certificate.js";
export { InternalError, type Outcome } from "./evidence/outcome.js";
export type { RankedWitness } from "./evidence/ranked-witness.js";
export type { Moves, Trace, TraceCondition, TraceSignal } from "./evidence/trace.js";
export type {
  Decided,
  Evidence,
  InitialStates,
  Lasso,
  NoEvidence,
  Run,
  Shortest,
  Told,
  Tree,
  Undecided,
  Verdict,
  Witness,
} from "./evidence/verdict.js";
export type { RunYosys } from "./formats/verilog/yosys.js";
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
export type { Scene, SceneNode, SceneSet, Watcher } from "./model/watcher.js";
export { DesignSubject } from "./portfolio/design-subject.js";
export type { PageWorker } from "./portfolio/page-workers.js";
export type { Plan, PlanLine } from "./portfolio/plan.js";
export { type Host, type PortfolioOptions, runPlan } from "./portfolio/portfolio.js";
export type { FunctionSearch, ProgramAskOptions } from "./portfolio/program-check.js";
export { ProgramSubject } from "./portfolio/program-subject.js";
export type { ProgramWitness } from "./portfolio/program-witness.js";
export type { AskOptions, Subject } from "./portfolio/subject.js";
export type { WorkerScope } from "./portfolio/web-worker.js";
export type { Spawn, WorkerEvents, WorkerHandle } from "./portfolio/worker-protocol.js";
export { mistakeInWords } from "./present/mistake.js";
export type { AnswerLine } from "./present/outcome.js";
export type { Shown } from "./present/shown.js";
export type { AskedProgram } from "./program/data.js";
export { type Hosted, hosted, type ProgramSource } from "./program/hosted.js";
export type { FormulaText } from "./reading/questions.js";
export type { ModelLanguage, ReadOptions } from "./reading/read-design.js";
export type { SolveContext } from "./solving/solve.js";
export { InputError, type Position } from "./text/input-error.js";
export type { AnswerView } from "./watching/answer-view.js";
export type { DrawnCondition, DrawnGraph } from "./watching/drawn-graph.js";
export type { Film, Frame, NotFilmed } from "./watching/film.js";
export type { GraphLayout } from "./watching/graph-layout.js";
export type { ProofCheck, ProofCheckOptions } from "./watching/proof-check.js";
export type { ProofStep, ProofWalk } from "./watching/proof-walk.js";
export type { WitnessFile } from "./watching/witness-file.js";
