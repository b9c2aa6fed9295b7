import { Implication } from "./implication.js";
import type { Ltl } from "./ltl.js";
import { type BinaryOp, type FormulaId, type ListOp, SharedFormulas, type UnaryOp } from "./shared.js";

/** An equivalent formula in negation normal form, usually smaller and never with more temporal operators than needed. */
export function simplify(formula: Ltl): Ltl {
  const formulas = new SharedFormulas();
  return formulas.toLtl(new Simplifier(formulas).simplify(formulas.fromLtl(formula)));
}

/**
 * Where formulas go that hold always or never, such as `GF a`: out of other operators, `GF a & F b`, or into them,
 * `F(b & GF a)`. Either can give the smaller automaton.
 */
export type SimplifierStyle = "outward" | "inward";

/** Rewrites formulas to equivalent ones that make smaller automata. */
export class Simplifier {
  readonly implication: Implication;
  private readonly done = new Map<FormulaId, FormulaId>();

  constructor(
    private readonly formulas: SharedFormulas,
    private readonly style: SimplifierStyle = "outward",
  ) {
    this.implication = new Implication(formulas);
  }

  simplify(f: FormulaId): FormulaId {
    const known = this.done.get(f);
    if (known !== undefined) return known;
    this.done.set(f, f); // a rule that leads back to f ends there
    const inner = this.formulas.rebuild(f, (arg) => this.simplify(arg));
    let result = inner === f ? this.rewrite(f) : inner;
    if (result !== f) result = this.simplify(result);
    this.done.set(f, result);
    return result;
  }

  /** Are two of the formulas seen to contradict each other? */
  contradicts(args: readonly FormulaId[]): boolean {
    return args.some((x, i) => args.some((y, j) => i < j && this.implication.excludes(x, y)));
  }

  /** One step; arguments are simplified already. */
  private rewrite(f: FormulaId): FormulaId {
    const node = this.formulas.node(f);
    switch (node.op) {
      case "bool":
        return f;
      case "and":
      case "or":
        return this.list(node.op, node.args);
      case "X":
        return this.next(f, node.arg);
      case "F":
        return this.finally(f, node.arg);
      case "G":
        return this.dually(f, (g, arg) => this.finally(g, arg));
      case "U":
        return this.until(f, node.left, node.right);
      case "W":
        return this.weakUntil(f, node.left, node.right);
      case "R":
        return this.dually2(f, (g, left, right) => this.until(g, left, right));
      case "M":
        return this.dually2(f, (g, left, right) => this.weakUntil(g, left, right));
      case "Y":
        return this.previous(f, node.arg);
      case "Z":
        return this.dually(f, (g, arg) => this.previous(g, arg));
      case "O":
        return this.once(f, node.arg);
      case "H":
        return this.dually(f, (g, arg) => this.once(g, arg));
      case "S":
        return this.since(f, node.left, node.right);
      case "T":
        return this.dually2(f, (g, left, right) => this.since(g, left, right));
    }
  }

  /** Applies the rule for the dual operator to the negation. */
  private dually(f: FormulaId, rule: (g: FormulaId, arg: FormulaId) => FormulaId): FormulaId {
    const negation = this.formulas.not(f);
    const node = this.formulas.node(negation);
    if (!("arg" in node)) return f;
    return this.formulas.not(rule(negation, node.arg));
  }

  private dually2(f: FormulaId, rule: (g: FormulaId, left: FormulaId, right: FormulaId) => FormulaId): FormulaId {
    const negation = this.formulas.not(f);
    const node = this.formulas.node(negation);
    if (!("left" in node)) return f;
    return this.formulas.not(rule(negation, node.left, node.right));
  }

  // ---- future

  private next(f: FormulaId, arg: FormulaId): FormulaId {
    if (this.isSuspendable(arg)) return arg;
    const node = this.formulas.node(arg);
    if (node.op === "Y" || node.op === "Z") return node.arg;
    if (node.op === "and" || node.op === "or") {
      const [out, rest] = this.partition(node.args, (x) => this.isSuspendable(x));
      if (out.length > 0)
        return this.formulas.list(node.op, [...out, this.unary("X", this.formulas.list(node.op, rest))]);
    }
    return f;
  }

