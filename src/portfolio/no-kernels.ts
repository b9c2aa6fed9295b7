import type { Engine } from "../engines/engine.js";
import { none, proofIn, type Verdict } from "../evidence/verdict.js";
import type { Kernels } from "../logic/kernel-module.js";
import { decide } from "../solving/decide.js";

/** Where nobody loaded the kernels: engines that need none can be asked. */
export const NO_KERNELS: Kernels = {
  get bdd(): never {
    throw new Error("there are no kernels here");
  },
  get sat(): never {
    throw new Error("there are no kernels here");
  },
};

/** Its proofs would have to be checked by a kernel. */
const WHY = "a proof needs a SAT solver to check it, which is not here";

/** The engine, whose answers are uncertified: behaviours are shown, proofs are not. */
export function withoutProofs(engine: Engine): Engine {
  const uncertified = (verdict: Verdict): Verdict =>
    verdict.answer === "unknown" || proofIn(verdict) === null ? verdict : { ...verdict, by: none(WHY) };
  const { decides } = engine;
  return {
    ...engine,
    decides: {
      ...(decides.reach !== undefined && {
        *reach(task, options, context) {
          return uncertified(yield* decide(engine, task, options, context));
        },
      }),
      ...(decides.ctl !== undefined && {
        *ctl(task, options, context) {
          return uncertified(yield* decide(engine, task, options, context));
        },
      }),
      ...(decides["fair-cycle"] !== undefined && {
        *"fair-cycle"(task, options, context) {
          return uncertified(yield* decide(engine, task, options, context));
        },
      }),
    },
  };
}
