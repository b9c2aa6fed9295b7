import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Trace } from "../../src/evidence/trace.js";
import { svg } from "../../src/present/svg.js";
import { example, fairlead, fileWith } from "../cli/fairlead.js";

const trace: Trace = {
  signals: [
    { name: "busy", type: { kind: "bool" }, isState: true, key: "busy" },
    { name: "a<b", type: { kind: "enum", values: ["idle", "work"] }, isState: true, key: "a<b" },
  ],
  bits: [
    ["0", "0"],
    ["1", "1"],
    ["1", "1"],
  ],
  values: [
    ["0", "idle"],
    ["1", "work"],
    ["1", "work"],
  ],
  conditions: [{ name: "fairness 0" }],
  met: [[], [], [0]],
  loop: 1,
};

describe("the picture of a trace", () => {
  it("has a column for each step, a box for as long as a value stays, and a dot where a condition is met", () => {
    const picture = svg(trace, "a & b");
    expect(picture.match(/>step \d</g)).toEqual([">step 0<", ">step 1<", ">step 2<"]);
    expect(picture.match(/>(idle|work)</g)).toEqual([">idle<", ">work<"]);
    expect(picture.match(/<circle/g)).toHaveLength(1);
    expect(picture).toContain("<title>a &amp; b</title>");
    expect(picture).toContain(">a&lt;b<");
  });

  it("marks the loop, if there is one", () => {
    expect(svg(trace, "")).toContain(">loop<");
    expect(svg({ ...trace, loop: null }, "")).not.toMatch(/loop|for ever/);
  });

  it("in the README is what the tool draws", async () => {
    const file = fileWith("picture.svg", "");
    await fairlead(["check", example("arbiter-unfair.aag"), "--engine", "reference", "--svg", file]);
    const shown = readFileSync(new URL("../../docs/pictures/counterexample.svg", import.meta.url), "utf8");
    expect(readFileSync(file, "utf8")).toBe(shown);
  });
});
