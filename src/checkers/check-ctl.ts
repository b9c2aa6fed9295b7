import { type CertificateStep, NO_MONITOR } from "../evidence/certificate.js";
import type { CtlCertificate, CtlClaim, CtlWay } from "../evidence/ctl-certificate.js";
import { type CtlPart, ctlParts } from "../formula/ctl-parts.js";
import { type Aig, AigCopier } from "../logic/aig.js";
import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { CtlProperty } from "../model/property.js";
import { inputsRead, readsInputs, resetsOf } from "../model/reads-inputs.js";
import type { Step } from "../model/step.js";
import { type CertificateCheck, checkCertificate, type ObligationOptions, Rejected } from "./check-certificate.js";
import { Frame, type Oracle } from "./frames.js";
import { fits, Misfit } from "./proof-system.js";

/**
 * Checks a proof about a CTL formula: every subformula's states against the states of its operands, each obligation one SAT
 * query on the original model. Where an E formula asks for a behaviour, the proof's circuits choose the inputs, so that
 * nothing has to be guessed. `step` of the answer counts what the proof says: 0 is `reach`, 1 `fair`, 2 `unfair`, then the parts.
 */
export function checkCtl(
  model: Model,
  { formula, atoms }: Pick<CtlProperty, "formula" | "atoms">,
  certificate: CtlCertificate,
  options: ObligationOptions,
): CertificateCheck {
  const asked = certificate.fails === null ? formula : ({ op: "not", arg: formula } as const);
  try {
    const checker = new CtlChecker(ctlSystem(model, atoms, certificate), certificate, options);
    return checker.check(ctlParts(asked));
  } catch (e) {
    if (e instanceof Rejected) return e.outcome;
    if (e instanceof Misfit) return { result: "rejected", step: 0, problem: e.message, transition: null };
    throw e;
  }
}

/** The model and the proof's predicates in one graph. */
interface CtlSystem {
  readonly aig: Aig;
  readonly model: Model;
  /** Never empty. */
  readonly conditions: readonly Lit[];
  atom(name: string): Lit;
  /** A literal of the proof, which must read latches only. */
  predicate(l: Lit): Lit;
}

function ctlSystem(given: Model, atoms: ReadonlyMap<string, Lit>, certificate: CtlCertificate): CtlSystem {
  fits("latches", certificate.latches.length, given.latches.length);
  fits("inputs", certificate.inputs.length, given.inputs.length);
  const own = new Map(certificate.latches.map((node, i) => [node, litOf(given.latches[i]!.node)]));
  if (own.size !== given.latches.length) throw new Misfit("a node stands for two things");
  const aig = given.aig.fork();
  const latch = (node: number) => own.get(node) ?? misfit("a predicate reads more than latches");
  const ofProof = new AigCopier(certificate.aig, aig, latch);
  // What an input is in the first step is part of the initial state if a reset reads it. Where steps read it as well, latches alone
  // do not say what can follow; and proofs speak of latches alone.
  const ofResets = inputsRead(given, resetsOf(given));
  const steps = [...given.latches.map((l) => l.next), ...given.constraints, ...given.fairness];
  if (inputsRead({ aig, inputs: ofResets }, steps).length > 0) misfit("a reset reads an input that steps read too");
  return {
    aig,
    model: { ...given, aig },
    conditions: given.fairness.length === 0 ? [TRUE] : given.fairness,
    atom: (name) => {
      const l = atoms.get(name) ?? misfit(`the formula's atom ${name} means nothing in the model`);
      return readsInputs(given, [l]) ? misfit(`the atom ${name} reads an input`) : l;
    },
    predicate: (l) => ofProof.copy(l),
  };
}

class CtlChecker {
  private readonly oracle: Oracle;
  private readonly from: Frame;
  private readonly to: Frame;
  private readonly constraints: Lit;
  private queries = 0;
  private step = 0;
  private reach: Lit = TRUE;
  private fair: Lit = FALSE;
  private unfair: Lit = FALSE;

  constructor(
    private readonly system: CtlSystem,
    private readonly certificate: CtlCertificate,
    private readonly options: ObligationOptions,
  ) {
    this.oracle = options.oracle();
    this.from = Frame.free(system.model, this.oracle);
    this.to = this.from.next();
    this.constraints = system.aig.andAll(system.model.constraints);
  }

