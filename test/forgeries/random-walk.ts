import type { Lasso } from "../../src/evidence/verdict.js";
import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import type { Step } from "../../src/model/step.js";
import { TinySystem } from "../oracles/tiny-system.js";

/** A behaviour that takes moves at random until a state comes back; null where it ends before. */
export function randomLasso(model: Model, random: Random, system = new TinySystem(model)): Lasso | null {
  const bits = (n: number, count: number) => Uint8Array.from({ length: count }, (_, i) => (n >> i) & 1);
  const states: number[] = [];
  const steps: Step[] = [];
  let state = system.initial[random.below(Math.max(1, system.initial.length))];
  while (state !== undefined && !(states.includes(state) && random.below(2) === 0) && steps.length < 12) {
    const from = state;
    const moves = system.moves.filter((m) => m.from === from && (steps.length > 0 || system.isReset(from, m.inputs)));
    const move = moves[random.below(Math.max(1, moves.length))];
    if (move === undefined) return null;
    states.push(from);
    steps.push({ latches: bits(from, model.latches.length), inputs: bits(move.inputs, model.inputs.length) });
    state = move.to;
  }
  const loop = states.indexOf(state!);
  return loop < 0 ? null : { kind: "lasso", steps, loop };
}
