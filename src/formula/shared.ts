import { ALWAYS, BooleanFunctions, type Cube, type Fn, NEVER } from "../logic/boolean-functions.js";
import { balanced } from "./grammar.js";
import type { Ltl } from "./ltl.js";

/** A formula of a `SharedFormulas`: equal numbers are equal formulas. */
export type FormulaId = number & { readonly __formula: unique symbol };

export type UnaryOp = "X" | "F" | "G" | "Y" | "Z" | "O" | "H";
export type BinaryOp = "U" | "R" | "W" | "M" | "S" | "T";
export type ListOp = "and" | "or";

/**
 * A node of a formula in negation normal form. What has no temporal operator is one node, a Boolean function of the
 * atoms, so that Boolean reasoning is exact. Lists are flat, sorted, and hold at most one such node.
 */
export type FormulaNode =
  | { readonly op: "bool"; readonly fn: Fn }
  | { readonly op: ListOp; readonly args: readonly FormulaId[] }
  | { readonly op: UnaryOp; readonly arg: FormulaId }
  | { readonly op: BinaryOp; readonly left: FormulaId; readonly right: FormulaId };

/** What can be seen from the shape of a formula. Positions are those of the word it is evaluated on. */
export interface Traits {
  /** If it holds in a position, it holds in all earlier ones: F e = e. */
  readonly eventual: boolean;
  /** If it holds in a position, it holds in all later ones: G u = u. */
  readonly universal: boolean;
  readonly hasPast: boolean;
  readonly hasFuture: boolean;
  /** Syntactic classes of the hierarchy of temporal properties. */
  readonly safety: boolean;
  readonly guarantee: boolean;
  readonly obligation: boolean;
  /** Temporal operators in the formula as a tree. */
  readonly size: number;
}

/**
 * Atom i is variable i * ATOM_STRIDE of the functions: others can be put between them (see the tableau), where they keep
 * diagrams small.
 */
export const ATOM_STRIDE = 1 << 12;

const TICKS_OF_WORK = 256;

const DUAL_LIST = { and: "or", or: "and" } as const;
const DUAL_UNARY = { X: "X", F: "G", G: "F", Y: "Z", Z: "Y", O: "H", H: "O" } as const;
const DUAL_BINARY = { U: "R", R: "U", W: "M", M: "W", S: "T", T: "S" } as const;

/**
 * Formulas of LTL with past, each stored once. The constructors apply the identities that make a formula smaller
 * without looking deeper than its arguments; simplify.ts knows the others.
 */
export class SharedFormulas {
  readonly functions: BooleanFunctions;
  /** Names of the atoms, in the order of their variables. */
  readonly atoms: string[] = [];
  readonly true: FormulaId;
  readonly false: FormulaId;
  private readonly nodes: FormulaNode[] = [];
  private readonly known: Traits[] = [];
  private readonly ids = new Map<string, FormulaId>();
  private readonly atomIds = new Map<string, number>();
  private readonly negations = new Map<FormulaId, FormulaId>();
  private ticks = 0;

  /** `onWork` is called now and then, and may throw to end the work. */
  constructor(private readonly onWork: () => void = () => {}) {
    this.functions = new BooleanFunctions(undefined, onWork);
    this.false = this.bool(NEVER);
    this.true = this.bool(ALWAYS);
  }

  node(f: FormulaId): FormulaNode {
    return this.nodes[f]!;
  }

  traits(f: FormulaId): Traits {
    return this.known[f]!;
  }

  isBool(f: FormulaId): boolean {
    return this.nodes[f]!.op === "bool";
  }

  /** The function of a formula without temporal operators. */
  fn(f: FormulaId): Fn {
    const node = this.nodes[f]!;
    if (node.op !== "bool") throw new TypeError("the formula is temporal");
    return node.fn;
  }

  // ---- making formulas

  atom(name: string): FormulaId {
    let id = this.atomIds.get(name);
    if (id === undefined) {
      id = this.atoms.push(name) - 1;
      this.atomIds.set(name, id);
    }
    return this.bool(this.functions.literal(id * ATOM_STRIDE));
  }

  bool(fn: Fn): FormulaId {
    return this.intern(`b${fn}`, { op: "bool", fn });
  }

  and(args: Iterable<FormulaId>): FormulaId {
    return this.list("and", args);
  }

  or(args: Iterable<FormulaId>): FormulaId {
    return this.list("or", args);
  }

  list(op: ListOp, args: Iterable<FormulaId>): FormulaId {
    const parts = new Set<FormulaId>();
    let fn = op === "and" ? ALWAYS : NEVER;
    const add = (f: FormulaId): void => {
      const node = this.nodes[f]!;
      if (node.op === op) for (const arg of node.args) add(arg);
      else if (node.op !== "bool") parts.add(f);
      else fn = op === "and" ? this.functions.and(fn, node.fn) : this.functions.or(fn, node.fn);
    };
    for (const f of args) add(f);
    const absorbing = op === "and" ? NEVER : ALWAYS;
    const neutral = op === "and" ? ALWAYS : NEVER;
    if (fn === absorbing) return this.bool(absorbing);
    for (const f of parts) {
      const negation = this.negations.get(f);
      if (negation !== undefined && parts.has(negation)) return this.bool(absorbing);
    }
    if (fn !== neutral) parts.add(this.bool(fn));
    if (parts.size === 0) return this.bool(neutral);
    const sorted = [...parts].sort((a, b) => a - b);
    return sorted.length === 1 ? sorted[0]! : this.intern(`${op}${sorted.join(",")}`, { op, args: sorted });
  }

