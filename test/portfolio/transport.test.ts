import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questionOf } from "../../src/cluster/question.js";
import { engines } from "../../src/engines/registry.js";
import { OUTPUT_FORMATS } from "../../src/formats/convert.js";
import type { Design } from "../../src/model/property.js";
import { packAsking, unpackAsking } from "../../src/portfolio/asking-data.js";
import { packDesign, packOutcome, unpackDesign, unpackOutcome } from "../../src/portfolio/transport.js";
import { readQuestion } from "../../src/program/question.js";
import { programDesign } from "../../src/program/to-design.js";
import { readDesign } from "../../src/reading/read-design.js";
import { InputError } from "../../src/text/input-error.js";
import { formulasAsJustice } from "../../src/transform/formulas-as-justice.js";
import { branchingQuestions, linearQuestions, type Question } from "../arbitraries/questions.js";
import { solved } from "../cross-engine/solving.js";
import { randomProgram } from "../program/random-programs.js";

// A design goes from the thread that read it to the command, and from there to workers, one job after the other.

const questions = fc.oneof(linearQuestions, branchingQuestions);

/** Everything but `key`, which numbers models. */
const packed = (design: Design) => {
  const { key: _, ...rest } = structuredClone(packDesign(design));
  return rest;
};

function expectSame(design: Design): void {
  const once = unpackDesign(structuredClone(packDesign(design)));
  const twice = unpackDesign(structuredClone(packDesign(once)));
  expect(packed(twice)).toEqual(packed(design));
  const bytes = (d: Design) => d.properties.map((p) => Buffer.from(questionOf(d, p, "").bytes).toString("latin1"));
  expect(bytes(twice)).toEqual(bytes(design));
  design.properties.forEach((property, k) => {
    const asked = structuredClone(packAsking(design.model, property));
    const { kind, linear } = unpackAsking(twice.properties[k]!, asked);
    const again = structuredClone(packAsking(twice.model, twice.properties[k]!));
    expect(again).toEqual(asked);
    expect(linear).toEqual(asked.linear);
    expect(kind).toBeDefined();
  });
}

describe("a design that is sent on as it came", () => {
  it("is the same to the last field, whatever language it was read from", async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.constantFrom(...OUTPUT_FORMATS), async ({ model, property }, format) => {
        const design = { model, properties: [property] };
        expectSame(design);
        const text = written(() => format.write(format.hasFormulas ? design : formulasAsJustice(design)).bytes);
        if (text !== null) expectSame(await readDesign(text, `model${format.endings[0]}`, []));
      }),
      { numRuns: 100 },
    );
  });

  it("is the circuit of the same program", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 20 }), (seed) => {
        const program = randomProgram(seed);
        expectSame(programDesign(program, [readQuestion(program, "ltl", "G (a -> F b)")]).design);
      }),
      { numRuns: 40 },
    );
  });
});

describe("an answer that is sent on as it came", () => {
  it("has the same evidence, whoever found it", () => {
    const some = engines.filter((e) => ["reference", "gsh", "rlive", "dnc", "couvreur", "ic3"].includes(e.name));
    fc.assert(
      fc.property(questions, fc.constantFrom(...some), ({ model, property }: Question, engine) => {
        const outcome = solved(model, property, engine);
        const sent = structuredClone(packOutcome(outcome));
        const again = structuredClone(packOutcome(unpackOutcome(sent)));
        expect(again).toEqual(sent);
        expect(structuredClone(packOutcome(outcome))).toEqual(again);
      }),
      { numRuns: 100 },
    );
  });
});

/** Null where the format has no way to say something. */
function written(work: () => Uint8Array): Uint8Array | null {
  try {
    return work();
  } catch (e) {
    if (e instanceof InputError) return null;
    throw e;
  }
}
