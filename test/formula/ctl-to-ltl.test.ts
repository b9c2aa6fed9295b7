import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../src/engines/reference.js";
import { ctlToLtl } from "../../src/formula/ctl-to-ltl.js";
import { parseCtl, parseLtl } from "../../src/formula/parse.js";
import { printLtl } from "../../src/formula/print.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { solved } from "../cross-engine/solving.js";

const linear = (text: string): string | null => {
  const ltl = ctlToLtl(parseCtl(text).formula);
  return ltl === null ? null : printLtl(ltl);
};

describe("CTL formulas that LTL can say", () => {
  it.each([
    ["AG p", "G p"],
    ["AG(p -> AF q)", "G (!p | F q)"],
    ["EG true -> AG p", "false | G p"],
    ["AG AF p", "G F p"],
    ["A[p U q]", "p U q"],
    ["AX AX p", "X X p"],
  ])("%s", (ctl, ltl) => expect(linear(ctl)).toBe(printLtl(parseLtl(ltl).formula)));

  it.each([
    "EF p",
    "AF AG p",
    "AF AX p",
    "A[p U AG q]",
    "A[p W AG q]",
    "A[AG p R q]",
    "AX p | AX q",
    "AG EF p",
    "p",
    "p & AG q",
  ])("%s is not one of them", (ctl) => expect(linear(ctl)).toBeNull());

  it("mean the same on random systems, fairness and dead ends included", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        systems({ extraLits: 2, maxLatches: 3, maxInputs: 2, maxFairness: 2, stateFairness: true }),
        ctlFormulas({ atoms: ["a", "b"], depth: 3 }),
        ({ model, lits }, formula) => {
          const ltl = ctlToLtl(formula);
          if (ltl === null) return;
          compared++;
          const atoms = new Map(["a", "b"].map((name, i) => [name, lits[i]!]));
          const branching = solved(model, { kind: "ctl", name: "f", formula, atoms }, reference);
          const along = solved(model, { kind: "ltl", name: "f", formula: ltl, atoms }, reference);
          expect(along.verdict.answer).toBe(branching.verdict.answer);
        },
      ),
      { numRuns: 2000 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});
