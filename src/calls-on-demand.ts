import { readBlif as blifRead } from "./formats/blif/to-design.js";
import { readBtor2 as btor2Read } from "./formats/btor2/to-design.js";
import { writeBtor2 as btor2Written } from "./formats/btor2/write.js";
import { type Argument, expecting, having, isBytes, isText } from "./text/argument-error.js";
import { film as filmed } from "./watching/film.js";
import { checkProof as proofChecked } from "./watching/proof-check.js";
import { proofWalk as walkThrough } from "./watching/proof-walk.js";

// The same as calls.ts, apart from it: pages load these when they are wanted, and what imports calls.ts should not have them at once.

export const readBlif = expecting("readBlif", blifRead, ["text", "a text", isText]);
export const readBtor2 = expecting("readBtor2", btor2Read, ["bytes", "a Uint8Array", isBytes]);
export const writeBtor2 = expecting("writeBtor2", btor2Written, [
  "design",
  "what a reader or loadDesign returns",
  having("model", "properties"),
]);

const model: Argument = ["model", "the model of a design", having("aig", "latches")];
const property: Argument = ["property", "a property of a design", having("kind", "name")];
const isProof: Argument = ["proof", "a certificate", having("kind")];

export const proofWalk = expecting("proofWalk", walkThrough, model, property, isProof);
export const checkProof = expecting("checkProof", proofChecked, model, property, isProof, [
  "options",
  "an object with limits and kernels",
  having("kernels", "shouldStop", "memoryLimit"),
]);
export const film = expecting(
  "film",
  filmed,
  ["design", "what a reader or loadDesign returns", having("model", "properties")],
  property,
  ["engine", "an engine", having("name", "decides")],
  ["options", "an object", having()],
  ["context", "an object with limits and kernels", having("kernels", "shouldStop", "memoryLimit")],
);