  unary(op: UnaryOp, arg: FormulaId): FormulaId {
    const traits = this.traits(arg);
    switch (op) {
      case "X":
        if (arg === this.true || arg === this.false) return arg;
        break;
      case "F":
        if (traits.eventual) return arg;
        break;
      case "G":
        if (traits.universal) return arg;
        break;
      case "Y":
        if (arg === this.false) return arg;
        break;
      case "Z":
        if (arg === this.true) return arg;
        break;
      case "O":
      case "H":
        if (arg === this.true || arg === this.false || this.nodes[arg]!.op === op) return arg;
    }
    return this.intern(`${op}${arg}`, { op, arg });
  }

  binary(op: BinaryOp, left: FormulaId, right: FormulaId): FormulaId {
    if (right === this.false && op === "W") return this.unary("G", left);
    if (right === this.true && op === "M") return this.unary("F", left);
    if (left === right || right === this.true || right === this.false) return right;
    switch (op) {
      case "U":
        if (left === this.false) return right;
        if (left === this.true) return this.unary("F", right);
        break;
      case "W":
        if (left === this.false) return right;
        if (left === this.true) return left;
        break;
      case "R":
        if (left === this.true) return right;
        if (left === this.false) return this.unary("G", right);
        break;
      case "M":
        if (left === this.true) return right;
        if (left === this.false) return left;
        break;
      case "S":
        if (left === this.false) return right;
        if (left === this.true) return this.unary("O", right);
        break;
      case "T":
        if (left === this.true) return right;
        if (left === this.false) return this.unary("H", right);
    }
    return this.intern(`${op}${left},${right}`, { op, left, right });
  }

  /** The same operator on other arguments. */
  rebuild(f: FormulaId, map: (arg: FormulaId) => FormulaId): FormulaId {
    const node = this.nodes[f]!;
    if (node.op === "bool") return f;
    if ("args" in node) return this.list(node.op, node.args.map(map));
    if ("arg" in node) return this.unary(node.op, map(node.arg));
    return this.binary(node.op, map(node.left), map(node.right));
  }

  not(f: FormulaId): FormulaId {
    const known = this.negations.get(f);
    if (known !== undefined) return known;
    const negation = this.dual(this.nodes[f]!);
    this.negations.set(f, negation);
    this.negations.set(negation, f);
    return negation;
  }

  private dual(node: FormulaNode): FormulaId {
    if (node.op === "bool") return this.bool(this.functions.not(node.fn));
    if ("args" in node) {
      return this.list(
        DUAL_LIST[node.op],
        node.args.map((f) => this.not(f)),
      );
    }
    if ("arg" in node) return this.unary(DUAL_UNARY[node.op], this.not(node.arg));
    return this.binary(DUAL_BINARY[node.op], this.not(node.left), this.not(node.right));
  }

  /** To be called once for each small piece of work on formulas. */
  tick(): void {
    if (++this.ticks % TICKS_OF_WORK === 0) this.onWork();
  }

  private intern(key: string, node: FormulaNode): FormulaId {
    this.tick();
    let id = this.ids.get(key);
    if (id === undefined) {
      id = (this.nodes.push(node) - 1) as FormulaId;
      this.known.push(this.traitsOf(node));
      this.ids.set(key, id);
    }
    return id;
  }

  private traitsOf(node: FormulaNode): Traits {
    if (node.op === "bool") {
      const constant = node.fn === ALWAYS || node.fn === NEVER;
      return { ...BOOLEAN_TRAITS, eventual: constant, universal: constant };
    }
    if ("args" in node) return listTraits(node.args.map((f) => this.traits(f)));
    if ("arg" in node) return unaryTraits(node.op, this.traits(node.arg));
    return binaryTraits(node.op, this.traits(node.left), this.traits(node.right));
  }

  // ---- from and to syntax trees

  fromLtl(formula: Ltl): FormulaId {
    const known = new Map<Ltl, FormulaId>();
    const go = (f: Ltl): FormulaId => {
      let id = known.get(f);
      if (id === undefined) {
        id = this.translate(f, go);
        known.set(f, id);
      }
      return id;
    };
    return go(formula);
  }

  private translate(f: Ltl, go: (f: Ltl) => FormulaId): FormulaId {
    switch (f.op) {
      case "true":
        return this.true;
      case "false":
        return this.false;
      case "atom":
        return this.atom(f.name);
      case "not":
        return this.not(go(f.arg));
      case "and":
      case "or":
        return this.list(f.op, [go(f.left), go(f.right)]);
      case "implies":
        return this.or([this.not(go(f.left)), go(f.right)]);
      case "iff":
        return this.exclusive(go(f.left), this.not(go(f.right)));
      case "xor":
        return this.exclusive(go(f.left), go(f.right));
      case "X":
      case "F":
      case "G":
      case "Y":
      case "Z":
      case "O":
      case "H":
        return this.unary(f.op, go(f.arg));
      default:
        return this.binary(f.op, go(f.left), go(f.right));
    }
  }

