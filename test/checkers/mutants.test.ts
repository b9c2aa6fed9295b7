import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mutants } from "../../bench/mutants/all.js";

const source = (file: string) => readFileSync(new URL(`../../src/checkers/${file}`, import.meta.url), "utf8");

describe("the mutants of `npm run bench:mutants`", () => {
  it("are more than twenty, of every checker", () => {
    expect(mutants.length).toBeGreaterThan(20);
    const kinds = [
      "check-certificate",
      "testers",
      "check-ctl",
      "check-ranked",
      "check-lasso",
      "check-tree",
      "check-lrat",
    ];
    const files = new Set(mutants.map((m) => m.file));
    expect(kinds.filter((kind) => !files.has(`${kind}.ts`))).toEqual([]);
  });

  it("are each a place in the code, and a change of it", () => {
    const isPlace = ({ file, is, becomes }: (typeof mutants)[number]) =>
      source(file).split(is).length === 2 && becomes !== is;
    expect(mutants.filter((m) => !isPlace(m))).toEqual([]);
  });
});
