import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questionOf, readQuestion } from "../../src/cluster/question.js";
import { Damaged } from "../../src/cluster/shape.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { Aig, AigCopier } from "../../src/logic/aig.js";
import { type Lit, nodeOf } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Design, Property } from "../../src/model/property.js";
import { branchingQuestions, linearQuestions, type Question } from "../arbitraries/questions.js";
import { hasFairCycle } from "../certificates/brute-force.js";

const VERSION = "1.2.3";
const id = ({ model, property }: Question) => questionOf({ model }, property, VERSION).id;
const questions = fc.oneof(linearQuestions, branchingQuestions);

/** The same model with other numbers: leaves and gates in another order, and a gate that nobody asks for. */
function renumbered({ model, property }: Question): Question {
  const aig = new Aig();
  const leafOf = new Map<number, Lit>();
  for (const { node } of [...model.latches].reverse()) leafOf.set(node, aig.leaf());
  for (const node of [...model.inputs].reverse()) leafOf.set(node, aig.leaf());
  aig.and(aig.leaf(), aig.leaf());
  const copier = new AigCopier(model.aig, aig, (node) => leafOf.get(node)!);
  const copy = (l: Lit) => copier.copy(l);
  // Last things first.
  const fairness = [...model.fairness].reverse().map(copy).reverse();
  const constraints = [...model.constraints].reverse().map(copy).reverse();
  const latches = [...model.latches].reverse().map((l) => {
    return {
      node: nodeOf(leafOf.get(l.node)!),
      next: copy(l.next),
      reset: l.reset === "free" ? l.reset : copy(l.reset),
    };
  });
  return {
    model: {
      ...model,
      aig,
      inputs: model.inputs.map((n) => nodeOf(leafOf.get(n)!)),
      latches: latches.reverse(),
      constraints,
      fairness,
    },
    property: mapLiterals(property, copy),
  };
}

function mapLiterals(property: Property, copy: (l: Lit) => Lit): Property {
  switch (property.kind) {
    case "justice":
      return { ...property, literals: property.literals.map(copy) };
    case "bad":
      return { ...property, literal: copy(property.literal) };
    case "ltl":
    case "ctl":
      return { ...property, atoms: new Map([...property.atoms].map(([name, l]) => [name, copy(l)])) };
  }
}

const aiger = (text: string): Design => readAiger(new TextEncoder().encode(text));
const idOf = (text: string, version = VERSION) => {
  const design = aiger(text);
  return questionOf(design, design.properties[0]!, version).id;
};

describe("a question", () => {
  it("is the same however its file numbers gates, inputs and latches", () => {
    fc.assert(
      fc.property(questions, (q) => {
        expect(id(renumbered(q))).toBe(id(q));
      }),
      { numRuns: 200 },
    );
  });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(questions, ({ model, property }) => {
        const { id, bytes } = questionOf({ model }, property, VERSION);
        const read = readQuestion(bytes, VERSION);
        expect(questionOf(read, read.properties[0]!, VERSION).id).toBe(id);
      }),
      { numRuns: 200 },
    );
  });

  it("has the answer of the model that it was made from", () => {
    fc.assert(
      fc.property(linearQuestions, ({ model, property }) => {
        fc.pre(property.kind === "justice");
        const read = readQuestion(questionOf({ model }, property, VERSION).bytes, VERSION);
        expect(withJustice(read.model, read.properties[0]!)).toBe(withJustice(model, property));
      }),
      { numRuns: 100 },
    );
  });

  it("is another one with another latch, constraint, condition, reset, property or version", () => {
    // A latch that toggles, and a justice property that it is set; a second latch decides nothing.
    const plain = "aag 2 0 2 0 0 0 0 1 0\n2 3\n4 4\n1\n2\n";
    const ids = [
      idOf(plain),
      idOf(plain, "1.2.4"),
      idOf("aag 2 0 2 0 0 0 0 1 0\n2 2\n4 4\n1\n2\n"), // it stays
      idOf("aag 2 0 2 0 0 0 0 1 0\n2 3 1\n4 4\n1\n2\n"), // it starts set
      idOf("aag 2 0 2 0 0 0 0 1 0\n2 3\n4 4\n1\n3\n"), // that it is not set
      idOf("aag 2 0 2 0 0 1 0 1 0\n2 3\n4 4\n4\n1\n2\n"), // a constraint on the other latch, which cannot be met
      idOf("aag 2 0 2 0 0 0 0 1 1\n2 3\n4 4\n1\n2\n4\n"), // a condition that is never met
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is the same without what decides nothing", () => {
    expect(idOf("aag 2 0 2 0 0 0 0 1 0\n2 3\n4 4\n1\n2\n")).toBe(idOf("aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n"));
  });

  it("that somebody changed is refused, or is another question: it never breaks the reader", () => {
    fc.assert(
      fc.property(
        questions,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (q, changes) => {
          const bytes = Uint8Array.from(questionOf(q, q.property, VERSION).bytes);
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          try {
            const { model } = readQuestion(bytes, VERSION);
            const literals = [...model.constraints, ...model.fairness, ...model.latches.map((l) => l.next)];
            for (const l of literals) expect(nodeOf(l)).toBeLessThan(model.aig.size);
          } catch (e) {
            expect(e).toBeInstanceOf(Damaged);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("of another version is not answered", () => {
    const { bytes } = questionOf(
      aiger("aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n"),
      { kind: "justice", name: "j", literals: [] },
      VERSION,
    );
    expect(() => readQuestion(bytes, "1.3.0")).toThrow("it was asked by version 1.2.3, and this is 1.3.0");
  });
});

const withJustice = (model: Model, property: Property): boolean =>
  hasFairCycle({ ...model, fairness: [...model.fairness, ...(property.kind === "justice" ? property.literals : [])] });
