import { readFileSync } from "node:fs";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { Aig } from "../../src/logic/aig.js";
import { ClauseList } from "../../src/logic/clause-list.js";
import { CnfEncoder, type CnfFrame } from "../../src/logic/cnf.js";
import { FALSE, isNegated, type Lit } from "../../src/logic/lit.js";
import { Random } from "../../src/logic/random.js";
import { type SatLit, satLit, satNot } from "../../src/logic/sat-lit.js";
import type { Model } from "../../src/model/model.js";

/** Uniform random 3-SAT at the threshold: about half of the formulas have a model. */
export function randomThreeSat(variables: number, seed: number): ClauseList {
  const random = new Random(seed);
  const list = new ClauseList();
  for (let v = 0; v < variables; v++) list.newVar();
  for (let c = Math.round(4.26 * variables); c > 0; c--) {
    const chosen = new Set<number>();
    while (chosen.size < 3) chosen.add(random.below(variables));
    list.addClause([...chosen].map((v) => satLit(v, random.below(2) === 1)));
  }
  return list;
}

/** `holes + 1` pigeons. */
export function pigeonhole(holes: number): ClauseList {
  const list = new ClauseList();
  const at = Array.from({ length: holes + 1 }, () => Array.from({ length: holes }, () => satLit(list.newVar())));
  for (const pigeon of at) list.addClause(pigeon);
  for (let h = 0; h < holes; h++)
    for (let p = 0; p <= holes; p++)
      for (let q = 0; q < p; q++) list.addClause([satNot(at[p]![h]!), satNot(at[q]![h]!)]);
  return list;
}

/** Is a·b = b·a? Two array multipliers of `bits` bits whose products differ: no model. */
export function multiplierMiter(bits: number): ClauseList {
  const aig = new Aig();
  const a = Array.from({ length: bits }, () => aig.leaf());
  const b = Array.from({ length: bits }, () => aig.leaf());
  const left = product(aig, a, b);
  const right = product(aig, b, a);
  const differ = aig.orAll(left.map((l, i) => aig.xor(l, right[i]!)));
  const list = new ClauseList();
  const encoder = new CnfEncoder(aig, list);
  list.addClause([encoder.frame().literal(differ, "true")]);
  return list;
}

/** Row by row, with ripple-carry adders. */
function product(aig: Aig, a: readonly Lit[], b: readonly Lit[]): Lit[] {
  let sum: Lit[] = a.map(() => FALSE);
  const out: Lit[] = [];
  for (const bit of b) {
    const row = a.map((l) => aig.and(l, bit));
    let carry = FALSE;
    const next: Lit[] = [];
    for (const [i, l] of row.entries()) {
      const half = aig.xor(sum[i]!, l);
      next.push(aig.xor(half, carry));
      carry = aig.or(aig.and(sum[i]!, l), aig.and(half, carry));
    }
    out.push(next[0]!);
    sum = [...next.slice(1), carry];
  }
  return [...out, ...sum];
}

/** Can the file's first output hold in one of the steps 0 … bound? */
export function boundedModelChecking(path: string, bound: number): ClauseList {
  const { model, bad } = readBad(path);
  const list = new ClauseList();
  const encoder = new CnfEncoder(model.aig, list);
  let frame = firstFrame(model, encoder);
  const hits: SatLit[] = [];
  for (let k = 0; ; k++) {
    for (const c of model.constraints) list.addClause([frame.literal(c, "true")]);
    hits.push(frame.literal(bad, "true"));
    if (k === bound) break;
    const next = model.latches.map((l) => frame.literal(l.next));
    frame = encoder.frame();
    for (const [i, l] of model.latches.entries()) frame.bind(l.node, next[i]!);
  }
  list.addClause(hits);
  return list;
}

function firstFrame(model: Model, encoder: CnfEncoder): CnfFrame {
  const frame = encoder.frame();
  for (const l of model.latches)
    if (l.reset === 0 || l.reset === 1) frame.bind(l.node, encoder.constant(isNegated(l.reset as Lit)));
  return frame;
}

export function readBad(path: string): { model: Model; bad: Lit } {
  const { model, properties } = readAiger(readFileSync(path));
  const property = properties.find((p) => p.kind === "bad");
  if (property?.kind !== "bad") throw new Error(`${path} has no bad-state property`);
  return { model, bad: property.literal };
}
