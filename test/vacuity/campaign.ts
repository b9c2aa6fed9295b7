import { reference } from "../../src/engines/reference.js";
import type { Vacuity } from "../../src/evidence/vacuity.js";
import { demandsOf, withoutDemands } from "../../src/model/demands.js";
import type { Model } from "../../src/model/model.js";
import type { Design, LtlProperty, Property } from "../../src/model/property.js";
import { stateConstraints } from "../../src/model/reads-inputs.js";
import { CircuitVacuity } from "../../src/vacuity/circuit.js";
import type { Ask } from "../../src/vacuity/tautology.js";
import { solved } from "../cross-engine/solving.js";
import { TinySystem } from "../oracles/tiny-system.js";
import { holdsIn, holesOf, mattersNot, minimalSubsets } from "./brute-force.js";

/** Every question is decided by the reference, here and now. */
export const ask: Ask = async ({ model, properties }) => solved(model, properties[0]!, reference).verdict;

export const examined = (design: Design, property: Property): Promise<Vacuity> =>
  new CircuitVacuity(design).examine(property, ask);

/** What the answer about a random LTL formula that holds says wrongly, by the definitions; null when it is all right. */
export async function mistakeAbout(model: Model, property: LtlProperty): Promise<string | null> {
  const { formula, atoms } = property;
  const design = { model, properties: [property] };
  const found = await examined(design, property);
  const deadEnd = found.remarks.some((r) => r.kind === "dead end");
  if (deadEnd !== hasDeadEnd(model)) return `dead end: ${hasDeadEnd(model)}`;
  const isEmpty = !new TinySystem(model).hasFairCycle();
  if (isEmpty !== (found.noBehaviour !== undefined)) return `no behaviour: ${isEmpty}`;
  if (found.noBehaviour !== undefined) {
    const all = demandsOf(design);
    const hasFirstStep = startsIn(new TinySystem(model));
    if (found.noBehaviour.missing !== (hasFirstStep ? "fair behaviour" : "first step"))
      return `first step: ${hasFirstStep}`;
    const sets = minimalSubsets(all, (kept) => {
      const left = withoutDemands(
        model,
        all.filter((d) => !kept.includes(d)),
      );
      const tiny = new TinySystem(left);
      return hasFirstStep ? !tiny.hasFairCycle() : !startsIn(tiny);
    }).map((set) => set.map((d) => d.name).join());
    const said = found.noBehaviour.demands.join();
    return sets.includes(said) ? null : `minimal sets are ${sets.join(" or ")}, but not ${said}`;
  }
  const free: Model = { ...model, inputs: [...model.inputs], latches: [], constraints: [], fairness: [] };
  const isTautology = holdsIn({ ...free, ...freed(free, atoms) }, formula, freed(free, atoms).atoms);
  if (isTautology !== (found.isTautology === true)) return `tautology: ${isTautology}`;
  if (isTautology) return null;
  const holes = new Map(holesOf(formula).map((hole) => [hole.path.join(), hole]));
  for (const part of found.parts) {
    const hole = holes.get(part.path.join())!;
    // Under <-> and xor, constants are tried and not everything.
    const isVacuous =
      hole.negations === null
        ? (["true", "false"] as const).every((op) => holdsIn(model, hole.fill({ op }), atoms))
        : mattersNot(model, hole, atoms);
    if (isVacuous !== part.isVacuous) return `${part.text} at ${part.path.join(".")} is vacuous: ${isVacuous}`;
    holes.delete(part.path.join());
  }
  holes.delete("");
  // What was not looked at says nothing about the model, or lies in a part that does not matter.
  const vacuous = found.parts.filter((p) => p.isVacuous).map((p) => p.path.join());
  const forgotten = [...holes.values()].find(
    ({ part, path }) =>
      /"atom"/.test(JSON.stringify(part)) && !vacuous.some((v) => `${path.join()},`.startsWith(`${v},`)),
  );
  return forgotten === undefined ? null : `${forgotten.path.join(".")} was not looked at`;
}

const startsIn = (tiny: TinySystem): boolean => tiny.moves.some((m) => tiny.isReset(m.from, m.inputs));

/** Every atom a free input. */
function freed(model: Model, atoms: LtlProperty["atoms"]) {
  const aig = model.aig.fork();
  const inputs = new Map([...atoms.keys()].map((name) => [name, aig.leaf()]));
  return { aig, inputs: [...inputs.values()].map((l) => l >>> 1), atoms: inputs };
}

/** Is there a reachable state that keeps to what constraints say about states, but has no move to another such state? */
function hasDeadEnd(model: Model): boolean {
  const tiny = new TinySystem(model);
  const inputs = [...Array(2 ** model.inputs.length).keys()];
  const isState = (s: number) => stateConstraints(model).every((c) => inputs.some((i) => tiny.value(c, s, i)));
  const isDead = (s: number) => isState(s) && !tiny.moves.some((m) => m.from === s && isState(m.to));
  const started = tiny.moves.filter((m) => tiny.initial.includes(m.from) && tiny.isReset(m.from, m.inputs));
  const found = new Set(started.map((m) => m.to).filter(isState));
  for (const s of found) for (const m of tiny.moves) if (m.from === s && isState(m.to)) found.add(m.to);
  return [...found, ...started.map((m) => m.from)].some(isDead);
}
