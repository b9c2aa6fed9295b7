import { bmc } from "./bmc.js";
import type { Engine } from "./engine.js";
import { ic3 } from "./ic3.js";
import { reference } from "./reference.js";

/** Every engine, in the order in which they are shown. */
export const engines: readonly Engine[] = [reference, bmc, ic3];

export const engineNamed = (name: string): Engine | undefined => engines.find((e) => e.name === name);
