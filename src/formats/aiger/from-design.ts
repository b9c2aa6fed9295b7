import { coneOf } from "../../logic/aig.js";
import { FALSE, type Lit, litOf, nodeOf } from "../../logic/lit.js";
import { bitNames } from "../../model/bit-names.js";
import type { Model } from "../../model/model.js";
import type { BadStateProperty, Design, JusticeProperty, Property } from "../../model/property.js";
import { forLine } from "../../text/escape.js";
import { type AigerFile, type AigerSymbol, NO_RESET, type SymbolKind } from "./file.js";
import { writeAigerFile } from "./write.js";

/** What a design becomes in AIGER, and the properties that AIGER has no words for (LTL and CTL formulas). */
export interface AigerOf<T> {
  readonly aiger: T;
  readonly leftOut: readonly Property[];
}

/** The bytes of a design as an AIGER file. */
export function writeAiger(design: Design, encoding: AigerFile["encoding"]): AigerOf<Uint8Array> {
  const { aiger, leftOut } = fromDesign(design, encoding);
  return { aiger: writeAigerFile(aiger), leftOut };
}

/**
 * A design as an AIGER file. Inputs and latches keep their order; only gates that something reads are written.
 * Definitions become outputs under their names, and the bits of a bus are called `x<0>`, `x<1>`…
 */
export function fromDesign({ model, properties }: Design, encoding: AigerFile["encoding"]): AigerOf<AigerFile> {
  const bad = properties.filter((p): p is BadStateProperty => p.kind === "bad");
  const justice = properties.filter((p): p is JusticeProperty => p.kind === "justice");
  const names = bitNames(model);
  const roots = [
    ...model.latches.flatMap((l) => (l.reset === "free" ? [l.next] : [l.next, l.reset])),
    ...names.outputs.map((o) => o.bit),
    ...bad.map((p) => p.literal),
    ...model.constraints,
    ...justice.flatMap((p) => p.literals),
    ...model.fairness,
  ];
  const { litOut, gates } = numberNodes(model, roots);
  const lits = (values: readonly Lit[]): Int32Array => Int32Array.from(values, litOut);
  const sizes = [bad.length, model.constraints.length, justice.length, model.fairness.length];
  const aiger: AigerFile = {
    encoding,
    headerFields: headerFields(names.outputs.length, sizes),
    maxVariable: model.inputs.length + model.latches.length + gates.length / 3,
    inputs: Int32Array.from(model.inputs, (n) => litOut(litOf(n))),
    latches: latchTriples(model, litOut),
    outputs: lits(names.outputs.map((o) => o.bit)),
    bad: lits(bad.map((p) => p.literal)),
    constraints: lits(model.constraints),
    justiceSizes: Int32Array.from(justice, (p) => p.literals.length),
    justice: lits(justice.flatMap((p) => p.literals)),
    fairness: lits(model.fairness),
    gates,
    symbols: [
      ...symbols("i", names.inputs),
      ...symbols("l", names.latches),
      ...symbols(
        "o",
        names.outputs.map((o) => o.name),
      ),
      ...symbols(
        "b",
        bad.map((p) => p.name),
      ),
      ...symbols(
        "j",
        justice.map((p) => p.name),
      ),
    ],
    comment: null,
    text: "utf-8",
  };
  return { aiger, leftOut: properties.filter((p) => p.kind === "ltl" || p.kind === "ctl") };
}

/** As few fields as say it all; but a file with outputs says that these are no bad states: in 1.0, and before constraints, they would be. */
function headerFields(outputs: number, sizes: readonly number[]): number {
  const last = sizes.findLastIndex((size) => size > 0);
  const fields = 5 + Math.max(last + 1, outputs > 0 ? 1 : 0);
  return outputs > 0 && sizes[0] === 0 && fields === 7 ? 8 : fields;
}

/** AIGER's numbering: inputs, latches, then gates, each after what it reads. */
function numberNodes(model: Model, roots: readonly Lit[]): { litOut: (l: Lit) => number; gates: Int32Array } {
  const { aig } = model;
  const inCone = coneOf(aig, roots);
  const variable = new Int32Array(aig.size);
  let count = 0;
  for (const n of model.inputs) variable[n] = ++count;
  for (const { node } of model.latches) variable[node] = ++count;
  const litOut = (l: Lit): number => {
    const n = nodeOf(l);
    if (n !== 0 && variable[n] === 0) throw new Error(`node ${n} is read, but is no input or latch of the model`);
    return 2 * variable[n]! + (l & 1);
  };
  const gates: number[] = [];
  for (let n = 1; n < inCone.length; n++) {
    if (inCone[n] === 0 || !aig.isGate(n)) continue;
    const a = litOut(aig.fanin0(n));
    const b = litOut(aig.fanin1(n));
    variable[n] = ++count;
    gates.push(2 * count, Math.max(a, b), Math.min(a, b));
  }
  return { litOut, gates: Int32Array.from(gates) };
}

function latchTriples(model: Model, litOut: (l: Lit) => number): Int32Array {
  return Int32Array.from(
    model.latches.flatMap(({ node, next, reset }) => {
      const own = litOut(litOf(node));
      return [own, litOut(next), reset === "free" ? own : reset === FALSE ? NO_RESET : litOut(reset)];
    }),
  );
}

/** Names that only say the position are what a reader makes up by itself. */
function symbols(kind: SymbolKind, names: readonly (string | undefined)[]): AigerSymbol[] {
  return names.flatMap((name, index) =>
    name === undefined || name === `${kind}${index}` ? [] : [{ kind, index, name: forLine(name) }],
  );
}
