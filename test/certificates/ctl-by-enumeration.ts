import type { CertificateStep } from "../../src/evidence/certificate.js";
import type { CtlCertificate, CtlClaim, CtlWay } from "../../src/evidence/ctl-certificate.js";
import type { Ctl } from "../../src/formula/ctl.js";
import { negationOf, normalFormOf } from "../../src/formula/ctl-normal.js";
import { ctlParts, formulasOf } from "../../src/formula/ctl-parts.js";
import type { Lit } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { evaluateLit } from "../arbitraries/aigs.js";
import { TinySystem } from "../oracles/tiny-system.js";

type States = ReadonlySet<number>;

/**
 * A second checker of CTL proofs, for a handful of latches and inputs: every state is looked at, every obligation is a sentence about
 * sets of numbers. It has no solver, no circuits and no composition; choices are carried out, state by state.
 */
export function acceptsByEnumeration(
  model: Model,
  formula: Ctl,
  atoms: ReadonlyMap<string, Lit>,
  proof: CtlCertificate,
): boolean {
  const system = new TinySystem(model);
  const everything = [...Array(system.states).keys()];
  const where = (l: Lit): Set<number> => new Set(everything.filter((s) => valueIn(proof, l, s)));
  const reach = where(proof.reach);
  if (!system.initial.every((s) => reach.has(s))) return false;
  if (!system.moves.every((m) => !reach.has(m.from) || reach.has(m.to))) return false;
  const only = (states: States) => new Set([...states].filter((s) => reach.has(s)));
  const conditions =
    model.fairness.length === 0 ? [() => true] : model.fairness.map((_, j) => (m: Move) => ((m.meets >> j) & 1) === 1);
  const rank = (way: CtlWay, s: number) => way.rank.reduce((n, l) => 2 * n + (valueIn(proof, l, s) ? 1 : 0), 0);
  /** The move that is chosen, if constraints allow it. */
  const chosen = (way: CtlWay, s: number): Move | undefined => {
    const inputs = way.choice.reduce((n, l, i) => n + (valueIn(proof, l, s) ? 2 ** i : 0), 0);
    return system.moves.find((m) => m.from === s && m.inputs === inputs);
  };
  const all = new Set(everything);
  const none: States = new Set();
  const isRight = (op: string, claim: CtlClaim, left: States, right: States, fair: States, unfair: States): boolean => {
    const p = where(claim.predicate);
    const here = [...only(p)];
    const wide = (way: CtlWay) => way.choice.length === model.inputs.length;
    if (op.startsWith("E") && claim.ways.length !== (op === "ER" ? conditions.length : 1)) return false;
    if (!claim.ways.every(wide) && op.startsWith("E")) return false;
    // A step that a fair behaviour may take: there is one from where it ends.
    const fairly = system.moves.filter((m) => !unfair.has(m.from) && system.moves.some((n) => n.from === m.to));
    switch (op) {
      case "EX":
        return here.every((s) => {
          const move = chosen(claim.ways[0]!, s);
          return move !== undefined && right.has(move.to) && fair.has(move.to);
        });
      case "EU":
        return here.every((s) => {
          if (right.has(s) && fair.has(s)) return true;
          const move = chosen(claim.ways[0]!, s);
          return (
            left.has(s) &&
            move !== undefined &&
            p.has(move.to) &&
            rank(claim.ways[0]!, move.to) < rank(claim.ways[0]!, s)
          );
        });
      case "ER":
        return here.every((s) => {
          if (!right.has(s)) return false;
          if (left.has(s) && fair.has(s)) return true;
          return claim.ways.every((way, j) => {
            const move = chosen(way, s);
            return move !== undefined && p.has(move.to) && (conditions[j]!(move) || rank(way, move.to) < rank(way, s));
          });
        });
      case "AX":
        return fairly.every((m) => !here.includes(m.from) || right.has(m.to) || unfair.has(m.to));
      case "AR": {
        const goesOn = (m: Move) => here.includes(m.from) && !left.has(m.from);
        const hasStep = (s: number) => system.moves.some((m) => m.from === s);
        return (
          here.every((s) => right.has(s) || unfair.has(s) || !hasStep(s)) &&
          fairly.every((m) => !goesOn(m) || p.has(m.to) || unfair.has(m.to))
        );
      }
      default: {
        const waiting = new Set(here.filter((s) => !right.has(s) && !unfair.has(s)));
        return (
          [...waiting].every((s) => left.has(s) || !system.moves.some((m) => m.from === s)) &&
          fairly.every((m) => !waiting.has(m.from) || p.has(m.to) || unfair.has(m.to)) &&
          leavesNoFairCycle(
            system.moves.filter(
              (m) => waiting.has(m.from) && waiting.has(m.to) && system.moves.some((n) => n.from === m.to),
            ),
            claim.proof,
            where,
            conditions,
          )
        );
      }
    }
  };
  const { fair: isFair, unfair: isUnfair } = proof;
  if (isFair !== null && !isRight("ER", isFair, none, all, none, none)) return false;
  if (isUnfair !== null && !isRight("AU", isUnfair, all, none, none, none)) return false;
  const fair = isFair === null ? none : where(isFair.predicate);
  const unfair = isUnfair === null ? none : where(isUnfair.predicate);

  const parts = ctlParts(proof.fails === null ? formula : { op: "not", arg: formula });
  const truth: States[] = [];
  for (const [k, part] of parts.entries()) {
    const claim = proof.parts.get(k);
    if (part.op === "and" || part.op === "or") {
      const [a, b] = [truth[part.left]!, truth[part.right]!];
      truth.push(new Set(everything.filter((s) => (part.op === "and" ? a.has(s) && b.has(s) : a.has(s) || b.has(s)))));
    } else if (part.op === "true" || part.op === "false") truth.push(part.op === "true" ? all : none);
    else if (part.op === "atom")
      truth.push(new Set(everything.filter((s) => system.value(atoms.get(part.name)!, s, 0) !== part.negated)));
    else if (claim === undefined) truth.push(none);
    else {
      const { op, ...operands } = part;
      const [left, right] =
        "left" in operands
          ? [operands.left, operands.right].map((i) => truth[i]!)
          : [none, "arg" in operands ? truth[operands.arg]! : none];
      if (!isRight(op, claim, left!, right!, fair, unfair)) return false;
      truth.push(where(claim.predicate));
    }
  }
  const root = truth.at(-1)!;
  if (proof.fails === null) return system.initial.every((s) => root.has(s));
  const state = proof.fails.latches.reduce((n, v, i) => n + (v & 1) * 2 ** i, 0);
  const inputs = proof.fails.inputs.reduce((n, v, i) => n + (v & 1) * 2 ** i, 0);
  return system.isReset(state, inputs) && root.has(state);
}

