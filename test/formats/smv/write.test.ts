import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import { readAiger } from "../../../src/formats/aiger/to-design.js";
import { Identifiers } from "../../../src/formats/smv/identifiers.js";
import { readSmv } from "../../../src/formats/smv/read.js";
import { writeSmv } from "../../../src/formats/smv/write.js";
import { ctlText, ltlText } from "../../../src/formats/smv/write-formula.js";
import { parseCtl, parseLtl } from "../../../src/formula/parse.js";
import { satisfies } from "../../../src/formula/words.js";
import type { Lit } from "../../../src/logic/lit.js";
import type { Design, Property } from "../../../src/model/property.js";
import { prepare } from "../../../src/solving/prepare.js";
import { ctlFormulas, lassoWords, ltlFormulas } from "../../arbitraries/formulas.js";
import { systems } from "../../arbitraries/systems.js";
import { decide } from "../../engines/running.js";
import { TinySystem } from "../../oracles/tiny-system.js";

const design = (...lines: string[]): Design => readAiger(new TextEncoder().encode(`${lines.join("\n")}\n`));
const small = { maxLatches: 3, maxInputs: 2, maxFairness: 2 };
/** In SMV a state without a fair path is none; here it is one that satisfies no E formula. */
const startsFair = (tiny: TinySystem): boolean => {
  const fair = tiny.satisfying({ op: "EG", arg: { op: "true" } }, new Map());
  return tiny.initial.every((s) => fair.has(s));
};
const asIs = (name: string): string => name;

describe("a design in SMV", () => {
  it("has variables, definitions, constraints, fairness and properties, with the names of the design", () => {
    const { text, leftOut } = writeSmv(
      design(
        ...["aag 5 1 2 1 2 1 1 1 1", "2", "4 8 1", "6 10 6", "9", "8", "3", "2", "4", "7", "5", "8 6 2", "10 8 4"],
        ...["i0 go", "l0 state<0>", "l1 state<1>", "o0 next", "b0 broken", "j0 some progress"],
      ),
    );
    expect(leftOut).toEqual([]);
    expect(text).toBe(`MODULE main
VAR
  go : boolean;
VAR
  state_0 : boolean; -- state<0>
  state_1 : boolean; -- state<1>
ASSIGN
  init(state_0) := TRUE;
  next(state_0) := n4;
  next(state_1) := n5;
DEFINE
  n4 := state_1 & go;
  n5 := n4 & state_0;
  next_ := !n4; -- next
INVAR !go;
FAIRNESS !state_0;
INVARSPEC NAME broken := !n4;
LTLSPEC NAME some_progress := !(G F state_0 & G F !state_1); -- some progress
`);
  });

  it("names stay as they are where they can, and are never given out twice", () => {
    const identifiers = new Identifiers();
    const names = [
      "a",
      "a",
      "a_2",
      "x<3>",
      "x[3]",
      "m<*0*><1>",
      "7up",
      "MODULE",
      "U",
      "cell0.c.nd",
      "é",
      "",
      "_",
      "a-b",
    ];
    expect(names.map((n) => identifiers.take(n))).toEqual([
      ...[
        "a",
        "a_2",
        "a_2_2",
        "x_3",
        "x_3_2",
        "m_0_1",
        "_7up",
        "MODULE_",
        "U_",
        "cell0_c_nd",
        "_",
        "__2",
        "__3",
        "a_b",
      ],
    ]);
  });

  it("a name that is a keyword of the reader is not given out", () => {
    const words = ["clock", "Word", "FUN", "ITYPE", "NEXTWFF", "COMPID"];
    for (const word of words) {
      const { text } = writeSmv(design("aag 1 0 1 0 0 1", "2 3", "2", `l0 ${word}`));
      expect(readSmv(text, "m.smv").model.signals.map((s) => s.name)).toEqual([`${word}_`]);
    }
  });

  it("LTL formulas mean the same, though SMV has no weak until and no strong release", () => {
    fc.assert(
      fc.property(ltlFormulas({ depth: 3 }), lassoWords(), (formula, word) => {
        const text = ltlText(formula, asIs);
        expect(text).not.toMatch(/ [WM] /);
        expect(satisfies(word, parseLtl(text).formula)).toBe(satisfies(word, formula));
      }),
    );
  });

  it("CTL formulas mean the same, though SMV has no release and no weak until", () => {
    fc.assert(
      fc.property(
        systems({ maxLatches: 3, maxInputs: 1, maxFairness: 2, stateFairness: true, extraLits: 3 }),
        ctlFormulas({ depth: 3 }),
        ({ model, lits }, formula) => {
          const text = ctlText(formula, asIs);
          expect(text).not.toMatch(/ [WRV] /);
          const atoms = new Map(["a", "b", "c"].map((name, i) => [name, lits[i]!]));
          const tiny = new TinySystem(model);
          expect(tiny.satisfying(parseCtl(text).formula, atoms)).toEqual(tiny.satisfying(formula, atoms));
        },
      ),
    );
  });

  it("CTL properties are left out where inputs are part of a state", () => {
    const atoms = new Map([["q", 4 as Lit]]);
    const always: Property = { kind: "ctl", name: "always", formula: parseCtl("AG q").formula, atoms };
    const quiet = design("aag 2 1 1 0 0", "2", "4 2");
    expect(writeSmv({ ...quiet, properties: [always] })).toMatchObject({ leftOut: [] });
    expect(writeSmv({ ...quiet, properties: [always] }).text).toContain("IVAR\n  i0 : boolean;");
    const fair = design("aag 2 1 1 0 0 0 0 0 1", "2", "4 2", "2");
    expect(writeSmv({ ...fair, properties: [always] }).leftOut).toEqual([always]);
    const constrained = design("aag 2 1 1 0 0 0 1", "2", "4 2", "2");
    expect(writeSmv({ ...constrained, properties: [always] }).text).toContain("TRANS i0;\nFAIRNESS TRUE;");
  });
});

