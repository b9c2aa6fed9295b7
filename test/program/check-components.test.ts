import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { violationsOf } from "../../src/automata/violations.js";
import { parseLtl } from "../../src/formula/parse.js";
import { type ComponentClaim, problemWithComponents, type Situation } from "../../src/program/check-components.js";
import type { Program } from "../../src/program/program.js";
import { bool, int, system } from "../../src/program.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { truthOf } from "./definition.js";
import { answered } from "./explicit-campaign.js";
import { randomProgram } from "./random-programs.js";

/** A door that is open every other moment, somebody who enters while it is, and somebody who never gets in. */
function door(fair: "weak" | "strong", rest: "no" | "breaks" | "stops" = "no") {
  const s = system("door", { open: bool, inside: bool, n: int(0, 1) });
  const { open, inside, n } = s.vars;
  s.process(
    "door",
    { fair: "weak" },
    { turn: { when: rest === "stops" ? inside.not() : open.or(open.not()), do: [open.set(open.not())] } },
  );
  s.process(
    "guest",
    { fair },
    {
      enter: {
        when: open.and(inside.not()),
        do: rest === "breaks" ? [inside.set(true), n.set(n.plus(2))] : [inside.set(true)],
      },
    },
  );
  s.proposition("isOpen", open);
  s.proposition("isIn", inside);
  return s;
}

const formulaOf = (text: string) => parseLtl(text).formula;

const checkOf = (program: Program, text: string) => {
  const answer = answered(program, formulaOf(text), { check: true });
  return answer.kind === "holds" ? answer.check : answer.kind;
};

describe("that a formula holds, checked by a second visit of all states", () => {
  it("is confirmed where a component lacks a condition", () => {
    expect(checkOf(door("weak"), "G F isOpen")).toMatchObject({ kind: "checked" });
  });

  it("is confirmed where strong fairness keeps cycles out of states, and the rest is divided again", () => {
    expect(checkOf(door("strong"), "F isIn")).toMatchObject({ kind: "checked" });
    expect(checkOf(door("weak"), "F isIn")).toBe("violated");
  });

  it("is confirmed after the search for the shortest run, and for a conjunction of automata", () => {
    expect(checkOf(door("strong"), "G (isIn -> X isIn)")).toMatchObject({ kind: "checked" });
    expect(checkOf(door("strong"), "F isIn | !F G isOpen | G !isIn")).toMatchObject({ kind: "checked" });
  });

  it("is stopped by limits, and then says so", () => {
    const s = system("counter", { n: int(0, 999) });
    s.process("p", { fair: "weak" }, { up: { do: [s.vars.n.set(s.vars.n.plus(1).mod(1000))] } });
    s.proposition("top", s.vars.n.is(999));
    const visit = (most: number) => {
      let asked = 0;
      return answered(s, formulaOf("G F top"), { check: true, shouldStop: () => (asked++ < most ? null : "time") });
    };
    expect(visit(2)).toMatchObject({
      kind: "holds",
      check: { kind: "stopped", detail: expect.stringMatching(/^stopped after \d+ states/) },
    });
    expect(visit(1000)).toMatchObject({ kind: "holds", check: { kind: "checked" } });
  });

  it("is confirmed of random programs, of which the definitions say the same", () => {
    const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 3, past: true });
    let confirmed = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 30 }), formulas, (seed, formula) => {
        const program = randomProgram(seed);
        const answer = answered(program, formula, { check: true });
        fc.pre(answer.kind === "holds");
        expect(answer).toMatchObject({ check: { kind: "checked" } });
        expect(truthOf(program, formula)?.isViolated ?? false).toBe(false);
        confirmed++;
      }),
      { numRuns: 60 },
    );
    expect(confirmed).toBe(60);
  });
});