  private finally(f: FormulaId, arg: FormulaId): FormulaId {
    const node = this.formulas.node(arg);
    switch (node.op) {
      case "X":
        return this.unary("X", this.unary("F", node.arg));
      case "U":
        return this.unary("F", node.right);
      case "M":
        return this.unary("F", this.formulas.and([node.left, node.right]));
      case "W":
        return this.unary("F", this.formulas.or([this.unary("G", node.left), node.right]));
      case "R":
        return this.unary(
          "F",
          this.formulas.or([this.formulas.and([node.left, node.right]), this.unary("G", node.right)]),
        );
      case "Y":
      case "Z":
        return this.formulas.or([arg, this.unary("F", node.arg)]);
      case "O":
        return this.formulas.or([arg, this.unary("F", node.arg)]);
      case "G":
        return this.finallyAlways(f, node.arg);
      case "and":
        return this.finallyAnd(f, node.args);
      case "or":
        return this.finallyOr(f, node.args);
      default:
        return f;
    }
  }

  /** F(q & f) = q & F f for suspendable q. */
  private finallyAnd(f: FormulaId, args: readonly FormulaId[]): FormulaId {
    if (this.style === "inward") return f;
    const [out, rest] = this.partition(args, (x) => this.isSuspendable(x));
    if (out.length === 0) return f;
    return this.formulas.and([...out, this.unary("F", this.formulas.and(rest))]);
  }

  /** F(a | b) = F a | F b, of which each is simplified by itself; what is suspendable needs no F. */
  private finallyOr(f: FormulaId, args: readonly FormulaId[]): FormulaId {
    const [out, rest] = this.partition(args, (x) => this.isSuspendable(x));
    if (out.length > 0) return this.formulas.or([...out, this.unary("F", this.formulas.or(rest))]);
    const bare = args.map((x) => {
      const alone = this.simplify(this.unary("F", x));
      const node = this.formulas.node(alone);
      return node.op === "F" ? node.arg : this.formulas.traits(x).eventual ? x : alone;
    });
    if (bare.every((x, i) => x === args[i])) return f;
    return this.unary("F", this.formulas.or(bare));
  }

  /** FG: of a disjunction, what is eventual or universal stands alone; a shift by one step changes nothing. */
  private finallyAlways(f: FormulaId, arg: FormulaId): FormulaId {
    const node = this.formulas.node(arg);
    if (node.op === "X") return this.unary("F", this.unary("G", node.arg));
    if (node.op === "and" && node.args.some((x) => this.formulas.node(x).op === "X")) {
      const bare = node.args.map((x) => {
        const inner = this.formulas.node(x);
        return inner.op === "X" ? inner.arg : x;
      });
      return this.unary("F", this.unary("G", this.formulas.and(bare)));
    }
    if (node.op !== "or") return f;
    const [eventual, other] = this.partition(node.args, (x) => this.formulas.traits(x).eventual);
    const [universal, rest] = this.partition(other, (x) => this.formulas.traits(x).universal);
    if (eventual.length === 0 && universal.length === 0) return f;
    return this.formulas.or([
      ...eventual.map((x) => this.unary("G", x)),
      ...universal.map((x) => this.unary("F", x)),
      this.unary("F", this.unary("G", this.formulas.or(rest))),
    ]);
  }

  private until(f: FormulaId, left: FormulaId, right: FormulaId): FormulaId {
    const { formulas, implication } = this;
    if (formulas.traits(right).eventual || implication.holds(left, right)) return right;
    if (implication.holds(formulas.not(left), right)) return this.unary("F", right);
    if (formulas.traits(left).universal) {
      return formulas.or([right, formulas.and([left, this.unary("F", right)])]);
    }
    if (formulas.traits(right).universal && this.style === "inward") {
      return formulas.and([this.unary("F", right), this.unary("G", formulas.or([left, right]))]);
    }
    return (
      this.bothNext("U", left, right) ??
      this.untilList(left, right) ??
      this.untilUntil("U", left, right) ??
      this.untilLeft("U", left, right) ??
      f
    );
  }

