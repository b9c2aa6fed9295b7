import { Random } from "../../../src/logic/random.js";
import { type SatLit, satLit } from "../../../src/logic/sat-lit.js";

/** Random literals and clauses, with a seed, so that a failure can be repeated. */
export class RandomClauses extends Random {
  chance(share: number): boolean {
    return this.below(1_000_000) < share * 1_000_000;
  }

  literal(variables: number): SatLit {
    return satLit(this.below(variables), this.chance(0.5));
  }

  clause(variables: number, size: number): SatLit[] {
    return Array.from({ length: size }, () => this.literal(variables));
  }
}

export type Clause = readonly SatLit[];

/** Variable v is bit v of `assignment`. */
export const holds = (lit: SatLit, assignment: number): boolean => ((assignment >>> (lit >>> 1)) & 1) !== (lit & 1);

/** By enumeration: a model of all clauses, or undefined. At most 20 variables. */
export function enumerate(variables: number, clauses: Iterable<Clause>): number | undefined {
  const list = [...clauses];
  for (let a = 0; a < 1 << variables; a++) if (list.every((c) => c.some((l) => holds(l, a)))) return a;
  return undefined;
}

/** Pigeons into one hole less: no model, and no short resolution proof. */
export function pigeonhole(holes: number): { variables: number; clauses: Clause[] } {
  const at = (pigeon: number, hole: number, negated: boolean) => satLit(pigeon * holes + hole, negated);
  const clauses: Clause[] = [];
  for (let p = 0; p <= holes; p++) clauses.push(Array.from({ length: holes }, (_, h) => at(p, h, false)));
  for (let h = 0; h < holes; h++)
    for (let p = 0; p <= holes; p++) for (let q = 0; q < p; q++) clauses.push([at(p, h, true), at(q, h, true)]);
  return { variables: (holes + 1) * holes, clauses };
}
