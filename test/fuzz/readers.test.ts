import { describe, expect, it } from "vitest";
import { InputError } from "../../src/text/input-error.js";
import { fuzzReader } from "./fuzz-reader.js";
import { guidedFuzz } from "./guided.js";
import { FUZZ_TARGETS } from "./readers.js";

// A slice; `npm run bench:fuzz-readers -- --seconds 600` is the campaign.
const RUNS = 1500;

describe("readers survive mutated files: they read them or say what is wrong", () => {
  it.each(FUZZ_TARGETS)("$name", (target) => {
    const figures = fuzzReader(target, 1, (runs) => runs < RUNS);
    expect(figures.runs).toBe(RUNS);
    expect(figures.accepted).toBeGreaterThan(0);
    expect(Object.keys(figures.rejected).length).toBeGreaterThan(0);
  });

  it("and of files that are kept because they reach new code", () => {
    for (const target of FUZZ_TARGETS) {
      const { runs, kept, reached } = guidedFuzz(target, 1, (done) => done < 160);
      expect({ name: target.name, runs }).toEqual({ name: target.name, runs: 160 });
      expect(kept, target.name).toBeGreaterThan(target.samples.length);
      expect(reached, target.name).toBeGreaterThan(1000);
    }
  });

  it.each(["G", "GFX", "AG", "AGEF"])("200,000 times %s in one word is a name or refused, without a pause", (word) => {
    const bytes = new TextEncoder().encode(`${word.repeat(200_000)} p`);
    for (const target of FUZZ_TARGETS.filter((t) => t.name === "ltl" || t.name === "ctl")) {
      let figures = { error: "none" };
      try {
        target.read(bytes);
      } catch (error) {
        figures = { error: error instanceof InputError ? "none" : String(error) };
      }
      expect(figures).toEqual({ error: "none" });
    }
  });

  it("samples are well-formed", () => {
    for (const target of FUZZ_TARGETS) for (const sample of target.samples) target.read(sample);
    expect(FUZZ_TARGETS.length).toBeGreaterThan(0);
  });
});
