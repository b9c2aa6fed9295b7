import { Frame, type Oracle } from "../checkers/frames.js";
import type { Aig } from "../logic/aig.js";
import { type Lit, not } from "../logic/lit.js";
import { type SatLit, satLit, satNot } from "../logic/sat-lit.js";

/** States that a proof excludes at once, and the predicates on which all states of one cycle agree. */
export interface Region {
  readonly states: Lit;
  readonly splits: readonly Lit[];
}

/** A proof with more classes than this is left to other engines. */
const MAX_CUBES = 10_000;

/**
 * For each condition the classes (values of the splits) of a region in which no step meets it, so that each class has one; null
 * when some class has none, or not all could be found. `facts` hold in every step; steps lead from the region into it.
 */
export function conditionsByClass(
  circuit: { readonly aig: Aig; readonly latches: readonly { readonly node: number; readonly next: Lit }[] },
  facts: readonly Lit[],
  { states, splits }: Region,
  conditions: readonly Lit[],
  oracle: Oracle,
): Lit[] | null {
  const { aig } = circuit;
  const from = Frame.free(circuit, oracle);
  const to = from.next();
  for (const frame of [from, to]) for (const l of [...facts, states]) oracle.addClause([frame.lit(l)]);
  const classOf = splits.map((p) => from.lit(p));
  splits.forEach((p, k) => {
    oracle.addClause([from.iff(classOf[k]!, to.lit(p))]);
  });
  const met = conditions.map((b) => from.lit(b));
  // Classes that have a condition are left out where others are looked for, and nowhere else.
  const searching = satLit(oracle.newVar());
  const cubes = conditions.map((): Lit[] => []);
  for (let count = 0; count < MAX_CUBES; count++) {
    const answer = oracle.solve([met[0]!, searching]);
    if (answer === "unknown") return null;
    if (answer === "unsat") {
      const others = cubes.slice(1).map((lits) => aig.orAll(lits));
      return [not(aig.orAll(others)), ...others];
    }
    const values = classOf.map((l) => (oracle.value(l) === true ? l : satNot(l)));
    const j = met.findIndex((b, k) => k > 0 && oracle.solve([b, ...values]) === "unsat");
    if (j < 0) return null;
    const core = smaller(values, (lits) => oracle.solve([met[j]!, ...lits]) === "unsat");
    const inCore = new Set(core);
    cubes[j]!.push(
      aig.andAll(splits.flatMap((p, k) => (inCore.has(values[k]!) ? [values[k] === classOf[k] ? p : not(p)] : []))),
    );
    oracle.addClause([satNot(searching), ...core.map(satNot)]);
  }
  return null;
}

/** Fewer of the literals for which the same is true: none of them can be left out alone. */
function smaller(lits: readonly SatLit[], isEnough: (lits: readonly SatLit[]) => boolean): SatLit[] {
  let kept = [...lits];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < kept.length; ) {
      const without = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (isEnough(without)) kept = without;
      else at += size;
    }
  return kept;
}
