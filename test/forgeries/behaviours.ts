import { violations } from "../../src/checkers/testers.js";
import { verifyWitness } from "../../src/cli/verification.js";
import { reference } from "../../src/engines/reference.js";
import { type Lasso, type Run, witnessIn } from "../../src/evidence/verdict.js";
import { readWitnesses, subjectOf, writeWitness } from "../../src/formats/aiger/witness.js";
import { readBtor2Witnesses } from "../../src/formats/btor2/read-witness.js";
import { readBtor2 } from "../../src/formats/btor2/to-design.js";
import { writeBtor2Witness } from "../../src/formats/btor2/witness.js";
import { writeBtor2 } from "../../src/formats/btor2/write.js";
import type { Random } from "../../src/logic/random.js";
import type { Model, Task } from "../../src/model/model.js";
import type { Design, Property } from "../../src/model/property.js";
import { InputError } from "../../src/text/input-error.js";
import type { Question } from "../arbitraries/questions.js";
import { isTrueClaim } from "../certificates/ctl-by-enumeration.js";
import { decide } from "../engines/running.js";
import { mutate } from "../fuzz/mutate.js";
import { TinySystem } from "../oracles/tiny-system.js";
import type { Forgery } from "./forgery.js";
import { holdsByEnumeration } from "./linear.js";
import { neighbour } from "./neighbour.js";
import { randomLasso } from "./random-walk.js";

/**
 * Counterexamples as texts, in AIGER's format and, for what BTOR2 has words for, in BTOR2's: behaviours of the model that may violate
 * nothing, violations of a neighbour, and both with values, lines, loops and names changed.
 */
export function* behaviourForgeries({ model, property }: Question, random: Random, changes = 6): Iterable<Forgery> {
  yield* texts({ model, properties: [property] }, "AIGER witness", random, changes);
  if (property.kind !== "justice" && property.kind !== "bad") return;
  const design = readBtor2(new TextEncoder().encode(writeBtor2({ model, properties: [property] }).text));
  if (design.model.latches.length + design.model.inputs.length <= MOST_BITS)
    yield* texts(design, "BTOR2 witness", random, changes);
}

const MOST_BITS = 8;

function* texts(design: Design, format: string, random: Random, changes: number): Iterable<Forgery> {
  const { model, words } = design;
  const property = design.properties[0]!;
  const about = subjectOf(design.properties, property);
  const write = (path: Lasso | Run): string =>
    words === undefined ? writeWitness(about, path) : writeBtor2Witness({ ...design, words }, about, path);
  const written = pathsFor(model, property, random).map(write);
  const presented = (text: string): Forgery => ({
    format: `${format}, ${property.kind}`,
    judge: () => claimsShown(design, text).length > 0,
    // Nothing but a true claim may be shown.
    get isTrue() {
      return claimsShown(design, text).every((claim) => claim === truth(model, property));
    },
    isGenuine: false,
    describe: () => `${model}\n${JSON.stringify(property)}\n${text}`,
  });
  const bytes = written.map((text) => new TextEncoder().encode(text));
  for (const text of written) {
    yield presented(text);
    for (let n = 0; n < changes; n++) {
      const changed =
        n % 3 === 2
          ? new TextDecoder().decode(mutate(new TextEncoder().encode(text), random, bytes))
          : changedText(text, written, random);
      yield presented(changed);
    }
  }
}

/** What `verify` says that a text shows of the property. */
function claimsShown(design: Design, text: string): string[] {
  const { words, properties } = design;
  try {
    const witnesses =
      words === undefined ? readWitnesses(text, design.model) : readBtor2Witnesses(text, { ...design, words });
    return witnesses
      .flatMap((w) => verifyWitness(design, w, properties[0]!.name, NO_LIMITS))
      .flatMap((v) => (v.result === "valid" ? [v.claim] : []));
  } catch (e) {
    if (e instanceof InputError) return [];
    throw e;
  }
}

const NO_LIMITS = {
  shouldStop: () => null,
  oracle: (): never => {
    throw new Error("a behaviour needs no solver");
  },
};

function truth(model: Model, property: Property): "holds" | "fails" {
  const holds =
    property.kind === "ctl"
      ? isTrueClaim(model, property.formula, property.atoms, false)
      : holdsByEnumeration(model, property);
  return holds ? "holds" : "fails";
}

/** Behaviours of the model, whatever they show, and violations of a neighbour. */
function pathsFor(model: Model, property: Property, random: Random): (Lasso | Run)[] {
  const system = new TinySystem(model);
  const walks = [0, 1].flatMap(() => randomLasso(model, random, system) ?? []);
  const asRuns = property.kind === "bad" ? walks.map(({ steps }) => ({ kind: "run", steps }) as const) : walks;
  const hasConstants = model.latches.every(({ reset }) => reset === "free" || reset < 2);
  const task = hasConstants ? taskOf(neighbour(model, random), property) : null;
  const verdict = task === null ? null : decide(reference, task);
  const found = verdict && witnessIn(verdict);
  if (found === null || found.kind === "tree") return asRuns;
  const steps = found.steps.map(({ latches, inputs }) => ({
    latches: latches.slice(0, model.latches.length),
    inputs: inputs.slice(0, model.inputs.length),
  }));
  return [...asRuns, { ...found, steps }];
}

function taskOf(model: Model, property: Property): Task | null {
  switch (property.kind) {
    case "bad":
      return { kind: "reach", model, bad: property.literal };
    case "justice":
      return { kind: "fair-cycle", model: { ...model, fairness: [...model.fairness, ...property.literals] } };
    case "ltl":
      return { kind: "fair-cycle", model: violations(model, property) };
    case "ctl":
      return null;
  }
}

/** A value flipped or forgotten, a line dropped, repeated, moved or taken from elsewhere, a number changed. */
function changedText(text: string, others: readonly string[], random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const line = lines[at]!;
  switch (random.below(7)) {
    case 0:
    case 1: {
      const places = [...text.matchAll(/[01]/g)].map((m) => m.index);
      const place = places[random.below(Math.max(1, places.length))] ?? 0;
      const value = random.below(4) === 0 ? "x" : text[place] === "0" ? "1" : "0";
      return text.slice(0, place) + value + text.slice(place + 1);
    }
    case 2:
      lines.splice(at, 1);
      break;
    case 3:
      lines.splice(at, 0, line);
      break;
    case 4:
      lines.splice(random.below(lines.length), 0, ...lines.splice(at, 1));
      break;
    case 5: {
      const from = others[random.below(others.length)]!.split("\n");
      lines[at] = from[random.below(from.length)]!;
      break;
    }
    default:
      lines[at] = line.replace(/\d+$/, () => String(random.below(6)));
  }
  return lines.join("\n");
}
