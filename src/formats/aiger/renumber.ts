import { InputError } from "../../text/input-error.js";
import { definitionsOf } from "./definitions.js";
import { type AigerFile, NO_RESET } from "./file.js";

/** The same file for the ASCII encoding, which takes any numbering. */
export const asAscii = (file: AigerFile): AigerFile => ({ ...file, encoding: "ascii" });

/**
 * The same file for the binary encoding: inputs, latches and gates are numbered in this order, gates after what they
 * read, the larger fanin first. Nothing is simplified, and symbols and comment stay.
 */
export function asBinary(file: AigerFile): AigerFile {
  if (file.encoding === "binary") return file;
  const { of, gateOrder } = definitionsOf(file, (code, problem) => {
    throw new InputError(code, problem);
  });
  const leaves = file.inputs.length + file.latches.length / 3;
  const gateCount = file.gates.length / 3;
  // The number of a definition is its variable in the new file, but for gates that come in another order.
  const variable = Int32Array.from({ length: 1 + leaves + gateCount }, (_, n) => n);
  gateOrder?.forEach((g, k) => {
    variable[1 + leaves + g] = 1 + leaves + k;
  });
  const litOut = (lit: number): number => 2 * variable[of(lit >> 1)]! + (lit & 1);
  const gates = new Int32Array(file.gates.length);
  for (let k = 0; k < gateCount; k++) {
    const g = gateOrder === null ? k : gateOrder[k]!;
    const a = litOut(file.gates[3 * g + 1]!);
    const b = litOut(file.gates[3 * g + 2]!);
    gates[3 * k] = 2 * (1 + leaves + k);
    gates[3 * k + 1] = Math.max(a, b);
    gates[3 * k + 2] = Math.min(a, b);
  }
  return {
    ...file,
    encoding: "binary",
    maxVariable: leaves + gateCount,
    inputs: file.inputs.map(litOut),
    latches: file.latches.map((lit) => (lit === NO_RESET ? NO_RESET : litOut(lit))),
    outputs: file.outputs.map(litOut),
    bad: file.bad.map(litOut),
    constraints: file.constraints.map(litOut),
    justice: file.justice.map(litOut),
    fairness: file.fairness.map(litOut),
    gates,
  };
}
