import { type LitPair, latchLit, type RankedWitness } from "../evidence/ranked-witness.js";
import { FALSE, type Lit, litOf } from "../logic/lit.js";
import { type SatLit, satLit, satNot } from "../logic/sat-lit.js";
import type { Model } from "../model/model.js";
import { conjunction, equality, Frame, type Oracle } from "./frames.js";

/** What a ranked witness must prove: no bad literal is reachable, and no fair behaviour meets a justice property. */
export interface RankedClaim {
  readonly model: Model;
  readonly bad: readonly Lit[];
  readonly justice: readonly (readonly Lit[])[];
}

export type RankedCheck =
  | { readonly result: "checked"; readonly queries: number }
  | { readonly result: "rejected" | "not-checked"; readonly problem: string };

/**
 * Checks the obligations of docs/reference/ranked.md, each as one SAT query: some assumptions, and the negation of what must follow.
 * `oracle` gives a fresh one without clauses.
 */
export function checkRanked(claim: RankedClaim, witness: RankedWitness, oracle: () => Oracle): RankedCheck {
  const problem = misshapen(claim, witness);
  if (problem !== null) return { result: "rejected", problem };
  let queries = 0;
  for (const { name, says, assume, follows } of obligations(witness)) {
    const query = new Query(claim, witness, oracle());
    assume(query);
    query.oracle.addClause(follows(query).map(satNot));
    queries++;
    const answer = query.oracle.solve([]);
    if (answer === "sat") return { result: "rejected", problem: `${name}: not true that ${says}` };
    if (answer === "unknown") return { result: "not-checked", problem: `${name} was not decided` };
  }
  return { result: "checked", queries };
}

function misshapen({ model }: RankedClaim, witness: RankedWitness): string | null {
  const leaves = model.inputs.length + model.latches.length;
  const foreign = witness.shared.find(([, m]) => m < 2 || m > 2 * leaves + 1);
  if (foreign !== undefined) return `the mapping names literal ${foreign[1]}, which is no input or latch of the model`;
  return hasFirstStep(witness) ? null : "the first value of a latch of the witness depends on itself";
}

/** Can all values of the first step be computed from inputs and from latches that start free? */
function hasFirstStep({ inputs, latches, gates }: RankedWitness): boolean {
  const known = new Set(Array.from({ length: inputs + 1 }, (_, v) => v));
  for (let size = -1; size !== known.size; ) {
    size = known.size;
    latches.forEach(({ reset }, i) => {
      const own = inputs + 1 + i;
      if (reset === 2 * own || known.has(reset >> 1)) known.add(own);
    });
    for (let g = 0; g < gates.length; g += 3)
      if (known.has(gates[g + 1]! >> 1) && known.has(gates[g + 2]! >> 1)) known.add(gates[g]! >> 1);
  }
  return known.size === 1 + inputs + latches.length + gates.length / 3;
}

/** All of `follows` is true wherever what `assume` adds is. */
interface Obligation {
  readonly name: string;
  readonly says: string;
  assume(q: Query): void;
  follows(q: Query): SatLit[];
}

type Time = "s" | "t" | "u";

