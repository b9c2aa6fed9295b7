import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printLtl } from "../../src/formula/print.js";
import { answerData, answerFrom } from "../../src/program/answer-data.js";
import { problemWith, refutesFormula, satisfiesFormula } from "../../src/program/behaviour.js";
import { type AskedProgram, dataOf } from "../../src/program/data.js";
import { type FunctionStubs, programFrom } from "../../src/program/data-reader.js";
import { type ExplicitAnswer, searchProgram } from "../../src/program/explicit.js";
import { FunctionTable } from "../../src/program/function-table.js";
import { ModelError } from "../../src/program/model-error.js";
import { readQuestion } from "../../src/program/question.js";
import { Semantics } from "../../src/program/semantics.js";
import { ProgramSpace } from "../../src/program/space.js";
import { array, bool, int, oneOf, system } from "../../src/program.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { asFunctions } from "./as-functions.js";
import { reachable, transitionsOf } from "./graph.js";
import { randomProgram } from "./random-programs.js";

const seeds = fc.integer({ min: 0, max: 2 ** 30 });
const none: FunctionStubs = new FunctionTable();

/** As it arrives in another process. */
const sent = (data: unknown): unknown => JSON.parse(JSON.stringify(data));

function searched(program: AskedProgram, formula: string): ExplicitAnswer {
  const question = readQuestion(program, "ltl", formula);
  if (question.logic !== "ltl") throw new Error("not LTL");
  const search = searchProgram(program, question, { states: 1e5, mode: "interpret" });
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

describe("a program that leaves its process as data", () => {
  it("has the same transitions, fairness and propositions in another", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const program = randomProgram(seed);
        const copy = programFrom(sent(dataOf(program).data), none);
        const space = new ProgramSpace(program, { propositions: [...program.propositions.values()] });
        const other = new ProgramSpace(copy, { propositions: [...copy.propositions.values()] });
        for (const state of reachable(space, 200).slice(0, 200))
          expect(transitionsOf(other, state).sort()).toEqual(transitionsOf(space, state).sort());
        expect(copy.deadlock).toBe(program.deadlock);
        expect(copy.slots.map((s) => s.initial)).toEqual(program.slots.map((s) => s.initial));
        // A command sends what it was sent on to its workers.
        expect(sent(dataOf(copy).data)).toEqual(sent(dataOf(program).data));
      }),
      { numRuns: 60 },
    );
  });

  it("keeps what is shared as it is, and names, domains and first values", () => {
    const s = system(
      "s",
      { a: bool.free(), n: int(-3, 4).init(-1, 2), o: array(2, oneOf("x", "y")) },
      { deadlock: "end" },
    );
    let sum = s.vars.n.mod(7);
    for (let i = 0; i < 12; i++) sum = sum.plus(sum).mod(7);
    s.process(
      "p",
      { fair: "strong" },
      { go: { when: s.vars.a, do: [s.vars.n.set(sum.minus(3)), s.vars.o.at(0).setAny()] } },
    )
      .fair("f", s.vars.n.lt(2))
      .property("q", { ctl: "AG EF a" });
    const { data } = dataOf(s);
    expect(data.terms.length).toBeLessThan(40);
    expect(programFrom(sent(data), none)).toMatchObject({
      name: "s",
      deadlock: "end",
      variables: [
        { name: "a", domain: { kind: "bool" } },
        { name: "n", domain: { kind: "int", low: -3, high: 4 } },
        { name: "o", domain: { kind: "array", length: 2, of: { values: ["x", "y"] } } },
      ],
      slots: [{ name: "a", initial: [0, 1] }, { name: "n", initial: [-1, 2] }, { name: "o[0]" }, { name: "o[1]" }],
      processes: [{ name: "p", fairness: "strong" }],
      fairness: [{ name: "f" }],
      properties: [{ name: "q", logic: "ctl", formula: "AG EF a" }],
    });
  });

  it("that was damaged on the way is refused, never half read", () => {
    const data = sent(dataOf(randomProgram(5)).data);
    const paths = leaves(data);
    fc.assert(
      fc.property(fc.nat(paths.length - 1), fc.constantFrom(null, -7, 1e9, 0.5, "?", [], {}, undefined), (k, wrong) => {
        const damaged = replaced(data, paths[k]!, wrong);
        try {
          programFrom(damaged, none);
        } catch (e) {
          expect(e).toBeInstanceOf(ModelError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("the answer about a program with functions", () => {
  it("replays where the functions are not, by what they said along the way", () => {
    fc.assert(
      fc.property(seeds, ltlFormulas({ atoms: ["a", "b"], depth: 2, past: false }), (seed, ltl) => {
        const program = randomProgram(seed);
        fc.pre(reachable(new ProgramSpace(program), 300).length <= 300);
        const here = { ...asFunctions(program), properties: [] };
        const formula = printLtl(ltl);
        const answer = searched(here, formula);
        const { data, functions } = dataOf(here);
        const table = new FunctionTable();
        const there = programFrom(sent(data), table);
        const told = sent(answerData(here, functions, answer, ({ problem }) => problem));
        const arrived = answerFrom(there, table, told, (problem) => new ModelError("model", String(problem)));
        expect(arrived.kind).toBe(answer.kind);
        if (arrived.kind === "deadlock") {
          expect(problemWith(there, arrived.run)).toBeNull();
          expect(new Semantics(there).enabled(arrived.run.states.at(-1)!)).not.toContain(true);
        } else if (arrived.kind === "violated") {
          expect(problemWith(there, arrived.behaviour)).toBeNull();
          const question = readQuestion(there, "ltl", formula);
          if (question.logic !== "ltl") throw new Error("not LTL");
          const fails =
            arrived.behaviour.loop === null
              ? refutesFormula(there, arrived.behaviour, question.formula, question.atoms)
              : !satisfiesFormula(there, arrived.behaviour, question.formula, question.atoms);
          expect(fails).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("does not replay when a step of the loop is exchanged", () => {
    const s = system("s", { n: int(0, 3) }).process(
      "p",
      {},
      {
        up: { when: (v) => v.n < 3, do: (v) => v.n++ },
        back: {
          when: (v) => v.n === 3,
          do: (v) => {
            v.n = 0;
          },
        },
      },
    );
    const answer = searched(s, "F G n = 3");
    const { data, functions } = dataOf(s);
    const table = new FunctionTable();
    const there = programFrom(sent(data), table);
    const told = answerData(s, functions, answer, String);
    if (told.kind !== "violated") throw new Error("a lasso was expected");
    const steps = told.run.steps.map((step) => 1 - step!);
    const arrived = answerFrom(there, table, { ...told, run: { ...told.run, steps } }, () => new ModelError("m", ""));
    expect(arrived.kind === "violated" && problemWith(there, arrived.behaviour)).toMatch(/is not enabled/);
  });
});

type Path = readonly (string | number)[];

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const part = replaced((value as Record<string, unknown>)[key], rest, by);
  return Array.isArray(value)
    ? value.map((v: unknown, i) => (String(i) === key ? part : v))
    : { ...(value as object), [key]: part };
}
