import type { Lasso, Run } from "../../evidence/verdict.js";
import type { Lit } from "../../logic/lit.js";
import type { Model } from "../../model/model.js";
import type { Property } from "../../model/property.js";
import { resetLatches, Simulator, simulate } from "../../model/simulate.js";
import { forLine } from "../../text/escape.js";
import { InputError } from "../../text/input-error.js";
import { linesIn } from "../../text/lines.js";
import { afterRow } from "../../text/rows.js";
import { type Closing, onceRound } from "./closing.js";

/** The value of an `x` in a witness: whoever reads it may choose. */
export const ANY = 2;

/** A property as witnesses name it: `b3` is the fourth bad-state property, `j0` the first justice property. */
export interface PropertyReference {
  readonly kind: "bad" | "justice";
  readonly index: number;
}

/** First values of the latches and inputs step by step: 0, 1 or ANY, in the model's order. */
export interface Stimulus {
  readonly latches: Uint8Array;
  readonly inputs: readonly Uint8Array[];
}

/**
 * What a witness file says about some properties, or about a formula, which only comments of ours can name. Only 'fails' comes
 * with a stimulus, which is yet to be replayed; `loop` is the step that follows the last one, where a comment of ours says it. In other
 * formats than AIGER's the last step may be one that comes back (`mayRepeat`), and what the file says of states may be wrong (`contradiction`).
 */
export type ReadWitness = {
  readonly properties: readonly PropertyReference[];
  readonly formula: string | null;
} & (
  | {
      readonly answer: "fails";
      readonly stimulus: Stimulus;
      readonly loop: number | null;
      readonly mayRepeat?: boolean;
      readonly contradiction?: string;
    }
  | { readonly answer: "holds" | "unknown" }
);

/** What a witness is about: properties of the file, or a formula by its name. */
export type WitnessSubject = readonly PropertyReference[] | string;

/** Null for formulas. */
function referenceTo(properties: readonly Property[], property: Property): PropertyReference | null {
  const { kind } = property;
  if (kind !== "bad" && kind !== "justice") return null;
  return { kind, index: properties.filter((p) => p.kind === kind).indexOf(property) };
}

/** The property of a design that a witness speaks of. */
export function referredTo(properties: readonly Property[], { kind, index }: PropertyReference): Property | null {
  return properties.filter((p) => p.kind === kind)[index] ?? null;
}

/** What evidence calls a property: its name, or its number where others have the same name. */
export function nameAmong(properties: readonly Property[], property: Property): string {
  const isShared = properties.filter((p) => p.name === property.name).length > 1;
  return isShared ? String(properties.indexOf(property)) : property.name;
}

/** The name that witnesses have for a property, or the name of a formula; its number where others have the same name. */
export function subjectOf(properties: readonly Property[], property: Property): WitnessSubject {
  const reference = referenceTo(properties, property);
  return reference === null ? nameAmong(properties, property) : [reference];
}

/**
 * A witness in the format of the hardware model checking competitions. After the last inputs of a lasso the latches are as in
 * an earlier step; which one, a comment says. The competition's checkers want a property named; the evidence of a formula has
 * none, and is named in a comment too.
 */
export function writeWitness(about: WitnessSubject, evidence: Lasso | Run, closing?: Closing): string {
  const first = evidence.steps[0];
  if (first === undefined) throw new Error("a witness has at least one step");
  const { turns, loop, open } = evidence.kind === "run" ? NO_CLOSING : (closing ?? onceRound(evidence));
  const inputs = evidence.steps.map((s) => s.inputs.join(""));
  const turn = evidence.kind === "run" ? [] : inputs.slice(evidence.loop);
  for (let k = 1; k < turns; k++) for (const line of turn) inputs.push(line);
  const remarks = [
    ...(evidence.kind === "run" ? [] : [`${OURS}loop ${loop}`]),
    ...(open.length === 0 ? [] : [`${OURS}open latches ${open.join(" ")}`]),
  ];
  return lines(["1", ...subject(about), first.latches.join(""), ...inputs, ...remarks, "."]);
}

/** The witness file of an answer without a trace. */
export function writeAnswer(about: WitnessSubject, answer: "holds" | "unknown"): string {
  return lines([answer === "holds" ? "0" : "2", ...subject(about), "."]);
}

const NO_CLOSING: Closing = { turns: 1, loop: 0, open: [] };

/** How comments of ours begin; those of others say nothing here. */
const OURS = "c fairlead ";

