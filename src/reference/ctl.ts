import type { Ctl } from "../formula/ctl.js";
import { Evaluation } from "../formula/evaluation.js";
import type { Lit } from "../logic/lit.js";
import { Simulator } from "../model/simulate.js";
import { allStates, complement, fairComponents, fairStates, intersection, type StateSet, union } from "./components.js";
import type { StateGraph } from "./graph.js";

/**
 * Fair CTL on an explicit graph, by the definition: path quantifiers range over the infinite paths on which each of the
 * graph's conditions holds infinitely often. A state without such a path satisfies every A and no E formula.
 */
export class GraphCtl extends Evaluation<Ctl, StateSet> {
  /** States from which a fair path starts. */
  readonly fair: StateSet;
  private readonly sources: Sources;

  constructor(
    readonly graph: StateGraph,
    private readonly atoms: ReadonlyMap<string, Lit>,
  ) {
    super();
    this.sources = new Sources(graph);
    this.fair = this.globally(this.all());
  }

  /** The states that satisfy the formula. */
  states(f: Ctl): StateSet {
    return this.valueOf(f);
  }

  protected evaluate(f: Ctl): StateSet {
    switch (f.op) {
      case "true":
        return this.all();
      case "false":
        return complement(this.all());
      case "atom":
        return this.atom(f.name);
      case "not":
        return complement(this.states(f.arg));
      case "and":
        return intersection(this.states(f.left), this.states(f.right));
      case "or":
        return union(this.states(f.left), this.states(f.right));
      case "implies":
        return union(complement(this.states(f.left)), this.states(f.right));
      case "iff":
        return complement(difference(this.states(f.left), this.states(f.right)));
      case "xor":
        return difference(this.states(f.left), this.states(f.right));
      case "EX":
        return this.next(this.states(f.arg));
      case "EF":
        return this.until(this.all(), this.states(f.arg));
      case "EG":
        return this.globally(this.states(f.arg));
      case "EU":
        return this.until(this.states(f.left), this.states(f.right));
      case "EW":
        return this.weakUntil(this.states(f.left), this.states(f.right));
      case "ER":
        return this.release(this.states(f.left), this.states(f.right));
      case "AX":
        return complement(this.next(complement(this.states(f.arg))));
      case "AF":
        return complement(this.globally(complement(this.states(f.arg))));
      case "AG":
        return complement(this.until(this.all(), complement(this.states(f.arg))));
      case "AU": // not (E(not f R not g))
        return complement(this.release(complement(this.states(f.left)), complement(this.states(f.right))));
      case "AR": // not (E(not f U not g))
        return complement(this.until(complement(this.states(f.left)), complement(this.states(f.right))));
      case "AW": {
        // f W g = g R (f or g)
        const [left, right] = [this.states(f.left), this.states(f.right)];
        return complement(this.until(complement(right), complement(union(left, right))));
      }
    }
  }

  /** EX: a successor that satisfies f and starts a fair path. */
  private next(f: StateSet): StateSet {
    const { firstEdge, target } = this.graph;
    const good = intersection(f, this.fair);
    return good.map((_, s) => {
      for (let e = firstEdge[s]!; e < firstEdge[s + 1]!; e++) if (good[target[e]!] === 1) return 1;
      return 0;
    });
  }

  /** E f U g: through f to a state that satisfies g and starts a fair path. */
  private until(f: StateSet, g: StateSet): StateSet {
    return this.sources.reaching(intersection(g, this.fair), f);
  }

  /** EG f: through f to a fair component of the states that satisfy f. */
  private globally(f: StateSet): StateSet {
    return this.sources.reaching(fairStates(fairComponents(this.graph, f)), f);
  }

  /** E f R g = E (g U (f and g)) or EG g. */
  private release(f: StateSet, g: StateSet): StateSet {
    return union(this.until(g, intersection(f, g)), this.globally(g));
  }

  private weakUntil(f: StateSet, g: StateSet): StateSet {
    return union(this.until(f, g), this.globally(f));
  }

  /** Atoms read latches only. */
  private atom(name: string): StateSet {
    const literal = this.atoms.get(name);
    if (literal === undefined) throw new Error(`the formula's atom ${name} has no literal`);
    return this.where(literal);
  }

  /** The states in which a literal that reads latches only is true. */
  where(literal: Lit): StateSet {
    const { graph } = this;
    const sim = new Simulator(graph.model, { watch: [literal], latches: [] });
    const inputs = new Uint8Array(graph.model.inputs.length);
    return this.all().map((_, s) => {
      sim.load({ latches: graph.latches(s), inputs });
      sim.evaluate();
      return sim.bit(literal);
    });
  }

  private all(): StateSet {
    return allStates(this.graph);
  }
}

const difference = (a: StateSet, b: StateSet): StateSet => a.map((x, s) => x ^ b[s]!);

/** The edges of a graph the other way round. */
class Sources {
  private readonly first: Int32Array;
  private readonly source: Int32Array;

  constructor(graph: StateGraph) {
    const { firstEdge, target, size, edges } = graph;
    this.first = new Int32Array(size + 1);
    this.source = new Int32Array(edges);
    for (let e = 0; e < edges; e++) this.first[target[e]! + 1]!++;
    for (let s = 0; s < size; s++) this.first[s + 1]! += this.first[s]!;
    const cursor = this.first.slice();
    for (let s = 0; s < size; s++)
      for (let e = firstEdge[s]!; e < firstEdge[s + 1]!; e++) this.source[cursor[target[e]!]!++] = s;
  }

  /** `goal`, and the states of `through` from which a path inside `through` leads there. */
  reaching(goal: StateSet, through: StateSet): StateSet {
    const found = goal.slice();
    const pending: number[] = [];
    for (let s = 0; s < goal.length; s++) if (goal[s] === 1) pending.push(s);
    for (let t = pending.pop(); t !== undefined; t = pending.pop()) {
      for (let k = this.first[t]!; k < this.first[t + 1]!; k++) {
        const s = this.source[k]!;
        if (found[s] === 1 || through[s] === 0) continue;
        found[s] = 1;
        pending.push(s);
      }
    }
    return found;
  }
}