/** Every claimed set lies inside the meaning of its subformula, on the states that can be reached. */
export function claimsAreTrue(
  model: Model,
  formula: Ctl,
  atoms: ReadonlyMap<string, Lit>,
  proof: CtlCertificate,
): boolean {
  const system = new TinySystem(model);
  const inside = (l: Lit, f: Ctl) => {
    const meaning = system.satisfying(f, atoms);
    return [...system.reachable].every((s) => !valueIn(proof, l, s) || meaning.has(s));
  };
  const formulas = formulasOf(ctlParts(proof.fails === null ? formula : { op: "not", arg: formula }));
  return (
    (proof.fair === null || inside(proof.fair.predicate, { op: "EG", arg: { op: "true" } })) &&
    (proof.unfair === null || inside(proof.unfair.predicate, { op: "AF", arg: { op: "false" } })) &&
    [...proof.parts].every(([k, { predicate }]) => formulas[k] === undefined || inside(predicate, formulas[k]))
  );
}

/** Is what a proof claims so, whatever its reasons? */
export function isTrueClaim(model: Model, formula: Ctl, atoms: ReadonlyMap<string, Lit>, fails: boolean): boolean {
  const system = new TinySystem(model);
  const asked = fails ? negationOf(formula) : normalFormOf(formula);
  const meaning = system.satisfying(asked, atoms);
  return fails ? system.initial.some((s) => meaning.has(s)) : system.initial.every((s) => meaning.has(s));
}

type Move = TinySystem["moves"][number];

/** Steps without `reach`, `l2s` and longer skeletons, carried out on a list of moves. */
function leavesNoFairCycle(
  moves: readonly Move[],
  steps: readonly CertificateStep[],
  where: (l: Lit) => States,
  conditions: readonly ((m: Move) => boolean)[],
): boolean {
  const facts: { readonly allows: (m: Move) => boolean; readonly split: States | null }[] = [];
  for (const [k, step] of steps.entries()) {
    if (step.uses?.some((use) => use >= k)) return false;
    const used = step.uses?.map((use) => facts[use]!) ?? facts;
    const live = moves.filter((m) => used.every(({ allows }) => allows(m)));
    const splits = used.flatMap(({ split }) => (split === null ? [] : [split]));
    if (step.rule === "done")
      // Moves of one cycle agree on every split predicate.
      return !live.some((first) =>
        conditions.every((meets) =>
          live.some((m) => meets(m) && splits.every((p) => p.has(m.from) === p.has(first.from))),
        ),
      );
    if (step.rule !== "split" && step.rule !== "exclude") return false;
    const p = where(step.predicate);
    const isClosed = (closed: "forward" | "backward") =>
      live.every((m) => (closed === "forward" ? !p.has(m.from) || p.has(m.to) : !p.has(m.to) || p.has(m.from)));
    if (step.rule === "split") {
      if (!isClosed(step.closed)) return false;
      facts.push({ allows: (m) => p.has(m.from) === p.has(m.to), split: p });
      continue;
    }
    const { because } = step;
    if (because.kind === "no-start" && live.some((m) => p.has(m.from))) return false;
    if (because.kind === "no-end" && live.some((m) => p.has(m.to))) return false;
    if (because.kind === "skeleton") return false;
    if (because.kind === "condition") {
      const meets = conditions[because.condition];
      if (meets === undefined || !isClosed(because.closed)) return false;
      if (live.some((m) => p.has(m.from) && p.has(m.to) && meets(m))) return false;
    }
    facts.push({ allows: (m) => !p.has(m.from) && !p.has(m.to), split: null });
  }
  return false;
}

/** The value of a predicate in a state whose bit i is latch i. */
function valueIn({ aig, latches }: CtlCertificate, l: Lit, state: number): boolean {
  return evaluateLit(aig, l, (node) => ((state >> latches.indexOf(node)) & 1) === 1);
}
