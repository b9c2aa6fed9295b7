import type { CertificateStep, Shadow } from "../evidence/certificate.js";
import type { Aig } from "../logic/aig.js";
import { FALSE, type Lit, litOf, negateIf, not, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import { TernarySimulator } from "../model/simulate.js";
import { liftCertificate, type OriginalLeaves } from "./lift-certificate.js";
import { type Rewrite, unchanged } from "./rewrite.js";

/** A latch and its value. */
interface Value {
  readonly latch: number;
  readonly value: boolean;
}

/** A cube that no step leaves, and a condition that never holds in it: no behaviour that enters it is fair. */
interface Trap {
  readonly cube: readonly Value[];
  readonly condition: number;
}

/**
 * Constraints keep behaviours out of traps: cubes that, once entered, are never left, and in which some condition never
 * holds. Translators make such cubes (a flag that is cleared for good when a step breaks a rule of the source, and that fairness demands), and so do
 * rejecting states of automata. Without the constraints, searches would explore the states behind them.
 *
 * Traps are sought among single latches, together with what three-valued simulation from reset knows to hold from some
 * step on. The constraints say that a step does not start in a trap. That is exactly what `exclude` steps for the traps add to a certificate, so
 * every proof carries over. With `ahead` they also say that a step does not end in a trap; then a proof carries over only if each of its obligations
 * uses the constraints of the first step alone, as image computations do. Models without traps are returned unchanged.
 */
export function withoutTraps(model: Model, ahead: boolean): Rewrite {
  const traps = findTraps(model, model.fairness);
  return avoiding(model, traps, ahead, (leaves) =>
    traps.map(({ cube, condition }) => ({
      rule: "exclude",
      predicate: cubeOf(cube, leaves.aig, leaves.latches),
      because: { kind: "condition", closed: "forward", condition },
    })),
  );
}

/**
 * The same for runs to a bad state, which need the condition only once. What comes after the bad state is not looked at:
 * its step may well end in a trap, and so there must be no other constraints, and `bad` must read latches only.
 */
export const withoutSafeTraps = (model: Model, bad: Lit): Rewrite =>
  avoiding(model, findTraps(model, [bad]), true, () => []);

function avoiding(
  model: Model,
  traps: readonly Trap[],
  ahead: boolean,
  before: (leaves: OriginalLeaves) => CertificateStep[],
): Rewrite {
  if (traps.length === 0) return unchanged(model);
  const aig = model.aig.fork();
  const latches: Latch[] = [...model.latches];
  const constraints = [...model.constraints];
  for (const { cube } of traps) {
    constraints.push(not(aig.andAll(cube.map((v) => valueLit(v, (i) => litOf(model.latches[i]!.node))))));
    if (!ahead) continue;
    const next = not(aig.andAll(cube.map((v) => valueLit(v, (i) => model.latches[i]!.next))));
    constraints.push(next);
    // Where the constraint is that a latch must not take the value, its next value is the other one.
    const { latch, value } = cube[0]!;
    const old = latches[latch]!;
    if (next === negateIf(old.next, value)) latches[latch] = { ...old, next: negateIf(TRUE, value) };
  }
  return {
    model: { ...model, aig, latches, constraints },
    literal: (l) => l,
    lift: {
      lasso: (l) => l,
      run: (r) => r,
      certificate: (c) =>
        liftCertificate(c, {
          latches: model.latches.length,
          inputs: model.inputs.length,
          latch: (i, leaves) => leaves.latches[i]!,
          input: (i, leaves) => leaves.inputs[i]!,
          before,
          step: (step, leaves) => [orTrapped(step, traps, leaves)],
        }),
    },
  };
}

const valueLit = ({ latch, value }: Value, of: (i: number) => Lit): Lit => negateIf(of(latch), !value);

const cubeOf = (cube: readonly Value[], aig: Aig, latches: readonly Lit[]): Lit =>
  aig.andAll(cube.map((v) => valueLit(v, (i) => latches[i]!)));

/** An invariant says nothing of traps, which can be reached; all other steps come after the traps were excluded. */
function orTrapped(step: CertificateStep, traps: readonly Trap[], leaves: OriginalLeaves): CertificateStep {
  if (step.rule !== "reach" && step.rule !== "l2s") return step;
  const { aig, latches } = leaves;
  const predicate = aig.orAll([step.predicate, ...traps.map((t) => cubeOf(t.cube, aig, latches))]);
  if (step.rule === "reach") return { ...step, predicate };
  const nothingComesBack = traps.map((t) => doesNotComeBack(t, step.shadow, leaves));
  return { ...step, predicate: aig.andAll([predicate, ...nothingComesBack]) };
}

/** A state saved in a trap: the run is still there, and has not seen the condition. Before there is one, nothing was seen. */
function doesNotComeBack({ cube, condition }: Trap, shadow: Shadow, { aig, latches }: OriginalLeaves): Lit {
  const saved = litOf(shadow.saved);
  const seen = litOf(shadow.seen[condition]!);
  const savedInTrap = aig.and(
    saved,
    cubeOf(
      cube,
      aig,
      shadow.copies.map((node) => litOf(node)),
    ),
  );
  const there = aig.and(cubeOf(cube, aig, latches), not(seen));
  return aig.and(aig.or(saved, not(seen)), aig.implies(savedInTrap, there));
}

/** Three-valued simulation has 32 lanes: one for each value of so many latches. */
const AT_ONCE = 16;

function findTraps(model: Model, conditions: readonly Lit[]): Trap[] {
  if (conditions.length === 0) return [];
  const sim = new TernarySimulator(model, { watch: conditions });
  const settled = settledValues(model, sim);
  const isSettled = new Set(settled.map((v) => v.latch));
  const open = [...model.latches.keys()].filter((i) => !isSettled.has(i));
  const found: { readonly value: Value; readonly condition: number }[] = [];
  for (let from = 0; from < open.length; from += AT_ONCE) {
    sim.forget();
    assume(sim, settled);
    const tried = open.slice(from, from + AT_ONCE);
    tried.forEach((latch, k) => {
      sim.setLatch(latch, ~(1 << (2 * k + 1)), ~(1 << (2 * k)));
    });
    sim.evaluate();
    const isFalse = (l: Lit, lane: number) => ((sim.mayBe(l) >>> lane) & 1) === 0;
    tried.forEach((latch, k) => {
      for (const value of [true, false]) {
        const lane = 2 * k + (value ? 0 : 1);
        const condition = conditions.findIndex((f) => isFalse(f, lane));
        const leaves = negateIf(model.latches[latch]!.next, value);
        if (condition >= 0 && isFalse(leaves, lane)) found.push({ value: { latch, value }, condition });
      }
    });
  }
  return found.map(({ value, condition }) => ({
    cube: smallest(model, sim, value, settled, conditions[condition]!),
    condition,
  }));
}

function assume(sim: TernarySimulator, values: Iterable<Value>): void {
  for (const { latch, value } of values) sim.setLatch(latch, value ? -1 : 0, value ? 0 : -1);
}

/** The value together with as few settled ones as make it a trap for the condition. */
function smallest(
  model: Model,
  sim: TernarySimulator,
  value: Value,
  settled: readonly Value[],
  condition: Lit,
): Value[] {
  const isTrap = (cube: readonly Value[]) => {
    sim.forget();
    assume(sim, cube);
    sim.evaluate();
    const stays = cube.every((v) => sim.mayBe(negateIf(model.latches[v.latch]!.next, v.value)) === 0);
    return stays && sim.mayBe(condition) === 0;
  };
  let cube = [value, ...settled];
  for (let size = settled.length; size >= 1; size >>= 1)
    for (let at = 1; at < cube.length; ) {
      const smaller = [...cube.slice(0, at), ...cube.slice(at + size)];
      if (isTrap(smaller)) cube = smaller;
      else at += size;
    }
  return cube;
}

/** Steps from reset before simulation gives up what is not constant. */
const EXACT_STEPS = 32;

/** Values that latches have from some step on: they stay as they are whatever the others do. */
function settledValues(model: Model, sim: TernarySimulator): Value[] {
  // By latch: whether it may be true, and false.
  let rails = model.latches.map(({ reset }) => ({ hi: reset === FALSE ? 0 : -1, lo: reset === TRUE ? 0 : -1 }));
  for (let step = 0; ; step++) {
    sim.forget();
    rails.forEach(({ hi, lo }, i) => {
      sim.setLatch(i, hi, lo);
    });
    sim.evaluate();
    const now = rails;
    const widen = step < EXACT_STEPS ? 0 : -1;
    rails = model.latches.map(({ next }, i) => ({
      hi: sim.mayBe(next) | (widen & now[i]!.hi),
      lo: sim.mayBe(not(next)) | (widen & now[i]!.lo),
    }));
    if (widen !== 0 && rails.every(({ hi, lo }, i) => hi === now[i]!.hi && lo === now[i]!.lo)) break;
  }
  return rails.flatMap(({ hi, lo }, latch) => (hi !== 0 && lo !== 0 ? [] : [{ latch, value: hi !== 0 }]));
}