  /** f U (g | e) = (f U g) | e;  f U (g & q) = (f U g) & q;  f U (f & h) = h M f. */
  private untilList(left: FormulaId, right: FormulaId): FormulaId | undefined {
    const { formulas } = this;
    const node = formulas.node(right);
    if (node.op === "or") {
      const [out, rest] = this.partition(node.args, (x) => formulas.traits(x).eventual);
      if (out.length > 0) return formulas.or([...out, formulas.binary("U", left, formulas.or(rest))]);
    }
    if (node.op === "and") {
      const [out, rest] = this.partition(node.args, (x) => this.isSuspendable(x));
      if (out.length > 0) return formulas.and([...out, formulas.binary("U", left, formulas.and(rest))]);
    }
    const rest = this.without(right, left);
    return rest === undefined ? undefined : formulas.binary("M", rest, left);
  }

  private weakUntil(f: FormulaId, left: FormulaId, right: FormulaId): FormulaId {
    const { formulas, implication } = this;
    if (implication.holds(left, right)) return right;
    if (implication.holds(formulas.not(left), right)) return formulas.true;
    if (formulas.traits(left).universal) return formulas.or([left, right]);
    if (formulas.traits(right).eventual) return formulas.or([this.unary("G", left), right]);
    if (formulas.traits(right).universal) return this.unary("G", formulas.or([left, right]));
    return (
      this.bothNext("W", left, right) ??
      this.weakUntilList(left, right) ??
      this.untilUntil("W", left, right) ??
      this.untilLeft("W", left, right) ??
      f
    );
  }

  /** f W (g | e) = (f W g) | e;  f W (f & h) = h R f. */
  private weakUntilList(left: FormulaId, right: FormulaId): FormulaId | undefined {
    const { formulas } = this;
    const node = formulas.node(right);
    if (node.op === "or") {
      const [out, rest] = this.partition(node.args, (x) => formulas.traits(x).eventual);
      if (out.length > 0) return formulas.or([...out, formulas.binary("W", left, formulas.or(rest))]);
    }
    const rest = this.without(right, left);
    return rest === undefined ? undefined : formulas.binary("R", rest, left);
  }

  /** f U (h U g) is h U g when f implies h, and f U g when h implies f; likewise for W. */
  private untilUntil(op: "U" | "W", left: FormulaId, right: FormulaId): FormulaId | undefined {
    const node = this.formulas.node(right);
    if (node.op !== "U" && node.op !== "W") return undefined;
    if (this.implication.holds(node.left, left)) {
      if (node.op === "U" || op === "W") return this.formulas.binary(op, left, node.right);
      return undefined;
    }
    const absorbed = node.op === "W" || op === "U";
    return absorbed && this.implication.holds(left, node.left) ? right : undefined;
  }

  /** While f U g waits, g is false: parts of f that imply g are false and parts that ¬g implies are true. */
  private untilLeft(op: "U" | "W", left: FormulaId, right: FormulaId): FormulaId | undefined {
    const { formulas, implication } = this;
    const node = formulas.node(left);
    if ((node.op === "U" || node.op === "W") && implication.holds(node.left, right)) {
      return formulas.binary(op, node.right, right);
    }
    if (node.op === "or") {
      const [out, rest] = this.partition(node.args, (x) => implication.holds(x, right));
      if (out.length > 0) return formulas.binary(op, formulas.or(rest), right);
    }
    if (node.op === "and") {
      const [out, rest] = this.partition(node.args, (x) => implication.holds(formulas.not(x), right));
      if (out.length > 0) return formulas.binary(op, formulas.and(rest), right);
    }
    return undefined;
  }

  private bothNext(op: BinaryOp, left: FormulaId, right: FormulaId): FormulaId | undefined {
    const a = this.formulas.node(left);
    const b = this.formulas.node(right);
    if (a.op !== "X" || b.op !== "X") return undefined;
    return this.unary("X", this.formulas.binary(op, a.arg, b.arg));
  }

  // ---- past

