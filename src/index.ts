/**
 * What also runs in a browser: models and formulas, their readers and writers, engines and portfolios, evidence and its checkers.
 *
 * @module fairlead
 */

export { ltlToTgba } from "./automata/translate.js";
export { checkCertificate } from "./checkers/check-certificate.js";
export { checkRanked } from "./checkers/check-ranked.js";
export { checkWitness } from "./checkers/check-witness.js";
export { claimOf } from "./checkers/claim.js";
export type { Engine, EngineContext } from "./engines/engine.js";
export { engineNamed, engines } from "./engines/registry.js";
export type { Certificate } from "./evidence/certificate.js";
export type { CtlCertificate, Proof } from "./evidence/ctl-certificate.js";
export { InternalError, type Outcome } from "./evidence/outcome.js";
export type { RankedWitness } from "./evidence/ranked-witness.js";
export {
  type Decided,
  type Evidence,
  type InitialStates,
  type Lasso,
  type NoEvidence,
  proofIn,
  type Run,
  type Step,
  type Tree,
  type Undecided,
  type Verdict,
  type Witness,
  witnessIn,
} from "./evidence/verdict.js";
export { writeAiger } from "./formats/aiger/from-design.js";
export { readAiger } from "./formats/aiger/to-design.js";
export { readBlif } from "./formats/blif/to-design.js";
export { readBtor2 } from "./formats/btor2/to-design.js";
export { writeBtor2 } from "./formats/btor2/write.js";
export { readCertificate } from "./formats/certificate/read.js";
export { writeCertificate } from "./formats/certificate/write.js";
export { readHoa } from "./formats/hoa/read.js";
export { writeHoa } from "./formats/hoa/write.js";
export { readRankedWitness } from "./formats/ranked/read.js";
export { writeRankedWitness } from "./formats/ranked/write.js";
export { readSmv } from "./formats/smv/read.js";
export { writeSmv } from "./formats/smv/write.js";
export type { Ctl } from "./formula/ctl.js";
export type { Ltl } from "./formula/ltl.js";
export { parseCtl, parseLtl } from "./formula/parse.js";
export { patternFormula } from "./formula/patterns.js";
export { printCtl, printLtl } from "./formula/print.js";
export { type LassoWord, satisfies } from "./formula/words.js";
export type { Figures, Progress } from "./limits/progress.js";
export { type Limits, Stopped, type StopReason, type StopSignal } from "./limits/stopped.js";
export { Aig } from "./logic/aig.js";
export { FALSE, type Lit, not, TRUE } from "./logic/lit.js";
export type { Fact, FactExchange } from "./model/fact.js";
export type { Latch, Model, Task } from "./model/model.js";
export type { Design, Property } from "./model/property.js";
export { SignalTable } from "./model/signal-table.js";
export type { Signal, SignalType } from "./model/symbols.js";
export { type PageWorker, pageWorkers } from "./portfolio/page-workers.js";
export { type Plan, type PlanLine, planFor, planNamed, planOf } from "./portfolio/plan.js";
export { type Host, type PortfolioOptions, runPlan } from "./portfolio/portfolio.js";
export { serve as serveJobs, type WorkerScope } from "./portfolio/web-worker.js";
export type { Spawn, WorkerEvents, WorkerHandle } from "./portfolio/worker-protocol.js";
export type { Question } from "./reading/questions.js";
export { type ModelLanguage, type ReadOptions, readDesign } from "./reading/read-design.js";
export { type SolveContext, solve } from "./solving/solve.js";
export { InputError, type Position } from "./text/input-error.js";
