import type { Ctl } from "./ctl.js";
import type { Ltl } from "./ltl.js";

/** A formula and all its parts, without what is only inside of one of them. */
export function partsOf<F extends Ltl | Ctl>(formula: F, without: F | null = null): Set<F> {
  const found = new Set<F>();
  const go = (f: F): void => {
    if (f === without || found.has(f)) return;
    found.add(f);
    for (const operand of operandsOf(f)) go(operand);
  };
  go(formula);
  return found;
}

/** Equal parts become one object: of a formula whose author wrote them once. */
export function withEqualPartsShared<F extends Ltl | Ctl>(formula: F): F {
  const known = new Map<string, F>();
  const ids = new Map<F, number>();
  const share = (f: F): F => {
    const operands = operandsOf(f).map(share);
    const key = JSON.stringify([f.op, "name" in f ? f.name : "", ...operands.map((o) => ids.get(o))]);
    const equal = known.get(key);
    if (equal !== undefined) return equal;
    const made = withOperands(f, operands);
    known.set(key, made);
    ids.set(made, ids.size);
    return made;
  };
  return share(formula);
}

/** The formula with others in the place of some parts; what stands in several places still does. */
export function rebuilt<F extends Ltl | Ctl>(formula: F, instead: (f: F) => F | null): F {
  const known = new Map<F, F>();
  const go = (f: F): F => {
    const made = known.get(f) ?? instead(f) ?? withOperands(f, operandsOf(f).map(go));
    known.set(f, made);
    return made;
  };
  return go(formula);
}

function withOperands<F extends Ltl | Ctl>(f: F, [first, second]: readonly F[]): F {
  if ("arg" in f) return { ...f, arg: first };
  return "left" in f ? { ...f, left: first, right: second } : f;
}

export function operandsOf<F extends Ltl | Ctl>(formula: F): readonly F[] {
  if ("arg" in formula) return [formula.arg as F];
  return "left" in formula ? [formula.left as F, formula.right as F] : [];
}

/** Does it say something about the model? */
export function hasAtoms(formula: Ltl | Ctl): boolean {
  return [...partsOf(formula)].some((f) => f.op === "atom");
}
