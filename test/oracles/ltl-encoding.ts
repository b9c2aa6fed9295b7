import type { Ltl } from "../../src/formula/ltl.js";
import type { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Latch, Model } from "../../src/model/model.js";

/**
 * The model restricted to behaviours that satisfy the formula, without any automaton: for each future operator an input
 * predicts what it will be worth in the next step and a constraint holds it to that (Clarke, Grumberg and Hamaguchi);
 * for each past operator a latch remembers. Predictions that are put off for ever are excluded by fairness.
 */
export function restrictedTo(model: Model, formula: Ltl, atoms: ReadonlyMap<string, Lit>): Model {
  return new Encoding(model, atoms).restrict(formula);
}

class Encoding {
  private readonly inputs: number[];
  private readonly latches: Latch[];
  private readonly constraints: Lit[];
  private readonly fairness: Lit[];
  private readonly first: Lit;
  private readonly aig: Aig;

  constructor(
    private readonly model: Model,
    private readonly atoms: ReadonlyMap<string, Lit>,
  ) {
    this.aig = model.aig.fork();
    this.inputs = [...model.inputs];
    this.latches = [...model.latches];
    this.constraints = [...model.constraints];
    this.fairness = [...model.fairness];
    this.first = this.latch(FALSE, TRUE);
  }

  restrict(formula: Ltl): Model {
    const holds = this.value(formula);
    this.constraints.push(this.aig.implies(this.first, holds));
    const { aig, inputs, latches, constraints, fairness } = this;
    return { ...this.model, aig, inputs, latches, constraints, fairness };
  }

  private value(f: Ltl): Lit {
    const { aig } = this;
    switch (f.op) {
      case "true":
        return TRUE;
      case "false":
        return FALSE;
      case "atom":
        return this.atoms.get(f.name)!;
      case "not":
        return not(this.value(f.arg));
      case "and":
        return aig.and(this.value(f.left), this.value(f.right));
      case "or":
        return aig.or(this.value(f.left), this.value(f.right));
      case "implies":
        return aig.implies(this.value(f.left), this.value(f.right));
      case "iff":
        return aig.iff(this.value(f.left), this.value(f.right));
      case "xor":
        return aig.xor(this.value(f.left), this.value(f.right));
      case "X": {
        const arg = this.value(f.arg);
        return this.predicted((next) => [arg, next]);
      }
      case "F":
        return this.until(TRUE, this.value(f.arg));
      case "G":
        return not(this.until(TRUE, not(this.value(f.arg))));
      case "U":
        return this.until(this.value(f.left), this.value(f.right));
      case "R":
        return not(this.until(not(this.value(f.left)), not(this.value(f.right))));
      case "W": {
        const [left, right] = [this.value(f.left), this.value(f.right)];
        return not(this.until(not(right), aig.and(not(left), not(right))));
      }
      case "M": {
        const [left, right] = [this.value(f.left), this.value(f.right)];
        return this.until(right, aig.and(left, right));
      }
      case "Y":
        return this.latch(this.value(f.arg), FALSE);
      case "Z":
        return this.latch(this.value(f.arg), TRUE);
      case "O":
        return this.since(TRUE, this.value(f.arg));
      case "H":
        return not(this.since(TRUE, not(this.value(f.arg))));
      case "S":
        return this.since(this.value(f.left), this.value(f.right));
      case "T":
        return not(this.since(not(this.value(f.left)), not(this.value(f.right))));
    }
  }

  private until(left: Lit, right: Lit): Lit {
    const { aig } = this;
    const holds = this.predicted((next) => {
      const now = aig.or(right, aig.and(left, next));
      return [now, now];
    });
    this.fairness.push(aig.or(right, not(holds)));
    return holds;
  }

  /** An input says whether a formula will hold in the next step. Gives [the formula now, the result], from that. */
  private predicted(make: (next: Lit) => [Lit, Lit]): Lit {
    const { aig } = this;
    const prediction = aig.leaf();
    this.inputs.push(nodeOf(prediction));
    const [now, result] = make(prediction);
    const earlier = this.latch(prediction, FALSE);
    this.constraints.push(aig.or(this.first, aig.iff(earlier, now)));
    return result;
  }

  private since(left: Lit, right: Lit): Lit {
    const { aig } = this;
    const before = aig.leaf();
    const holds = aig.or(right, aig.and(left, before));
    this.latches.push({ node: nodeOf(before), next: holds, reset: FALSE });
    return holds;
  }

  private latch(next: Lit, reset: Lit): Lit {
    const leaf = this.aig.leaf();
    this.latches.push({ node: nodeOf(leaf), next, reset });
    return leaf;
  }
}
