import { checkWitness } from "../../src/checkers/check-witness.js";
import type { Lasso, Run } from "../../src/evidence/verdict.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { TinySystem } from "./tiny-system.js";

/**
 * The least number of steps of a behaviour that the checker accepts for the property, by trying all paths of one step, of two, and
 * so on, with every step of each as the start of the loop; null when it is more than `most`.
 */
export function leastSteps(model: Model, property: Property, most: number): number | null {
  const tiny = new TinySystem(model);
  type Move = TinySystem["moves"][number];
  const bits = (value: number, width: number) => Uint8Array.from({ length: width }, (_, i) => (value >> i) & 1);
  const stepOf = ({ from, inputs }: Move) => ({
    latches: bits(from, model.latches.length),
    inputs: bits(inputs, model.inputs.length),
  });
  let paths = tiny.moves.filter((m) => tiny.isReset(m.from, m.inputs)).map((m) => [m]);
  for (let length = 1; length <= most; length++) {
    for (const path of paths) {
      const steps = path.map(stepOf);
      const run: Run = { kind: "run", steps };
      const lassos = steps.map((_, loop): Lasso => ({ kind: "lasso", steps, loop }));
      const candidates = property.kind === "bad" ? [run] : lassos;
      if (candidates.some((candidate) => checkWitness(model, property, candidate) === null)) return length;
    }
    paths = paths.flatMap((path) => tiny.moves.filter((m) => m.from === path.at(-1)!.to).map((m) => [...path, m]));
  }
  return null;
}
