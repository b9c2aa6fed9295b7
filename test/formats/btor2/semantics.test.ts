import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import { writeAiger } from "../../../src/formats/aiger/from-design.js";
import { readAiger } from "../../../src/formats/aiger/to-design.js";
import { SHAPES } from "../../../src/formats/btor2/syntax.js";
import { readBtor2 } from "../../../src/formats/btor2/to-design.js";
import { writeBtor2 } from "../../../src/formats/btor2/write.js";
import { Random } from "../../../src/logic/random.js";
import type { Design, SourceWord } from "../../../src/model/property.js";
import { Simulator } from "../../../src/model/simulate.js";
import { solved } from "../../cross-engine/solving.js";
import { ExplicitSystem } from "./explicit.js";
import { Interpreter, type Value } from "./interpreter.js";
import { randomFile } from "./random-files.js";

const read = (text: string): Design => readBtor2(new TextEncoder().encode(text));

/** Evaluates the circuit of a design whose states are all inputs: the values of its outputs, for values of its inputs. */
class Evaluator {
  private readonly sim: Simulator;
  private readonly slots: ReadonlyMap<number, number>;

  constructor(private readonly design: Design) {
    const { model } = design;
    this.sim = new Simulator(model, { watch: model.signals.flatMap((s) => s.bits) });
    this.slots = new Map(model.inputs.map((node, i) => [node, i]));
  }

  outputs(values: readonly Value[]): string[] {
    this.design.words!.inputs.forEach((word, k) => {
      this.set(word, values[k]!);
    });
    this.sim.evaluate();
    const defined = this.design.model.signals.filter((s) => s.kind === "define");
    return defined.map(({ bits }) => `${bits.reduceRight((v, bit) => 2n * v + BigInt(this.sim.bit(bit)), 0n)}`);
  }

  private set({ bits, index }: SourceWord, value: Value): void {
    const elements = typeof value === "bigint" ? [value] : value;
    const width = index === null ? bits.length : bits.length / 2 ** index;
    bits.forEach((bit, i) => {
      const element = elements[Math.floor(i / width)]!;
      this.sim.inputs[this.slots.get(bit >>> 1)!] = (element >> BigInt(i % width)) & 1n ? -1 : 0;
    });
  }
}

/** The values that two operands are tried with: all where they are few, else corners and random ones. */
function operands(width: number, random: Random): bigint[] {
  if (width <= 3) return Array.from({ length: 2 ** width }, (_, i) => BigInt(i));
  const top = 1n << BigInt(width - 1);
  const some = Array.from({ length: 12 }, () => {
    const digits = Array.from({ length: width }, () => random.below(2)).join("");
    return BigInt(`0b${digits}`) >> BigInt(random.below(width));
  });
  return [0n, 1n, 2n, top - 1n, top, top + 1n, 2n * top - 1n, 2n * top - 2n, BigInt(width), BigInt(width - 1), ...some];
}

const WIDTHS = [1, 2, 3, 5, 8, 13, 33];

