import { checkLasso } from "../checkers/check-lasso.js";
import { checkWitness } from "../checkers/check-witness.js";
import type { Remark, Vacuity } from "../evidence/vacuity.js";
import type { Lasso, Witness } from "../evidence/verdict.js";
import { witnessIn } from "../evidence/verdict.js";
import type { Ctl } from "../formula/ctl.js";
import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import { askingOf } from "../model/asking.js";
import { demandsOf, withoutDemands } from "../model/demands.js";
import type { Model } from "../model/model.js";
import type { CtlProperty, Demand, Design, JusticeProperty, LtlProperty, Property } from "../model/property.js";
import { Simulator } from "../model/simulate.js";
import { stuckQuestion } from "./dead-ends.js";
import { type Answer, examine, type Variants } from "./examine.js";
import { type Ask, aboutAnything, isTautology } from "./tautology.js";
import { isTrueWithoutPaths } from "./without-paths.js";

/** What can be said about the properties of a circuit that hold. Behaviours that were seen once answer later questions. */
export class CircuitVacuity {
  private readonly demands: readonly Demand[];
  private readonly lassos: Lasso[] = [];
  private known: Remark[] | null = null;

  constructor(private readonly design: Design) {
    this.demands = demandsOf(design);
  }

  /** A counterexample of one property is a fair behaviour for all others. */
  learn(witness: Witness | null): void {
    if (witness?.kind === "lasso" && checkLasso(this.design.model, witness).ok) this.lassos.push(witness);
  }

  /** Of a property that holds. */
  async examine(property: Property, ask: Ask): Promise<Vacuity> {
    const found = await this.found(property, ask);
    const isAboutInfinity = property.kind !== "bad" && found.noBehaviour?.missing !== "first step";
    return { ...found, remarks: isAboutInfinity ? await this.remarks(ask) : [] };
  }

  /** Where there is no behaviour because there is no first step, that is what is said. */
  private async found(property: Property, ask: Ask) {
    const found = await examine(this.variants(property, ask));
    if (found.noBehaviour?.missing !== "fair behaviour") return found;
    const first = await examine(this.variants({ kind: "bad", name: property.name, literal: FALSE }, ask));
    return first.noBehaviour === undefined ? found : { ...found, noBehaviour: first.noBehaviour };
  }

  private variants(property: Property, ask: Ask): Variants<Demand, Witness> {
    const isFormula = property.kind === "ltl" || property.kind === "ctl";
    return {
      missing: missingFor(property),
      demands: this.demands,
      nameOf: (d) => d.name,
      isPossible: (kept) => this.isPossible(property, kept, ask),
      formula: isFormula ? property.formula : null,
      holds: (formula) => this.holds({ ...property, formula } as LtlProperty | CtlProperty, ask),
      isTautology: () => this.isTautology(property, ask),
    };
  }

  private async isTautology(property: Property, ask: Ask): Promise<boolean | null> {
    const linear =
      property.kind === "ltl" ? property : property.kind === "ctl" ? linearOf(this.design.model, property) : null;
    if (linear === null) return false;
    const names = [...linear.atoms.keys()];
    return isTautology(linear.formula, names, async () => {
      const { answer } = await ask(aboutAnything(linear.formula, names));
      return answer === "unknown" ? null : answer === "holds";
    });
  }

  private async isPossible(property: Property, kept: readonly Demand[], ask: Ask): Promise<boolean | null> {
    const isWhole = kept.length === this.demands.length;
    if (isWhole && property.kind !== "bad" && this.lassos.length > 0) return true;
    const { model } = this.design;
    const left = isWhole
      ? model
      : withoutDemands(
          model,
          this.demands.filter((d) => !kept.includes(d)),
        );
    const verdict = await ask({ model: left, properties: [anything(property, isWhole)] });
    if (isWhole && verdict.answer === "fails") this.learn(witnessIn(verdict));
    return verdict.answer === "unknown" ? null : verdict.answer === "fails";
  }

  private async holds(property: LtlProperty | CtlProperty, ask: Ask): Promise<Answer<Witness>> {
    const { model } = this.design;
    const linear = property.kind === "ltl" ? property : linearOf(model, property);
    if (linear !== null)
      for (const witness of this.lassos)
        if (checkWitness(model, linear, witness) === null) return { holds: false, witness };
    const verdict = await ask({ model, properties: [property] });
    switch (verdict.answer) {
      case "unknown":
        return { holds: null };
      case "holds":
        return { holds: true };
      case "fails": {
        const witness = witnessIn(verdict);
        this.learn(witness);
        return { holds: false, ...(witness && { witness }) };
      }
    }
  }

  /** Dead ends, and first states that no fair behaviour starts in. Asked once. */
  private async remarks(ask: Ask): Promise<readonly Remark[]> {
    this.known ??= [...(await this.deadEnds(ask)), ...(await this.deadStarts(ask))];
    return this.known;
  }

  private async deadEnds(ask: Ask): Promise<Remark[]> {
    const question = stuckQuestion(this.design);
    if (question === null) return [];
    const verdict = await ask(question.design);
    if (verdict.answer !== "fails" || (verdict.by.kind !== "lasso" && verdict.by.kind !== "run")) return [];
    const { steps } = verdict.by;
    const { model } = question.design;
    const simulator = new Simulator(model, { watch: [question.isHere] });
    simulator.load(steps.at(-1)!);
    simulator.evaluate();
    const isHere = simulator.bit(question.isHere) === 1;
    const state = isHere ? steps.at(-1)!.latches : Uint8Array.from(model.latches, (_, i) => simulator.next(i) & 1);
    return [{ kind: "dead end", steps: isHere ? steps.length - 1 : steps.length, state }];
  }

  private async deadStarts(ask: Ask): Promise<Remark[]> {
    const { model } = this.design;
    if (model.latches.every((l) => l.reset !== "free")) return [];
    const formula: Ctl = { op: "EG", arg: { op: "true" } };
    const property = {
      kind: "ctl",
      name: "a fair behaviour from every first state",
      formula,
      atoms: new Map(),
    } as const;
    const verdict = await ask({ model, properties: [property] });
    if (verdict.answer === "unknown" || verdict.initialStates === undefined) return [];
    const { all, withoutFairPath: count } = verdict.initialStates;
    if (count === 0 || count === all) return [];
    return [{ kind: "dead starts", count, all }];
  }
}

/** What a property is about; null for formulas of branching time that an empty model does not satisfy as a matter of course. */
function missingFor(property: Property): "fair behaviour" | "first step" | null {
  if (property.kind === "bad") return "first step";
  return property.kind !== "ctl" || isTrueWithoutPaths(property.formula) ? "fair behaviour" : null;
}

/** A property that fails on anything at all that the given one is about: on behaviours in which its atoms can be seen. */
function anything(property: Property, isObserved: boolean): Property {
  if (property.kind === "bad") return { kind: "bad", name: "a first step", literal: TRUE };
  const atoms = property.kind === "ltl" || property.kind === "ctl" ? property.atoms : new Map<string, Lit>();
  if (isObserved && atoms.size > 0)
    return { kind: "ltl", name: "a fair behaviour", formula: { op: "false" }, atoms } satisfies LtlProperty;
  return { kind: "justice", name: "a fair behaviour", literals: [] } satisfies JusticeProperty;
}

function linearOf(model: Model, property: CtlProperty): LtlProperty | null {
  const { linear } = askingOf(model, property);
  return linear === null || linear.opposite ? null : linear.asked;
}