function obligations(witness: RankedWitness): Obligation[] {
  const { plain, others } = mappings(witness.shared, witness.inputs + witness.latches.length);
  const latches = witness.latches.map((_, i) => i);
  const latchOf = ([w]: LitPair): number => (w >> 1) - witness.inputs - 1;
  const isLatch = (i: number): boolean => i >= 0 && i < latches.length;
  const simulating = new Set(plain.map(latchOf).filter(isLatch));
  const mapped = [...new Set(witness.shared.map(latchOf).filter(isLatch))];
  const own = latches.filter((i) => !simulating.has(i));
  const within = (q: Query, ...times: Time[]) => {
    for (const i of times) q.assume([...q.constraints(i), ...q.invariant(i)]);
  };
  const all: Obligation[] = [
    {
      name: "Reset",
      says: "the witness starts where the model does",
      assume: (q) => {
        q.map(witness.shared, "s");
        q.assume([...q.modelResets(), ...q.modelConstraints("s")]);
      },
      follows: (q) => [...q.resets(mapped), ...q.constraints("s")],
    },
    {
      name: "Transition",
      says: "the witness can follow each step of the model",
      assume: (q) => {
        q.map(witness.shared, "s", "t");
        q.assume([...q.modelSteps(), ...q.modelConstraints("s"), ...q.modelConstraints("t"), ...q.constraints("s")]);
      },
      follows: (q) => [...q.steps("s", "t", mapped), ...q.constraints("t")],
    },
    {
      name: "Safety",
      says: "a bad state of the model is one of the witness",
      assume: (q) => {
        q.map(witness.shared, "s");
        q.assume([...q.modelConstraints("s"), ...q.constraints("s"), ...q.invariant("s")]);
      },
      follows: (q) => q.modelSafety(),
    },
    {
      name: "Base",
      says: "the invariant holds at first",
      assume: (q) => q.assume([...q.resets(latches), ...q.constraints("s")]),
      follows: (q) => q.invariant("s"),
    },
    {
      name: "Inductive",
      says: "steps keep the invariant",
      assume: (q) => {
        within(q, "s");
        q.assume([...q.steps("s", "t", latches), ...q.constraints("t")]);
      },
      follows: (q) => q.invariant("t"),
    },
    {
      name: "Liveness",
      says: "a signal of the witness is one of the model",
      assume: (q) => {
        q.map(witness.shared, "s", "t");
        within(q, "s", "t");
        q.assume([...q.modelConstraints("s"), ...q.modelConstraints("t"), ...q.steps("s", "t", latches)]);
      },
      follows: (q) => q.signalPairs().flatMap((p) => p.map(([mine, models]) => q.implies(mine, models))),
    },
    {
      name: "Signals",
      says: "where some signal of the witness holds, one that the model has does",
      assume: (q) => {
        q.map(witness.shared, "s", "t");
        within(q, "s", "t");
        q.assume([...q.modelConstraints("s"), ...q.modelConstraints("t"), ...q.steps("s", "t", latches)]);
        q.assume([q.rank("s", "t")]);
      },
      follows: (q) => q.signalPairs().map((p) => q.some(p.map(([mine]) => mine))),
    },
    {
      name: "Decrease",
      says: "a step leads to a state that is ranked behind the one before",
      assume: (q) => {
        within(q, "s", "t");
        q.assume(q.steps("s", "t", latches));
      },
      follows: (q) => [q.rank("t", "s")],
    },
    {
      name: "Closure",
      says: "what is ranked behind a state stays so",
      assume: (q) => {
        within(q, "s", "t", "u");
        q.assume([...q.steps("s", "t", latches), q.rank("s", "u")]);
      },
      follows: (q) => [q.rank("t", "u")],
    },
    {
      name: "Consistent",
      says: "signals persist in steps between states of one rank",
      assume: (q) => {
        within(q, "s", "t", "u");
        q.assume([...q.steps("s", "t", latches), ...q.steps("t", "u", latches), q.rank("s", "t"), q.rank("t", "u")]);
      },
      follows: (q) => {
        const later = q.signals("t", "u");
        return q.signals("s", "t").map((l, k) => q.implies(l, later[k]!));
      },
    },
  ];
  if (others.length === 0) return all;
  return [
    {
      name: "Mapping",
      says: "what is mapped to a function of the witness has its value at first",
      assume: (q) => {
        q.map(plain, "s");
        q.assume([...q.modelResets(), ...q.modelConstraints("s"), ...q.resets(own)]);
      },
      follows: (q) => q.agreement(others, "s"),
    },
    {
      name: "Mapping",
      says: "what is mapped to a function of the witness keeps having its value",
      assume: (q) => {
        q.map(witness.shared, "s");
        q.map(plain, "t");
        within(q, "s");
        q.assume([
          ...q.modelSteps(),
          ...q.modelConstraints("s"),
          ...q.modelConstraints("t"),
          ...q.steps("s", "t", own),
        ]);
      },
      follows: (q) => q.agreement(others, "t"),
    },
    ...all,
  ];
}

/** Pairs of leaves, each paired once: they can always be given the same value. Of all other pairs that must be shown. */
function mappings(shared: readonly LitPair[], leaves: number): { plain: LitPair[]; others: LitPair[] } {
  const [plain, others]: [LitPair[], LitPair[]] = [[], []];
  const [mine, theirs] = [new Set<number>(), new Set<number>()];
  for (const pair of shared) {
    const [w, m] = [pair[0] >> 1, pair[1] >> 1];
    const isPlain = w > 0 && w <= leaves && !mine.has(w) && !theirs.has(m);
    (isPlain ? plain : others).push(pair);
    if (isPlain) {
      mine.add(w);
      theirs.add(m);
    }
  }
  return { plain, others };
}

