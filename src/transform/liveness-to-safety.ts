import type { Lasso, Run } from "../evidence/verdict.js";
import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";

/**
 * A model in which a fair cycle has become a bad state (Schuppan and Biere): a free choice saves one state, and the
 * cycle is closed when that state is met again with every condition seen since. Latches of the original come first,
 * then `saved`, the copies and one `seen` for each condition: what the rule `l2s` of certificates rebuilds.
 */
export interface SafetyEncoding {
  readonly model: Model;
  /** Saved, every copy equal to its latch, every condition seen. */
  readonly bad: Lit;
  /** What `bad` is the conjunction of: one literal for each of the new latches. */
  readonly parts: readonly Lit[];
  /** Indices of the new latches. */
  readonly saved: number;
  readonly copies: readonly number[];
  readonly seen: readonly number[];
  /** The lasso of the original model that a run to `bad` describes. */
  lasso(run: Run): Lasso;
}

/** All conditions are folded into the closing of the loop. The new model has none. */
export function livenessToSafety(model: Model): SafetyEncoding {
  const aig = model.aig.fork();
  const save = aig.leaf();
  const saved = aig.leaf();
  const copies = model.latches.map(() => aig.leaf());
  // Without conditions, any cycle will do.
  const conditions = model.fairness.length === 0 ? [TRUE] : model.fairness;
  const seen = conditions.map(() => aig.leaf());

  const savesNow = aig.and(save, not(saved));
  const inLoop = aig.or(saved, save);
  const latches: Latch[] = [...model.latches];
  latches.push({ node: nodeOf(saved), next: inLoop, reset: FALSE });
  for (const [i, copy] of copies.entries()) {
    const latch = litOf(model.latches[i]!.node);
    latches.push({ node: nodeOf(copy), next: aig.mux(savesNow, latch, copy), reset: "free" });
  }
  for (const [j, flag] of seen.entries()) {
    latches.push({ node: nodeOf(flag), next: aig.and(inLoop, aig.or(flag, conditions[j]!)), reset: FALSE });
  }
  const closed = copies.map((copy, i) => aig.iff(copy, litOf(model.latches[i]!.node)));
  const parts = [saved, ...closed, ...seen];
  const L = model.latches.length;
  return {
    model: { ...model, aig, inputs: [...model.inputs, nodeOf(save)], latches, fairness: [] },
    bad: aig.andAll(parts),
    parts,
    saved: L,
    copies: copies.map((_, i) => L + 1 + i),
    seen: seen.map((_, j) => 2 * L + 1 + j),
    lasso(run) {
      const I = model.inputs.length;
      const loop = run.steps.findIndex((s) => s.inputs[I] === 1);
      const steps = run.steps.slice(0, -1).map((s) => ({
        latches: s.latches.subarray(0, L),
        inputs: s.inputs.subarray(0, I),
      }));
      return { kind: "lasso", steps, loop };
    },
  };
}
