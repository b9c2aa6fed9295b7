import type { Ctl } from "../../src/formula/ctl.js";
import type { Lit } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { evaluateLit } from "../arbitraries/aigs.js";

/** A transition under one valuation of the inputs: conditions are those of `fairness` that hold. */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly inputs: number;
  /** Bit j: condition j holds. */
  readonly meets: number;
}

/**
 * A model written out by evaluating every literal in every state under every input, straight from the graph, and the
 * questions about it answered by searching for what their definitions ask. It shares nothing with the engines: no
 * components, no projection of inputs. For a few latches, inputs and conditions.
 *
 * State s has bit i of s as the value of latch i; a valuation of the inputs is a number in the same way.
 */
export class TinySystem {
  readonly states: number;
  readonly moves: readonly Move[];
  readonly initial: readonly number[];
  readonly reachable: ReadonlySet<number>;

  constructor(readonly model: Model) {
    this.states = 2 ** model.latches.length;
    const all = [...Array(this.states).keys()];
    const valuations = [...Array(2 ** model.inputs.length).keys()];
    this.moves = all.flatMap((from) =>
      valuations
        .filter((inputs) => model.constraints.every((c) => this.value(c, from, inputs)))
        .map((inputs) => ({
          from,
          inputs,
          to: bits(model.latches.map((l) => this.value(l.next, from, inputs))),
          meets: bits(model.fairness.map((f) => this.value(f, from, inputs))),
        })),
    );
    // A literal reset reads the inputs of the first step: some valuation must agree.
    this.initial = all.filter((s) => valuations.some((inputs) => this.isReset(s, inputs)));
    this.reachable = this.reachableFrom(this.initial, all);
  }

  value(l: Lit, state: number, inputs: number): boolean {
    return evaluateLit(this.model.aig, l, (node) => {
      const i = this.model.inputs.indexOf(node);
      if (i >= 0) return ((inputs >> i) & 1) === 1;
      return ((state >> this.model.latches.findIndex((x) => x.node === node)) & 1) === 1;
    });
  }

  isReset(state: number, inputs: number): boolean {
    return this.model.latches.every(
      ({ reset }, i) => reset === "free" || this.value(reset, state, inputs) === (((state >> i) & 1) === 1),
    );
  }

  /** Is there a behaviour? With literal resets, the first step's inputs must be those the reset values come from. */
  hasFairCycle(): boolean {
    const all = [...Array(this.states).keys()];
    const starts = this.moves.filter((m) => this.isReset(m.from, m.inputs)).map((m) => m.to);
    const later = this.reachableFrom(starts, all);
    return all.some((s) => later.has(s) && this.onFairCycle(s, all));
  }

  /** The least number of steps before a state on a fair cycle, for models without literal resets; -1 without one. */
  shortestStem(): number {
    const all = [...Array(this.states).keys()];
    let ring = new Set(this.initial);
    for (let depth = 0; depth <= this.states; depth++) {
      if ([...ring].some((s) => this.onFairCycle(s, all))) return depth;
      ring = new Set(this.moves.filter((m) => ring.has(m.from)).map((m) => m.to));
    }
    return -1;
  }

  /** The least number of steps of a run to `bad`, which may read inputs; -1 without one. No literal resets. */
  shortestRun(bad: Lit): number {
    let ring = new Set(this.initial);
    for (let depth = 0; depth <= this.states; depth++) {
      const now = this.moves.filter((m) => ring.has(m.from));
      if (now.some((m) => this.value(bad, m.from, m.inputs))) return depth + 1;
      ring = new Set(now.map((m) => m.to));
    }
    return -1;
  }

  /** Is there a walk inside `within` from s back to s, of at least one move, on which every condition holds? */
  private onFairCycle(s: number, within: readonly number[]): boolean {
    const allowed = new Set(within);
    const full = 2 ** this.model.fairness.length - 1;
    const seen = new Set<string>();
    const pending: [state: number, met: number][] = [[s, 0]];
    for (let p = pending.pop(); p !== undefined; p = pending.pop()) {
      for (const m of this.moves) {
        if (m.from !== p[0] || !allowed.has(m.to)) continue;
        const met = p[1] | m.meets;
        if (m.to === s && met === full) return true;
        const key = `${m.to} ${met}`;
        if (seen.has(key)) continue;
        seen.add(key);
        pending.push([m.to, met]);
      }
    }
    return false;
  }

