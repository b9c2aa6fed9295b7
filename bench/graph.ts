/**
 * The and-inverter graph and its simulation at a million gates. `npm run bench:graph -- --gates 1000000`
 *
 * Each figure is CPU time, best of several runs; evaluation is compared with a plain interpreter over the graph itself.
 */
import { parseArgs } from "node:util";
import { Aig, AigCopier, coneOf } from "../src/logic/aig.js";
import { Circuit } from "../src/logic/circuit.js";
import { type Lit, litOf, negateIf, nodeOf } from "../src/logic/lit.js";
import { Random } from "../src/logic/random.js";

const { values } = parseArgs({
  options: { gates: { type: "string", default: "1000000" }, quick: { type: "boolean", default: false } },
});
const gates = values.quick ? 200_000 : Number(values.gates);
const rounds = 5;
const LEAVES = 1000;

/** Local structure, as in circuits: fanins are mostly recent nodes. Every fourth gate was asked for before. */
function build(): { aig: Aig; leaves: Lit[]; roots: Lit[]; asked: number } {
  const aig = new Aig();
  const random = new Random(7);
  const leaves = Array.from({ length: LEAVES }, () => aig.leaf());
  const recent = Int32Array.from({ length: 4096 }, (_, k) => leaves[k % LEAVES]!);
  const pairs = new Int32Array(2 * 4096);
  let asked = 0;
  while (aig.gateCount < gates) {
    const k = asked++ & 4095;
    const again = (asked & 3) === 0;
    if (!again) {
      pairs[2 * k] = negateIf(recent[random.below(4096)] as Lit, random.below(2) === 1);
      pairs[2 * k + 1] = negateIf(recent[random.below(4096)] as Lit, random.below(2) === 1);
    }
    const made = aig.and(pairs[2 * k] as Lit, pairs[2 * k + 1] as Lit);
    if (made > 1) recent[k] = made;
  }
  return { aig, leaves, roots: Array.from(recent, (l) => l as Lit), asked };
}

function timed<T>(work: () => T): { seconds: number; result: T } {
  let seconds = Number.POSITIVE_INFINITY;
  let result!: T;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    result = work();
    const { user, system } = process.cpuUsage(before);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  return { seconds, result };
}

const building = timed(build);
const { aig, leaves, roots, asked } = building.result;
const cone = timed(() => coneOf(aig, roots));
const inCone = cone.result.reduce((n, bit, node) => n + (bit === 1 && aig.isGate(node) ? 1 : 0), 0);
const copying = timed(() => {
  const to = new Aig();
  const images = leaves.map(() => to.leaf());
  const copier = new AigCopier(aig, to, (node) => images[node - 1]!);
  for (const root of roots) copier.copy(root);
  return to.gateCount;
});
const compiling = timed(() => {
  const circuit = new Circuit(aig, leaves.map(nodeOf));
  for (const root of roots) circuit.need(root);
  return circuit;
});
const circuit = compiling.result;
const words = new Int32Array(circuit.slots).map((_, k) => Math.imul(k, 0x9e3779b1));
const evaluating = timed(() => {
  for (let k = 0; k < 10; k++) circuit.evaluate(words);
});
const rails = new Int32Array(2 * circuit.slots).map((_, k) => Math.imul(k, 0x9e3779b1) | Math.imul(k, 0x85ebca6b));
const ternary = timed(() => {
  for (let k = 0; k < 10; k++) circuit.evaluateTernary(rails);
});
const values32 = new Int32Array(aig.size);
const interpreting = timed(() => {
  for (let n = 1; n < aig.size; n++) {
    if (cone.result[n] === 0 || !aig.isGate(n)) continue;
    const a = aig.fanin0(n);
    const b = aig.fanin1(n);
    values32[n] = (values32[nodeOf(a)]! ^ -(a & 1)) & (values32[nodeOf(b)]! ^ -(b & 1));
  }
  return litOf(0);
});

const perGate = (seconds: number, n: number) => `${((1e9 * seconds) / n).toFixed(1)} ns`;
console.table({
  "build, and-calls": { gates: asked, seconds: building.seconds, each: perGate(building.seconds, asked) },
  "cone of 4096 roots": { gates: aig.size, seconds: cone.seconds, each: perGate(cone.seconds, aig.size) },
  "copy the cone": { gates: inCone, seconds: copying.seconds, each: perGate(copying.seconds, inCone) },
  "compile the cone": { gates: inCone, seconds: compiling.seconds, each: perGate(compiling.seconds, inCone) },
  "evaluate, 32 lanes": {
    gates: inCone,
    seconds: evaluating.seconds / 10,
    each: perGate(evaluating.seconds / 10, inCone),
  },
  "evaluate, 32 ternary lanes": {
    gates: inCone,
    seconds: ternary.seconds / 10,
    each: perGate(ternary.seconds / 10, inCone),
  },
});
console.log(
  JSON.stringify({
    interpreterToCircuit: interpreting.seconds / (evaluating.seconds / 10),
    ternaryToTwoValued: ternary.seconds / evaluating.seconds,
    copyToBuild: copying.seconds / inCone / (building.seconds / asked),
    gates: aig.gateCount,
    buildSeconds: building.seconds,
  }),
);
