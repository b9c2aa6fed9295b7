import type { ReadonlyAig } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";

/**
 * Evaluates literals for one packed state and 32 valuations of the inputs at once: `inputs[k]` holds the values of input k,
 * a lane for each; `outputs[k]` becomes those of literal k.
 */
export type Lanes = (states: Int32Array, at: number, inputs: Int32Array, outputs: Int32Array) => void;

/** Engines optimise no functions that are much longer. */
const MOST_GATES = 5000;

/**
 * The function as JavaScript made for these literals. Null where they have too many gates, and where the page or
 * process that we run in forbids to make code.
 */
export function laneCode(
  aig: ReadonlyAig,
  latches: readonly number[],
  inputs: readonly number[],
  outputs: readonly Lit[],
): Lanes | null {
  const writer = new CodeWriter(aig, latches, inputs);
  for (const output of outputs) writer.need(output);
  if (writer.gates > MOST_GATES) return null;
  const stores = outputs.map((output, k) => `outputs[${k}] = ${writer.text(output)};`);
  const source = ['"use strict";', ...writer.lines, ...stores].join("\n");
  try {
    return new Function("states", "at", "inputs", "outputs", source) as Lanes;
  } catch (error) {
    if (error instanceof EvalError) return null;
    throw error;
  }
}

class CodeWriter {
  readonly lines: string[] = [];
  gates = 0;
  private readonly written = new Set<number>([0]);
  private readonly leaf = new Map<number, string>();

  constructor(
    private readonly aig: ReadonlyAig,
    latches: readonly number[],
    inputs: readonly number[],
  ) {
    latches.forEach((node, i) => {
      const word = i < 32 ? "states[at]" : `states[at + ${i >> 5}]`;
      this.leaf.set(node, `-((${word} >>> ${i & 31}) & 1)`);
    });
    inputs.forEach((node, k) => {
      this.leaf.set(node, `inputs[${k}]`);
    });
  }

  /** Writes what a literal depends on, fanins first. */
  need(root: Lit): void {
    const pending = [nodeOf(root)];
    while (pending.length > 0) {
      const n = pending[pending.length - 1]!;
      if (this.written.has(n)) {
        pending.pop();
        continue;
      }
      if (!this.aig.isGate(n)) {
        const leaf = this.leaf.get(n);
        if (leaf === undefined) throw new Error(`node ${n} is neither a latch nor an input`);
        this.write(n, leaf);
        continue;
      }
      const [a, b] = [this.aig.fanin0(n), this.aig.fanin1(n)];
      const missing = [a, b].map(nodeOf).filter((fanin) => !this.written.has(fanin));
      if (missing.length > 0) pending.push(...missing);
      else {
        this.gates++;
        this.write(n, `${this.text(a)} & ${this.text(b)}`);
      }
    }
  }

  text(l: Lit): string {
    if (nodeOf(l) === 0) return l & 1 ? "-1" : "0";
    return `${l & 1 ? "~" : ""}v${nodeOf(l)}`;
  }

  private write(node: number, value: string): void {
    this.lines.push(`const v${node} = ${value};`);
    this.written.add(node);
  }
}
