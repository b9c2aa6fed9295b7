import fc from "fast-check";
import { type Lit, litOf } from "../../src/logic/lit.js";
import type { Cube } from "../../src/safety/cube.js";
import { Ic3, type Ic3Options } from "../../src/safety/ic3/ic3.js";
import type { Start, Target } from "../../src/safety/reach-query.js";
import { StepRelation } from "../../src/safety/step-relation.js";
import { TransitionSystem } from "../../src/safety/transition-system.js";
import { type RandomSystem, systems } from "../arbitraries/systems.js";
import { host, ReachOracle } from "./oracle.js";

/** A question about a random system, as numbers. */
export interface Question {
  readonly system: RandomSystem;
  readonly start: { readonly kind: Start["kind"]; readonly mask: number; readonly values: number };
  readonly target: { readonly kind: Target["kind"]; readonly cubes: readonly { mask: number; values: number }[] };
  readonly conditions: boolean;
  readonly ctg: Ic3Options["ctg"];
  readonly joins: boolean;
  readonly ctp: number;
}

const masks = fc.record({ mask: fc.nat({ max: 63 }), values: fc.nat({ max: 63 }) });
export const questions: fc.Arbitrary<Question> = fc.record({
  system: systems({ maxLatches: 6, maxGates: 40, extraLits: 3 }),
  start: fc.record({
    kind: fc.constantFrom<Start["kind"]>("resets", "cube", "successors"),
    mask: fc.nat({ max: 63 }),
    values: fc.nat({ max: 63 }),
  }),
  target: fc.record({
    kind: fc.constantFrom<Target["kind"]>("states", "step"),
    cubes: fc.array(masks, { minLength: 1, maxLength: 2 }),
  }),
  conditions: fc.boolean(),
  ctg: fc.constantFrom<Ic3Options["ctg"]>("off", "on", "dynamic"),
  joins: fc.boolean(),
  ctp: fc.nat({ max: 2 }),
});

const cubeOf = (latches: number, { mask, values }: { mask: number; values: number }): Cube =>
  Array.from({ length: latches }, (_, i) => i)
    .filter((i) => (mask >> i) & 1)
    .map((i) => litOf(i + 1, ((values >> i) & 1) === 0));

export function ask(question: Question, shouldStop?: () => "cancelled" | null) {
  const { model, lits } = question.system;
  const system = new TransitionSystem(model);
  const extra = lits.map((l) => system.literal(l));
  const conditions: Lit[] = question.conditions ? [extra[2]!] : [];
  const start: Start =
    question.start.kind === "resets"
      ? { kind: "resets" }
      : question.start.kind === "cube"
        ? { kind: "cube", cube: cubeOf(system.latchCount, question.start) }
        : { kind: "successors", cube: cubeOf(system.latchCount, question.start), where: extra[1]! };
  const target: Target =
    question.target.kind === "step"
      ? { kind: "step", lit: extra[0]! }
      : { kind: "states", cubes: question.target.cubes.map((c) => cubeOf(system.latchCount, c)) };
  const relation = new StepRelation(system, host(shouldStop));
  for (const c of conditions) relation.addCondition(c);
  const query = new Ic3(relation, start, target, { ctg: question.ctg, ctp: question.ctp, joins: question.joins });
  return { query, relation, system, start, target, oracle: new ReachOracle(model, system, conditions, start, target) };
}