const lines = (all: readonly string[]): string => `${all.join("\n")}\n`;

function subject(about: WitnessSubject): string[] {
  if (typeof about === "string") return [`${OURS}property ${forLine(about)}`];
  const names = about.map(({ kind, index }) => `${kind === "bad" ? "b" : "j"}${index}`);
  return names.length === 0 ? [] : [names.join("")];
}

/**
 * All witnesses of a file, for a model with that many latches and inputs. Lines that begin with `c` or `u` are comments; those
 * of ours within a witness are read.
 * Besides the competition's format this reads what ABC writes: traces without the first two lines, or with columns for
 * latches, inputs, outputs and next latches.
 */
export function readWitnesses(text: string, model: Model): ReadWitness[] {
  const reader = new WitnessReader(text, model.latches.length, model.inputs.length);
  const witnesses: ReadWitness[] = [];
  do witnesses.push(reader.witness());
  while (!reader.atEnd);
  return witnesses;
}

const ANSWERS = { "0": "holds", "1": "fails", "2": "unknown" } as const;

interface Line {
  readonly text: string;
  readonly number: number;
}

/** A comment of ours, and the line that it stands before. */
interface Remark extends Line {
  readonly before: number;
}

class WitnessReader {
  private readonly lines: Line[] = [];
  private readonly remarks: Remark[] = [];
  private next = 0;

