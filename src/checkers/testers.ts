import type { Ltl } from "../formula/ltl.js";
import { Aig, AigCopier } from "../logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import type { LtlProperty } from "../model/property.js";

/**
 * The model beside testers of the formula's temporal subformulas, restricted to behaviours whose first step violates the
 * formula: where it has no fair cycle, the formula holds. docs/reference/certificates.md says why. Latches and inputs of the model come
 * first, in order. Made from the definition of each operator: translations to automata have no part in it.
 */
export function violations(model: Model, { formula, atoms }: LtlProperty): Model {
  const aig = new Aig();
  const leafOf = new Map([...model.inputs, ...model.latches.map((l) => l.node)].map((node) => [node, aig.leaf()]));
  const copier = new AigCopier(model.aig, aig, (node) => leafOf.get(node)!);
  const copy = (l: Lit) => copier.copy(l);
  const inputs = model.inputs.map((node) => nodeOf(leafOf.get(node)!));
  const latches = model.latches.map(({ node, next, reset }): Latch => {
    return { node: nodeOf(leafOf.get(node)!), next: copy(next), reset: reset === "free" ? reset : copy(reset) };
  });
  const testers = new Testers(aig, (name) => copy(atoms.get(name)!));
  const started = testers.latch(FALSE, TRUE);
  const truth = testers.truth(formula);
  const added = testers.latches.map((_, i) => latches.length + i);
  return {
    aig,
    inputs: [...inputs, ...testers.inputs],
    latches: [...latches, ...testers.latches],
    constraints: [...model.constraints.map(copy), ...testers.constraints, aig.or(started, not(truth))],
    fairness: [...model.fairness.map(copy), ...testers.fairness],
    signals: [],
    modules: model.modules,
    property: added,
  };
}

/** Gives each subformula a literal that is its truth in the step at hand, in every behaviour that meets constraints and fairness. */
class Testers {
  readonly inputs: number[] = [];
  readonly latches: Latch[] = [];
  readonly constraints: Lit[] = [];
  readonly fairness: Lit[] = [];
  /** What was made for an operator and the truth of its operands. */
  private readonly made = new Map<string, Lit>();

  constructor(
    private readonly aig: Aig,
    private readonly atom: (name: string) => Lit,
  ) {}

  truth(f: Ltl): Lit {
    const { aig } = this;
    switch (f.op) {
      case "true":
        return TRUE;
      case "false":
        return FALSE;
      case "atom":
        return this.atom(f.name);
      case "not":
        return not(this.truth(f.arg));
      case "X":
        return this.next(this.truth(f.arg));
      case "F":
        return this.until(TRUE, this.truth(f.arg));
      case "G":
        return not(this.until(TRUE, not(this.truth(f.arg))));
      case "Y":
        return this.before(FALSE, this.truth(f.arg));
      case "Z":
        return this.before(TRUE, this.truth(f.arg));
      case "O":
        return this.since(TRUE, this.truth(f.arg));
      case "H":
        return not(this.since(TRUE, not(this.truth(f.arg))));
      default: {
        const [p, q] = [this.truth(f.left), this.truth(f.right)];
        switch (f.op) {
          case "and":
            return aig.and(p, q);
          case "or":
            return aig.or(p, q);
          case "implies":
            return aig.implies(p, q);
          case "iff":
            return aig.iff(p, q);
          case "xor":
            return aig.xor(p, q);
          case "U":
            return this.until(p, q);
          case "R":
            return not(this.until(not(p), not(q)));
          case "W":
            return not(this.until(not(q), aig.and(not(p), not(q))));
          case "M":
            return this.until(q, aig.and(p, q));
          case "S":
            return this.since(p, q);
          case "T":
            return not(this.since(not(p), not(q)));
        }
      }
    }
  }

  /** A latch with this first value. */
  latch(reset: Lit | "free", next: Lit): Lit {
    const latch = this.aig.leaf();
    this.latches.push({ node: nodeOf(latch), next, reset });
    return latch;
  }

  /** Any value now and any value in the next step: what is said of it is said by constraints. */
  private guess(): { readonly now: Lit; readonly later: Lit } {
    const later = this.aig.leaf();
    this.inputs.push(nodeOf(later));
    return { now: this.latch("free", later), later };
  }

  /** X p: guess p; what it will be is then known now. */
  private next(p: Lit): Lit {
    return this.once(`X ${p}`, () => {
      const { now, later } = this.guess();
      this.constraints.push(this.aig.iff(now, p));
      return later;
    });
  }

  /** p U q: x = q ∨ (p ∧ x'), and not for ever x without q. */
  private until(p: Lit, q: Lit): Lit {
    return this.once(`U ${p} ${q}`, () => {
      const { now, later } = this.guess();
      this.constraints.push(this.aig.iff(now, this.aig.or(q, this.aig.and(p, later))));
      this.fairness.push(this.aig.or(q, not(now)));
      return now;
    });
  }

  /** Y p and Z p: what p was, and before the first step a constant. */
  private before(first: Lit, p: Lit): Lit {
    return this.once(`Y ${first} ${p}`, () => this.latch(first, p));
  }

  /** p S q: x = q ∨ (p ∧ what x was). */
  private since(p: Lit, q: Lit): Lit {
    return this.once(`S ${p} ${q}`, () => {
      const was = this.aig.leaf();
      const now = this.aig.or(q, this.aig.and(p, was));
      this.latches.push({ node: nodeOf(was), next: now, reset: FALSE });
      return now;
    });
  }

  private once(key: string, make: () => Lit): Lit {
    const before = this.made.get(key);
    if (before !== undefined) return before;
    const lit = make();
    this.made.set(key, lit);
    return lit;
  }
}
