import type { ReadonlyAig } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";
import { type SatLit, satLit, satNot } from "../logic/sat-lit.js";

/** Who decides whether clauses can be satisfied. A SAT solver is one; so is what writes queries to files. */
export interface Oracle {
  newVar(): number;
  addClause(lits: readonly SatLit[]): void;
  /** `unsat` only when there is no model of all clauses so far in which the assumptions hold. */
  solve(assumptions: readonly SatLit[]): "sat" | "unsat" | "unknown";
  /** After `sat`. */
  value(l: SatLit): boolean | undefined;
}

/** What of a system the clauses of its steps are made from. */
interface Clocked {
  readonly aig: ReadonlyAig;
  readonly latches: readonly { readonly node: number; readonly next: Lit }[];
}

/**
 * One step of a system in clauses: each literal gets its plain Tseitin encoding when it is first asked for. A frame that
 * follows another has its latches defined by the other's next functions; in any other frame they are free.
 */
export class Frame {
  private readonly image = new Map<number, SatLit>();

  private constructor(
    private readonly system: Clocked,
    private readonly oracle: Oracle,
    private readonly constant: SatLit,
    latch: (index: number) => SatLit,
  ) {
    this.image.set(0, satNot(constant));
    system.latches.forEach(({ node }, i) => {
      this.image.set(node, latch(i));
    });
  }

  /** A step in any state. */
  static free(system: Clocked, oracle: Oracle): Frame {
    const constant = satLit(oracle.newVar());
    oracle.addClause([constant]);
    return new Frame(system, oracle, constant, () => satLit(oracle.newVar()));
  }

  /** The step after this one. */
  next(): Frame {
    return new Frame(this.system, this.oracle, this.constant, (i) => this.lit(this.system.latches[i]!.next));
  }

  /** How many nodes of the graph have a literal. */
  get size(): number {
    return this.image.size;
  }

  lit(l: Lit): SatLit {
    const { aig } = this.system;
    const pending = [nodeOf(l)];
    for (let n = pending.at(-1); n !== undefined; n = pending.at(-1)) {
      if (this.image.has(n)) {
        pending.pop();
        continue;
      }
      if (!aig.isGate(n)) {
        this.image.set(n, satLit(this.oracle.newVar())); // an input
        continue;
      }
      const missing = [nodeOf(aig.fanin0(n)), nodeOf(aig.fanin1(n))].filter((m) => !this.image.has(m));
      if (missing.length > 0) pending.push(...missing);
      else this.image.set(n, this.and([this.imageOf(aig.fanin0(n)), this.imageOf(aig.fanin1(n))]));
    }
    return this.imageOf(l);
  }

  /** A literal that is true exactly when all the given ones are. */
  and(lits: readonly SatLit[]): SatLit {
    return conjunction(this.oracle, lits);
  }

  /** A literal that is true exactly when the two are equal. */
  iff(a: SatLit, b: SatLit): SatLit {
    return equality(this.oracle, a, b);
  }

  /** A literal that is true exactly when the given latches have the same values in the two steps. */
  sameState(other: Frame, latches: readonly number[]): SatLit {
    return this.and(latches.map((node) => this.iff(this.ofNode(node), other.ofNode(node))));
  }

  /** After `sat`: values of nodes, for a person to read. Nodes that no query asked about are 0. */
  values(nodes: readonly number[]): Uint8Array {
    return Uint8Array.from(nodes, (n) => {
      const l = this.image.get(n);
      return l !== undefined && this.oracle.value(l) === true ? 1 : 0;
    });
  }

  private ofNode(node: number): SatLit {
    return this.lit((node * 2) as Lit);
  }

  private imageOf(l: Lit): SatLit {
    return (this.image.get(nodeOf(l))! ^ (l & 1)) as SatLit;
  }
}

/** A literal that is true exactly when all the given ones are. */
export function conjunction(oracle: Oracle, lits: readonly SatLit[]): SatLit {
  const all = satLit(oracle.newVar());
  for (const l of lits) oracle.addClause([satNot(all), l]);
  oracle.addClause([all, ...lits.map(satNot)]);
  return all;
}

/** A literal that is true exactly when the two are equal. */
export function equality(oracle: Oracle, a: SatLit, b: SatLit): SatLit {
  const same = satLit(oracle.newVar());
  oracle.addClause([satNot(same), satNot(a), b]);
  oracle.addClause([satNot(same), a, satNot(b)]);
  oracle.addClause([same, a, b]);
  oracle.addClause([same, satNot(a), satNot(b)]);
  return same;
}
