import type { NoBehaviour, Part, Vacuity } from "../evidence/vacuity.js";
import type { Ctl } from "../formula/ctl.js";
import type { Ltl } from "../formula/ltl.js";
import { hardestFor, type Occurrence, Occurrences, type Polarity, replaced } from "../formula/occurrences.js";
import { hasAtoms, operandsOf } from "../formula/parts.js";
import { printWritten } from "../formula/print.js";
import { simplify } from "../formula/simplify.js";
import { minimalSet } from "./minimal-set.js";

/** Yes or no, with the behaviour that shows it where there is one; null when it is not decided. */
export interface Answer<W> {
  readonly holds: boolean | null;
  readonly witness?: W;
}

/** What is asked about a property that holds. Every yes and no is one that the user could be shown evidence for. */
export interface Variants<D, W> {
  /** What the property is about; null where it is true of an empty model for no other reason than that. */
  readonly missing: NoBehaviour["missing"] | null;
  readonly demands: readonly D[];
  nameOf(demand: D): string;
  /** Is there something that the property could be about, under these demands alone? */
  isPossible(demands: readonly D[]): Promise<boolean | null>;
  /** Of a property that is a formula; null for others. */
  readonly formula: Ltl | Ctl | null;
  /** Parts that quantifiers became, if there are any. */
  readonly quantified?: ReadonlySet<Ltl | Ctl>;
  holds(formula: Ltl | Ctl): Promise<Answer<W>>;
  isTautology(): Promise<boolean | null>;
}

/** Is it worth something that the property holds? */
export async function examine<D, W>(about: Variants<D, W>): Promise<Omit<Vacuity<W>, "remarks">> {
  const possible = about.missing === null ? true : await about.isPossible(about.demands);
  if (possible === false) return { answer: "vacuous", noBehaviour: await reasonsOf(about), parts: [] };
  const isTautology = await about.isTautology();
  if (isTautology) return { answer: "vacuous", isTautology, parts: [] };
  const parts = await partsIn(about);
  const isDecided = possible !== null && isTautology !== null && parts.every((p) => p.isVacuous !== null);
  const isVacuous = parts.some((p) => p.isVacuous);
  return { answer: isVacuous ? "vacuous" : isDecided ? "not vacuous" : "undecided", parts };
}

async function reasonsOf<D, W>(about: Variants<D, W>): Promise<NoBehaviour> {
  const isEnough = async (kept: readonly D[]) => {
    const possible = await about.isPossible(kept);
    return possible === null ? null : !possible;
  };
  const { members, isMinimal } = await minimalSet(about.demands, isEnough);
  return { missing: about.missing!, demands: members.map(about.nameOf), isMinimal };
}

async function partsIn<D, W>(about: Variants<D, W>): Promise<Part<W>[]> {
  if (about.formula === null) return [];
  const all = new Occurrences(about.formula);
  return hasInstances(about, all.whole) ? [] : partsBelow(about, all, all.whole);
}

/** From large parts to small ones: what is inside a part that does not matter does not matter either. */
async function partsBelow<D, W>(
  about: Variants<D, W>,
  all: Occurrences<Ltl | Ctl>,
  outer: Occurrence<Ltl | Ctl>,
): Promise<Part<W>[]> {
  const parts: Part<W>[] = [];
  for (const occurrence of all.below(outer)) {
    if (!hasAtoms(occurrence.formula)) continue; // it says nothing about the model
    if (occurrence.polarity === null) continue; // no constant is the hardest for all its places
    const part = await matters(about, occurrence, occurrence.polarity);
    parts.push(part);
    if (!part.isVacuous && !hasInstances(about, occurrence)) parts.push(...(await partsBelow(about, all, occurrence)));
  }
  return parts;
}

/** Of a quantifier that one value is enough for, others can be left out one by one: that is no sign of anything. */
function hasInstances<D, W>({ quantified }: Variants<D, W>, { formula, polarity }: Occurrence<Ltl | Ctl>): boolean {
  if (!quantified?.has(formula)) return false;
  return polarity !== (formula.op === "and" ? "positive" : "negative");
}

async function matters<D, W>(
  about: Variants<D, W>,
  { path, formula: occurring }: Occurrence<Ltl | Ctl>,
  polarity: Polarity,
): Promise<Part<W>> {
  const replacedBy = hardestFor(polarity);
  const common = { text: printWritten(occurring), path, replacedBy };
  let isVacuous: boolean | null = true;
  for (const by of replacedBy) {
    const { holds, witness } = await about.holds(replaced(about.formula!, occurring, by));
    if (holds === false) return { ...common, isVacuous: false, ...(witness && { witness }) };
    if (holds === null) isVacuous = null;
  }
  if (!isVacuous || replacedBy.length > 1) return { ...common, isVacuous };
  return { ...common, isVacuous, stronger: printWritten(simple(replaced(about.formula!, occurring, replacedBy[0]!))) };
}

/** A formula that both logics share is simplified as one of linear time. */
function simple(formula: Ltl | Ctl): Ltl | Ctl {
  const isBranching = ({ op }: Ltl | Ctl) => /^[AE]./.test(op);
  const hasPaths = (f: Ltl | Ctl): boolean => isBranching(f) || operandsOf(f).some(hasPaths);
  return hasPaths(formula) ? formula : simplify(formula as Ltl);
}
