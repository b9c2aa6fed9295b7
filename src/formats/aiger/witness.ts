import type { Lasso, Run } from "../../evidence/verdict.js";
import type { Model } from "../../model/model.js";
import type { Property } from "../../model/property.js";
import { resetLatches, simulate } from "../../model/simulate.js";
import { InputError } from "../../text/input-error.js";

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

/** What a witness file says about some properties. Only 'fails' comes with a stimulus, which is yet to be replayed. */
export type AigerWitness =
  | { readonly answer: "fails"; readonly properties: readonly PropertyReference[]; readonly stimulus: Stimulus }
  | { readonly answer: "holds" | "unknown"; readonly properties: readonly PropertyReference[] };

/** The name that witnesses have for a property of a design; null for formulas. */
export function referenceTo(properties: readonly Property[], property: Property): PropertyReference | null {
  const { kind } = property;
  if (kind !== "bad" && kind !== "justice") return null;
  return { kind, index: properties.filter((p) => p.kind === kind).indexOf(property) };
}

/** The property of a design that a witness speaks of. */
export function referredTo(properties: readonly Property[], { kind, index }: PropertyReference): Property | null {
  return properties.filter((p) => p.kind === kind)[index] ?? null;
}

/**
 * A witness in the format of the hardware model checking competitions. The loop of a lasso is not marked: after the
 * last inputs the latches are as in the step where the loop begins, and `closeLasso` finds that step again. The
 * competition's checkers want a property named; the evidence of a formula has none.
 */
export function writeWitness(properties: readonly PropertyReference[], evidence: Lasso | Run): string {
  const first = evidence.steps[0];
  if (first === undefined) throw new Error("a witness has at least one step");
  const about = properties.length === 0 ? [] : [names(properties)];
  return lines(["1", ...about, first.latches.join(""), ...evidence.steps.map((s) => s.inputs.join("")), "."]);
}

/** The witness file of an answer without a trace. */
export function writeAnswer(properties: readonly PropertyReference[], answer: "holds" | "unknown"): string {
  return lines([answer === "holds" ? "0" : "2", names(properties), "."]);
}

const lines = (all: readonly string[]): string => `${all.join("\n")}\n`;

const names = (properties: readonly PropertyReference[]): string =>
  properties.map(({ kind, index }) => `${kind === "bad" ? "b" : "j"}${index}`).join("");

/**
 * All witnesses of a file, for a model with that many latches and inputs. Lines that begin with `c` or `u` are comments.
 * Besides the competition's format this reads what ABC writes: traces without the first two lines, or with columns for
 * latches, inputs, outputs and next latches.
 */
export function readWitnesses(text: string, model: Model): AigerWitness[] {
  const reader = new WitnessReader(text, model.latches.length, model.inputs.length);
  const witnesses: AigerWitness[] = [];
  do witnesses.push(reader.witness());
  while (!reader.atEnd);
  return witnesses;
}

const ANSWERS = { "0": "holds", "1": "fails", "2": "unknown" } as const;

interface Line {
  readonly text: string;
  readonly number: number;
}

class WitnessReader {
  private readonly lines: readonly Line[];
  private next = 0;

  constructor(
    text: string,
    private readonly latches: number,
    private readonly inputs: number,
  ) {
    const all = text.replace(/\r\n/g, "\n").split("\n");
    if (all[all.length - 1] === "") all.pop();
    this.lines = all
      .map((line, i) => ({ text: line.replace(/# DONE$/, ""), number: i + 1 }))
      .filter((line) => !/^[cu]/.test(line.text));
  }

  get atEnd(): boolean {
    return this.next >= this.lines.length;
  }

  witness(): AigerWitness {
    const begin = this.next;
    const answer = this.answer();
    const bare = this.next === begin;
    const properties = this.properties();
    if (answer !== "fails") {
      this.takeEnd();
      return { answer, properties };
    }
    const stimulus = this.here.text.includes(" ") ? this.columns() : this.stimulus(bare);
    if (stimulus.inputs.length === 0) throw error("expected the inputs of at least one step", this.here);
    return { answer, properties, stimulus };
  }

  /** Without an answer a line of latches begins: then this is all the trace that the file has. */
  private answer(): AigerWitness["answer"] {
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
    const good = /^(?:[bj]\d{1,9})*/.exec(text)![0].length;
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

/**
 * The lasso of a stimulus: the loop begins with the first step that has the latches which follow the last step. (The first:
 * the longest loop sees everything that a shorter one sees.) null when they repeat no earlier step.
 */
export function closeLasso(model: Model, stimulus: Stimulus): Lasso | null {
  const { latches, inputs } = chosen(model, stimulus);
  const steps = simulate(model, latches, [...inputs, new Uint8Array(model.inputs.length)]);
  const after = steps.pop()!.latches;
  const loop = steps.findIndex((step) => step.latches.every((v, i) => v === after[i]));
  return loop < 0 ? null : { kind: "lasso", steps, loop };
}

function chosen(model: Model, stimulus: Stimulus): Stimulus {
  const grounded = (values: Uint8Array): Uint8Array => values.map((v) => (v === ANY ? 0 : v));
  const inputs = stimulus.inputs.map(grounded);
  const atReset = resetLatches(model, grounded(stimulus.latches), inputs[0] ?? new Uint8Array(model.inputs.length));
  return { latches: stimulus.latches.map((v, i) => (v === ANY ? atReset[i]! : v)), inputs };
}
