import type { CertificateStep } from "../evidence/certificate.js";
import type { CtlCertificate, CtlClaim, CtlWay } from "../evidence/ctl-certificate.js";
import type { Ctl } from "../formula/ctl.js";
import { type CtlPart, ctlParts, formulasOf } from "../formula/ctl-parts.js";
import type { Progress } from "../limits/progress.js";
import { Aig } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { readsInputs } from "../model/reads-inputs.js";
import type { BddScope } from "../sets/bdd-sets.js";
import type { Steering } from "../sets/steering.js";
import type { Bdd } from "../solvers/bdd/manager.js";
import type { FairCtl } from "./ctl.js";

/** A proof that is larger is not worth its check. */
const MOST_GATES = 200_000;
const MOST_STEPS = 2_000;
const MOST_RINGS = 4_000;
/** BDD nodes that may be made on the way to it, beside as many as the answer took. */
const MOST_EFFORT = 5_000_000;

/** Why there is no proof, although the answer is known. */
class TooLarge extends Error {}

type Proving<T> = Generator<Progress, T>;

/**
 * Writes down why a formula holds in all initial states, or fails in one: the states of all subformulas are known by now, rings
 * around a goal give distances to it, and choices are cut out of the moves that lead from ring to ring.
 *
 * Sets speak of the model as it was asked about: latches that the Moore form has added are forgotten, since whether a formula
 * holds does not depend on them.
 */
export class CtlProver implements Disposable {
  private readonly aig = new Aig();
  private readonly latches: readonly Lit[];
  private readonly inputs: readonly Lit[];
  private readonly added: readonly number[];
  private readonly steering: Steering;
  private readonly reached: Bdd;
  /** What a transition that meets each condition has at its start, and at its end: there a latch of the Moore form remembers it. */
  private readonly conditions: readonly { readonly now: Bdd; readonly after: Bdd }[];
  private readonly mostEffort: number;

  constructor(
    /** The system cut to its reachable states, where the formulas are evaluated. */
    private readonly sets: BddScope,
    /** The same without the cut, whose latches begin with those of the model. */
    whole: BddScope,
    latches: number,
    private readonly ctl: FairCtl<Bdd>,
    model: Model,
  ) {
    this.latches = model.latches.map(() => this.aig.leaf());
    this.inputs = model.inputs.map(() => this.aig.leaf());
    this.added = Array.from({ length: latches - model.latches.length }, (_, i) => model.latches.length + i);
    this.steering = whole.steering();
    this.reached = this.plain(sets, sets.all);
    this.conditions = whole.conditions.map((c, j) => {
      const isRemembered = model.fairness[j] !== undefined && readsInputs(model, [model.fairness[j]]);
      return isRemembered ? { now: whole.all, after: c } : { now: c, after: whole.all };
    });
    this.mostEffort = 2 * sets.effort() + MOST_EFFORT;
  }

  /** `violating` is one initial state, or null when there is none. What is said instead of a proof is a reason. */
  *proof(formula: Ctl, violating: Bdd | null): Proving<CtlCertificate | string> {
    try {
      return yield* this.write(formula, violating);
    } catch (e) {
      if (e instanceof TooLarge) return e.message;
      throw e;
    }
  }

  [Symbol.dispose](): void {
    this.steering[Symbol.dispose]();
  }

