import { describe, expect, it } from "vitest";
import { ltlToTgba } from "../../src/automata/translate.js";
import { parseLtl } from "../../src/formula/parse.js";
import { automatonDot, automatonText } from "../../src/present/automaton.js";

const automaton = ltlToTgba(parseLtl("F(state = 3)").formula);

describe("an automaton", () => {
  it("is shown to people with its size, strength and edges", () => {
    expect(automatonText(automaton)).toBe(
      [
        "2 states, 3 edges, 1 acceptance set, terminal, deterministic",
        "state 0 (initial, rejecting)",
        "  -> 0  !(state = 3)",
        "  -> 1  state = 3",
        "state 1 (terminal)",
        "  -> 1  true  {0}",
        "",
      ].join("\n"),
    );
  });

  it("is drawn by Graphviz", () => {
    const dot = automatonDot(automaton, 'F "x"');
    expect(dot).toContain('label="F \\"x\\"";');
    expect(dot).toContain('0 -> 1 [label="state = 3"];');
    expect(dot).toContain('1 -> 1 [label="true\\n{0}"];');
  });
});
