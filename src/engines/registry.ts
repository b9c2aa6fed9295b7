import type { Engine } from "./engine.js";
import { reference } from "./reference.js";

/** Every engine, in the order in which they are shown. */
export const engines: readonly Engine[] = [reference];

export const engineNamed = (name: string): Engine | undefined => engines.find((e) => e.name === name);
