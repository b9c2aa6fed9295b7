import { Aig } from "../logic/aig.js";
import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import type { StateSet } from "./components.js";
import type { StateGraph } from "./graph.js";

/** Sets of states as literals of a graph: decision diagrams in the order of the latches. */
export class Predicates {
  readonly aig = new Aig();
  readonly latches: readonly Lit[];
  readonly inputs: readonly Lit[];

  constructor(private readonly graph: StateGraph) {
    this.latches = graph.model.latches.map(() => this.aig.leaf());
    this.inputs = graph.model.inputs.map(() => this.aig.leaf());
  }

  get gates(): number {
    return this.aig.size;
  }

  /** The explored states, and no others. */
  reachable(): Lit {
    return this.exactly(
      Int32Array.from({ length: this.graph.size }, (_, s) => s),
      0,
    );
  }

  /** True in `members`, false in the rest of `domain`, anything elsewhere: shorter than the set itself. */
  among(domain: StateSet, members: StateSet): Lit {
    const states = Int32Array.from({ length: this.graph.size }, (_, s) => s).filter((s) => domain[s] === 1);
    return this.separate(states, members, 0);
  }

  private exactly(states: Int32Array, latch: number): Lit {
    if (states.length === 0) return FALSE;
    if (latch === this.latches.length) return TRUE;
    const { ones, zeros } = this.partition(states, latch);
    return this.aig.mux(this.latches[latch]!, this.exactly(ones, latch + 1), this.exactly(zeros, latch + 1));
  }

  private separate(states: Int32Array, members: StateSet, latch: number): Lit {
    const kind = members[states[0]!]!;
    if (states.every((s) => members[s] === kind)) return kind === 1 ? TRUE : FALSE;
    const { ones, zeros } = this.partition(states, latch);
    if (ones.length === 0 || zeros.length === 0) return this.separate(states, members, latch + 1);
    const [then, otherwise] = [this.separate(ones, members, latch + 1), this.separate(zeros, members, latch + 1)];
    return this.aig.mux(this.latches[latch]!, then, otherwise);
  }

  private partition(states: Int32Array, latch: number): { ones: Int32Array; zeros: Int32Array } {
    const is = (value: boolean) => states.filter((s) => this.graph.holds(s, latch) === value);
    return { ones: is(true), zeros: is(false) };
  }
}
