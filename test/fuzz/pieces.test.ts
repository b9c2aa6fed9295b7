import { describe, expect, it } from "vitest";
import { InputError } from "../../src/text/input-error.js";
import { type FuzzTarget, fuzzReader } from "./fuzz-reader.js";
import { added, type Piece, piecesLeft } from "./pieces.js";

/** Refuses texts of odd length. */
const target: FuzzTarget = {
  name: "even",
  samples: [new TextEncoder().encode("some 1 text")],
  read(bytes) {
    if (bytes.length % 2 === 1) throw new InputError("odd", "this has an odd length");
  },
};

describe("a campaign of mutated files in pieces", () => {
  it("has the same figures as one run, however often it is interrupted", () => {
    const whole = fuzzReader(target, 7, (runs) => runs < 250);
    const done: Piece[] = [];
    for (const stopAfter of [1, 0, 2]) {
      const left = piecesLeft(target, 7, 250, done, 60);
      for (let k = 0; k < stopAfter; k++) done.push(left.next().value as Piece);
    }
    expect(done.map((p) => [p.first, p.runs])).toEqual([
      [7, 60],
      [67, 60],
      [127, 60],
    ]);
    done.push(...piecesLeft(target, 7, 250, done, 60));
    const { runs, accepted, rejected } = added("even", [...done, done[1]!]);
    expect({ runs, accepted, rejected }).toEqual({
      runs: whole.runs,
      accepted: whole.accepted,
      rejected: whole.rejected,
    });
    expect([...piecesLeft(target, 7, 250, done, 60)]).toEqual([]);
  });
});
