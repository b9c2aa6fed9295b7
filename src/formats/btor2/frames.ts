import { nodeOf } from "../../logic/lit.js";
import type { SourceWord } from "../../model/property.js";
import { Simulator } from "../../model/simulate.js";
import { ANY, runOf, type Stimulus } from "../aiger/witness.js";
import type { WordDesign } from "./witness.js";

/** A value that a witness gives a word, or an element of an array (or all of them). The first digit is the most significant bit. */
export interface Assignment {
  readonly word: SourceWord;
  /** As the witness counts inputs or states. */
  readonly position: number;
  /** 0 for words that are no arrays. */
  readonly element: number | "all";
  readonly value: string;
}

export interface Frame {
  readonly states: readonly Assignment[];
  readonly inputs: readonly Assignment[];
}

/** What frames choose: inputs in every step, and first values. What follows from the file is not taken from them. */
export function stimulusOf({ model }: WordDesign, frames: readonly Frame[]): Stimulus {
  const inputAt = new Map(model.inputs.map((node, i) => [node, i]));
  const latchAt = new Map(model.latches.map(({ node }, i) => [node, i]));
  const latches = new Uint8Array(model.latches.length).fill(ANY);
  const inputs = frames.map(({ states, inputs: given }, t) => {
    const now = new Uint8Array(model.inputs.length).fill(ANY);
    for (const assignment of [...states, ...given])
      eachBit(assignment, (i, value) => {
        const node = nodeOf(assignment.word.leaves[i]!);
        const input = inputAt.get(node);
        const latch = latchAt.get(node);
        if (input !== undefined) now[input] = value;
        else if (t === 0 && latch !== undefined && model.latches[latch]!.reset === "free") latches[latch] = value;
      });
    return now;
  });
  return { latches, inputs };
}

/** A sentence about the first state that frames give another value than the model does, or null. */
export function contradictionIn(design: WordDesign, frames: readonly Frame[], stimulus: Stimulus): string | null {
  const { model, words } = design;
  const { steps } = runOf(model, stimulus);
  const sim = new Simulator(model, { watch: words.states.flatMap((w) => w.bits), latches: [] });
  for (const [t, frame] of frames.entries()) {
    sim.load(steps[t]!);
    sim.evaluate();
    for (const assignment of frame.states) {
      const { word, position, value } = assignment;
      let isWrong = false;
      eachBit(assignment, (i, bit) => {
        if (sim.bit(word.bits[i]!) !== bit) isWrong = true;
      });
      if (!isWrong) continue;
      const name = word.name === undefined ? "" : ` (${word.name})`;
      const why = t === 0 ? "that is not its first value" : "that is not its next value in the frame before";
      return `frame ${t}: state ${position}${name} is ${value}, and ${why}`;
    }
  }
  return null;
}

/** The bits that an assignment gives, by their place in the word. */
function eachBit({ word, element, value }: Assignment, use: (i: number, bit: 0 | 1) => void): void {
  const width = value.length;
  const count = element === "all" ? word.bits.length / width : 1;
  const first = element === "all" ? 0 : element;
  for (let e = first; e < first + count; e++)
    for (let i = 0; i < width; i++) use(e * width + i, value[width - 1 - i] === "1" ? 1 : 0);
}