  private *write(formula: Ctl, violating: Bdd | null): Proving<CtlCertificate> {
    using s = this.sets.open();
    const { ctl, aig } = this;
    const parts = ctlParts(violating === null ? formula : { op: "not", arg: formula });
    const states: Bdd[] = [];
    for (const f of formulasOf(parts)) states.push(this.plain(s, yield* ctl.states(f)));
    const fair = this.plain(s, yield* ctl.fair());
    const unfair = s.minus(this.reached, fair);
    const reach = this.predicate(this.reached);
    const asksFor = (quantifier: string) => parts.some(({ op }) => op.startsWith(quantifier));
    const [all, none] = [this.reached, s.empty];
    const isFair = asksFor("E")
      ? yield* this.claim(s, { op: "ER", holds: fair, left: none, right: all }, { fair: none, unfair: none })
      : null;
    const isUnfair = asksFor("A")
      ? yield* this.claim(s, { op: "AU", holds: unfair, left: all, right: none }, { fair, unfair: none })
      : null;
    const claims = new Map<number, CtlClaim>();
    for (const [k, part] of parts.entries()) {
      const [left, right] = operands(part, states, this.reached);
      if (left === null) continue;
      const claimed = { op: part.op as Temporal, holds: states[k]!, left, right: right! };
      const claim = yield* this.claim(s, claimed, { fair, unfair });
      if (claim !== null) claims.set(k, claim);
    }
    const first = violating === null ? null : this.sets.values(violating).slice(0, this.latches.length);
    return {
      kind: "ctl-certificate",
      aig,
      latches: this.latches.map(nodeOf),
      inputs: this.inputs.map(nodeOf),
      fails: first && { latches: first, inputs: new Uint8Array(this.inputs.length) },
      reach,
      fair: isFair,
      unfair: isUnfair,
      parts: claims,
    };
  }

  /** Why `left` op `right` holds in these states. Null where there are none. */
  private *claim(
    scope: BddScope,
    { op, holds, left, right }: Claimed,
    { fair, unfair }: KnownFair,
  ): Proving<CtlClaim | null> {
    using s = scope.open();
    if (s.isEmpty(holds)) return null;
    const predicate = this.predicate(s.simplify(holds, this.reached));
    const end = s.and(op === "ER" ? left : right, fair);
    const going = s.minus(holds, end);
    const ways: CtlWay[] = [];
    if (op === "EX") ways.push(this.way(s, holds, this.steering.moves(s, holds, end), []));
    if (op === "EU") ways.push(yield* this.nearer(s, going, end, s.empty, s.empty));
    if (op === "ER")
      for (const condition of this.conditions) {
        const to = s.and(holds, condition.after);
        const near = s.and(s.and(going, condition.now), this.before(s, to));
        const moves = this.steering.moves(s, near, to);
        ways.push(yield* this.nearer(s, going, s.or(s.and(holds, end), near), near, moves));
      }
    const proof = op === "AU" ? yield* this.noFairCycle(s, s.minus(s.minus(holds, right), unfair)) : [];
    return { predicate, ways, proof };
  }

  /** A way from `going` ring by ring to the goal; in the states `at` there are other moves to take. */
  private *nearer(scope: BddScope, going: Bdd, goal: Bdd, at: Bdd, there: Bdd): Proving<CtlWay> {
    using s = scope.open();
    using moves = s.cell(there);
    using from = s.cell(at);
    const rings = [goal];
    for (let found = goal; ; ) {
      using turn = s.open();
      const next = turn.minus(turn.and(going, this.before(turn, rings.at(-1)!)), found);
      if (turn.isEmpty(next)) break;
      moves.value = turn.or(moves.value, this.steering.moves(turn, next, rings.at(-1)!));
      from.value = turn.or(from.value, next);
      rings.push(s.hold(next));
      found = s.hold(turn.or(found, next));
      if (rings.length > MOST_RINGS) throw new TooLarge(`its proof would have more than ${MOST_RINGS} ranks`);
      yield { what: "ranks", figures: { rings: rings.length } };
    }
    return this.way(s, from.value, moves.value, rings);
  }

  /** Ranks, by the number of the ring, and choices that take one of the moves from each of the states. */
  private way(scope: BddScope, from: Bdd, moves: Bdd, rings: readonly Bdd[]): CtlWay {
    using s = scope.open();
    const bits = rings.length < 2 ? 0 : 32 - Math.clz32(rings.length - 1);
    const all = rings.reduce((union, ring) => s.or(union, ring), s.empty);
    return {
      rank: Array.from({ length: bits }, (_, k) => {
        const ones = rings.filter((_, r) => (r >>> (bits - 1 - k)) & 1);
        return this.predicate(
          s.simplify(
            ones.reduce((union, ring) => s.or(union, ring), s.empty),
            all,
          ),
        );
      }),
      choice: this.steering.choices(s, moves, from).map((states) => this.predicate(states)),
    };
  }

