import { readFileSync } from "node:fs";
import type { Engine, EngineContext, OptionValues } from "../../src/engines/engine.js";
import type { Outcome } from "../../src/evidence/outcome.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { solve } from "../../src/solving/solve.js";

const wasm = (kernel: string) =>
  new WebAssembly.Module(readFileSync(new URL(`../../wasm/${kernel}.wasm`, import.meta.url)));

export const context: EngineContext = {
  shouldStop: () => null,
  memoryLimit: 2 ** 30,
  seed: 1,
  kernels: { bdd: wasm("bdd"), sat: wasm("sat") },
};

/** The whole way of one property with one engine, here and now; evidence that does not check throws. */
export function solved(model: Model, property: Property, engine: Engine): Outcome {
  const solving = solve({ model, properties: [property] }, property, engine, BOUNDS[engine.name] ?? {}, context);
  for (;;) {
    const { done, value } = solving.next();
    if (done) return value;
  }
}

/** Engines that would go on for ever where there is nothing to find get a bound. */
const BOUNDS: Readonly<Record<string, OptionValues>> = {
  bmc: { bound: 40 },
};