  /** Y goes inward until it stands before what is past or present: the future of the step before begins now. */
  private previous(f: FormulaId, arg: FormulaId): FormulaId {
    const { formulas } = this;
    const node = formulas.node(arg);
    if (!formulas.traits(arg).hasFuture) return f;
    const y = (g: FormulaId) => formulas.unary("Y", g);
    switch (node.op) {
      case "and":
      case "or":
        return formulas.list(node.op, node.args.map(y));
      case "X":
        return formulas.and([node.arg, y(formulas.true)]);
      case "F":
        return formulas.and([y(formulas.true), formulas.or([arg, y(node.arg)])]);
      case "G":
        return formulas.and([arg, y(node.arg)]);
      case "U":
      case "W":
        return formulas.or([y(node.right), formulas.and([y(node.left), arg])]);
      case "R":
      case "M":
        return formulas.and([y(node.right), formulas.or([y(node.left), arg])]);
      default:
        return f;
    }
  }

  private once(f: FormulaId, arg: FormulaId): FormulaId {
    const node = this.formulas.node(arg);
    switch (node.op) {
      case "F":
        return this.formulas.or([this.unary("O", node.arg), arg]);
      case "S":
        return this.unary("O", node.right);
      case "or":
        return this.formulas.traits(arg).hasFuture ? this.formulas.or(node.args.map((x) => this.unary("O", x))) : f;
      default:
        return f;
    }
  }

  private since(f: FormulaId, left: FormulaId, right: FormulaId): FormulaId {
    if (this.implication.holds(left, right)) return right;
    if (this.implication.holds(this.formulas.not(left), right)) return this.unary("O", right);
    return f;
  }

  // ---- conjunctions and disjunctions

  private list(op: ListOp, args: readonly FormulaId[]): FormulaId {
    const kept = this.irredundant(op, args);
    if (kept === undefined) return op === "and" ? this.formulas.false : this.formulas.true;
    const merged = this.merged(op, kept);
    return this.formulas.list(op, this.style === "inward" ? this.enclosed(op, merged) : merged);
  }

  /** F a & q = F(a & q), and dually G a | q = G(a | q), for suspendable q: it can wait until a has been seen. */
  private enclosed(op: ListOp, args: readonly FormulaId[]): readonly FormulaId[] {
    const outer = op === "and" ? "F" : "G";
    const inner = op === "and" ? "G" : "F";
    const hosts = args.filter((x) => this.formulas.node(x).op === outer);
    const shape = (x: FormulaId): string => {
      const node = this.formulas.node(x);
      return "arg" in node ? this.formulas.node(node.arg).op : "";
    };
    const host = hosts.find((x) => !this.isSuspendable(x)) ?? hosts.find((x) => shape(x) === inner);
    if (host === undefined) return args;
    const [guests, others] = this.partition(args, (x) => x !== host && this.isSuspendable(x));
    if (guests.length === 0) return args;
    const node = this.formulas.node(host);
    const arg = "arg" in node ? node.arg : host;
    return [...others.filter((x) => x !== host), this.unary(outer, this.formulas.list(op, [arg, ...guests]))];
  }

  /** Without what others make superfluous; undefined when they contradict each other (or cover everything). */
  private irredundant(op: ListOp, args: readonly FormulaId[]): FormulaId[] | undefined {
    const { formulas, implication } = this;
    const below = (x: FormulaId, y: FormulaId) => (op === "and" ? implication.holds(x, y) : implication.holds(y, x));
    const kept: FormulaId[] = [];
    for (const x of args) {
      if (kept.some((y) => below(y, x))) continue;
      const opposed = (y: FormulaId) => below(y, formulas.not(x)) || below(x, formulas.not(y));
      if (kept.some(opposed)) return undefined;
      for (let i = kept.length - 1; i >= 0; i--) if (below(x, kept[i]!)) kept.splice(i, 1);
      kept.push(x);
    }
    return kept;
  }