  private exclusive(a: FormulaId, b: FormulaId): FormulaId {
    return this.or([this.and([a, this.not(b)]), this.and([this.not(a), b])]);
  }

  toLtl(f: FormulaId): Ltl {
    const node = this.nodes[f]!;
    if (node.op === "bool") return this.boolToLtl(node.fn);
    if ("args" in node) {
      return balanced(
        node.args.map((arg) => this.toLtl(arg)),
        (left, right) => ({ op: node.op, left, right }),
      );
    }
    if ("arg" in node) return { op: node.op, arg: this.toLtl(node.arg) };
    return { op: node.op, left: this.toLtl(node.left), right: this.toLtl(node.right) };
  }

  /** A sum of products, or a product of sums when that is shorter. */
  private boolToLtl(fn: Fn): Ltl {
    if (fn === ALWAYS) return { op: "true" };
    if (fn === NEVER) return { op: "false" };
    const products = this.functions.cubes(fn);
    const sums = this.functions.cubes(this.functions.not(fn));
    const length = (cubes: readonly Cube[]) => cubes.reduce((n, cube) => n + cube.length, 0);
    return length(products) <= length(sums)
      ? this.normalForm(products, "or", "and", 0)
      : this.normalForm(sums, "and", "or", 1);
  }

  private normalForm(cubes: readonly Cube[], outer: ListOp, inner: ListOp, flip: 0 | 1): Ltl {
    const make = (op: ListOp) => (left: Ltl, right: Ltl) => ({ op, left, right });
    return balanced(
      cubes.map((cube) =>
        balanced(
          cube.map((literal) => this.literalToLtl(literal ^ flip)),
          make(inner),
        ),
      ),
      make(outer),
    );
  }

  private literalToLtl(literal: number): Ltl {
    const atom: Ltl = { op: "atom", name: this.atoms[(literal >> 1) / ATOM_STRIDE]! };
    return (literal & 1) === 1 ? { op: "not", arg: atom } : atom;
  }
}

const BOOLEAN_TRAITS: Traits = {
  eventual: false,
  universal: false,
  hasPast: false,
  hasFuture: false,
  safety: true,
  guarantee: true,
  obligation: true,
  size: 0,
};

function listTraits(args: readonly Traits[]): Traits {
  const all = (trait: (t: Traits) => boolean) => args.every(trait);
  return {
    eventual: all((t) => t.eventual),
    universal: all((t) => t.universal),
    hasPast: args.some((t) => t.hasPast),
    hasFuture: args.some((t) => t.hasFuture),
    safety: all((t) => t.safety),
    guarantee: all((t) => t.guarantee),
    obligation: all((t) => t.obligation),
    size: args.reduce((n, t) => n + t.size, 0),
  };
}

function unaryTraits(op: UnaryOp, a: Traits): Traits {
  const size = a.size + 1;
  switch (op) {
    case "X":
      return { ...a, hasFuture: true, size };
    case "F":
      return {
        ...a,
        eventual: true,
        hasFuture: true,
        safety: false,
        obligation: a.guarantee,
        size,
      };
    case "G":
      return { ...a, universal: true, hasFuture: true, guarantee: false, obligation: a.safety, size };
    default:
      return pastTraits(op === "H", op === "O", a.hasFuture, size);
  }
}

function binaryTraits(op: BinaryOp, a: Traits, b: Traits): Traits {
  const size = a.size + b.size + 1;
  const hasPast = a.hasPast || b.hasPast;
  const eventual = (op === "U" && b.eventual) || (a.eventual && b.eventual);
  const universal = (op === "R" && b.universal) || (a.universal && b.universal);
  const future = { eventual, universal, hasPast, hasFuture: true, size };
  const guarantee = a.guarantee && b.guarantee;
  const safety = a.safety && b.safety;
  switch (op) {
    case "U":
      return { ...future, safety: false, guarantee, obligation: a.obligation && b.guarantee };
    case "M":
      return { ...future, safety: false, guarantee, obligation: a.guarantee && b.obligation };
    case "W":
      return { ...future, safety, guarantee: false, obligation: a.safety && b.obligation };
    case "R":
      return { ...future, safety, guarantee: false, obligation: a.obligation && b.safety };
    default:
      return pastTraits(false, false, a.hasFuture || b.hasFuture, size);
  }
}

/** What a finite past decides is like a Boolean; what looks from the past into the future is in no class we know. */
function pastTraits(eventual: boolean, universal: boolean, hasFuture: boolean, size: number): Traits {
  const decided = !hasFuture;
  return {
    eventual,
    universal,
    hasPast: true,
    hasFuture,
    safety: decided,
    guarantee: decided,
    obligation: decided,
    size,
  };
}