  constructor(
    text: string,
    private readonly latches: number,
    private readonly inputs: number,
  ) {
    let number = 0;
    for (const ended of linesIn(text)) {
      const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
      number++;
      if (line.startsWith(OURS))
        this.remarks.push({ text: line.slice(OURS.length), number, before: this.lines.length });
      else if (!/^[cu]/.test(line)) this.lines.push({ text: line.replace(/# DONE$/, ""), number });
    }
    // Behind the end of the last line.
    if (this.lines.at(-1)?.number === number && this.lines.at(-1)?.text === "") this.lines.pop();
  }

  get atEnd(): boolean {
    return this.next >= this.lines.length;
  }

  witness(): ReadWitness {
    const begin = this.next;
    const answer = this.answer();
    const bare = this.next === begin;
    const properties = this.properties();
    if (answer !== "fails") {
      this.takeEnd();
      return { answer, properties, formula: this.formula(begin) };
    }
    const stimulus = this.here.text.includes(" ") ? this.columns() : this.stimulus(bare);
    if (stimulus.inputs.length === 0) throw error("expected the inputs of at least one step", this.here);
    return { answer, properties, formula: this.formula(begin), stimulus, loop: this.loop(begin) };
  }

  private formula(begin: number): string | null {
    return this.remark(begin, "property ")?.text ?? null;
  }

  private loop(begin: number): number | null {
    const remark = this.remark(begin, "loop ");
    if (remark !== null && !/^\d{1,9}$/.test(remark.text))
      throw error(`expected the step at which the loop starts, found '${remark.text}'`, remark);
    return remark && Number(remark.text);
  }

  /** What a comment of ours says within the witness that begins with the given line and ends here. */
  private remark(begin: number, key: string): Line | null {
    const [found, second] = this.remarks.filter(
      ({ text, before }) => before > begin && before < this.next && text.startsWith(key),
    );
    if (second !== undefined) throw error(`a second comment '${OURS}${key.trimEnd()}' of the same witness`, second);
    return found === undefined ? null : { ...found, text: found.text.slice(key.length) };
  }

  /** Without an answer a line of latches begins: then this is all the trace that the file has. */
  private answer(): ReadWitness["answer"] {
    const { text } = this.here;
    if (text === "0" || text === "1" || text === "2") {
      this.next++;
      return ANSWERS[text];
    }
    if (text.length === this.latches && /^[01x]+$/.test(text)) return "fails";
    throw error("expected a witness, which begins with a line '0', '1' or '2'", this.here);
  }

  private properties(): PropertyReference[] {
    const { text } = this.here;
    if (!/^[bj]/.test(text)) return [];
    const good = afterRow(/[bj]\d{1,9}/y, text, 0);
    if (good < text.length) throw error("expected 'b' or 'j' and the number of a property", this.here, good);
    this.next++;
    return [...text.matchAll(/([bj])(\d+)/g)].map(([, kind, index]) => ({
      kind: kind === "b" ? "bad" : "justice",
      index: Number(index),
    }));
  }

  private stimulus(bare: boolean): Stimulus {
    const first = this.take("the first values of the latches");
    const latches = valuesOf(first, first.text, 0, this.latches, "latches");
    const inputs: Uint8Array[] = [];
    while (!this.takeEnd() && !(bare && this.atEnd)) {
      const line = this.take("inputs, or '.' at the end of the trace");
      inputs.push(valuesOf(line, line.text, 0, this.inputs, "inputs"));
    }
    return { latches, inputs };
  }

  /** Latches, inputs, outputs and next latches in columns, to the end of the file. */
  private columns(): Stimulus {
    let latches: Uint8Array = new Uint8Array(this.latches);
    const inputs: Uint8Array[] = [];
    while (!this.takeEnd() && !this.atEnd) {
      const line = this.take("latches and inputs");
      const [state = "", input = ""] = line.text.split(" ");
      const values = valuesOf(line, state, 0, this.latches, "latches");
      if (inputs.length === 0) latches = values;
      inputs.push(valuesOf(line, input, state.length + 1, this.inputs, "inputs"));
    }
    return { latches, inputs };
  }

  /** The line to be read; behind the last one an empty line. */
  private get here(): Line {
    const last = this.lines[this.lines.length - 1];
    return this.lines[this.next] ?? { text: "", number: last === undefined ? 1 : last.number + 1 };
  }

  private take(expected: string): Line {
    if (this.atEnd) throw error(`expected ${expected}, found the end of the file`, this.here);
    return this.lines[this.next++]!;
  }

  private takeEnd(): boolean {
    if (this.here.text !== ".") return false;
    this.next++;
    return true;
  }
}

/** Values written in a line, from the given column on. */
function valuesOf(line: Line, text: string, column: number, count: number, what: string): Uint8Array {
  const wrong = text.search(/[^01x]/);
  if (wrong >= 0) throw error(`expected 0, 1 or x, found '${text[wrong]}'`, line, column + wrong);
  if (text.length !== count)
    throw error(`expected ${count} values, one for each of the ${what}, found ${text.length}`, line, column);
  return Uint8Array.from(text, (c) => (c === "x" ? ANY : Number(c)));
}

function error(problem: string, { number }: Line, column = 0): InputError {
  return new InputError("aiger-witness", problem, { line: number, column: column + 1 });
}

/** The finite run of a stimulus. Where it leaves a choice, latches take the value that their reset says, or 0. */
export function runOf(model: Model, stimulus: Stimulus): Run {
  const { latches, inputs } = chosen(model, stimulus);
  return { kind: "run", steps: simulate(model, latches, inputs) };
}

/** The run of a stimulus as far as the first step in which the literal holds; all of it when it never does. */
export function runTo(model: Model, stimulus: Stimulus, literal: Lit): Run {
  const { steps } = runOf(model, stimulus);
  const sim = new Simulator(model, { watch: [literal], latches: [] });
  const end = steps.findIndex((step) => {
    sim.load(step);
    sim.evaluate();
    return sim.bit(literal) === 1;
  });
  return { kind: "run", steps: end < 0 ? steps : steps.slice(0, end + 1) };
}

/**
 * The lassos that a stimulus may stand for: the loop begins with `loop`, or with any step that has the latches which follow the
 * last step, the longest loop first. Latches that do not matter (`matters` is 0) need not come back.
 */
export function* lassosOf(
  model: Model,
  stimulus: Stimulus,
  matters: Uint8Array,
  loop: number | null = null,
): Generator<Lasso> {
  const { latches, inputs } = chosen(model, stimulus);
  const steps = simulate(model, latches, [...inputs, new Uint8Array(model.inputs.length)]);
  const after = steps.pop()!.latches;
  if (loop !== null) yield { kind: "lasso", steps, loop };
  else
    for (const [t, step] of steps.entries())
      if (step.latches.every((v, i) => matters[i] === 0 || v === after[i])) yield { kind: "lasso", steps, loop: t };
}

function chosen(model: Model, stimulus: Stimulus): Stimulus {
  const grounded = (values: Uint8Array): Uint8Array => values.map((v) => (v === ANY ? 0 : v));
  const inputs = stimulus.inputs.map(grounded);
  const atReset = resetLatches(model, grounded(stimulus.latches), inputs[0] ?? new Uint8Array(model.inputs.length));
  return { latches: stimulus.latches.map((v, i) => (v === ANY ? atReset[i]! : v)), inputs };
}