  /** Joins arguments that one operator can express together. */
  private merged(op: ListOp, args: readonly FormulaId[]): FormulaId[] {
    const groups = new Map<string, FormulaId[]>();
    for (const x of args) {
      const key = this.mergeKey(op, x);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [x]);
      else group.push(x);
    }
    return [...groups.values()].map((group) => (group.length === 1 ? group[0]! : this.join(op, group)));
  }

  /** Arguments with equal keys can be joined. */
  private mergeKey(op: ListOp, x: FormulaId): string {
    const node = this.formulas.node(x);
    switch (node.op) {
      case "X":
      case "Y":
      case "Z":
        return node.op;
      case "G":
      case "H":
        if (op === "and") return node.op;
        return this.formulas.node(node.arg).op === "F" && node.op === "G" ? "GF" : `#${x}`;
      case "F":
      case "O":
        if (op === "or") return node.op;
        return this.formulas.node(node.arg).op === "G" && node.op === "F" ? "FG" : `#${x}`;
      // (f U g) & (h U g) = (f & h) U g, and with W also when one of them is weak
      case "U":
      case "W":
        return op === "and" ? `UW right ${node.right}` : `UW left ${node.left}`;
      case "R":
      case "M":
        return op === "and" ? `RM left ${node.left}` : `RM right ${node.right}`;
      case "S":
        return op === "and" ? `S right ${node.right}` : `S left ${node.left}`;
      case "T":
        return op === "and" ? `T left ${node.left}` : `T right ${node.right}`;
      default:
        return `#${x}`;
    }
  }

  private join(op: ListOp, group: readonly FormulaId[]): FormulaId {
    const { formulas } = this;
    const nodes = group.map((x) => formulas.node(x));
    const first = nodes[0]!;
    if ("arg" in first) {
      const inner = formulas.list(
        op,
        nodes.map((n) => ("arg" in n ? n.arg : formulas.true)),
      );
      // GF a | GF b and FG a & FG b: two operators deep.
      const crossed = (op === "or" && first.op === "G") || (op === "and" && first.op === "F");
      if (!crossed) return formulas.unary(first.op, inner);
      const outer = first.op;
      const second = outer === "G" ? "F" : "G";
      const bare = nodes.map((n) => {
        const m = "arg" in n ? formulas.node(n.arg) : n;
        return "arg" in m ? m.arg : formulas.true;
      });
      return formulas.unary(outer, formulas.unary(second, formulas.list(op, bare)));
    }
    if (!("left" in first)) return formulas.list(op, group);
    const lefts = nodes.map((n) => ("left" in n ? n.left : formulas.true));
    const rights = nodes.map((n) => ("right" in n ? n.right : formulas.true));
    const ops = new Set(nodes.map((n) => n.op));
    const joined = joinedOp(op, first.op, ops);
    return formulas.binary(joined, same(lefts) ?? formulas.list(op, lefts), same(rights) ?? formulas.list(op, rights));
  }

  // ---- small things

  private isSuspendable(f: FormulaId): boolean {
    const traits = this.formulas.traits(f);
    return traits.eventual && traits.universal;
  }

  private unary(op: UnaryOp, arg: FormulaId): FormulaId {
    return this.formulas.unary(op, arg);
  }

  private partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
    const yes: T[] = [];
    const no: T[] = [];
    for (const item of items) (belongs(item) ? yes : no).push(item);
    return [yes, no];
  }

  /** `f` when `f & part` is how the conjunction `whole` can be read. */
  private without(whole: FormulaId, part: FormulaId): FormulaId | undefined {
    const node = this.formulas.node(whole);
    if (node.op !== "and") return undefined;
    const parts = this.formulas.node(part);
    const removed = new Set<FormulaId>(parts.op === "and" ? parts.args : [part]);
    const rest = node.args.filter((x) => !removed.has(x));
    return node.args.length - rest.length === removed.size ? this.formulas.and(rest) : undefined;
  }
}

function same<T>(items: readonly T[]): T | undefined {
  return items.every((item) => item === items[0]) ? items[0] : undefined;
}

/** A conjunction of untils is strong when one is; a disjunction is weak when one is. */
function joinedOp(list: ListOp, first: BinaryOp, ops: ReadonlySet<string>): BinaryOp {
  if (ops.has("U") && ops.has("W")) return list === "and" ? "U" : "W";
  if (ops.has("R") && ops.has("M")) return list === "and" ? "M" : "R";
  return first;
}
