import { ltlToTgba as translate } from "./automata/translate.js";
import { checkCertificate as certificateChecked } from "./checkers/check-certificate.js";
import { checkWitness as witnessChecked } from "./checkers/check-witness.js";
import { claimOf as claim } from "./checkers/claim.js";
import { traceOf as traced } from "./evidence/trace.js";
import { proofIn as proof, witnessIn as witness } from "./evidence/verdict.js";
import { whyMet as reasons } from "./evidence/why-met.js";
import { readAiger as aigerRead } from "./formats/aiger/to-design.js";
import { writeCertificate as certificateWritten } from "./formats/certificate/write.js";
import { readSmv as smvRead } from "./formats/smv/read.js";
import { parseCtl as ctlParsed, parseLtl as ltlParsed } from "./formula/parse.js";
import { patternFormula as patternRead } from "./formula/patterns.js";
import { printCtl as ctlPrinted, printLtl as ltlPrinted } from "./formula/print.js";
import { satisfies as wordSatisfies } from "./formula/words.js";
import { pageWorkers as workersOfPage } from "./portfolio/page-workers.js";
import { planNamed as planByName, planFor as planChosen, planOf as planOfEngine } from "./portfolio/plan.js";
import { serve } from "./portfolio/web-worker.js";
import { shown as shownOutcome } from "./present/shown.js";
import { spokenAnswer as spoken } from "./present/spoken.js";
import { remarkText as remarkInWords } from "./present/vacuity.js";
import { readDesign as designRead } from "./reading/read-design.js";
import { solve as solved } from "./solving/solve.js";
import { type Argument, expecting, having, isBytes, isFunction, isText } from "./text/argument-error.js";
import { answerView as viewOf } from "./watching/answer-view.js";
import { graphLayout as layoutOfGraph } from "./watching/graph-layout.js";

// The public functions that take what a caller may get wrong without types: each looks at its arguments first. Code of this
// package, which has types, calls the functions themselves.

const text: Argument = ["text", "a text", isText];
const bytes: Argument = ["bytes", "a Uint8Array", isBytes];
const design: Argument = ["design", "what a reader or loadDesign returns", having("model", "properties")];
const model: Argument = ["model", "the model of a design", having("aig", "latches")];
const property: Argument = ["property", "a property of a design", having("kind", "name")];
const ltl: Argument = ["formula", "a formula as parseLtl gives it", having("op")];
const ctl: Argument = ["formula", "a formula as parseCtl gives it", having("op")];
const verdict: Argument = ["verdict", "the verdict of an outcome", having("answer")];
const isProof: Argument = ["proof", "a certificate", having("kind")];

const told: Argument = ["shown", "what shown returns", having("outcome", "remarks")];

export const ltlToTgba = expecting("ltlToTgba", translate, ltl);
export const checkCertificate = expecting(
  "checkCertificate",
  certificateChecked,
  ["claim", "what claimOf returns", having("model")],
  ["certificate", "a certificate", having("steps")],
  ["options", "an object", having()],
);
export const checkWitness = expecting("checkWitness", witnessChecked, model, property, [
  "witness",
  "a lasso or a run",
  having("kind", "steps"),
]);
export const claimOf = expecting("claimOf", claim, model, property);
export const proofIn = expecting("proofIn", proof, verdict);
export const witnessIn = expecting("witnessIn", witness, verdict);
export const readAiger = expecting("readAiger", aigerRead, bytes);
export const writeCertificate = expecting("writeCertificate", certificateWritten, isProof, [
  "subject",
  "an object that names the property",
  having("property"),
]);
export const readSmv = expecting("readSmv", smvRead, text, ["file", "a name, for messages", isText]);
export const parseCtl = expecting("parseCtl", ctlParsed, text);
export const parseLtl = expecting("parseLtl", ltlParsed, text);
export const patternFormula = expecting("patternFormula", patternRead, text);
export const printCtl = expecting("printCtl", ctlPrinted, ctl);
export const printLtl = expecting("printLtl", ltlPrinted, ltl);
export const satisfies = expecting(
  "satisfies",
  wordSatisfies,
  ["word", "an infinite word", having("length", "loop", "holds")],
  ltl,
);
export const pageWorkers = expecting("pageWorkers", workersOfPage, [
  "make",
  "a function that makes a worker",
  isFunction,
]);
export const planFor = expecting("planFor", planChosen, design, property);
export const planOf = expecting(
  "planOf",
  planOfEngine,
  ["engine", "an engine", having("name", "decides")],
  ["options", "an object", having()],
);
export const planNamed = expecting(
  "planNamed",
  planByName,
  ["name", "the name of an engine, or 'auto'", isText],
  ["options", "an object", having()],
);
export const solve = expecting(
  "solve",
  solved,
  design,
  property,
  ["engine", "an engine", having("name", "decides")],
  ["options", "an object", having()],
  ["context", "an object with limits and kernels", having()],
);
export const serveJobs = expecting("serveJobs", serve, [
  "scope",
  "the global object of a worker",
  having("postMessage"),
]);
export const readDesign = expecting("readDesign", designRead, bytes, ["name", "the name of a file", isText]);
export const traceOf = expecting("traceOf", traced, model, property, [
  "witness",
  "a lasso, a run or a tree",
  having("kind"),
]);
export const whyMet = expecting("whyMet", reasons, model, property, [
  "path",
  "a lasso or a run",
  having("kind", "steps"),
]);
export const shown = expecting(
  "shown",
  shownOutcome,
  ["outcome", "what an engine or a plan found", having("verdict")],
  ["traceOf", "a function", isFunction],
  ["remarkText", "a function", isFunction],
);
export const answerView = expecting("answerView", viewOf, told);
export const spokenAnswer = expecting("spokenAnswer", spoken, property);
export const remarkText = expecting("remarkText", remarkInWords, model, [
  "remark",
  "a remark of a vacuity",
  having("kind"),
]);
export const graphLayout = expecting("graphLayout", layoutOfGraph, [
  "graph",
  "the graph of a film or of a walk through a proof",
  having("values", "edges", "components", "isFair"),
]);
