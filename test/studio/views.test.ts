import { expect, test } from "vitest";
import type { Trace } from "../../src/index.js";
import { placesOf } from "../../studio/src/views/ring.js";
import { changesInto, columnsOf, rowsOf } from "../../studio/src/views/trace-table.js";

const bool = { kind: "bool" } as const;

/** busy goes up and stays, mode goes to and fro in the loop; `alias` is busy under another name. */
const trace: Trace = {
  signals: [
    { name: "busy", type: bool, isState: true, key: "1" },
    { name: "mode", type: { kind: "enum", values: ["off", "on"] }, isState: true, key: "2" },
    { name: "alias", type: bool, isState: true, key: "1" },
    { name: "still", type: bool, isState: true, key: "3" },
  ],
  bits: [
    ["0", "0", "0", "1"],
    ["1", "0", "1", "1"],
    ["1", "1", "1", "1"],
  ],
  values: [
    ["0", "off", "0", "1"],
    ["1", "off", "1", "1"],
    ["1", "on", "1", "1"],
  ],
  conditions: [{ name: "fairness 0" }],
  met: [[], [], [0]],
  loop: 1,
};

const ALL = { search: "", pinned: new Set<string>(), onlyChanges: false };

test("the loop of a lasso is there twice; a run is there once", () => {
  expect(columnsOf(trace).map(({ step, part }) => `${step} ${part}`)).toEqual([
    "0 stem",
    "1 loop",
    "2 loop",
    "1 again",
    "2 again",
  ]);
  expect(columnsOf({ ...trace, loop: null }).map(({ step }) => step)).toEqual([0, 1, 2]);
});

test("conditions come first, pinned signals next; one signal with two names is one row unless it is looked for", () => {
  const names = (choice: Partial<typeof ALL>) => rowsOf(trace, { ...ALL, ...choice }).map((row) => row.name);
  expect(names({})).toEqual(["fairness 0", "busy", "mode", "still"]);
  expect(names({ pinned: new Set(["still"]) })).toEqual(["fairness 0", "still", "busy", "mode"]);
  expect(names({ search: "ALI" })).toEqual(["fairness 0", "alias"]);
  expect(names({ onlyChanges: true })).toEqual(["fairness 0", "busy", "mode"]);
});

test("a cell says its value, how it is drawn, and whether it is new", () => {
  const columns = columnsOf(trace);
  const cells = (name: string) => {
    const row = rowsOf(trace, ALL).find((r) => r.name === name)!;
    return columns.map((column, k) => row.cell(column, columns[k - 1] ?? null)).map((c) => `${c.text} ${c.shape}`);
  };
  expect(cells("busy")).toEqual(["0 low", "1 high edge", "1 high", "1 high", "1 high"]);
  expect(cells("mode")).toEqual(["off word", "off word", "on word edge", "off word edge", "on word edge"]);
  expect(cells("fairness 0")).toEqual([" mark", " mark", "met mark", " mark", "met mark"]);
});

test("what changes is said once, also where the loop comes round", () => {
  expect(changesInto(trace, 1)).toEqual([{ name: "busy", before: "0", after: "1" }]);
  expect(changesInto(trace, 3)).toEqual([{ name: "mode", before: "on", after: "off" }]);
});

test("the ring has every step of the loop at its own place, and a long stem is cut in the middle", () => {
  const { places, left } = placesOf(40, 30);
  expect(left).toBe(18);
  expect([...places.keys()].filter((k) => k >= 30)).toHaveLength(10);
  expect(places.has(0) && places.has(29)).toBe(true);
  const keys = [...places.values()].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  expect(new Set(keys).size).toBe(places.size);
});
