import { InputError } from "../../text/input-error.js";
import { linesIn } from "../../text/lines.js";
import { afterRow } from "../../text/rows.js";
import type { PropertyReference, ReadWitness } from "../aiger/witness.js";
import { type Assignment, contradictionIn, type Frame, stimulusOf } from "./frames.js";
import { OURS, type WordDesign } from "./witness.js";

/** Does a text begin like a witness of BTOR2, and not like one of AIGER? */
export const isBtor2Witness = (text: string): boolean => /^\s*(?:;|sat\b|unsat\b|unknown\b|[#@]\d)/.test(text);

/**
 * All witnesses of a file. Lines that begin with `;` are comments; those of ours before a witness are read. A lasso of others may end with
 * the state that comes back, or just before it.
 */
export function readBtor2Witnesses(text: string, design: WordDesign): ReadWitness[] {
  const reader = new WitnessReader(text, design);
  const witnesses: ReadWitness[] = [];
  do witnesses.push(reader.witness());
  while (!reader.atEnd);
  return witnesses;
}

const ANSWERS: ReadonlyMap<string, ReadWitness["answer"]> = new Map([
  ["sat", "fails"],
  ["unsat", "holds"],
  ["unknown", "unknown"],
]);

interface Line {
  readonly text: string;
  readonly number: number;
}

interface OpenFrame {
  readonly states: Assignment[];
  readonly inputs: Assignment[];
  hasInputs: boolean;
}

class WitnessReader {
  private readonly lines: Line[] = [];
  /** Comments of ours, and the line that each stands before. */
  private readonly remarks: (Line & { readonly before: number })[] = [];
  private next = 0;

  constructor(
    text: string,
    private readonly design: WordDesign,
  ) {
    let number = 0;
    for (const line of linesIn(text)) {
      number++;
      if (line.startsWith(OURS))
        this.remarks.push({ text: line.slice(OURS.length).trimEnd(), number, before: this.lines.length });
      else if (!/^\s*(?:;|$)/.test(line)) this.lines.push({ text: line.trimEnd(), number });
    }
  }

  get atEnd(): boolean {
    return this.next >= this.lines.length;
  }

  witness(): ReadWitness {
    const formula = this.remark("property");
    const loop = this.remark("loop");
    if (loop !== null && !/^\d{1,9}$/.test(loop))
      throw error(`expected the step at which the loop starts, found '${loop}' in the comment before this`, this.here);
    const answer = this.answer();
    const properties = this.properties();
    if (answer !== "fails") {
      if (this.here.text === ".") this.next++;
      return { answer, properties, formula };
    }
    const frames = this.frames();
    if (frames.length === 0) throw error("expected at least one frame, which begins with '#0' or '@0'", this.here);
    const stimulus = stimulusOf(this.design, frames);
    const contradiction = contradictionIn(this.design, frames, stimulus);
    const head = { answer, properties, formula, ...(contradiction !== null && { contradiction }) };
    if (loop === null) return { ...head, stimulus, loop, mayRepeat: true };
    return { ...head, stimulus: { ...stimulus, inputs: stimulus.inputs.slice(0, -1) }, loop: Number(loop) };
  }

  /** What a comment of ours says just before the witness that begins here. */
  private remark(key: string): string | null {
    const [found, second] = this.remarks.filter(
      ({ text, before }) => before === this.next && text.startsWith(`${key} `),
    );
    if (second !== undefined) throw error(`a second comment '${OURS}${key}' of the same witness`, second);
    return found?.text.slice(key.length + 1) ?? null;
  }

  /** Frames alone are a trace that claims nothing: it is the caller who knows about what. */
  private answer(): ReadWitness["answer"] {
    const { text } = this.here;
    const answer = ANSWERS.get(text);
    if (answer !== undefined) this.next++;
    else if (!/^[#@]/.test(text))
      throw error("expected a witness, which begins with 'sat', 'unsat' or 'unknown'", this.here);
    return answer ?? "fails";
  }

  private properties(): PropertyReference[] {
    const line = this.here;
    if (!/^[bj]/.test(line.text)) return [];
    const good = afterRow(/[bj]\d{1,9} */y, line.text, 0);
    if (good < line.text.length) throw error("expected 'b' or 'j' and the number of a property", line, good);
    this.next++;
    return [...line.text.matchAll(/([bj])(\d+)/g)].map(([, kind, index]) => ({
      kind: kind === "b" ? "bad" : "justice",
      index: Number(index),
    }));
  }

  private frames(): Frame[] {
    const frames: OpenFrame[] = [];
    let part: Assignment[] | null = null;
    for (;;) {
      if (this.atEnd) throw error("expected '.' at the end of the witness", this.here);
      const line = this.lines[this.next++]!;
      if (line.text === ".") return frames;
      const header = /^([#@])(\d+)$/.exec(line.text);
      if (header !== null) part = openPart(frames, header[1] === "#", Number(header[2]), line);
      else if (part === null) throw error("expected a frame, which begins with '#0' or '@0'", line);
      else part.push(this.assignment(line, part === frames[frames.length - 1]!.states));
    }
  }

  private assignment(line: Line, isState: boolean): Assignment {
    const found = /^(\d{1,9}) (?:\[([01]+|\*)\] )?([01]+)(?: .*)?$/.exec(line.text);
    if (found === null)
      throw error("expected a number, an index in brackets if it is an array, and a binary value", line);
    const [, number, index, value = ""] = found;
    const position = Number(number);
    const [kind, all] = isState
      ? (["state", this.design.words.states] as const)
      : (["input", this.design.words.inputs] as const);
    const word = all[position];
    if (word === undefined) throw error(`there is no ${kind} ${position}: the file has ${all.length}`, line);
    const width = word.index === null ? word.bits.length : word.bits.length / 2 ** word.index;
    if ((index === undefined) !== (word.index === null))
      throw error(`${kind} ${position} is ${word.index === null ? "no" : "an"} array`, line);
    if (index !== undefined && index !== "*" && index.length !== word.index)
      throw error(`expected an index of ${word.index} bits, found ${index.length}`, line);
    if (value.length !== width) throw error(`expected a value of ${width} bits, found ${value.length}`, line);
    const element = index === "*" ? "all" : index === undefined ? 0 : Number.parseInt(index, 2);
    return { word, position, element, value };
  }

  /** The line to be read; behind the last one an empty line. */
  private get here(): Line {
    const last = this.lines[this.lines.length - 1];
    return this.lines[this.next] ?? { text: "", number: last === undefined ? 1 : last.number + 1 };
  }
}

/** The states or inputs of a frame that begins or goes on. */
function openPart(frames: OpenFrame[], isState: boolean, number: number, line: Line): Assignment[] {
  const current = frames[frames.length - 1];
  if (!isState && number === frames.length - 1 && current !== undefined && !current.hasInputs) {
    current.hasInputs = true;
    return current.inputs;
  }
  if (number !== frames.length) throw error(`expected frame ${frames.length}, found ${number}`, line);
  const frame = { states: [], inputs: [], hasInputs: !isState };
  frames.push(frame);
  return isState ? frame.states : frame.inputs;
}

function error(problem: string, { number }: Line, column = 0): InputError {
  return new InputError("btor2-witness", problem, { line: number, column: column + 1 });
}