  /** Emerson and Lei's fixpoint: what cannot reach a transition that meets a condition is left out, until nothing is left. */
  private *noFairCycle(scope: BddScope, states: Bdd): Proving<CertificateStep[]> {
    using s = scope.open();
    using left = s.cell(states);
    const steps: CertificateStep[] = [];
    // Steps that say together what was left out so far, and their size: one that says it all is better, if it is not larger.
    let uses: number[] = [];
    let size = 0;
    while (!s.isEmpty(left.value)) {
      for (const [j, condition] of this.conditions.entries()) {
        using turn = s.open();
        const inside = left.value;
        if (turn.isEmpty(inside)) break;
        const meeting = turn.and(turn.and(inside, condition.now), this.before(turn, turn.and(inside, condition.after)));
        const reaching = yield* this.closureWithin(turn, meeting, inside);
        const doomed = turn.minus(inside, reaching);
        if (turn.isEmpty(doomed)) continue;
        const because = { kind: "condition", closed: "forward", condition: j } as const;
        const more = turn.simplify(doomed, inside);
        const all = turn.simplify(turn.minus(states, reaching), states);
        const saysAll = turn.size(all) <= size + turn.size(more);
        steps.push({ rule: "exclude", predicate: this.predicate(saysAll ? all : more), because, uses });
        uses = saysAll ? [steps.length - 1] : [...uses, steps.length - 1];
        size = saysAll ? turn.size(all) : size + turn.size(more);
        if (steps.length > MOST_STEPS) throw new TooLarge(`its proof would have more than ${MOST_STEPS} steps`);
        left.value = reaching;
        yield { what: "proof", figures: { steps: steps.length } };
      }
    }
    return [...steps, { rule: "done", unroll: 0, uses }];
  }

  private *closureWithin(scope: BddScope, from: Bdd, within: Bdd): Proving<Bdd> {
    using s = scope.open();
    using found = s.cell(from);
    using fresh = s.cell(from);
    while (!s.isEmpty(fresh.value)) {
      using turn = s.open();
      const next = turn.minus(turn.and(this.before(turn, fresh.value), within), found.value);
      found.value = turn.or(found.value, next);
      fresh.value = next;
      yield { what: "proof", figures: {} };
    }
    return s.keep(found.value);
  }

  /** Reachable states with a successor in the set, which may speak of added latches. */
  private before(scope: BddScope, to: Bdd): Bdd {
    if (scope.effort() > this.mostEffort)
      throw new TooLarge(`its proof takes more than ${this.mostEffort} BDD nodes to find`);
    return this.plain(scope, scope.pre(to));
  }

  private plain(scope: BddScope, states: Bdd): Bdd {
    return scope.forget(states, this.added);
  }

  private predicate(states: Bdd): Lit {
    const l = this.sets.toAig(states, this.aig, this.latches);
    if (this.aig.size > MOST_GATES)
      throw new TooLarge(`the choice circuits of its proof take more than ${MOST_GATES} gates`);
    return l;
  }
}

type Temporal = "EX" | "AX" | "EU" | "ER" | "AU" | "AR";

/** `left` op `right` holds in these states. */
interface Claimed {
  readonly op: Temporal;
  readonly holds: Bdd;
  readonly left: Bdd;
  readonly right: Bdd;
}

/** States where fair behaviours start, and where none does, as far as it was shown before. */
interface KnownFair {
  readonly fair: Bdd;
  readonly unfair: Bdd;
}

/** The sets that a temporal operator speaks of; null for other parts. */
function operands(part: CtlPart, states: readonly Bdd[], all: Bdd): readonly [Bdd, Bdd] | readonly [null, null] {
  switch (part.op) {
    case "EX":
    case "AX":
      return [all, states[part.arg]!];
    case "EU":
    case "ER":
    case "AU":
    case "AR":
      return [states[part.left]!, states[part.right]!];
    default:
      return [null, null];
  }
}
