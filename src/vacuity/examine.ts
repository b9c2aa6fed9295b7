import type { NoBehaviour, Part, Vacuity } from "../evidence/vacuity.js";
import type { Ctl } from "../formula/ctl.js";
import type { Ltl } from "../formula/ltl.js";
import { below, hardestFor, type Occurrence, operandsOf, replaced, wholeOf } from "../formula/occurrences.js";
import { printFormula } from "../formula/print.js";
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
  holds(formula: Ltl | Ctl): Promise<Answer<W>>;
  isTautology(): Promise<boolean | null>;
}

/** Is it worth something that the property holds? */
export async function examine<D, W>(about: Variants<D, W>): Promise<Omit<Vacuity<W>, "remarks">> {
  const possible = about.missing === null ? true : await about.isPossible(about.demands);
  if (possible === false) return { answer: "vacuous", noBehaviour: await reasonsOf(about), parts: [] };
  const isTautology = await about.isTautology();
  if (isTautology) return { answer: "vacuous", isTautology, parts: [] };
  const parts = about.formula === null ? [] : await partsOf(about, wholeOf(about.formula));
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

/** From large parts to small ones: what is inside a part that does not matter does not matter either. */
async function partsOf<D, W>(about: Variants<D, W>, outer: Occurrence<Ltl | Ctl>): Promise<Part<W>[]> {
  const parts: Part<W>[] = [];
  for (const occurrence of below(outer)) {
    if (!hasAtoms(occurrence.formula)) continue; // it says nothing about the model
    const part = await matters(about, occurrence);
    parts.push(part);
    if (!part.isVacuous) parts.push(...(await partsOf(about, occurrence)));
  }
  return parts;
}

async function matters<D, W>(about: Variants<D, W>, occurrence: Occurrence<Ltl | Ctl>): Promise<Part<W>> {
  const { path, formula, polarity } = occurrence;
  const replacedBy = hardestFor(polarity);
  const common = { text: printFormula(formula), path, replacedBy };
  let isVacuous: boolean | null = true;
  for (const by of replacedBy) {
    const { holds, witness } = await about.holds(replaced(about.formula!, path, by));
    if (holds === false) return { ...common, isVacuous: false, ...(witness && { witness }) };
    if (holds === null) isVacuous = null;
  }
  if (!isVacuous || replacedBy.length > 1) return { ...common, isVacuous };
  return { ...common, isVacuous, stronger: printFormula(simple(replaced(about.formula!, path, replacedBy[0]!))) };
}

/** A formula that both logics share is simplified as one of linear time. */
function simple(formula: Ltl | Ctl): Ltl | Ctl {
  const isBranching = ({ op }: Ltl | Ctl) => /^[AE]./.test(op);
  const hasPaths = (f: Ltl | Ctl): boolean => isBranching(f) || operandsOf(f).some(hasPaths);
  return hasPaths(formula) ? formula : simplify(formula as Ltl);
}

const hasAtoms = (formula: Ltl | Ctl): boolean => formula.op === "atom" || operandsOf(formula).some(hasAtoms);