/** Witness and model at up to three times, in clauses of one oracle. */
class Query {
  private readonly copies = new Map<string, Copy>();
  private readonly frames = new Map<Time, Frame>();
  private readonly truth: SatLit;

  constructor(
    private readonly claim: RankedClaim,
    private readonly witness: RankedWitness,
    readonly oracle: Oracle,
  ) {
    this.truth = satLit(oracle.newVar());
    oracle.addClause([this.truth]);
  }

  assume(lits: readonly SatLit[]): void {
    for (const l of lits) this.oracle.addClause([l]);
  }

  implies(a: SatLit, b: SatLit): SatLit {
    return this.some([satNot(a), b]);
  }

  some(lits: readonly SatLit[]): SatLit {
    return satNot(conjunction(this.oracle, lits.map(satNot)));
  }

  map(pairs: readonly LitPair[], ...times: Time[]): void {
    for (const time of times) this.assume(this.agreement(pairs, time));
  }

  agreement(pairs: readonly LitPair[], time: Time): SatLit[] {
    return pairs.map(([w, m]) => this.equal(this.at(time).lit(w), this.model(time).lit(this.leaf(m))));
  }

  // The model, as far as it is mapped.

  modelResets(): SatLit[] {
    const frame = this.model("s");
    return this.mappedLatches().flatMap(({ node, reset }) =>
      reset === "free" ? [] : [this.equal(frame.lit(litOf(node)), frame.lit(reset))],
    );
  }

  modelSteps(): SatLit[] {
    const [s, t] = [this.model("s"), this.model("t")];
    return this.mappedLatches().map(({ node, next }) => this.equal(s.lit(next), t.lit(litOf(node))));
  }

  modelConstraints(time: Time): SatLit[] {
    return this.claim.model.constraints.map((l) => this.model(time).lit(l));
  }

  modelSafety(): SatLit[] {
    return this.claim.bad.map((l) => satNot(this.model("s").lit(l)));
  }

  // The witness.

  constraints(time: Time): SatLit[] {
    return this.witness.constraints.map((l) => this.at(time).lit(l));
  }

  invariant(time: Time): SatLit[] {
    return this.witness.bad.map((l) => satNot(this.at(time).lit(l)));
  }

  resets(latches: readonly number[]): SatLit[] {
    const s = this.at("s");
    return latches.map((i) => this.equal(s.lit(latchLit(this.witness, i)), s.lit(this.witness.latches[i]!.reset)));
  }

  steps(from: Time, to: Time, latches: readonly number[]): SatLit[] {
    const [a, b] = [this.at(from), this.at(to)];
    return latches.map((i) => this.equal(a.lit(this.witness.latches[i]!.next), b.lit(latchLit(this.witness, i))));
  }

  /** Every signal of the witness on a pair of states: the negations of its fairness and justice. */
  signals(from: Time, to: Time): SatLit[] {
    return [...this.witness.fairness, ...this.witness.justice.flat()].map((l) => this.signal(from, to, l));
  }

  /** Q: in each justice property some signal holds, or one of fairness. */
  rank(from: Time, to: Time): SatLit {
    const { fairness, justice } = this.witness;
    const properties = justice.map((lits) => this.some([...fairness, ...lits].map((l) => this.signal(from, to, l))));
    return conjunction(this.oracle, properties);
  }

  /** For each justice property of the model its signals, each after the witness's for it: one that is missing is true. */
  signalPairs(): (readonly [SatLit, SatLit])[][] {
    const { model, justice } = this.claim;
    const paired = (models: readonly Lit[], mine: readonly number[]) =>
      models.map((l, j) => {
        const signal = mine[j] === undefined ? this.truth : this.signal("s", "t", mine[j]);
        return [signal, satNot(this.model("s").lit(l))] as const;
      });
    return justice.map((lits, i) => [
      ...paired(model.fairness, this.witness.fairness),
      ...paired(lits, this.witness.justice[i] ?? []),
    ]);
  }

  private signal(from: Time, to: Time, l: number): SatLit {
    return satNot(this.pair(from, to).lit(l));
  }

  private equal(a: SatLit, b: SatLit): SatLit {
    return equality(this.oracle, a, b);
  }

