import type { Certificate } from "../evidence/certificate.js";
import type { Lift } from "../evidence/verdict.js";
import { parseCtl, parseLtl } from "../formula/parse.js";
import { printFormula } from "../formula/print.js";
import { Aig } from "../logic/aig.js";
import { type Lit, litOf, negateIf, nodeOf } from "../logic/lit.js";
import { influenceOn } from "../model/influence.js";
import { type Latch, type Model, rootsOf } from "../model/model.js";
import { type Design, literalsOf, type Property } from "../model/property.js";
import { resetOrder } from "../model/resets.js";
import { InputError } from "../text/input-error.js";
import { coneOfInfluence } from "../transform/cone.js";
import { liftCertificate } from "../transform/lift-certificate.js";
import { liftProof, liftWitness } from "../transform/lift-verdict.js";
import type { Rewrite } from "../transform/rewrite.js";
import { canonicalGates } from "./canonical.js";
import type { Shown } from "./evidence.js";
import { framed, unframed } from "./framed.js";
import { type Hash, hashOf } from "./hash.js";
import { among, Damaged, list, record, text, whole } from "./shape.js";
import { VarintReader, VarintWriter } from "./varints.js";

/**
 * A property of a model as it travels: the circuit that decides it and nothing else, written so that the same question has the
 * same bytes, whoever asks it. What has no influence on the property is left out; constraints and fairness never are, since one
 * that cannot be met decides every question.
 */
export interface Question {
  /** Of the bytes: also the address under which they are stored. */
  readonly id: Hash;
  readonly bytes: Uint8Array;
  /** The way of evidence back to the model that was asked about. */
  lift(shown: Shown): Shown;
}

const FORMAT = "fairlead question 1";
/** For numbers in headers: what does not fit is refused by the length of the text long before. */
const MANY = 2 ** 30;

/** `version`: of the program, whose meaning of models, formulas and engines' options is meant. */
export function questionOf({ model }: Pick<Design, "model">, property: Property, version: string): Question {
  const cone = coneOfInfluence(model, literalsOf(property));
  const bytes = written(cone.model, property, cone.literal, version);
  const lift = liftBeside(cone, model, literalsOf(property));
  return {
    id: hashOf(bytes),
    bytes,
    lift: ({ answer, witness, proof }) => ({
      answer,
      witness: witness && liftWitness(lift, witness),
      proof: proof && liftProof(lift, proof),
    }),
  };
}

/** The lift of the cone, also for proofs about the model beside testers of a formula: their latches and inputs come last. */
function liftBeside({ model: small, lift }: Rewrite, model: Model, literals: readonly Lit[]): Lift {
  const certificate = (c: Certificate): Certificate => {
    const [latches, inputs] = [c.latches.length - small.latches.length, c.inputs.length - small.inputs.length];
    if (latches <= 0 || inputs < 0) return lift.certificate(c);
    const kept = influenceOn(model, [...rootsOf(model), ...literals]);
    const [oldLatches, oldInputs] = [indicesOf(kept.latches), indicesOf(kept.inputs)];
    return liftCertificate(c, {
      latches: model.latches.length + latches,
      inputs: model.inputs.length + inputs,
      latch: (i, leaves) => leaves.latches[oldLatches[i] ?? i - oldLatches.length + model.latches.length]!,
      input: (i, leaves) => leaves.inputs[oldInputs[i] ?? i - oldInputs.length + model.inputs.length]!,
    });
  };
  return { ...lift, certificate };
}

const indicesOf = (marks: Uint8Array): number[] => [...marks.keys()].filter((i) => marks[i] === 1);

function written(model: Model, property: Property, literal: (l: Lit) => Lit, version: string): Uint8Array {
  const asked = literalsOf(property).map(literal);
  const resets = model.latches.map((l) => l.reset);
  const roots = [
    ...model.latches.map((l) => l.next),
    ...resets.filter((r) => r !== "free"),
    ...model.constraints,
    ...model.fairness,
    ...asked,
  ];
  const { gates, literal: written } = canonicalGates(model, roots);
  const header = {
    version,
    property: propertyHeader(property),
    inputs: model.inputs.length,
    latches: model.latches.length,
    gates: gates.length,
  };
  const out = new VarintWriter();
  let node = model.inputs.length + model.latches.length;
  for (const [high, low] of gates) {
    node++;
    out.add(2 * node - high);
    out.add(high - low);
  }
  for (const { next, reset } of model.latches) {
    out.add(written(next));
    out.add(reset === "free" ? 0 : 1 + written(reset));
  }
  for (const lits of [model.constraints, model.fairness, asked]) out.addList(lits.map(written));
  out.add(model.modules.length);
  for (const latches of model.modules) out.addList(latches);
  return framed(FORMAT, header, out.written());
}