describe("read again", () => {
  const answer = ({ model, properties }: Design, index: number): string => {
    const prepared = prepare(model, properties[index]!);
    if ("unsupported" in prepared) throw new Error(prepared.unsupported);
    return decide(reference, prepared.task).answer;
  };

  it("bad states and justice have the same answers", () => {
    const seen: Record<string, number> = { holds: 0, fails: 0 };
    fc.assert(
      fc.property(systems({ ...small, literalResets: true, extraLits: 2 }), ({ model, lits }) => {
        const before: Design = {
          model,
          properties: [
            { kind: "bad", name: "bad", literal: lits[0]! },
            { kind: "justice", name: "justice", literals: [lits[1]!] },
          ],
        };
        const after = readSmv(writeSmv(before).text, "written.smv");
        expect(after.properties.map((p) => p.name)).toEqual(["bad", "justice"]);
        const bad = after.properties.findIndex((p) => p.name === "bad");
        expect(answer(after, bad)).toBe(answer(before, 0));
        const justice = new TinySystem({ ...model, fairness: [...model.fairness, lits[1]!] });
        const found = answer(after, 1 - bad);
        expect(found).toBe(justice.hasFairCycle() ? "fails" : "holds");
        seen[found]!++;
      }),
      { numRuns: 60 },
    );
    expect(Math.min(seen.holds!, seen.fails!)).toBeGreaterThan(5);
  });

  it("CTL has the same answers where every initial state has a fair path", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        systems({ ...small, maxConstraints: 1, stateFairness: true, extraLits: 3 }),
        ctlFormulas({ depth: 3 }),
        ({ model, lits }, formula) => {
          const atoms = new Map(["a", "b", "c"].map((name, i) => [name, lits[i]!]));
          if (!startsFair(new TinySystem(model))) return;
          const before: Design = { model, properties: [{ kind: "ctl", name: "formula", formula, atoms }] };
          expect(answer(readSmv(writeSmv(before).text, "written.smv"), 0)).toBe(answer(before, 0));
          compared++;
        },
      ),
      { numRuns: 100 },
    );
    expect(compared).toBeGreaterThan(20);
  });
});

const nusmv = process.env.FAIRLEAD_NUSMV;

describe("before NuSMV (skipped unless FAIRLEAD_NUSMV names it)", () => {
  const folder = nusmv ? mkdtempSync(join(tmpdir(), "fairlead-nusmv-")) : "";
  afterAll(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  /** NuSMV's answers in the order of the properties it was given. */
  function answers(text: string, properties: readonly Property[]): string[] {
    const file = join(folder, "m.smv");
    writeFileSync(file, text);
    const { stdout, stderr } = spawnSync(nusmv!, ["-dcx", file], { encoding: "utf8" });
    // It answers by kind of logic; the specifications themselves tell which is which.
    const found = new Map<string, string>();
    for (const [, kind, answer] of stdout.matchAll(/-- (specification|invariant) .* +is (true|false)$/gm))
      found.set(kind === "invariant" ? "bad" : "formula", answer!);
    if (found.size === 0) throw new Error(`${stdout}\n${stderr}\n${text}`);
    return properties.map((p) => found.get(p.kind === "bad" ? "bad" : "formula") ?? "none");
  }

  it.skipIf(!nusmv)("bad states and justice have the same answers", () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(systems({ maxLatches: 3, maxInputs: 2, maxFairness: 2, extraLits: 2 }), ({ model, lits }) => {
        const properties: Property[] = [
          { kind: "bad", name: "bad", literal: lits[0]! },
          { kind: "justice", name: "justice", literals: [lits[1]!] },
        ];
        const tiny = new TinySystem({ ...model, fairness: [...model.fairness, lits[1]!] });
        const expected = [`${tiny.shortestRun(lits[0]!) < 0}`, `${!tiny.hasFairCycle()}`] as ("true" | "false")[];
        expect(answers(writeSmv({ model, properties }).text, properties)).toEqual(expected);
        for (const answer of expected) seen[answer]++;
      }),
      { numRuns: 60 },
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(5);
  });

  it.skipIf(!nusmv)("CTL has the same answers where every initial state has a fair path", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        systems({ maxLatches: 3, maxInputs: 2, maxFairness: 2, maxConstraints: 1, stateFairness: true, extraLits: 3 }),
        ctlFormulas({ depth: 3 }),
        ({ model, lits }, formula) => {
          const atoms = new Map(["a", "b", "c"].map((name, i) => [name, lits[i]!]));
          const tiny = new TinySystem(model);
          if (!startsFair(tiny)) return;
          const properties: Property[] = [{ kind: "ctl", name: "formula", formula, atoms }];
          const { text, leftOut } = writeSmv({ model, properties });
          expect(leftOut).toEqual([]);
          const good = tiny.satisfying(formula, atoms);
          expect(answers(text, properties)).toEqual([`${tiny.initial.every((s) => good.has(s))}`]);
          compared++;
        },
      ),
      { numRuns: 100 },
    );
    expect(compared).toBeGreaterThan(20);
  });
});
