// Reading and writing models.

// Formulas and automata.
export { ltlToTgba } from "./automata/translate.js";
// Deciding: one engine at a time, or several in workers that the host spawns; `fairlead/node` spawns threads.
export type { Engine, EngineContext, EngineEvent } from "./engines/engine.js";
export { engineNamed, engines } from "./engines/registry.js";
export { writeAiger } from "./formats/aiger/from-design.js";
export { readAiger } from "./formats/aiger/to-design.js";
export { readCertificate } from "./formats/certificate/read.js";
export { writeCertificate } from "./formats/certificate/write.js";
export { readHoa } from "./formats/hoa/read.js";
export { writeHoa } from "./formats/hoa/write.js";
export { readSmv } from "./formats/smv/read.js";
export { writeSmv } from "./formats/smv/write.js";
export { InputError, type Position } from "./formats/text.js";
export type { Ctl } from "./formula/ctl.js";
export type { Ltl } from "./formula/ltl.js";
export { parseCtl, parseLtl } from "./formula/parse.js";
export { printCtl, printLtl } from "./formula/print.js";
export { type LassoWord, satisfies } from "./formula/words.js";
// Models and what is asked of them.
export { Aig } from "./logic/aig.js";
export { FALSE, type Lit, not, TRUE } from "./logic/lit.js";
export type { Fact, FactExchange } from "./model/fact.js";
export type { Latch, Model, Task } from "./model/model.js";
export type { Design, Property } from "./model/property.js";
export { SignalTable } from "./model/signal-table.js";
export type { Signal, SignalType } from "./model/symbols.js";
export { type PageWorker, pageWorkers } from "./run/page-workers.js";
export { type Plan, type PlanLine, planFor, planNamed, planOf } from "./run/plan.js";
export { type Host, type PortfolioOptions, runPlan } from "./run/portfolio.js";
export { type SolveContext, solve } from "./run/solve.js";
export type { Spawn, WorkerEvents, WorkerHandle } from "./run/worker-protocol.js";

// Answers, and checking them.
export type { Certificate } from "./verdict/certificate.js";
export { checkCertificate } from "./verdict/check-certificate.js";
export { checkWitness } from "./verdict/check-witness.js";
export { claimOf } from "./verdict/claim.js";
export { InternalError, type Outcome } from "./verdict/outcome.js";
export type { Lasso, Run, Step, Verdict, Witness } from "./verdict/verdict.js";