  private at(time: Time): Copy {
    return this.copy(time, () => new Copy(this.witness, this.oracle, this.truth, null));
  }

  /** The circuit in the state of one time, with interventions from that of another. */
  private pair(from: Time, to: Time): Copy {
    return this.copy(from + to, () => {
      const copy = new Copy(this.witness, this.oracle, this.truth, this.at(from));
      for (const [l, stands] of this.witness.interventions) copy.intervene(stands, this.at(to).lit(l));
      return copy;
    });
  }

  private copy(key: string, make: () => Copy): Copy {
    const copy = this.copies.get(key) ?? make();
    this.copies.set(key, copy);
    return copy;
  }

  private model(time: Time): Frame {
    const frame = this.frames.get(time) ?? Frame.free(this.claim.model, this.oracle);
    this.frames.set(time, frame);
    return frame;
  }

  private mappedLatches(): Model["latches"] {
    const { inputs, latches } = this.claim.model;
    const mapped = new Set(this.witness.shared.map(([, m]) => (m >> 1) - inputs.length - 1));
    return latches.filter((_, i) => mapped.has(i));
  }

  /** An input or latch of the model by its literal in a file. */
  private leaf(m: number): Lit {
    const { inputs, latches } = this.claim.model;
    const index = (m >> 1) - 1;
    const node = inputs[index] ?? latches[index - inputs.length]?.node;
    return node === undefined ? FALSE : ((litOf(node) ^ (m & 1)) as Lit);
  }
}

/** The circuit in one state. With a `base`, the same state but for interventions: what these do not touch is the base's. */
class Copy {
  private readonly image: (SatLit | undefined)[] = [];
  private readonly gateOf: Int32Array;
  private touched: Uint8Array | null = null;
  private readonly cut = new Set<number>();

  constructor(
    private readonly witness: RankedWitness,
    private readonly oracle: Oracle,
    truth: SatLit,
    private readonly base: Copy | null,
  ) {
    this.image[0] = satNot(truth);
    this.gateOf = base?.gateOf ?? gateIndex(witness);
  }

  intervene(l: number, value: SatLit): void {
    this.image[l >> 1] = (value ^ (l & 1)) as SatLit;
    this.cut.add(l >> 1);
    this.touched = null;
  }

  lit(l: number): SatLit {
    const pending = [l >> 1];
    for (let v = pending.at(-1); v !== undefined; v = pending.at(-1)) {
      const g = this.gateOf[v] ?? -1;
      if (this.image[v] !== undefined) pending.pop();
      else if (this.base !== null && !this.isTouched(v)) this.image[v] = this.base.lit(2 * v);
      else if (g < 0) this.image[v] = satLit(this.oracle.newVar());
      else {
        const fanins = [this.witness.gates[g + 1]!, this.witness.gates[g + 2]!];
        const missing = fanins.filter((f) => this.image[f >> 1] === undefined);
        if (missing.length > 0) pending.push(...missing.map((f) => f >> 1));
        else
          this.image[v] = conjunction(
            this.oracle,
            fanins.map((f) => this.known(f)),
          );
      }
    }
    return this.known(l);
  }

  private known(l: number): SatLit {
    return (this.image[l >> 1]! ^ (l & 1)) as SatLit;
  }

  private isTouched(v: number): boolean {
    this.touched ??= this.reading(this.cut);
    return this.touched[v] === 1;
  }

  /** Variables that depend on some of the given ones. */
  private reading(cut: ReadonlySet<number>): Uint8Array {
    const { gates } = this.witness;
    const touched = new Uint8Array(this.gateOf.length);
    for (const v of cut) touched[v] = 1;
    for (let g = 0; g < gates.length; g += 3)
      touched[gates[g]! >> 1]! |= touched[gates[g + 1]! >> 1]! | touched[gates[g + 2]! >> 1]!;
    return touched;
  }
}

/** Where in `gates` a variable is defined; -1 for inputs and latches. */
function gateIndex({ inputs, latches, gates }: RankedWitness): Int32Array {
  let last = inputs + latches.length;
  for (let g = 0; g < gates.length; g += 3) last = Math.max(last, gates[g]! >> 1);
  const index = new Int32Array(last + 1).fill(-1);
  for (let g = 0; g < gates.length; g += 3) index[gates[g]! >> 1] = g;
  return index;
}
