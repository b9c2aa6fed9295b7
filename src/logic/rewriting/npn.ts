/**
 * Functions of four variables up to NPN equivalence: negation and permutation of inputs, negation of the output. A function is its truth
 * table: bit m is its value where variable i is bit i of m.
 */
export interface NpnClasses {
  /** The smallest table of each class. */
  readonly representatives: readonly number[];
  /** By table: the number of its class. */
  readonly classOf: Uint8Array;
  /** By table: the number of the view under which the representative is that function. */
  readonly viewOf: Uint16Array;
}

/** f(x) = g(y) ⊕ negated, where y_i is x at `from[i]`, negated if bit i of `flips` is set. */
export interface View {
  readonly from: readonly number[];
  readonly flips: number;
  readonly negated: boolean;
}

const PERMUTATIONS = permutations([0, 1, 2, 3]);

/** All 768 ways to look at a function. */
export const VIEWS: readonly View[] = PERMUTATIONS.flatMap((from) =>
  Array.from({ length: 32 }, (_, k) => ({ from, flips: k & 15, negated: k >= 16 })),
);

/** The table of what a function is under a view. */
export function viewed(table: number, { from, flips, negated }: View): number {
  let result = 0;
  for (let x = 0; x < 16; x++) {
    let y = flips;
    for (let i = 0; i < 4; i++) y ^= ((x >> from[i]!) & 1) << i;
    result |= ((table >> y) & 1) << x;
  }
  return negated ? ~result & 0xffff : result;
}

let known: NpnClasses | null = null;

/** Computed when they are first asked for: in some milliseconds. */
export function npnClasses(): NpnClasses {
  known ??= classes();
  return known;
}

function classes(): NpnClasses {
  const representatives: number[] = [];
  const classOf = new Uint8Array(65536);
  const viewOf = new Uint16Array(65536);
  const seen = new Uint8Array(65536);
  for (let table = 0; table < 65536; table++) {
    if (seen[table] === 1) continue;
    VIEWS.forEach((view, v) => {
      const f = viewed(table, view);
      if (seen[f] === 1) return;
      seen[f] = 1;
      classOf[f] = representatives.length;
      viewOf[f] = v;
    });
    representatives.push(table);
  }
  return { representatives, classOf, viewOf };
}

function permutations(values: readonly number[]): number[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((v) => permutations(values.filter((w) => w !== v)).map((rest) => [v, ...rest]));
}
