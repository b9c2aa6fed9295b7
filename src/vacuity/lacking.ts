import type { Declaration, Lacking } from "../evidence/lacking.js";
import type { Answer } from "./examine.js";
import { minimalSet } from "./minimal-set.js";

/** What is asked about a property that fails by a loop. `D` is fairness that could be declared. */
export interface Declarable<D extends Declaration, W> {
  /** Each would exclude the loop of this behaviour. */
  excluding(witness: W): readonly D[];
  /** The property, with these declared. */
  holds(declared: readonly D[]): Promise<Answer<W>>;
  /** Is there still a fair behaviour? */
  isPossible(declared: readonly D[]): Promise<boolean | null>;
}

/** Does the property fail only because some fairness was not declared? Null where no declaration would exclude the loop. */
export async function lackingFairness<D extends Declaration, W>(
  shown: W,
  about: Declarable<D, W>,
): Promise<Lacking | null> {
  const excluding = about.excluding(shown);
  if (excluding.length === 0) return null;
  const told = excluding.map(({ name, broken }) => ({ name, broken }));
  const { answer, declared } = await withMore(excluding, about);
  if (answer !== "holds") return { excluding: told, answer, enough: [] };
  if ((await about.isPossible(declared)) !== true) return { excluding: told, answer: "undecided", enough: [] };
  const { members, isMinimal } = await minimalSet(declared, async (kept) => (await about.holds(kept)).holds);
  if (!isMinimal) return { excluding: told, answer: "undecided", enough: [] };
  return { excluding: told, answer: "holds", enough: members.map((d) => d.name) };
}

/** Declares what excludes one counterexample after the other, until there is none or nothing excludes it. */
async function withMore<D extends Declaration, W>(first: readonly D[], about: Declarable<D, W>) {
  const declared = [...first];
  for (;;) {
    const { holds, witness } = await about.holds(declared);
    if (holds === null) return { answer: "undecided", declared } as const;
    if (holds) return { answer: "holds", declared } as const;
    const known = new Set(declared.map((d) => d.name));
    const more = witness === undefined ? [] : about.excluding(witness).filter((d) => !known.has(d.name));
    if (more.length === 0) return { answer: "fails", declared } as const;
    declared.push(...more);
  }
}
