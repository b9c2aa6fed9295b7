import { type Aig, supportOf } from "../logic/aig.js";
import { FALSE, isNegated, type Lit, nodeOf, not } from "../logic/lit.js";
import { influenceOn } from "../model/influence.js";
import type { Model } from "../model/model.js";
import { coneOfInfluence } from "./cone.js";
import type { Rewrite } from "./rewrite.js";

/** A part of what is bad, on a model in which it can be reached if it can in the given one; proofs carry over, runs need not. */
export interface LocalQuestion {
  readonly rewrite: Rewrite;
  /** A literal of the rewritten model. */
  readonly bad: Lit;
}

/** Rules beyond this number are not sorted out. */
const MOST_RULES = 5000;
/** Nor bad literals with more parts. */
const MOST_PARTS = 64;
/** A part with more of the latches is not worth a search of its own. */
const LARGE = 0.75;

/**
 * Bad states part by part, each with the constraints that concern it (localisation). Translators of transition relations write next(x) = f as
 * an input that x copies and a constraint on it: then every latch seems to depend on every other, through the constraints. Here a constraint is taken apart
 * into rules, and a rule is left out when it reads an input that only latches outside the cone read: it says what these become. Without it
 * there are more behaviours, and fewer latches. Empty when nothing much can be left out. `poll` throws where it must end.
 */
export function localQuestions(model: Model, bad: Lit, poll = () => {}): LocalQuestion[] {
  const aig = model.aig.fork();
  const forked: Model = { ...model, aig };
  const rules = rulesOf(aig, model);
  const parts = partsOf(aig, bad);
  if (rules === null || parts.length > MOST_PARTS) return [];
  const local = parts.map((part) => ({ part, ...coneOf(forked, rules, part, poll) })).sort((a, b) => b.size - a.size);
  const cones: { latches: Uint8Array; rules: readonly Rule[]; parts: Lit[] }[] = [];
  for (const { part, size, latches, rules } of local) {
    if (size > LARGE * model.latches.length) return [];
    const larger = cones.find((c) => latches.every((kept, i) => kept <= c.latches[i]!));
    if (larger === undefined) cones.push({ latches, rules, parts: [part] });
    else larger.parts.push(part);
  }
  return cones.map(({ rules, parts }) => {
    const goal = aig.orAll(parts);
    const rewrite = coneOfInfluence({ ...forked, constraints: joined(aig, rules), signals: [] }, [goal]);
    return { rewrite, bad: rewrite.literal(goal) };
  });
}

/** A conjunct of the constraints, and the inputs that it reads. */
interface Rule {
  readonly lit: Lit;
  readonly inputs: readonly number[];
}

function rulesOf(aig: Aig, { constraints, inputs, latches }: Model): Rule[] | null {
  const isInput = new Set(inputs);
  const next = new Set(
    supportOf(
      aig,
      latches.map((l) => l.next),
    ).filter((n) => isInput.has(n)),
  );
  const conjuncts = conjunctsBehindGuards(aig, constraints, next);
  if (conjuncts.size > MOST_RULES) return null;
  // An input that no latch reads is chosen for the sake of the rules alone.
  return [...conjuncts].map((lit) => ({ lit, inputs: supportOf(aig, [lit]).filter((n) => next.has(n)) }));
}

/** The latches that a part needs with the rules that concern them, the largest set of rules that keeps out those that speak of other latches. */
function coneOf(model: Model, rules: readonly Rule[], part: Lit, poll: () => void) {
  const kept = new Set<Rule>();
  for (;;) {
    poll();
    const { latches } = influenceOn(model, [part, ...[...kept].map((r) => r.lit)]);
    const inside = model.latches.filter((_, i) => latches[i] === 1);
    const read = new Set(supportOf(model.aig, [part, ...inside.map((l) => l.next)]));
    const before = kept.size;
    for (const r of rules) if (r.inputs.every((n) => read.has(n))) kept.add(r);
    if (kept.size === before) return { latches, size: inside.length, rules: [...kept] };
  }
}

/** Rules about the same inputs are one constraint. */
function joined(aig: Aig, rules: readonly Rule[]): Lit[] {
  const alike = new Map<string, Lit[]>();
  for (const { lit, inputs } of rules) {
    const key = [...inputs].sort((a, b) => a - b).join();
    const group = alike.get(key);
    if (group === undefined) alike.set(key, [lit]);
    else group.push(lit);
  }
  return [...alike.values()].map((lits) => aig.andAll(lits));
}

/** Literals of which one holds where the given one does: a ∧ (b ∨ c) is a ∧ b or a ∧ c. The widest disjunction counts. */
function partsOf(aig: Aig, bad: Lit): Lit[] {
  const all = isNegated(bad) ? [bad] : inputsOf(aig, bad);
  const disjuncts = all.map((l) => (isNegated(l) ? inputsOf(aig, not(l)).map(not) : [l]));
  const widest = disjuncts.reduce((a, b) => (b.length > a.length ? b : a), []);
  const rest = all.filter((_, i) => disjuncts[i] !== widest);
  return widest.map((d) => aig.andAll([d, ...rest]));
}

/** Conjunctions taken apart, also behind a guard: g ∨ (a ∧ b) is g ∨ a and g ∨ b. A guard reads none of the given leaves. */
function conjunctsBehindGuards(aig: Aig, roots: readonly Lit[], leaves: ReadonlySet<number>): Set<Lit> {
  const reads = readersOf(aig, leaves);
  const found = new Set<Lit>();
  const pending: { readonly lit: Lit; readonly guard: Lit }[] = roots.map((lit) => ({ lit, guard: FALSE }));
  for (let p = pending.pop(); p !== undefined && found.size <= MOST_RULES; p = pending.pop()) {
    const { lit, guard } = p;
    const node = nodeOf(lit);
    if (aig.isGate(node) && !isNegated(lit)) {
      pending.push({ lit: aig.fanin0(node), guard }, { lit: aig.fanin1(node), guard });
      continue;
    }
    const disjuncts = aig.isGate(node) ? inputsOf(aig, not(lit)).map(not) : [];
    const open = disjuncts.filter((d) => reads[nodeOf(d)] === 1);
    const [only] = open;
    if (only !== undefined && open.length === 1 && !isNegated(only) && aig.isGate(nodeOf(only)))
      pending.push({ lit: only, guard: aig.orAll([guard, ...disjuncts.filter((d) => d !== only)]) });
    else found.add(aig.or(guard, lit));
  }
  return found;
}

/** By node: 1 where one of the leaves is read. */
function readersOf(aig: Aig, leaves: ReadonlySet<number>): Uint8Array {
  const reads = new Uint8Array(aig.size);
  for (let n = 1; n < aig.size; n++)
    reads[n] = aig.isGate(n) ? reads[nodeOf(aig.fanin0(n))]! | reads[nodeOf(aig.fanin1(n))]! : leaves.has(n) ? 1 : 0;
  return reads;
}

/** The literals whose conjunction a literal is, seen through the conjunctions among them. */
function inputsOf(aig: Aig, root: Lit): Lit[] {
  const inputs = new Set<Lit>();
  const seen = new Set<Lit>();
  const pending = [root];
  for (let l = pending.pop(); l !== undefined; l = pending.pop()) {
    if (seen.has(l)) continue;
    seen.add(l);
    if (isNegated(l) || !aig.isGate(nodeOf(l))) inputs.add(l);
    else pending.push(aig.fanin0(nodeOf(l)), aig.fanin1(nodeOf(l)));
  }
  return [...inputs];
}