/** All situations of a program and a formula's automata, put into components by hand. */
function forged(program: Program, text: string, change: Partial<Forgery> = {}): string | null {
  const formula = formulaOf(text);
  const automata = violationsOf(formula).automata();
  if ("unsupported" in automata) throw new Error(automata.unsupported);
  const key = ({ state, automata: q }: Situation) => `${state.join(" ")} / ${q.join(" ")}`;
  const situations = allSituations(program, automata.map((a) => a.edges.length)); // biome-ignore format: one line
  const kept = situations.filter((s) => change.isLeftOut?.(s) !== true);
  const numbers = new Map(kept.map((s, n) => [key(s), n]));
  const claim: ComponentClaim = {
    situations: kept.length,
    components: change.components ?? 1,
    situation: (n) => kept[n]!,
    find: (s) => (change.findsAnything ? 0 : (numbers.get(key(s)) ?? -1)),
    componentOf: (n) => change.componentOf?.(kept[n]!) ?? 1,
    wholeOf: (c) => change.wholeOf?.(c) ?? 0,
  };
  const check = problemWithComponents(program, program.propositions, automata, claim);
  for (;;) {
    const { done, value } = check.next();
    if (done) return value;
  }
}

interface Forgery {
  readonly components: number;
  readonly findsAnything: boolean;
  isLeftOut(situation: Situation): boolean;
  componentOf(situation: Situation): number;
  wholeOf(component: number): number;
}

/** Also those that cannot be reached: a claim may list too many. */
function allSituations({ slots }: Program, automata: readonly number[]): Situation[] {
  const product = (lists: readonly (readonly number[])[]): number[][] =>
    lists.reduce<number[][]>((all, list) => all.flatMap((start) => list.map((x) => [...start, x])), [[]]);
  const states = product(
    slots.map(({ domain: { low, high } }) => Array.from({ length: high - low + 1 }, (_, i) => low + i)),
  );
  const readers = product(automata.map((n) => Array.from({ length: n + 1 }, (_, q) => q)));
  return states.flatMap((state) => readers.map((q) => ({ state: Int32Array.from(state), automata: q })));
}

describe("a forged claim is refused", () => {
  it("of one component that has a fair cycle", () => {
    expect(forged(door("weak"), "F isIn")).toMatch(/component 1 may have a fair cycle/);
  });

  it("that gives a fair cycle several numbers", () => {
    const componentOf = ({ state }: Situation) => 1 + state[0]!;
    expect(forged(door("weak"), "F isIn", { components: 2, componentOf })).toMatch(/to the higher/);
  });

  it("that hides the numbers of a fair cycle in parts of different components", () => {
    const componentOf = ({ state }: Situation) => (state[0] === 0 ? 3 : 2);
    const wholeOf = (c: number) => (c === 3 ? 1 : 0);
    expect(forged(door("weak"), "F isIn", { components: 3, componentOf, wholeOf })).toMatch(/to the higher/);
  });

  it("that leaves states out, or finds others in their place", () => {
    expect(forged(door("weak"), "F isIn", { isLeftOut: ({ state }) => state[0] === 1 })).toMatch(/is missing/);
    expect(forged(door("weak"), "F isIn", { findsAnything: true })).toMatch(/is missing/);
  });

  it("that removes states in which strong fairness is not enabled", () => {
    // Without the guest's fairness the lasso of the closed door is fair.
    expect(forged(door("strong"), "F G isOpen")).toMatch(/may have a fair cycle/);
  });

  it("with numbers that make no sense", () => {
    expect(forged(door("weak"), "G F isOpen", { componentOf: () => 7 })).toMatch(/in no component/);
    expect(forged(door("weak"), "G F isOpen", { wholeOf: () => 1 })).toMatch(/is a part of 1/);
  });

  it("about a program that makes a mistake or gets stuck", () => {
    expect(forged(door("strong", "breaks"), "F isIn")).toMatch(/makes a mistake/);
    expect(forged(door("strong", "stops"), "F isIn")).toMatch(/no step is enabled/);
  });
});