/** What is asked, without names of its own: it may have another one elsewhere. Atoms keep theirs, for the formula's text. */
function propertyHeader(property: Property) {
  if (property.kind === "justice" || property.kind === "bad") return { kind: property.kind };
  return { kind: property.kind, formula: printFormula(property.formula), atoms: [...property.atoms.keys()] };
}

/** The design that a worker is asked about, with one property. Throws `Damaged` on anything that `questionOf` does not write. */
export function readQuestion(bytes: Uint8Array, version: string): Design {
  const { header: fields, body } = unframed(bytes, FORMAT);
  if (fields.version !== version)
    throw new Damaged(`it was asked by version ${text(fields.version, "its version")}, and this is ${version}`);
  const most = Math.min(MANY, 4 * body.length + 4); // each input is read by something that takes a byte
  const [inputs, latches] = [whole(fields.inputs, "inputs", 0, most), whole(fields.latches, "latches", 0, most)];
  const numbers = new VarintReader(body);
  const aig = new Aig();
  const nodes: Lit[] = [litOf(0)];
  for (let n = 0; n < inputs + latches; n++) nodes.push(aig.leaf());
  const literal = (l: number): Lit => negateIf(nodes[l >> 1]!, (l & 1) === 1);
  for (let left = whole(fields.gates, "gates", 0, most); left > 0; left--) {
    const high = 2 * nodes.length - numbers.next(2 * nodes.length);
    const low = high - numbers.next(high);
    if (high >= 2 * nodes.length) throw new Damaged("a gate reads itself");
    nodes.push(aig.and(literal(high), literal(low)));
  }
  const last = 2 * nodes.length - 1;
  const states = Array.from({ length: latches }, (_, i): Latch => {
    const next = literal(numbers.next(last));
    const reset = numbers.next(last + 1);
    return { node: nodeOf(nodes[1 + inputs + i]!), next, reset: reset === 0 ? "free" : literal(reset - 1) };
  });
  const [constraints, fairness, asked] = [1, 2, 3].map(() => numbers.list(last).map(literal));
  const modules = Array.from({ length: numbers.next(body.length) }, () => numbers.list(Math.max(0, latches - 1)));
  numbers.end();
  if (resetOrder(aig, states).cyclic !== null) throw new Damaged("the reset of a latch depends on itself");
  const model: Model = {
    aig,
    inputs: nodes.slice(1, 1 + inputs).map(nodeOf),
    latches: states,
    constraints: constraints!,
    fairness: fairness!,
    signals: [],
    modules: latches === 0 ? [] : modules,
  };
  return { model, properties: [readProperty(fields.property, asked!)] };
}

function readProperty(given: unknown, literals: readonly Lit[]): Property {
  const fields = record(given, "its property");
  const name = "question";
  const kind = among(fields.kind, ["justice", "bad", "ltl", "ctl"], "the kind of its property");
  if (kind === "justice") return { kind, name, literals };
  if (kind === "bad") {
    if (literals.length !== 1) throw new Damaged("a bad state has one literal");
    return { kind, name, literal: literals[0]! };
  }
  const names = list(fields.atoms, "its atoms").map((atom) => text(atom, "an atom", MANY));
  const atoms = new Map(names.map((atom, i) => [atom, literals[i]!]));
  if (atoms.size !== literals.length) throw new Damaged("there is not one literal for each atom");
  const formula = text(fields.formula, "its formula", MANY);
  try {
    if (kind === "ltl") {
      const read = parseLtl(formula);
      expectKnown(read.atoms.keys(), atoms);
      return { kind, name, formula: read.formula, atoms };
    }
    const read = parseCtl(formula);
    expectKnown(read.atoms.keys(), atoms);
    return { kind, name, formula: read.formula, atoms };
  } catch (e) {
    throw e instanceof InputError ? new Damaged(`its formula: ${e.message}`) : e;
  }
}

function expectKnown(names: Iterable<string>, atoms: ReadonlyMap<string, Lit>): void {
  for (const name of names) if (!atoms.has(name)) throw new Damaged("its formula has an atom without a literal");
}
