import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const MOST_LINES = 500;

/** Files that may be longer, each with the reason why it cannot be cut where a concept ends. */
const LONGER: ReadonlyMap<string, string> = new Map([]);

const longerThan = (folder: string, most: number): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .filter((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n").length > most)
    .sort();

describe("one concept a file", () => {
  it(`no file of src/ has more than ${MOST_LINES} lines, unless there is a reason`, () => {
    expect(longerThan("src", MOST_LINES)).toEqual([...LONGER.keys()].sort());
  });

  it("counts the lines of files in every folder", () => {
    expect(longerThan("src", 0)).toContain(join("sets", "bdd-sets.ts"));
  });
});
