import { describe, expect, it } from "vitest";
import { compareRewriting, REWRITINGS } from "./rewrites.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 60);

describe("rewrites of random systems", () => {
  it.each(REWRITINGS)(
    "$name: the reference answers as on the given system, and lifted evidence checks on it",
    (rewriting) => {
      expect(compareRewriting(rewriting, 1, RUNS)).toEqual([]);
    },
  );
});