  check(parts: readonly CtlPart[]): CertificateCheck {
    const { reach, fair, unfair, fails } = this.certificate;
    const { system } = this;
    const first = new FirstStates(system.model, this.options.oracle());
    this.reach = system.predicate(reach);
    this.demand("the states said to be reachable hold all initial ones", first.oracle, first.outside(this.reach));
    this.demandStep("no transition leaves the states said to be reachable", [this.constraints], [not(this.reach)]);
    this.step = 1;
    if (fair !== null) this.fair = this.claim({ op: "ER" }, fair, FALSE, TRUE);
    this.step = 2;
    if (unfair !== null) this.unfair = this.claim({ op: "AU" }, unfair, TRUE, FALSE);
    const truth: Lit[] = [];
    for (const [k, part] of parts.entries()) {
      this.step = 3 + k;
      truth.push(this.part(part, truth, this.certificate.parts.get(k)));
    }
    this.step = 3 + parts.length;
    const root = truth.at(-1)!;
    if (fails === null) this.demand("the formula is shown in every initial state", first.oracle, first.outside(root));
    else this.expectFirst(fails, root);
    return { result: "checked", queries: this.queries };
  }

  /** The states in which a part is known to hold. */
  private part(part: CtlPart, truth: readonly Lit[], claim: CtlClaim | undefined): Lit {
    const { aig } = this.system;
    switch (part.op) {
      case "true":
        return TRUE;
      case "false":
        return FALSE;
      case "atom":
        return part.negated ? not(this.system.atom(part.name)) : this.system.atom(part.name);
      case "and":
        return aig.and(truth[part.left]!, truth[part.right]!);
      case "or":
        return aig.or(truth[part.left]!, truth[part.right]!);
      case "EX":
      case "AX":
        return claim === undefined ? FALSE : this.claim(part, claim, FALSE, truth[part.arg]!);
      default:
        return claim === undefined ? FALSE : this.claim(part, claim, truth[part.left]!, truth[part.right]!);
    }
  }

  /** Shows that `left` op `right` (or op `right`) holds in all reachable states of the claim's predicate, which is returned. */
  private claim({ op }: Pick<CtlPart, "op">, { predicate, ways, proof }: CtlClaim, left: Lit, right: Lit): Lit {
    const { aig, conditions } = this.system;
    const { fair, unfair } = this;
    const p = this.system.predicate(predicate);
    const goOn = aig.or(p, unfair);
    switch (op) {
      case "EX":
        for (const way of this.expectWays(ways, 1)) {
          const then = this.following(way);
          this.demandState("the choice is allowed", [p], then.allowed);
          this.demandState("the choice leads to the operand", [p], then.next(aig.and(right, fair)));
        }
        break;
      case "EU": {
        const going = [p, not(aig.and(right, fair))];
        this.demandState("the first operand holds", going, left);
        for (const way of this.expectWays(ways, 1)) {
          const then = this.following(way);
          this.demandState("the choice is allowed", going, then.allowed);
          this.demandState("the choice leads to P", going, then.next(p));
          this.demandState("the choice leads nearer", going, then.isNearer);
        }
        break;
      }
      case "ER": {
        // The behaviours of `fair` itself never end.
        const going = [p, not(aig.and(left, fair))];
        this.demandState("the second operand holds", [p], right);
        for (const [j, way] of this.expectWays(ways, conditions.length).entries()) {
          const then = this.following(way);
          this.demandState("the choice is allowed", going, then.allowed);
          this.demandState("the choice leads to P", going, then.next(p));
          const meets = aig.or(then.isNearer, then.now(conditions[j]!));
          this.demandState(`the choice leads nearer to condition ${j}`, going, meets);
        }
        break;
      }
      case "AX":
        this.demandStep(
          "every fair successor is in the operand",
          [p, ...this.fairly()],
          [this.constraints, not(right), not(unfair)],
        );
        break;
      case "AR":
        this.demandState("the second operand holds", [p, ...this.fairly()], right);
        this.demandStep("what goes on does so in P", [p, not(left), ...this.fairly()], [this.constraints, not(goOn)]);
        break;
      case "AU": {
        const waiting = [p, not(right), ...this.fairly()];
        this.demandState("an operand holds", waiting, left);
        this.demandStep("what goes on does so in P", waiting, [this.constraints, not(goOn)]);
        this.expectNoFairCycle([this.reach, ...waiting], proof);
      }
    }
    return p;
  }

  /** In a step that a fair behaviour can take. */
  private fairly(): Lit[] {
    return [this.constraints, not(this.unfair)];
  }

