import type { Lasso, Run } from "../../evidence/verdict.js";
import type { Design, SourceWord, SourceWords } from "../../model/property.js";
import { Simulator, simulate } from "../../model/simulate.js";
import { spelled } from "../../text/escape.js";
import { type Closing, onceRound } from "../aiger/closing.js";
import type { PropertyReference, WitnessSubject } from "../aiger/witness.js";

/** A design whose witnesses speak of words. */
export type WordDesign = Design & { readonly words: SourceWords };

/** How comments of ours begin; those of others say nothing here. */
export const OURS = "; fairlead ";

/**
 * A witness in BTOR2's format: frames with the values of inputs, and of the states that no line of the file decides. The last frame of a
 * lasso is the first one of its loop again: the state that comes back is in the file, and a comment says which frame it is.
 */
export function writeBtor2Witness(
  { model, words }: WordDesign,
  about: WitnessSubject,
  evidence: Lasso | Run,
  closing?: Closing,
): string {
  const lines: string[] = [];
  let inputs = evidence.steps.map((s) => s.inputs);
  if (evidence.kind === "lasso") {
    const { turns, loop } = closing ?? onceRound(evidence);
    const turn = inputs.slice(evidence.loop);
    for (let k = 1; k < turns; k++) for (const values of turn) inputs.push(values);
    inputs = [...inputs, inputs[loop]!];
    lines.push(`${OURS}loop ${loop}`);
  }
  if (typeof about === "string") lines.push(`${OURS}property ${about}`);
  lines.push("sat");
  if (typeof about !== "string") lines.push(about.map(nameOf).join(" "));
  const sim = new Simulator(model, { watch: [...words.states, ...words.inputs].flatMap((w) => w.bits), latches: [] });
  simulate(model, evidence.steps[0]!.latches, inputs).forEach((step, t) => {
    sim.load(step);
    sim.evaluate();
    const states = words.states.flatMap((w, k) => {
      return (t === 0 ? w.chosenFirst : w.chosenLater) ? values(w, k, sim, `#${t}`) : [];
    });
    if (states.length > 0) lines.push(`#${t}`, ...states);
    lines.push(`@${t}`, ...words.inputs.flatMap((w, k) => values(w, k, sim, `@${t}`)));
  });
  return `${lines.join("\n")}\n.\n`;
}

const nameOf = ({ kind, index }: PropertyReference): string => `${kind === "bad" ? "b" : "j"}${index}`;

/** The witness file of an answer without a trace. */
export function writeBtor2Answer(about: WitnessSubject, answer: "holds" | "unknown"): string {
  const claim = answer === "holds" ? "unsat" : "unknown";
  return typeof about === "string"
    ? `${OURS}property ${about}\n${claim}\n.\n`
    : `${claim}\n${about.map(nameOf).join(" ")}\n.\n`;
}

/** The lines of one word: one for each element of an array. */
function values({ bits, index, name }: SourceWord, position: number, sim: Simulator, time: string): string[] {
  const symbol = name === undefined ? "" : ` ${spelled(name)}${time}`;
  const width = index === null ? bits.length : bits.length / 2 ** index;
  const lines: string[] = [];
  for (let at = 0; at < bits.length; at += width) {
    let value = "";
    for (let i = at + width - 1; i >= at; i--) value += sim.bit(bits[i]!);
    const element = index === null ? "" : `[${(at / width).toString(2).padStart(index, "0")}] `;
    lines.push(`${position} ${element}${value}${symbol}`);
  }
  return lines;
}
