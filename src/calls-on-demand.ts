import { readBlif as blifRead } from "./formats/blif/to-design.js";
import { readBtor2 as btor2Read } from "./formats/btor2/to-design.js";
import { writeBtor2 as btor2Written } from "./formats/btor2/write.js";
import { expecting, having, isBytes, isText } from "./text/argument-error.js";

// The same as calls.ts, apart from it: `readDesign` loads these readers when they are wanted, and what imports it should not have them at once.

export const readBlif = expecting("readBlif", blifRead, ["text", "a text", isText]);
export const readBtor2 = expecting("readBtor2", btor2Read, ["bytes", "a Uint8Array", isBytes]);
export const writeBtor2 = expecting("writeBtor2", btor2Written, [
  "design",
  "what a reader or loadDesign returns",
  having("model", "properties"),
]);
