import { nodeOf } from "../logic/lit.js";
import type { Bits } from "../logic/vector.js";
import type { Lasso, Run, Step } from "../verdict/verdict.js";
import { type Behaviour, tightened } from "./behaviour.js";
import { Semantics } from "./semantics.js";
import type { ProgramModel } from "./to-model.js";

/** What a program does in a lasso or run of its model. */
export function behaviourOf({ program, model, slots, step }: ProgramModel, path: Lasso | Run): Behaviour {
  const latchOf = new Map(model.latches.map(({ node }, i) => [node, i]));
  const inputOf = new Map(model.inputs.map((node, i) => [node, i]));
  const semantics = new Semantics(program);
  const read = (bits: Bits, values: Uint8Array, indexOf: ReadonlyMap<number, number>): number =>
    bits.reduce((code, bit, b) => code + values[indexOf.get(nodeOf(bit))!]! * 2 ** b, 0);
  const stateIn = ({ latches }: Step) =>
    Int32Array.from(slots, (bits, i) => read(bits, latches, latchOf) + program.slots[i]!.domain.low);
  return tightened({
    states: path.steps.map(stateIn),
    steps: path.steps.map(({ inputs }) => semantics.steps[read(step, inputs, inputOf)] ?? null),
    loop: path.kind === "lasso" ? path.loop : null,
  });
}
