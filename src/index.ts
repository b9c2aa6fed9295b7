export { InputError } from "./formats/text.js";
export { Aig } from "./logic/aig.js";
export type { Lit } from "./logic/lit.js";
export type { Latch, Model, Task } from "./model/model.js";
export type { Design, Property } from "./model/property.js";
export type { Lasso, Run, Verdict, Witness } from "./verdict/verdict.js";