  private reachableFrom(start: Iterable<number>, within: readonly number[]): Set<number> {
    const allowed = new Set(within);
    const found = new Set([...start].filter((s) => allowed.has(s)));
    for (const s of found) for (const m of this.moves) if (m.from === s && allowed.has(m.to)) found.add(m.to);
    return found;
  }

  /** States inside `within` that start an infinite fair path inside `within`. */
  private fairInside(within: readonly number[]): Set<number> {
    const cyclic = within.filter((s) => this.onFairCycle(s, within));
    return new Set(within.filter((s) => cyclic.some((c) => this.reachableFrom([s], within).has(c))));
  }

  /** The states that satisfy a formula whose atoms are literals over latches. */
  satisfying(f: Ctl, atoms: ReadonlyMap<string, Lit>): Set<number> {
    const all = [...Array(this.states).keys()];
    const fair = this.fairInside(all);
    const sat = (g: Ctl): Set<number> => {
      switch (g.op) {
        case "true":
          return new Set(all);
        case "false":
          return new Set();
        case "atom":
          return new Set(all.filter((s) => this.value(atoms.get(g.name)!, s, 0)));
        case "not":
          return not(sat(g.arg));
        case "and":
          return both(sat(g.left), sat(g.right));
        case "or":
          return either(sat(g.left), sat(g.right));
        case "implies":
          return either(not(sat(g.left)), sat(g.right));
        case "iff":
          return either(both(sat(g.left), sat(g.right)), not(either(sat(g.left), sat(g.right))));
        case "xor":
          return not(sat({ ...g, op: "iff" }));
        case "EX": {
          const goal = both(sat(g.arg), fair);
          return new Set(this.moves.filter((m) => goal.has(m.to)).map((m) => m.from));
        }
        case "EF":
          return until(new Set(all), sat(g.arg));
        case "EG":
          return this.fairInside([...sat(g.arg)]);
        case "EU":
          return until(sat(g.left), sat(g.right));
        case "EW":
          return either(until(sat(g.left), sat(g.right)), this.fairInside([...sat(g.left)]));
        case "ER":
          return either(until(sat(g.right), both(sat(g.left), sat(g.right))), this.fairInside([...sat(g.right)]));
        // A path formula holds on all fair paths when its negation holds on none.
        case "AX":
          return not(sat({ op: "EX", arg: neg(g.arg) }));
        case "AF":
          return not(sat({ op: "EG", arg: neg(g.arg) }));
        case "AG":
          return not(sat({ op: "EF", arg: neg(g.arg) }));
        case "AU":
          return not(sat({ op: "ER", left: neg(g.left), right: neg(g.right) }));
        case "AR":
          return not(sat({ op: "EU", left: neg(g.left), right: neg(g.right) }));
        case "AW":
          return not(
            sat({ op: "EU", left: neg(g.right), right: { op: "and", left: neg(g.left), right: neg(g.right) } }),
          );
      }
    };
    const neg = (arg: Ctl): Ctl => ({ op: "not", arg });
    const not = (a: Set<number>) => new Set(all.filter((s) => !a.has(s)));
    const both = (a: Set<number>, b: Set<number>) => new Set([...a].filter((s) => b.has(s)));
    const either = (a: Set<number>, b: Set<number>) => new Set([...a, ...b]);
    const until = (through: Set<number>, goal: Set<number>): Set<number> => {
      const found = both(goal, fair);
      for (const t of found) for (const m of this.moves) if (m.to === t && through.has(m.from)) found.add(m.from);
      return found;
    };
    return sat(f);
  }
}

const bits = (values: readonly boolean[]): number => values.reduce((n, v, i) => n | (v ? 1 << i : 0), 0);
