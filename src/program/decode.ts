import type { Lasso, Run } from "../evidence/verdict.js";
import { nodeOf } from "../logic/lit.js";
import type { Bits } from "../logic/vector.js";
import { Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";
import { type Behaviour, tightened } from "./behaviour.js";
import { Semantics } from "./semantics.js";
import type { ProgramModel } from "./to-model.js";

/** A lasso is gone round again and again for so many steps before it is left open. */
const MAX_STEPS = 5_000;

/**
 * What a program does in a lasso or run of its model. The lasso of a circuit need not close on what does not matter to
 * the question; that of a program does, once the loop has been gone round often enough. Where that would take too long,
 * the behaviour says which slots are open.
 */
export function behaviourOf(compiled: ProgramModel, path: Lasso | Run): Behaviour {
  const { program, model, slots, step } = compiled;
  const latchOf = new Map(model.latches.map(({ node }, i) => [node, i]));
  const inputOf = new Map(model.inputs.map((node, i) => [node, i]));
  const semantics = new Semantics(program);
  const read = (bits: Bits, values: Uint8Array, indexOf: ReadonlyMap<number, number>): number =>
    bits.reduce((code, bit, b) => code + values[indexOf.get(nodeOf(bit))!]! * 2 ** b, 0);
  const stateIn = ({ latches }: Pick<Step, "latches">) =>
    Int32Array.from(slots, (bits, i) => read(bits, latches, latchOf) + program.slots[i]!.domain.low);
  const stepIn = ({ inputs }: Step) => semantics.steps[read(step, inputs, inputOf)] ?? null;
  if (path.kind === "run") return { states: path.steps.map(stateIn), steps: path.steps.map(stepIn), loop: null };

  const { steps, loop, end } = goneRound(compiled, path, (latches) => stateIn({ latches }).join(" "));
  const states = steps.map(stateIn);
  const after = stateIn({ latches: end });
  const open = [...after.keys()].filter((slot) => after[slot] !== states[loop]![slot]);
  const behaviour = { states, steps: steps.map(stepIn), loop };
  return open.length === 0 ? tightened(behaviour) : { ...behaviour, open };
}

/** Goes round the loop, with the same inputs, until a state of the program comes again; `end` is what follows. */
function goneRound(
  { model }: ProgramModel,
  lasso: Lasso,
  key: (latches: Uint8Array) => string,
): { readonly steps: readonly Step[]; readonly loop: number; readonly end: Uint8Array } {
  const simulator = new Simulator(model);
  const steps = lasso.steps.slice(0, lasso.loop);
  const starts = new Map<string, number>();
  let latches: Uint8Array = lasso.steps[lasso.loop]!.latches;
  let firstEnd: Uint8Array | null = null;
  do {
    starts.set(key(latches), steps.length);
    for (const { inputs } of lasso.steps.slice(lasso.loop)) {
      const step = { latches, inputs };
      steps.push(step);
      simulator.load(step);
      simulator.evaluate();
      latches = Uint8Array.from(model.latches, (_, i) => simulator.next(i) & 1);
    }
    firstEnd ??= latches;
  } while (!starts.has(key(latches)) && steps.length < MAX_STEPS);
  const loop = starts.get(key(latches));
  return loop === undefined ? { ...lasso, end: firstEnd } : { steps, loop, end: latches };
}
