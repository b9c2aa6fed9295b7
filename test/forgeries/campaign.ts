import fc from "fast-check";
import type { EngineContext } from "../../src/engines/engine.js";
import type { Lit } from "../../src/logic/lit.js";
import { Random } from "../../src/logic/random.js";
import type { Property } from "../../src/model/property.js";
import { ctlFormulas, ltlFormulas } from "../arbitraries/formulas.js";
import type { Question } from "../arbitraries/questions.js";
import { systems } from "../arbitraries/systems.js";
import { behaviourForgeries } from "./behaviours.js";
import { ctlForgeries, ctlProofOf } from "./ctl.js";
import { ctlFileForgeries, fileForgeries } from "./files.js";
import type { Forgery, OraclePool } from "./forgery.js";
import { linearForgeries } from "./linear.js";
import { rankedForgeries } from "./ranked.js";
import { logForgeries } from "./solver-logs.js";

/** What one seed gives: forged evidence of every format, about some random models. */
export function* forgeries(seed: number, context: EngineContext, oracles: OraclePool): Iterable<Forgery> {
  const random = new Random(seed);
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(arbitrary, { seed, numRuns });
  for (const { question, lits } of sample(linear, 6)) {
    const { model, property } = question;
    yield* linearForgeries(question, lits, random, context, oracles);
    yield* fileForgeries(question, lits, random, context, oracles);
    yield* behaviourForgeries(question, random);
    if (property.kind === "justice" || property.kind === "bad")
      yield* rankedForgeries({ model, property }, lits, random, context, oracles);
  }
  for (const asked of sample(branching, 3)) {
    const { model, formula, atoms } = asked;
    const property: Property = { kind: "ctl", name: "f", formula, atoms };
    yield* ctlForgeries(asked, random, oracles);
    yield* behaviourForgeries({ model, property }, random);
    const proof = ctlProofOf(model, formula, atoms);
    if (proof !== null) yield* ctlFileForgeries({ model, property }, [proof], random, oracles);
  }
  yield* logForgeries(random, context.kernels.sat);
}

interface Asked {
  readonly question: Question;
  readonly lits: readonly Lit[];
}

const FORMULA = { atoms: ["a", "b"], depth: 2 };
const SHAPE = { maxLatches: 3, maxInputs: 2, maxFairness: 3, extraLits: 2, literalResets: true };
const named = (lits: readonly Lit[]): Map<string, Lit> => new Map(lits.map((l, i) => ["ab"[i]!, l]));

const about = (
  shape: Parameters<typeof systems>[0],
  property: (lits: readonly Lit[]) => Property,
): fc.Arbitrary<Asked> =>
  systems(shape).map(({ model, lits }) => ({ question: { model, property: property(lits) }, lits }));

const linear: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 3, arbitrary: about(SHAPE, (lits) => ({ kind: "justice", name: "j", literals: lits.slice(1) })) },
  { weight: 2, arbitrary: about(SHAPE, ([bad]) => ({ kind: "bad", name: "b", literal: bad! })) },
  {
    weight: 3,
    arbitrary: ltlFormulas(FORMULA).chain((formula) =>
      about({ ...SHAPE, maxLatches: 2, maxInputs: 1 }, (lits) => {
        return { kind: "ltl", name: "f", formula, atoms: named(lits) };
      }),
    ),
  },
);

const branching = fc
  .tuple(
    systems({ maxLatches: 3, maxInputs: 2, maxFairness: 2, stateFairness: true, extraLits: 2 }),
    ctlFormulas(FORMULA),
    ctlFormulas(FORMULA),
  )
  .map(([{ model, lits }, formula, other]) => ({ model, formula, other, atoms: named(lits) }));
