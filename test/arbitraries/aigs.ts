import fc from "fast-check";
import { Aig, type ReadonlyAig } from "../../src/logic/aig.js";
import { FALSE, type Lit, not } from "../../src/logic/lit.js";

/**
 * How a random graph is made, as plain numbers, so that fast-check shrinks it well: gate k joins two of the literals
 * made before it, and a literal is a number taken modulo what there is to choose from. 0 is the constant false, so
 * that a shrunk graph has constants and leaves where they suffice.
 */
export type GateRecipe = readonly [operator: number, a: number, b: number];

/** Literals made so far; each pick is a number of any size. */
export class LitPool {
  private readonly lits: Lit[] = [FALSE];

  constructor(
    readonly aig: Aig,
    leaves: readonly Lit[],
  ) {
    this.lits.push(...leaves);
  }

  /** An even number picks a literal, an odd one its complement. */
  pick(choice: number): Lit {
    const l = this.lits[(choice >> 1) % this.lits.length]!;
    return choice % 2 === 0 ? l : not(l);
  }

  /** Mostly conjunctions; exclusive or and multiplexer-like gates keep deep graphs from becoming constant. */
  add([operator, a, b]: GateRecipe): Lit {
    const x = this.pick(a);
    const y = this.pick(b);
    const made = operator % 3 === 2 ? this.aig.xor(x, y) : operator % 3 === 1 ? this.aig.or(x, y) : this.aig.and(x, y);
    this.lits.push(made);
    return made;
  }
}

/** A number that `LitPool.pick` takes. */
export const litChoices = (): fc.Arbitrary<number> => fc.nat({ max: 63 });

export const gateRecipes = (maxGates: number): fc.Arbitrary<GateRecipe[]> =>
  fc.array(fc.tuple(fc.nat({ max: 2 }), litChoices(), litChoices()), { maxLength: maxGates, size: "max" });

export interface RandomAig {
  readonly aig: Aig;
  readonly leaves: readonly Lit[];
  /** Literals of all gates made, in order; some are constants or leaves by simplification. */
  readonly lits: readonly Lit[];
}

/** A graph over 1 to `maxLeaves` leaves. */
export const aigs = ({ maxLeaves = 5, maxGates = 30 } = {}): fc.Arbitrary<RandomAig> =>
  fc.tuple(fc.integer({ min: 1, max: maxLeaves }), gateRecipes(maxGates)).map(([n, recipes]) => {
    const aig = new Aig();
    const leaves = Array.from({ length: n }, () => aig.leaf());
    const pool = new LitPool(aig, leaves);
    return withText({ aig, leaves, lits: recipes.map((r) => pool.add(r)) }, () => `${n} leaves, ${recipes.join(" ")}`);
  });

/** The value of a literal by the definition, straight from the graph: the oracle of evaluation and rewriting. */
export function evaluateLit(aig: ReadonlyAig, l: Lit, leafValue: (node: number) => boolean): boolean {
  const memo = new Map<number, boolean>();
  const node = (n: number): boolean => {
    if (n === 0) return false;
    if (!aig.isGate(n)) return leafValue(n);
    let v = memo.get(n);
    if (v === undefined) {
      v = lit(aig.fanin0(n)) && lit(aig.fanin1(n));
      memo.set(n, v);
    }
    return v;
  };
  const lit = (m: Lit): boolean => node(m >> 1) !== ((m & 1) === 1);
  return lit(l);
}

/** Makes fast-check print `text()` for a counterexample instead of the object's insides. */
export function withText<T extends object>(value: T, text: () => string): T {
  return Object.defineProperty(value, fc.toStringMethod, { value: text, enumerable: false });
}
