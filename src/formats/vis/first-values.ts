import { type Aig, AigCopier } from "../../logic/aig.js";
import { isNegated, type Lit, litOf, nodeOf } from "../../logic/lit.js";
import type { Latch } from "../../model/model.js";
import { resetOrder } from "../../model/resets.js";

/** A bit of a register. `first` is null for any first value. */
export interface RegisterBit {
  readonly bit: Lit;
  readonly next: Lit;
  readonly first: Lit | null;
}

/**
 * Latches whose first values may read inputs: these are choices of their own, which the inputs of the first step do not have to
 * repeat. A choice becomes the free first value of a register that is nothing else. Inputs from `stepInputs` on are choices
 * already. `cyclic` is a register whose first value depends on itself.
 */
export function withFirstValues(
  aig: Aig,
  registers: readonly RegisterBit[],
  inputs: readonly number[],
  stepInputs: number,
): { readonly latches: Latch[]; readonly inputs: number[] } | { readonly cyclic: number } {
  const ofSteps = new Set(inputs.slice(0, stepInputs));
  const choices = new Set(inputs.slice(stepInputs));
  const copier = new AigCopier(aig, aig, (node) => {
    if (!ofSteps.has(node)) return litOf(node);
    const choice = aig.leaf();
    choices.add(nodeOf(choice));
    return choice;
  });
  const firsts = registers.map(({ bit, first }) => (first === null || first === bit ? null : copier.copy(first)));
  const claimed = new Map<number, Lit>();
  const claims = firsts.map((first, i) => {
    if (first === null || isNegated(first) || !choices.has(nodeOf(first)) || claimed.has(nodeOf(first))) return false;
    claimed.set(nodeOf(first), registers[i]!.bit);
    return true;
  });
  const renamer = new AigCopier(aig, aig, (node) => claimed.get(node) ?? litOf(node));
  const latches = registers.map(({ bit, next }, i): Latch => {
    const first = firsts[i]!;
    return { node: nodeOf(bit), next, reset: first === null || claims[i] ? "free" : renamer.copy(first) };
  });
  const { cyclic } = resetOrder(aig, latches);
  if (cyclic !== null) return { cyclic };
  return { latches, inputs: [...inputs.slice(0, stepInputs), ...[...choices].filter((node) => !claimed.has(node))] };
}
