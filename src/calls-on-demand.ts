import { checkRanked as rankedChecked } from "./checkers/check-ranked.js";
import { writeAiger as aigerWritten } from "./formats/aiger/from-design.js";
import { readBlif as blifRead } from "./formats/blif/to-design.js";
import { readBtor2 as btor2Read } from "./formats/btor2/to-design.js";
import { writeBtor2 as btor2Written } from "./formats/btor2/write.js";
import { readCertificate as certificateRead } from "./formats/certificate/read.js";
import { readHoa as hoaRead } from "./formats/hoa/read.js";
import { writeHoa as hoaWritten } from "./formats/hoa/write.js";
import { readRankedWitness as rankedRead } from "./formats/ranked/read.js";
import { writeRankedWitness as rankedWritten } from "./formats/ranked/write.js";
import { writeSmv as smvWritten } from "./formats/smv/write.js";
import { inWords as formulaInWords } from "./formula/in-words.js";
import { itf } from "./present/itf.js";
import { traceJson as jsonOfTrace } from "./present/json.js";
import { svg } from "./present/svg.js";
import { vcd } from "./present/vcd.js";
import { inProgram as errorInProgram, errorOf as thrown } from "./program/hosted.js";
import { formulasOf as formulas } from "./reading/questions.js";
import { type Argument, expecting, having, isBytes, isFunction, isText } from "./text/argument-error.js";
import { film as filmed } from "./watching/film.js";
import { checkProof as proofChecked } from "./watching/proof-check.js";
import { proofWalk as walkThrough } from "./watching/proof-walk.js";
import { witnessFile as witnessWritten } from "./watching/witness-file.js";

// The same as calls.ts, apart from it: pages load these when they are wanted, and what imports calls.ts should not have them at once.

const ranked: Argument = ["witness", "what readRankedWitness returns", having("inputs", "latches")];
const bytes: Argument = ["bytes", "a Uint8Array", isBytes];
const design: Argument = ["design", "what a reader or loadDesign returns", having("model", "properties")];
const model: Argument = ["model", "the model of a design", having("aig", "latches")];
const property: Argument = ["property", "a property of a design", having("kind", "name")];
const trace: Argument = ["trace", "what traceOf or a subject returns", having("signals", "values", "met")];
const isProof: Argument = ["proof", "a certificate", having("kind")];

export const readBlif = expecting("readBlif", blifRead, ["text", "a text", isText]);
export const readHoa = expecting("readHoa", hoaRead, ["text", "a text", isText]);
export const readBtor2 = expecting("readBtor2", btor2Read, bytes);
export const writeAiger = expecting("writeAiger", aigerWritten, design, [
  "encoding",
  "'ascii' or 'binary'",
  (given) => given === "ascii" || given === "binary",
]);
export const writeBtor2 = expecting("writeBtor2", btor2Written, design);

export const checkRanked = expecting(
  "checkRanked",
  rankedChecked,
  ["claim", "an object with a model", having("model")],
  ranked,
  ["oracle", "a function that makes a solver", isFunction],
);
export const readCertificate = expecting("readCertificate", certificateRead, bytes);
export const readRankedWitness = expecting("readRankedWitness", rankedRead, bytes, [
  "model",
  "the numbers of inputs and latches",
  having("inputs", "latches"),
]);
export const writeRankedWitness = expecting("writeRankedWitness", rankedWritten, ranked, ["subject", "a text", isText]);
export const writeHoa = expecting("writeHoa", hoaWritten, ["automaton", "what ltlToTgba returns", having("edges")]);
export const writeSmv = expecting("writeSmv", smvWritten, design);
export const traceItf = expecting("traceItf", itf, trace, [
  "about",
  "an object with a source and a description",
  having("source", "description"),
]);
export const traceJson = expecting("traceJson", jsonOfTrace, trace);
export const traceSvg = expecting("traceSvg", svg, trace, ["title", "a text", isText]);
export const traceVcd = expecting("traceVcd", vcd, trace);
export const witnessFile = expecting("witnessFile", witnessWritten, design, property, [
  "witness",
  "a lasso, a run or a tree",
  having("kind"),
]);
export const proofWalk = expecting("proofWalk", walkThrough, model, property, isProof);
export const checkProof = expecting("checkProof", proofChecked, model, property, isProof, [
  "options",
  "an object with limits and kernels",
  having("kernels", "shouldStop", "memoryLimit"),
]);
export const film = expecting(
  "film",
  filmed,
  design,
  property,
  ["engine", "an engine", having("name", "decides")],
  ["options", "an object", having()],
  ["context", "an object with limits and kernels", having("kernels", "shouldStop", "memoryLimit")],
);
export const errorOf = expecting("errorOf", thrown, ["thrown", "what thrownData returns", having("message")]);
export const inProgram = expecting(
  "inProgram",
  errorInProgram,
  ["e", "anything", () => true],
  ["source", "an object with the file's name and its path in stacks", having("file", "path")],
);
export const formulasOf = expecting(
  "formulasOf",
  formulas,
  ["question", "an object with a text", having("text", "logic")],
  ["system", "a program", having("variables", "propositions")],
);
export const inWords = expecting("inWords", formulaInWords, [
  "formula",
  "a formula as parseLtl gives it",
  having("op"),
]);
