import { latchLit, type RankedWitness } from "../../evidence/ranked-witness.js";
import { forLine } from "../../text/escape.js";
import { writeAigerFile } from "../aiger/write.js";

/** A witness circuit as an ASCII AIGER file. `subject` goes into the comment, for people. */
export function writeRankedWitness(witness: RankedWitness, subject: string): Uint8Array {
  const { inputs, latches, gates, justice } = witness;
  const pairs = (keyword: string, list: readonly (readonly [number, number])[]): string[] => [
    `${keyword} ${list.length}`,
    ...list.map((pair) => pair.join(" ")),
  ];
  const comment = [
    `WITNESS ${forLine(subject)}`,
    ...pairs("MAPPING", witness.shared),
    ...pairs("INTERVENTION", witness.interventions),
  ];
  return writeAigerFile({
    encoding: "ascii",
    headerFields: 9,
    maxVariable: inputs + latches.length + gates.length / 3,
    inputs: Int32Array.from({ length: inputs }, (_, i) => 2 * (i + 1)),
    latches: Int32Array.from(latches.flatMap(({ next, reset }, i) => [latchLit(witness, i), next, reset])),
    outputs: new Int32Array(0),
    bad: Int32Array.from(witness.bad),
    constraints: Int32Array.from(witness.constraints),
    justiceSizes: Int32Array.from(justice, (lits) => lits.length),
    justice: Int32Array.from(justice.flat()),
    fairness: Int32Array.from(witness.fairness),
    gates,
    symbols: [],
    comment: `${comment.join("\n")}\n`,
    text: "utf-8",
  });
}
