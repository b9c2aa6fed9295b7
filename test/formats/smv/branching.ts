import type { Expr } from "../../../src/formats/smv/syntax.js";
import type { InterpretedGraph } from "./graphs.js";
import { textOf } from "./graphs.js";
import type { Interpreter } from "./interpreter.js";

type Scope = ReturnType<Interpreter["specs"]>[number]["scope"];
type Edges = InterpretedGraph["edges"];

/**
 * CTL by the definitions, on a graph that the interpreter lists. Quantifiers range over fair paths; initial states
 * without one are not asked.
 */
export class Branching {
  private readonly nodes: readonly string[];
  private readonly fair: ReadonlySet<string>;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly graph: InterpretedGraph,
    private readonly fairness: number,
  ) {
    this.nodes = graph.states.map(textOf);
    this.fair = this.globally(new Set(this.nodes));
  }

  holds(formula: Expr, scope: Scope): boolean {
    const satisfied = this.states(formula, scope);
    return this.graph.initial.map(textOf).every((s) => !this.fair.has(s) || satisfied.has(s));
  }

  private states(f: Expr, scope: Scope): Set<string> {
    const sub = (e: Expr): Set<string> => this.states(e, scope);
    if (!isTemporal(f)) {
      const holding = this.graph.states.filter((s) => this.interpreter.eval(f, scope, { now: s, next: null }) === true);
      return new Set(holding.map(textOf));
    }
    switch (f.kind) {
      case "unary":
        return this.not(sub(f.arg));
      case "implies":
        return f.args.map(sub).reduceRight((right, left) => union(this.not(left), right));
      case "chain":
        return f.rest.reduce((left, { op, arg }) => this.connect(op, left, sub(arg)), sub(f.first));
      case "path":
        return this.path(f.op, sub(f.arg), f.bound?.low ?? 0, f.bound?.high ?? 0);
      case "until": {
        const [p, q] = [sub(f.left), sub(f.right)];
        if (f.bound !== null) return this.boundedUntil(f.op, p, q, f.bound.low, f.bound.high);
        if (f.op === "EU") return this.until(p, q);
        // A path violates p U q by staying outside of q forever, or leaving p before q.
        const [np, nq] = [this.not(p), this.not(q)];
        return this.not(union(this.globally(nq), this.until(nq, meet(np, nq))));
      }
      default:
        throw new Error(f.kind);
    }
  }

  private not(s: ReadonlySet<string>): Set<string> {
    return new Set(this.nodes.filter((n) => !s.has(n)));
  }

  private connect(op: string, a: Set<string>, b: Set<string>): Set<string> {
    const both = meet(a, b);
    const equal = union(both, meet(this.not(a), this.not(b)));
    return { "&": both, "|": union(a, b), "<->": equal, xnor: equal, xor: this.not(equal) }[op]!;
  }

  private before(s: ReadonlySet<string>, edges: Edges = this.graph.edges): Set<string> {
    return new Set(edges.filter((e) => s.has(e.to)).map((e) => e.from));
  }

  private ex(s: ReadonlySet<string>): Set<string> {
    return this.before(meet(s, this.fair));
  }

  private ax(s: ReadonlySet<string>): Set<string> {
    return this.not(this.ex(this.not(s)));
  }

  private until(p: ReadonlySet<string>, q: ReadonlySet<string>): Set<string> {
    return this.reach(p, meet(q, this.fair));
  }

  /** States in `p` from which some state of `q` is reached through `p`. */
  private reach(p: ReadonlySet<string>, q: ReadonlySet<string>): Set<string> {
    let found = new Set(q);
    for (;;) {
      const next = union(found, meet(p, this.before(found)));
      if (next.size === found.size) return found;
      found = next;
    }
  }

  /** Fair paths that stay in `p`: from each of their states, each condition is met again on the way. */
  private globally(p: ReadonlySet<string>): Set<string> {
    let z = new Set(p);
    for (;;) {
      const inside = this.graph.edges.filter((e) => z.has(e.from) && z.has(e.to));
      let next = new Set(inside.map((e) => e.from));
      for (let k = 0; k < this.fairness; k++) {
        const meets = inside.filter((e) => e.label.split(" ").pop()![k] === "1").map((e) => e.from);
        next = meet(next, this.reach(z, new Set(meets)));
      }
      if (next.size === z.size) return z;
      z = next;
    }
  }

  private path(op: string, p: Set<string>, low: number, high: number): Set<string> {
    switch (op) {
      case "EX":
        return this.ex(p);
      case "AX":
        return this.ax(p);
      case "EF":
        return this.until(new Set(this.nodes), p);
      case "AG":
        return this.not(this.until(new Set(this.nodes), this.not(p)));
      case "EG":
        return this.globally(p);
      case "AF":
        return this.not(this.globally(this.not(p)));
      default:
        return this.bounded(op, p, low, high);
    }
  }

  private bounded(op: string, p: Set<string>, low: number, high: number): Set<string> {
    const step = (s: Set<string>): Set<string> => (op[0] === "E" ? this.ex(s) : this.ax(s));
    const join = op[2] === "F" ? union : meet;
    let result = p;
    for (let i = high; i > low; i--) result = join(p, step(result));
    for (let i = low; i > 0; i--) result = step(result);
    return result;
  }

  private boundedUntil(op: string, p: Set<string>, q: Set<string>, low: number, high: number): Set<string> {
    const step = (s: Set<string>): Set<string> => (op === "EU" ? this.ex(s) : this.ax(s));
    let result = q;
    for (let i = high; i > low; i--) result = union(q, meet(p, step(result)));
    for (let i = low; i > 0; i--) result = meet(p, step(result));
    return result;
  }
}

const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> => new Set([...a, ...b]);
const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> => new Set([...a].filter((x) => b.has(x)));

function isTemporal(e: Expr): boolean {
  switch (e.kind) {
    case "path":
    case "until":
      return true;
    case "unary":
      return isTemporal(e.arg);
    case "implies":
      return e.args.some(isTemporal);
    case "chain":
      return isTemporal(e.first) || e.rest.some((l) => isTemporal(l.arg));
    default:
      return false;
  }
}

/** Whether every state that a finite run reaches, dead ends included, satisfies an expression of states. */
export function isInvariant(interpreter: Interpreter, graph: InterpretedGraph, e: Expr, scope: Scope): boolean {
  const byText = new Map(graph.states.map((s) => [textOf(s), s]));
  const reached = new Set(graph.initial.map(textOf));
  for (const s of reached) for (const edge of graph.edges) if (edge.from === s) reached.add(edge.to);
  return [...reached].every((s) => {
    const now = byText.get(s)!;
    const isAboutMoves = JSON.stringify(e, (_, v) => (typeof v === "bigint" ? `${v}` : v)).includes('"fn":"next"');
    if (!isAboutMoves) return interpreter.eval(e, scope, { now, next: null }) === true;
    return graph.edges
      .filter((edge) => edge.from === s)
      .every(
        (edge) =>
          interpreter.eval(e, scope, { now: new Map([...now, ...edge.input]), next: byText.get(edge.to)! }) === true,
      );
  });
}
