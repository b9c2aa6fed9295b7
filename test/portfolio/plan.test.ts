import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { taking } from "../../src/engines/engine.js";
import { engineNamed } from "../../src/engines/registry.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { parseCtl, parseLtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { type Lit, nodeOf } from "../../src/logic/lit.js";
import { askingOf } from "../../src/model/asking.js";
import type { Latch, Model } from "../../src/model/model.js";
import type { Design, Property } from "../../src/model/property.js";
import { SignalTable } from "../../src/model/signal-table.js";
import { featuresOf } from "../../src/portfolio/features.js";
import { planFor, planNamed, planToFind } from "../../src/portfolio/plan.js";
import { example } from "../cli/fairlead.js";

const arbiter = readAiger(readFileSync(example("arbiter-unfair.aag")));

interface Asked {
  readonly design: Design;
  readonly property: Property;
}

function asking(design: Design, formula: string): Asked {
  const parsed = parseLtl(formula);
  const table = new SignalTable(design.model);
  const property: Property = {
    kind: "ltl",
    name: formula,
    formula: parsed.formula,
    atoms: table.literals(parsed.atoms),
  };
  return { design: { model: { ...design.model, aig: table.aig }, properties: [property] }, property };
}

/** The first of the formulas, with the others beside it. */
function branching(design: Design, ...formulas: string[]): Asked {
  const table = new SignalTable(design.model);
  const properties = formulas.map((name): Property => {
    const { formula, atoms } = parseCtl(name);
    return { kind: "ctl", name, formula, atoms: table.literals(atoms) };
  });
  return { design: { model: { ...design.model, aig: table.aig }, properties }, property: properties[0]! };
}

/** So many rings of a latch that turns with an input; the property sees the first one. */
function rings(count: number): Design {
  const aig = new Aig();
  const latches: Latch[] = [];
  const inputs: number[] = [];
  let first: Lit | null = null;
  for (let i = 0; i < count; i++) {
    const [input, latch] = [aig.leaf(), aig.leaf()];
    inputs.push(nodeOf(input));
    latches.push({ node: nodeOf(latch), next: aig.xor(latch, input), reset: 0 as Lit });
    first ??= latch;
  }
  const model: Model = { aig, inputs, latches, constraints: [], fairness: [], signals: [], modules: [] };
  return { model, properties: [{ kind: "justice", name: "j", literals: [first!] }] };
}

describe("what a plan is chosen by", () => {
  it("is the part of the model that can matter", () => {
    const design = rings(500);
    expect(featuresOf(design, design.properties[0]!)).toMatchObject({ latches: 1, inputs: 1, gates: 3, conditions: 1 });
  });

  it.each([
    ["G !(grant0 & grant1)", "terminal"],
    ["G(req1 -> F grant1)", "weak"],
    ["!(G F grant0 & G F grant1)", "strong"],
    ["true", "empty"],
  ])("is the strength of what violates %s: %s", (formula, strength) => {
    const { design, property } = asking(arbiter, formula);
    expect(featuresOf(design, property).strength).toBe(strength);
  });
});

describe("a plan", () => {
  it.each<[string, Asked]>([
    ["a fair cycle", { design: arbiter, property: arbiter.properties[0]! }],
    ["a bad state", { design: arbiter, property: { kind: "bad", name: "b", literal: arbiter.model.latches[0]!.next } }],
    ["a fair cycle among thousands of latches", { design: rings(500), property: rings(500).properties[0]! }],
    ["a formula whose automaton is terminal", asking(arbiter, "G !(grant0 & grant1)")],
    ["a formula whose automaton is strong", asking(arbiter, "!(G F grant0 & G F grant1)")],
    ["CTL that linear time can say", branching(arbiter, "AG(req1 -> AF grant1)")],
    ["the same about states that are reached", branching(arbiter, "AG !(grant0 & grant1)")],
    ["one of several formulas of CTL", branching(arbiter, "AG(req1 -> AF grant1)", "AG !(grant0 & grant1)")],
    ["CTL that linear time cannot say", branching(arbiter, "AG EF grant1")],
  ])("asks nobody who would refuse its options: %s", (_, { design, property }) => {
    const asked = askingOf(design.model, property);
    for (const { engine: name, options } of planFor(design, property).lines) {
      const engine = engineNamed(name)!;
      const kind = taking(engine, asked) === "in linear time" ? "fair-cycle" : asked.kind;
      expect(taking(engine, asked), name).not.toBeNull();
      expect(engine.refuses?.(options, kind) ?? null, name).toBeNull();
    }
  });

  it("names engines that take the question, with options that they have", () => {
    for (const { design, property } of [
      { design: arbiter, property: arbiter.properties[0]! },
      asking(arbiter, "G !(grant0 & grant1)"),
    ]) {
      const { lines } = planFor(design, property);
      expect(new Set(lines.map((l) => l.engine)).size).toBeGreaterThan(3);
      for (const { engine, options } of lines) {
        expect(engineNamed(engine)!.decides).toHaveProperty("fair-cycle");
        for (const option of Object.keys(options)) expect(engineNamed(engine)!.options).toHaveProperty(option);
      }
    }
  });

  it("asks who reaches states first where a violation is a state that is reached", () => {
    const { design, property } = asking(arbiter, "G !(grant0 & grant1)");
    const order = planFor(design, property).lines.map((l) => l.engine);
    expect(order.indexOf("rlive")).toBeLessThan(order.indexOf("fair"));
  });

  it("asks who finds behaviours first where one is hoped for, and all others after them", () => {
    const property: Property = { kind: "justice", name: "a fair behaviour", literals: [] };
    const [usual, hopeful] = [planFor(arbiter, property), planToFind(arbiter, property)];
    expect(hopeful.lines.slice(0, 2).map((l) => l.engine)).toEqual(expect.arrayContaining(["bmc", "rlive"]));
    expect(new Set(hopeful.lines.map((l) => l.engine))).toEqual(new Set(usual.lines.map((l) => l.engine)));
    expect(hopeful.lines).toHaveLength(usual.lines.length);
    const bad: Property = { kind: "bad", name: "stuck", literal: arbiter.model.latches[0]!.next };
    expect(planToFind(arbiter, bad)).toEqual(planFor(arbiter, bad));
  });

  it("gives an engine that works in teams as many workers as there are threads, with the user's options in all", () => {
    const alone = planNamed("fair", { k: 3 }, 1).lines;
    const team = planNamed("fair", { k: 3 }, 4).lines;
    expect(alone.map((l) => l.options)).toEqual([{ k: 3 }]);
    expect(team).toHaveLength(4);
    expect(team[0]!.options).toEqual({ k: 3 });
    for (const { options } of team) {
      expect(options.k).toBe(3);
      for (const option of Object.keys(options)) expect(engineNamed("fair")!.options).toHaveProperty(option);
    }
    expect(planNamed("gsh", {}, 4).lines).toHaveLength(1);
  });
});
