import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { witnessText } from "../../../src/cli/evidence-text.js";
import { verifyWitness } from "../../../src/cli/verification.js";
import { reference } from "../../../src/engines/reference.js";
import { readBtor2Witnesses } from "../../../src/formats/btor2/read-witness.js";
import { readBtor2 } from "../../../src/formats/btor2/to-design.js";
import { parseLtl } from "../../../src/formula/parse.js";
import { Random } from "../../../src/logic/random.js";
import type { Design } from "../../../src/model/property.js";
import { SignalTable } from "../../../src/model/signal-table.js";
import { InputError } from "../../../src/text/input-error.js";
import { solved } from "../../cross-engine/solving.js";
import { Interpreter, type Valuation, type Value } from "./interpreter.js";
import { randomFile } from "./random-files.js";

const read = (text: string): Design => readBtor2(new TextEncoder().encode(text));

const readWitnesses = (design: Design, text: string) => readBtor2Witnesses(text, { ...design, words: design.words! });

/** The reason why the first witness of a text is wrong, or null. */
function problemWith(design: Design, text: string): string | null {
  const means = { oracle: () => fail("no certificate is checked"), shouldStop: () => null };
  const [witness] = readWitnesses(design, text);
  const wrong = verifyWitness(design, witness!, undefined, means).find(({ result }) => result !== "valid");
  return wrong === undefined ? null : (wrong.problem ?? wrong.result);
}

function fail(why: string): never {
  throw new Error(why);
}

