import { type ComponentStrength, strengths } from "../automata/strength.js";
import { componentsOf, type Tgba } from "../automata/tgba.js";
import { ALWAYS, NEVER } from "../logic/boolean-functions.js";
import { AppendedField } from "./appended-field.js";
import { labelWords, type Regions, type StateSpace, SuccessorBuffer } from "./state-space.js";

/** Letters over so many propositions get a table of the edges that read them; over more, edges are asked one by one. */
const TABLE_PROPOSITIONS = 10;

export interface ProductOptions {
  /** The system's propositions are part of the product's labels too: for a product with another automaton. */
  readonly keepPropositions?: boolean;
  /**
   * Every reachable state of the system is part of a reachable state of the product: where the automaton would have no
   * way to go on, a state takes its place that reads everything and accepts nothing.
   */
  readonly visitAll?: boolean;
}

/**
 * A system and an automaton that reads its propositions, state by state on the fly: its fair cycles are behaviours of the
 * system that the automaton accepts. Conditions: first those of the system, then the acceptance sets.
 *
 * Acceptance counts only inside the automaton's components. Together with the system's own regions these are the regions: a
 * nested search never leaves them, none starts where no cycle accepts, and where all do the first cycle ends the search.
 */
export class ProductSpace implements StateSpace {
  readonly words: number;
  readonly bits: number;
  readonly conditions: number;
  readonly pairs: number;
  readonly propositions: number;
  readonly regions: Regions;
  /** The automaton can always stay in its initial state: with that, every state of the system is part of the product. */
  readonly staysAtStart: boolean;
  private readonly automatonState: AppendedField;
  private readonly found: SuccessorBuffer;
  private readonly state: Int32Array;
  private readonly edges: readonly (readonly ProductEdge[])[];
  // Edges of each automaton state for each letter, once they were asked for.
  private readonly reading: (readonly ProductEdge[] | undefined)[] | null;
  private readonly initialState: number;
  // Bits of the system's labels behind its conditions that are part of the product's.
  private readonly kept: number;
  // States in which the automaton may get lost, and where it then goes.
  private readonly mayBlock: ReadonlySet<number>;
  private readonly lost: ProductEdge;

  /** `propositionOf` gives the number of the system's proposition for each atom. */
  constructor(
    private readonly system: StateSpace,
    automaton: Tgba,
    private readonly propositionOf: readonly number[],
    { keepPropositions = false, visitAll = false }: ProductOptions = {},
  ) {
    this.mayBlock = visitAll ? blockingStates(automaton) : new Set();
    const sink = automaton.edges.length;
    this.automatonState = new AppendedField(system, sink + (this.mayBlock.size > 0 ? 1 : 0));
    this.words = this.automatonState.words;
    this.bits = this.automatonState.bits;
    this.conditions = system.conditions + automaton.acceptanceSets;
    this.pairs = system.pairs;
    this.propositions = keepPropositions ? system.propositions : 0;
    this.kept = 2 * this.pairs + this.propositions;
    this.found = new SuccessorBuffer(system);
    this.state = new Int32Array(system.words);
    this.initialState = automaton.initial;
    this.staysAtStart = automaton.edges[automaton.initial]!.some(
      ({ target, label }) => target === automaton.initial && label === ALWAYS,
    );
    const components = componentsOf(automaton);
    this.edges = automaton.edges.map((outgoing, source) =>
      outgoing.map(({ target, label, marks }) => {
        const inside = components.of[source] === components.of[target];
        const words = new Int32Array(labelWords(this));
        for (let set = 0; set < automaton.acceptanceSets; set++)
          if (inside && (marks >>> set) & 1) setBit(words, system.conditions + set);
        return { target, marks: words, reads: (letter) => automaton.functions.evaluate(label, letter) };
      }),
    );
    this.lost = { target: sink, marks: new Int32Array(labelWords(this)), reads: () => true };
    const letters = 2 ** propositionOf.length;
    this.reading =
      propositionOf.length <= TABLE_PROPOSITIONS
        ? new Array<readonly ProductEdge[] | undefined>(letters * (sink + 1)).fill(undefined)
        : null;
    const own = [
      ...strengths(automaton, components).map((strength) => acceptedIn(strength)),
      "no cycle", // the sink
    ] as const;
    const componentAt = (states: Int32Array, at: number) =>
      components.of[this.automatonState.read(states, at)] ?? components.count;
    const inner = system.regions ?? {
      fair: [system.conditions + system.pairs === 0 ? "every path" : "some"],
      of: () => 0,
    };
    this.regions = {
      fair: inner.fair.flatMap((theirs) => own.map((ours) => both(theirs, ours))),
      of: (states, at) => inner.of(states, at) * own.length + componentAt(states, at),
    };
  }

  /** Is the automaton in its initial state? */
  isAtStart(states: Int32Array, at: number): boolean {
    return this.automatonAt(states, at) === this.initialState;
  }