describe("every operator of BTOR2 means what integers say", () => {
  const simple = [...SHAPES].filter(([, shape]) => !["slice", "extension", "read", "write"].includes(shape));

  it.each(simple)("%s", (tag, shape) => {
    const random = new Random(tag.length);
    let compared = 0;
    for (const w of shape === "logical" ? [1] : WIDTHS) {
      const result = { reduction: 1, comparison: 1, equality: 1, logical: 1, concat: 2 * w }[shape as string] ?? w;
      const sorts = `1 sort bitvec 1\n2 sort bitvec ${w}\n3 sort bitvec ${result}\n4 input 2\n5 input 2\n6 input 1\n`;
      const args = shape === "unary" || shape === "reduction" ? "4" : shape === "ite" ? "6 4 5" : "4 -5";
      const text = `${sorts}7 ${tag} 3 ${args}\n8 output 7\n9 output -7\n`;
      const interpreter = new Interpreter(text);
      const evaluator = new Evaluator(read(text));
      for (const a of operands(w, random))
        for (const b of operands(w, random)) {
          const c = BigInt(random.below(2));
          const at = new Map([
            [4, a],
            [5, b],
            [6, c],
          ]);
          const expected = [interpreter.value(7, at), interpreter.value(-7, at)].map(String);
          expect(evaluator.outputs([a, b, c]), `${tag} of ${a} and ${b}, ${w} bits`).toEqual(expected);
          compared++;
        }
    }
    expect(compared).toBeGreaterThan(3);
  });

  it.each(simple.filter(([, shape]) => shape === "binary" || shape === "comparison"))(
    "%s by a constant",
    (tag, shape) => {
      const w = 3;
      for (let b = 0; b < 2 ** w; b++) {
        const constant = b.toString(2).padStart(w, "0");
        const sorts = `1 sort bitvec ${w}\n2 sort bitvec ${shape === "binary" ? w : 1}\n3 input 1\n4 const 1 ${constant}\n`;
        const text = `${sorts}5 ${tag} 2 3 4\n6 ${tag} 2 4 3\n7 output 5\n8 output 6\n`;
        const interpreter = new Interpreter(text);
        const evaluator = new Evaluator(read(text));
        for (let a = 0n; a < 2 ** w; a++) {
          const at = new Map([[3, a]]);
          const expected = [interpreter.value(5, at), interpreter.value(6, at)].map(String);
          expect(evaluator.outputs([a]), `${tag} of ${a} and ${b}, and the other way round`).toEqual(expected);
        }
      }
    },
  );

  it("random terms of all operators, arrays among them", () => {
    const random = new Random(7);
    let compared = 0;
    for (let k = 0; k < 120; k++) {
      const array = k % 2 === 0 ? ([1 + random.below(3), 1 + random.below(5)] as const) : null;
      const widths = [1, 2, 3, 4, 1 + random.below(9), 1 + random.below(20)];
      const file = randomFile(random, { widths, inputs: 6, states: 0, terms: 40, array });
      // An array comes in as an input; every term goes out.
      const text = withOutputs(file);
      const interpreter = new Interpreter(text);
      const evaluator = new Evaluator(read(text));
      for (let round = 0; round < 5; round++) {
        const values = interpreter.inputs.map((id) => randomValue(interpreter, id, random));
        const at = new Map(interpreter.inputs.map((id, i) => [id, values[i]!]));
        const expected = interpreter.all("output").map(([id]) => `${interpreter.value(id!, at)}`);
        expect(evaluator.outputs(values), text).toEqual(expected);
        compared += expected.length;
      }
    }
    expect(compared).toBeGreaterThan(10_000);
  });
});

/** Each word that a file computes as an output, under its own name. */
function withOutputs(file: string): string {
  const lines = file.split("\n").filter((line) => line !== "" && !/ (bad|constraint|fair|justice) /.test(line));
  const interpreter = new Interpreter(lines.join("\n"));
  let next = Number(lines[lines.length - 1]!.split(" ")[0]);
  const outputs = lines
    .filter((line) => !/ (sort|input) /.test(line))
    .map((line) => Number(line.split(" ")[0]))
    .filter((id) => interpreter.sort(id).elements === 0);
  return `${[...lines, ...outputs.map((id) => `${++next} output ${id}`)].join("\n")}\n`;
}

function randomValue(interpreter: Interpreter, id: number, random: Random): Value {
  const { width, elements } = interpreter.sort(id);
  const word = (): bigint => BigInt(`0b${Array.from({ length: width }, () => random.below(2)).join("")}`);
  return elements === 0 ? word() : Array.from({ length: elements }, word);
}

const systems = (seed: number): string => {
  const random = new Random(seed);
  const array = random.below(3) === 0 ? ([1, 1] as const) : null;
  return randomFile(random, { widths: [1, 2], inputs: random.below(2), states: 3, terms: 12, array });
};

/** The answers to bad states and justice properties, in this order, from the definitions. */
function defined(text: string): ("fails" | "holds")[] {
  const system = new Interpreter(text);
  const explicit = new ExplicitSystem(system);
  const bad = system.all("bad").map(([id]) => explicit.reaches(id!));
  const justice = system.all("justice").map((conditions) => explicit.hasFairCycle(conditions));
  return [...bad, ...justice].map((fails) => (fails ? "fails" : "holds"));
}

const answers = ({ model, properties }: Design): string[] =>
  properties.map((property) => solved(model, property, reference).verdict.answer);

describe("random BTOR2 systems", () => {
  it("have the verdicts of their definition, as they are and as AIGER, with fairness and constraints", () => {
    const counts = { holds: 0, fails: 0 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 30 }), (seed) => {
        const text = systems(seed);
        const expected = defined(text);
        const design = read(text);
        expect(answers(design), text).toEqual(expected);
        expect(answers(readAiger(writeAiger(design, "binary").aiger)), text).toEqual(expected);
        for (const answer of expected) counts[answer]++;
      }),
      { numRuns: Number(process.env.FAIRLEAD_RUNS ?? 80) },
    );
    expect(Math.min(counts.holds, counts.fails)).toBeGreaterThan(50);
  });

  it("written as BTOR2 of single bits, mean the same", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 30 }), (seed) => {
        const text = systems(seed);
        const written = writeBtor2(read(text)).text;
        expect(defined(written), written).toEqual(answers(read(text)));
        expect(answers(read(written)), written).toEqual(answers(read(text)));
      }),
      { numRuns: Number(process.env.FAIRLEAD_RUNS ?? 40) },
    );
  });
});
