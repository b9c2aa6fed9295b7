import { FALSE, type Lit, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { Simulator } from "../../src/model/simulate.js";

const LANES = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000].map((w) => w | 0);

/** What some words are worth for every choice of the inputs, the latches being as given: each combination once, as `1,0,2`. */
export function allValues(
  model: Model,
  words: readonly (readonly Lit[])[],
  latches: readonly number[] = [],
): Set<string> {
  const watch = words.flat().filter((l) => l !== TRUE && l !== FALSE);
  const sim = new Simulator(model, { watch });
  const rest = Math.max(0, model.inputs.length - LANES.length);
  if (rest > 16) throw new Error("too many inputs to try them all");
  const found = new Set<string>();
  for (let high = 0; high < 2 ** rest; high++) {
    latches.forEach((value, i) => {
      sim.latches[i] = -value;
    });
    for (let i = 0; i < model.inputs.length; i++)
      sim.inputs[i] = i < LANES.length ? LANES[i]! : -((high >> (i - LANES.length)) & 1);
    sim.evaluate();
    const value = (l: Lit): number => (l === TRUE ? -1 : l === FALSE ? 0 : sim.value(l));
    const lanes = words.map((bits) => bits.map(value));
    for (let lane = 0; lane < 32; lane++)
      found.add(lanes.map((bits) => bits.reduce((sum, w, i) => sum + ((w >>> lane) & 1) * 2 ** i, 0)).join());
  }
  return found;
}
