import type { CubeMask } from "./truth-table.js";

/** A sum of products in factored form: a literal (2i for variable i, 2i + 1 for its negation), a conjunction or a disjunction; constants are empty ones. */
export type Factored = number | { readonly kind: "and" | "or"; readonly parts: readonly Factored[] };

/** Algebraic factoring: QUICK_FACTOR of Brayton's. */
export function factored(cubes: readonly CubeMask[]): Factored {
  if (cubes.length === 0) return { kind: "or", parts: [] };
  if (cubes.length === 1) return product(cubes[0]!);
  const common = commonCube(cubes);
  if (common !== 0) return times(product(common), factored(cubes.map((c) => c & ~common)));
  const divisor = quickDivisor(cubes);
  if (divisor === null) return sum(cubes.map(product));
  const quotient = divided(cubes, divisor);
  if (quotient.length === 1) return byLiteral(cubes, quotient[0]!);
  const free = cubeFree(quotient);
  const other = divided(cubes, free);
  const shared = commonCube(other);
  if (shared !== 0) return byLiteral(cubes, shared);
  return sum([times(factored(free), factored(other)), ...remainder(cubes, free, other)]);
}

/** Takes out the literal of the cube that occurs most. */
function byLiteral(cubes: readonly CubeMask[], cube: CubeMask): Factored {
  const literal = 1 << mostFrequent(cubes, cube)!;
  const having = cubes.filter((c) => (c & literal) !== 0);
  const common = commonCube(having);
  const rest = cubes.filter((c) => (c & literal) === 0);
  const inside = times(product(common), factored(having.map((c) => c & ~common)));
  return rest.length === 0 ? inside : sum([inside, factored(rest)]);
}

/** A kernel that has no kernels but itself; null when no literal occurs twice. */
function quickDivisor(cubes: readonly CubeMask[]): CubeMask[] | null {
  let at: CubeMask[] | null = null;
  for (let left = [...cubes]; ; ) {
    const literal = mostFrequent(left, -1);
    if (literal === null) return at;
    left = cubeFree(left.filter((c) => ((c >> literal) & 1) === 1));
    at = left;
  }
}

/** Of the literals in the mask, the one that occurs most, and at least twice. */
function mostFrequent(cubes: readonly CubeMask[], mask: number): number | null {
  let best: number | null = null;
  let most = 1;
  for (let l = 0; l < 32; l++) {
    if (((mask >> l) & 1) === 0) continue;
    let count = 0;
    for (const c of cubes) count += (c >> l) & 1;
    if (count > most) {
      most = count;
      best = l;
    }
  }
  return best;
}

const commonCube = (cubes: readonly CubeMask[]): CubeMask => cubes.reduce((common, c) => common & c, -1);

function cubeFree(cubes: readonly CubeMask[]): CubeMask[] {
  const common = commonCube(cubes);
  return cubes.map((c) => c & ~common);
}

/** The largest quotient q for which divisor times q is among the cubes. */
function divided(cubes: readonly CubeMask[], divisor: readonly CubeMask[]): CubeMask[] {
  let quotient: Set<CubeMask> | null = null;
  for (const d of divisor) {
    const found = new Set<CubeMask>();
    for (const c of cubes) if ((c & d) === d && (quotient === null || quotient.has(c & ~d))) found.add(c & ~d);
    quotient = found;
  }
  // Algebraic: the two may not share a variable.
  const read = variablesOf(divisor);
  return [...(quotient ?? [])].filter((q) => (variablesOf([q]) & read) === 0);
}

const variablesOf = (cubes: readonly CubeMask[]): number => {
  const literals = cubes.reduce((all, c) => all | c, 0);
  return (literals | (literals >> 1)) & 0x55555555;
};

function remainder(cubes: readonly CubeMask[], a: readonly CubeMask[], b: readonly CubeMask[]): Factored[] {
  const covered = new Set(a.flatMap((x) => b.map((y) => x | y)));
  const rest = cubes.filter((c) => !covered.has(c));
  return rest.length === 0 ? [] : [factored(rest)];
}

function product(cube: CubeMask): Factored {
  const literals: number[] = [];
  for (let l = 0; l < 32; l++) if (((cube >> l) & 1) === 1) literals.push(l);
  return literals.length === 1 ? literals[0]! : { kind: "and", parts: literals };
}

const flat = (kind: "and" | "or", f: Factored): readonly Factored[] =>
  typeof f !== "number" && f.kind === kind ? f.parts : [f];
const times = (a: Factored, b: Factored): Factored => ({ kind: "and", parts: [...flat("and", a), ...flat("and", b)] });
const sum = (parts: readonly Factored[]): Factored => ({ kind: "or", parts: parts.flatMap((p) => flat("or", p)) });
