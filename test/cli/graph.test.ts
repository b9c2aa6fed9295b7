import { expect, it } from "vitest";
import { stateGraph, stateGraphDot, stateGraphSvg } from "../../src/cli/state-graph.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { fairlead, fileWith } from "./fairlead.js";

const TEXT = `MODULE main
VAR x : 0..2;
IVAR go : boolean;
ASSIGN init(x) := 0; next(x) := case x = 0 & go : 1; x = 1 : 2; x = 2 : 1; TRUE : x; esac;
FAIRNESS x = 2
`;
const LIMITS = { states: 10, memoryLimit: 2 ** 28, shouldStop: () => null };

it("draws states, what leads from one to another, components with cycles, and which of them are fair", () => {
  const dot = stateGraphDot(stateGraph(readSmv(TEXT, "m.smv"), LIMITS));
  const lines = dot.split("\n").map((line) => line.trim());
  expect(lines).toContain('0 [label="x = 0", penwidth=3];');
  expect(lines).toContain('1 [label="x = 1"];');
  expect(lines.filter((l) => l.includes("->"))).toEqual(["0 -> 0;", "0 -> 1;", "1 -> 2;", '2 -> 1 [label="0"];']);
  expect(lines.filter((l) => l.startsWith("subgraph")).map((l) => l.replace(/cluster_\d/, ""))).toEqual([
    "subgraph  { style=filled; color=lightsalmon; 1; 2; }",
    "subgraph  { style=filled; color=gray90; 0; }",
  ]);
});

it("draws the same as a picture, with names that cannot break out of it", () => {
  const design = readSmv(TEXT, "m.smv");
  const { model } = design;
  const signals = model.signals.map((s) => (s.name === "x" ? { ...s, name: "<b>&\x1b" } : s));
  const svg = stateGraphSvg(stateGraph({ ...design, model: { ...model, signals } }, LIMITS), "</title>");
  expect(svg).toContain("<title>&lt;/title&gt;</title>");
  expect(svg).toContain(">2: &lt;b&gt;&amp;\\x1b = 2</text>");
  expect(svg.match(/<circle [^>]*fill="#fcd9ce"/g)).toHaveLength(1);
  expect(svg.match(/<circle [^>]*fill="#eef1f4"/g)).toHaveLength(1);
  expect(svg.match(/marker-end/g)).toHaveLength(4 + 1);
  expect(svg).toMatch(/<circle [^>]*fill="#1f7a4d"\/><text [^>]*>FAIRNESS x = 2<\/text>/);
});

it("gives up where there are more states than it may draw", async () => {
  const { stdout, stderr, status } = await fairlead(["graph", fileWith("m.smv", TEXT), "--states", "2"]);
  expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
  expect(stderr).toContain("more than the 2 states allowed");
});
