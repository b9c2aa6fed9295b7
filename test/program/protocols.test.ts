import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as alternatingBit from "../../examples/protocols/alternating-bit.js";
import * as bakery from "../../examples/protocols/bakery.js";
import * as peterson from "../../examples/protocols/peterson.js";
import * as raft from "../../examples/protocols/raft-election.js";
import * as readersWriters from "../../examples/protocols/readers-writers.js";
import * as termination from "../../examples/protocols/termination.js";
import * as twoPhaseCommit from "../../examples/protocols/two-phase-commit.js";
import * as workStealing from "../../examples/protocols/work-stealing.js";
import { check, type System } from "../../src/program.js";
import { example, fairlead } from "../cli/fairlead.js";

/** What the seeded mistake breaks. */
const PROTOCOLS: readonly (readonly [{ readonly good: unknown; readonly broken: unknown }, string])[] = [
  [peterson, "exclusion"],
  [bakery, "exclusion"],
  [raft, "one leader in a term"],
  [termination, "no false alarm"],
  [readersWriters, "nobody reads what is written"],
  [workStealing, "no task is taken twice"],
  [twoPhaseCommit, "all or nobody"],
  [alternatingBit, "in order, each once"],
];

describe.each(PROTOCOLS.map(([p, property]) => ({ good: p.good as System, broken: p.broken as System, property })))(
  "$good.name",
  ({ good, broken, property }) => {
    it.each(good.properties)("$name", async ({ formula }) => {
      const result = await check(good, formula);
      expect(result.answer, String(result)).toBe("holds");
    });

    it(`its mistake breaks '${property}', and the counterexample says how`, async () => {
      const { formula } = broken.properties.find((p) => p.name === property)!;
      const result = await check(broken, formula);
      expect(result.answer).toBe("fails");
      expect(result.counterexample?.kind).not.toBe("deadlock");
      expect(result.evidence).toBe("checked");
    });
  },
);

it.each(readdirSync("examples/protocols"))(
  "the command visits the same states of %s, which reach it and its workers as data",
  async (file) => {
    const systems = PROTOCOLS.flatMap(([{ good, broken }]) => [broken as System, good as System]);
    const { stdout } = await fairlead([
      ...["check", example(`protocols/${file}`)],
      ...["--engine", "explicit", "--vacuity", "off", "--json"],
    ]);
    const { results } = JSON.parse(stdout) as { results: { property: string; answer: string; stats: unknown }[] };
    expect(results.length).toBeGreaterThan(1);
    for (const { property, answer, stats } of results) {
      const [name, asked] = property.split(": ");
      const system = systems.find((s) => s.name === name)!;
      const { formula } = system.properties.find((p) => p.name === asked)!;
      const own = await check(system, formula, { engine: "explicit" });
      expect({ property, answer }).toEqual({ property, answer: own.answer });
      if (answer === "holds") expect(stats).toMatchObject({ states: own.stats.states });
    }
  },
);

it("no protocol is longer than 80 lines, and the guide says how long each is", () => {
  const files = readdirSync("examples/protocols");
  expect(files).toHaveLength(PROTOCOLS.length);
  const lengths = files.map((file) => {
    const lines = readFileSync(`examples/protocols/${file}`, "utf8").split("\n");
    expect(lines.length, file).toBeLessThanOrEqual(81);
    return lines.filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;
  });
  const guide = readFileSync("docs/guide/protocols.md", "utf8");
  const said = [...guide.matchAll(/^\| [^|]+\| [^|]+\| [^|]+\| (\d+) \|/gm)].map((row) => Number(row[1]));
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  expect(sorted(said)).toEqual(sorted(lengths));
});