/** Frames of a witness by the interpreter: what is not given follows from the file. */
function framesOf(system: Interpreter, witness: string): Valuation[] {
  const frames: Map<number, Value>[] = [];
  for (const part of witness.split(/^(?=[#@])/m).slice(1)) {
    const [header = "", ...lines] = part.split("\n").filter((line) => line !== "." && line !== "");
    const t = Number(header.slice(1));
    const at = frames[t] ?? new Map<number, Value>();
    frames[t] = at;
    for (const line of lines) {
      const [position, first = "", second] = line.split(" ");
      const id = (header[0] === "#" ? system.states : system.inputs)[Number(position)]!;
      if (!first.startsWith("[")) at.set(id, BigInt(`0b${first}`));
      else at.set(id, [...((at.get(id) as bigint[] | undefined) ?? []), BigInt(`0b${second}`)]);
    }
  }
  // A first value may read states that come before; the interpreter remembers what it computed for a valuation.
  frames.forEach((at, t) => {
    for (const id of system.states) {
      if (at.has(id)) continue;
      const next = system.nexts.get(id);
      at.set(id, t === 0 ? system.first(id, new Map(at))! : system.value(next!, frames[t - 1]!));
    }
  });
  return frames;
}

/** By the definitions: constraints in every frame, then a bad last frame, or a loop with all conditions up to a state that comes back. */
function isCounterexample(system: Interpreter, kind: "bad" | "justice", index: number, frames: Valuation[]): boolean {
  const holds = (id: number, at: Valuation): boolean => system.value(id, at) === 1n;
  const constraints = system.all("constraint").flat();
  if (!frames.every((at) => constraints.every((c) => holds(c, at)))) return false;
  const last = frames[frames.length - 1]!;
  const asked = system.all(kind)[index]!;
  if (kind === "bad") return holds(asked[0]!, last);
  const state = (at: Valuation): string => system.states.map((id) => String(at.get(id))).join(" ");
  return frames.slice(0, -1).some((at, loop) => {
    const around = frames.slice(loop, -1);
    const conditions = [...asked, ...system.all("fair").flat()];
    return state(at) === state(last) && conditions.every((c) => around.some((step) => holds(c, step)));
  });
}

const COUNTER = [
  "1 sort bitvec 2",
  "2 sort bitvec 1",
  "3 zero 1",
  "4 state 1 count",
  "5 init 1 4 3",
  "6 input 2 go",
  "7 inc 1 4",
  "8 ite 1 6 7 4",
  "9 next 1 4 8",
  "10 redand 2 4",
  "11 bad 10",
  "12 justice 1 10",
  "13 state 1 seed",
  "14 state 1 guess",
  "15 next 1 13 13",
  "",
].join("\n");

const frames = (...go: number[]): string => go.map((v, t) => `@${t}\n0 ${v}\n`).join("");

describe("a counterexample in BTOR2's witness format", () => {
  it("is a counterexample by the definitions, and is read back as one", () => {
    let written = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 30 }), (seed) => {
        const random = new Random(seed);
        const array = random.below(3) === 0 ? ([2, 2] as const) : null;
        const text = randomFile(random, { widths: [1, 2, 3], inputs: 2, states: 3, terms: 15, array });
        const system = new Interpreter(text);
        const design = read(text);
        for (const property of design.properties) {
          const outcome = solved(design.model, property, reference);
          const { verdict } = outcome;
          if (verdict.answer !== "fails" || property.kind === "ltl" || property.kind === "ctl") continue;
          const witness = witnessText({ file: "random.btor2", design, property, outcome }).content;
          const same = design.properties.filter((p) => p.kind === property.kind);
          const index = same.indexOf(property);
          expect(witness).toMatch(new RegExp(`^${property.kind === "bad" ? "sat\nb" : "; .*\nsat\nj"}${index}\n`));
          expect(problemWith(design, witness), `${text}${witness}`).toBeNull();
          expect(isCounterexample(system, property.kind, index, framesOf(system, witness)), `${text}${witness}`).toBe(
            true,
          );
          written++;
        }
      }),
      { numRuns: Number(process.env.FAIRLEAD_RUNS ?? 60) },
    );
    expect(written).toBeGreaterThan(60);
  });

  it("says in comments where the loop begins, and names a formula", () => {
    const { model, words } = read(COUNTER);
    const table = new SignalTable(model);
    const parsed = parseLtl("G !(count = 3)");
    const property = {
      kind: "ltl",
      name: "never 3",
      formula: parsed.formula,
      atoms: table.literals(parsed.atoms),
    } as const;
    const design = { model, words: words!, properties: [property] };
    const outcome = solved(model, property, reference);
    const text = witnessText({ file: "counter.btor2", design, property, outcome }).content;
    expect(text).toMatch(/^; fairlead loop \d+\n; fairlead property never 3\nsat\n[#@]0\n/);
    expect(problemWith(design, text)).toBeNull();
    expect(problemWith(design, text.replace(/loop \d+/, "loop 77"))).toContain("the loop starts at step 77");
  });

  it("may end with the state that comes back, or just before it", () => {
    const design = read(COUNTER);
    expect(problemWith(design, `sat\nj0\n${frames(1, 1, 1, 1)}.\n`)).toBeNull();
    expect(problemWith(design, `sat\nj0\n#0\n1 11 seed#0\n${frames(1, 1, 1, 1, 0)}.\n`)).toBeNull();
  });

  it("may go on after a bad state, and leave out what is 0", () => {
    const design = read(COUNTER);
    expect(problemWith(design, `; a comment\nsat\nb0\n${frames(1, 1, 1, 0, 1)}.\n`)).toBeNull();
    expect(problemWith(design, "sat\nb0 j0\n@0\n0 1\n#1\n2 10 guess#1\n@1\n0 1\n@2\n0 1 go@2\n@3\n.\n")).toBeNull();
  });

  it.each([
    ["j0", frames(1, 1), "no state comes back: there is no loop"],
    ["j0", frames(0, 0), "justice literal 0 (literal"],
    ["b0", frames(1, 1), "does not hold in the last step, 1"],
    ["b0", `#0\n0 01 count#0\n${frames(1, 1, 1)}`, "frame 0: state 0 (count) is 01, and that is not its first value"],
    [
      "b0",
      `@0\n0 1\n#1\n0 10\n@1\n0 1\n@2\n0 1\n@3\n`,
      "frame 1: state 0 (count) is 10, and that is not its next value",
    ],
    ["b0", `#0\n1 01\n@0\n#1\n1 00\n@1\n`, "frame 1: state 1 (seed) is 00, and that is not its next value"],
  ])("is refused when it is none: %s after %j", (property, steps, reason) => {
    expect(problemWith(read(COUNTER), `sat\n${property}\n${steps}.\n`)).toContain(reason);
  });

  it.each([
    ["", 1, "begins with 'sat', 'unsat' or 'unknown'"],
    ["sat\nb0\n.\n", 4, "at least one frame"],
    ["sat\nb0\n@0\n", 4, "expected '.'"],
    ["sat\nb0\n@1\n.\n", 3, "expected frame 0, found 1"],
    ["sat\nb0\n@0\n@0\n.\n", 4, "expected frame 1, found 0"],
    [
      "; fairlead loop 1\n; fairlead loop 0\nsat\nb0\n@0\n.\n",
      2,
      "a second comment '; fairlead loop' of the same witness",
    ],
    [
      "; fairlead loop soon\nsat\nb0\n@0\n.\n",
      2,
      "expected the step at which the loop starts, found 'soon' in the comment before this",
    ],
    ["sat\nb0\n0 1\n.\n", 3, "expected a frame"],
    ["sat\nbx\n@0\n.\n", 2, "number of a property"],
    ["sat\nb0\n@0\n5 1\n.\n", 4, "there is no input 5: the file has 1"],
    ["sat\nb0\n@0\n0 11\n.\n", 4, "a value of 1 bits, found 2"],
    ["sat\nb0\n@0\n0 [0] 1\n.\n", 4, "input 0 is no array"],
    ["sat\nb0\n@0\n0 2\n.\n", 4, "a binary value"],
  ])("%j is not read: line %i, %s", (text, line, problem) => {
    let thrown: unknown = null;
    try {
      readWitnesses(read(COUNTER), text);
    } catch (e) {
      thrown = e;
    }
    expect(thrown).toBeInstanceOf(InputError);
    expect((thrown as InputError).code).toBe("btor2-witness");
    expect((thrown as InputError).problem).toContain(problem);
    expect((thrown as InputError).at).toMatchObject({ line });
  });
});