  /** The state of the automaton, of this product or of one that is made of it; where the automaton is lost, the number of its states. */
  automatonAt(states: Int32Array, at: number): number {
    return this.automatonState.read(states, at);
  }

  /** A state of the system beside one of the automaton. */
  join(system: Int32Array, automaton: number): Int32Array {
    const joined = new Int32Array(this.words);
    this.automatonState.write(system, 0, automaton, joined, 0);
    return joined;
  }

  initial(out: SuccessorBuffer): void {
    const { found } = this;
    found.length = 0;
    this.system.initial(found);
    for (let at = 0; at < found.length; at += found.stride) {
      const start = out.add();
      this.automatonState.write(found.data, at, this.initialState, out.data, start);
    }
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const { found, system, automatonState } = this;
    const source = automatonState.read(states, at);
    automatonState.strip(states, at, this.state);
    found.length = 0;
    system.successors(this.state, 0, found);
    for (let k = 0; k < found.length; k += found.stride)
      for (const edge of this.edgesReading(source, k)) {
        const start = out.add();
        automatonState.write(found.data, k, edge.target, out.data, start);
        this.writeLabel(k, edge, out.data, start + out.words);
      }
  }

  private edgesReading(source: number, found: number): readonly ProductEdge[] {
    const { propositionOf, reading } = this;
    if (reading === null) return this.selectEdges(source, found);
    let letter = source;
    for (let a = 0; a < propositionOf.length; a++) letter = 2 * letter + (this.holds(found, a) ? 1 : 0);
    let edges = reading[letter];
    if (edges === undefined) {
      edges = this.selectEdges(source, found);
      reading[letter] = edges;
    }
    return edges;
  }

  private selectEdges(source: number, found: number): readonly ProductEdge[] {
    const edges = this.edges[source]?.filter((edge) => edge.reads((atom) => this.holds(found, atom))) ?? [];
    const isLost = edges.length === 0 && (source === this.lost.target || this.mayBlock.has(source));
    return isLost ? [this.lost] : edges;
  }

  /** Does an atom hold on a transition of the system? */
  private holds(found: number, atom: number): boolean {
    const { conditions, pairs } = this.system;
    return hasBit(this.found.data, found + this.found.words, conditions + 2 * pairs + this.propositionOf[atom]!);
  }

  /** The system's conditions, the automaton's marks, the pairs, and the propositions if they are kept. */
  private writeLabel(found: number, edge: ProductEdge, into: Int32Array, at: number): void {
    const { data, words } = this.found;
    const { conditions } = this.system;
    for (let w = 0; w < edge.marks.length; w++) {
      const own = conditions - 32 * w;
      const mask = own >= 32 ? -1 : own <= 0 ? 0 : (1 << own) - 1;
      into[at + w] = edge.marks[w]! | (mask === 0 ? 0 : data[found + words + w]! & mask);
    }
    if (this.kept === 0) return;
    if (edge.marks.length === 1) {
      // All in one word, of the system's label too.
      const rest = (data[found + words]! >>> conditions) & (-1 >>> (32 - this.kept));
      into[at]! |= rest << this.conditions;
      return;
    }
    for (let b = 0; b < this.kept; b++)
      if (hasBit(data, found + words, conditions + b)) setBit(into, this.conditions + b, at);
  }
}

interface ProductEdge {
  readonly target: number;
  /** The acceptance sets, where the product's labels have them. */
  readonly marks: Int32Array;
  reads(letter: (atom: number) => boolean): boolean;
}

type Fair = Regions["fair"][number];

function acceptedIn(strength: ComponentStrength): Fair {
  switch (strength) {
    case "transient":
    case "rejecting":
      return "no cycle";
    case "weak":
      return "every cycle";
    case "terminal":
      return "every path";
    case "strong":
      return "some";
  }
}

/** What is fair for both. */
function both(a: Fair, b: Fair): Fair {
  return (["no cycle", "some", "every cycle"] as const).find((least) => a === least || b === least) ?? "every path";
}

/**
 * The states of an automaton from which some word leads nowhere at all; none if the initial state is none of them. From
 * all others a run can always go on among them.
 */
function blockingStates({ edges, functions, initial }: Tgba): ReadonlySet<number> {
  const blocking = new Set<number>();
  for (let before = -1; before < blocking.size; ) {
    before = blocking.size;
    edges.forEach((outgoing, q) => {
      const read = outgoing.reduce((f, e) => (blocking.has(e.target) ? f : functions.or(f, e.label)), NEVER);
      if (read !== ALWAYS) blocking.add(q);
    });
  }
  return blocking.has(initial) ? blocking : new Set();
}

const hasBit = (words: Int32Array, at: number, bit: number): boolean =>
  ((words[at + (bit >> 5)]! >>> (bit & 31)) & 1) === 1;

function setBit(words: Int32Array, bit: number, at = 0): void {
  words[at + (bit >> 5)]! |= 1 << (bit & 31);
}