  /** What a choice of inputs in every state means: everything below reads latches only. */
  private following({ rank, choice }: CtlWay) {
    const { aig, model, predicate } = this.system;
    if (choice.length !== model.inputs.length)
      this.reject(`a choice has ${choice.length} values, for ${model.inputs.length} inputs`);
    const chosen = new Map(model.inputs.map((node, i) => [node, predicate(choice[i]!)]));
    const present = new AigCopier(aig, aig, (node) => chosen.get(node) ?? litOf(node));
    const now = (l: Lit) => present.copy(l);
    const nextOf = new Map(model.latches.map((l) => [l.node, l.next]));
    const following = new AigCopier(aig, aig, (node) => now(nextOf.get(node)!));
    const next = (l: Lit) => following.copy(l);
    const ranks = rank.map(predicate);
    return { allowed: now(this.constraints), isNearer: isLess(aig, ranks.map(next), ranks), now, next };
  }

  /** A fair cycle among these states, in all of which a behaviour may start. */
  private expectNoFairCycle(states: readonly Lit[], steps: readonly CertificateStep[]): void {
    const { aig, latches, inputs } = this.certificate;
    const { model } = this.system;
    const inside: Model = {
      ...model,
      latches: model.latches.map((l) => ({ ...l, reset: "free" })),
      constraints: [...model.constraints, ...states],
    };
    const proof = { kind: "certificate", aig, latches, inputs, monitor: NO_MONITOR, steps } as const;
    const check = checkCertificate({ kind: "no-fair-cycle", model: inside }, proof, this.options);
    if (check.result !== "checked")
      throw new Rejected({ ...check, step: this.step, problem: `no fair cycle: step ${check.step}: ${check.problem}` });
    this.queries += check.queries;
  }

  /** That a state, given by value, is initial and in the set. */
  private expectFirst({ latches, inputs }: Step, set: Lit): void {
    const { aig, model } = this.system;
    if (latches.length !== model.latches.length || inputs.length !== model.inputs.length)
      this.reject("the state does not have the model's latches and inputs");
    const value = new Uint8Array(aig.size);
    model.latches.forEach(({ node }, i) => {
      value[node] = latches[i]! & 1;
    });
    model.inputs.forEach((node, i) => {
      value[node] = inputs[i]! & 1;
    });
    const of = (l: Lit): number => value[nodeOf(l)]! ^ (l & 1);
    for (let n = 1; n < aig.size; n++) if (aig.isGate(n)) value[n] = of(aig.fanin0(n)) & of(aig.fanin1(n));
    for (const { node, reset } of model.latches)
      if (reset !== "free" && of(reset) !== value[node])
        this.reject("the state in which the formula fails is not initial");
    if (of(set) !== 1) this.reject("the negation of the formula is not shown in the state");
  }

  private expectWays(ways: readonly CtlWay[], count: number): readonly CtlWay[] {
    return ways.length === count
      ? ways
      : this.reject(`expected a choice for each of ${count} goals, not ${ways.length}`);
  }

  /** In every reachable state in which some literals hold another does. */
  private demandState(obligation: string, where: readonly Lit[], then: Lit): void {
    this.demandStep(obligation, [...where, not(then)], []);
  }

  /** There is no transition from a reachable state with some literals in its first, others in its second step. */
  private demandStep(obligation: string, here: readonly Lit[], there: readonly Lit[]): void {
    const now = [this.reach, ...here].map((l) => this.from.lit(l));
    this.demand(obligation, this.oracle, [...now, ...there.map((l) => this.to.lit(l))]);
  }

  private demand(obligation: string, oracle: Oracle, assumptions: Parameters<Oracle["solve"]>[0]): void {
    this.options.onQuery?.(this.step, obligation);
    this.queries++;
    const answer = oracle.solve(assumptions);
    if (answer === "unsat") return;
    if (answer === "unknown")
      throw new Rejected({ result: "not-checked", step: this.step, problem: `undecided: ${obligation}` });
    this.reject(`not true: ${obligation}`);
  }

  private reject(problem: string): never {
    throw new Rejected({ result: "rejected", step: this.step, problem, transition: null });
  }
}

/** Values of the latches as their resets say, whether or not constraints allow a step there. */
class FirstStates {
  private readonly frame: Frame;

  constructor(
    model: Model,
    readonly oracle: Oracle,
  ) {
    this.frame = Frame.free(model, oracle);
    for (const { node, reset } of model.latches)
      if (reset !== "free") oracle.addClause([this.frame.iff(this.frame.lit(litOf(node)), this.frame.lit(reset))]);
  }

  /** An initial state outside the set. */
  outside(set: Lit) {
    return [this.frame.lit(not(set))];
  }
}

/** Numbers of the same length, most significant bit first. */
function isLess(aig: Aig, a: readonly Lit[], b: readonly Lit[]): Lit {
  return a.reduceRight((below, x, i) => aig.mux(aig.xor(x, b[i]!), b[i]!, below), FALSE);
}

function misfit(problem: string): never {
  throw new Misfit(problem);
}
