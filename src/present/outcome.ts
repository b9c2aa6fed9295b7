import type { Outcome } from "../evidence/outcome.js";
import type { Tree, Witness } from "../evidence/verdict.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { forMessage, forTerminal } from "../text/escape.js";
import { traceText } from "./text.js";
import { type Condition, conditionsOf, traceOf } from "./trace.js";
import { remarkText, vacuityNotes } from "./vacuity.js";

/** How words are made to stand out; the identity where there is no colour. */
export interface Colours {
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  dim(text: string): string;
}

/** An answer for people: one line, then the counterexample. */
export function outcomeText(file: string, model: Model, property: Property, outcome: Outcome, c: Colours): string {
  const { verdict } = outcome;
  const how = c.dim(`(${outcome.engine}, ${outcome.seconds.toFixed(2)} s)`);
  const name = `${forTerminal(file)}: ${forTerminal(property.name)}`;
  const worth =
    outcome.vacuity === undefined
      ? []
      : [...vacuityNotes(outcome.vacuity), ...outcome.vacuity.remarks.map((remark) => remarkText(model, remark))];
  const notes = [...outcome.notes, ...worth].map((note) => `note: ${forMessage(note)}\n`).join("");
  if (property.kind === "bad" && property.isCover && verdict.answer !== "unknown") {
    if (verdict.answer === "holds")
      return `${name} ${c.red("cannot be covered")}, ${EVIDENCE[outcome.evidence]} ${how}\n${notes}`;
    const run = verdict.witness === null ? "" : witnessText(model, property, verdict.witness);
    return `${name} ${c.green("covered")}, run replayed ${how}\n${notes}${run}`;
  }
  switch (verdict.answer) {
    case "holds": {
      const isVacuous = outcome.vacuity?.answer === "vacuous";
      const head = `${name} ${isVacuous ? c.yellow("holds vacuously") : c.green("holds")}`;
      if (!verdict.example) return `${head}, ${EVIDENCE[outcome.evidence]} ${how}\n${notes}`;
      return `${head}, as this behaviour shows ${how}\n${notes}${witnessText(model, property, verdict.example)}`;
    }
    case "unknown":
      return `${name} ${c.yellow("unknown")}: ${forMessage([verdict.reason, verdict.detail].filter(Boolean).join(", "))} ${how}\n${notes}`;
    case "fails": {
      const head = `${name} ${c.red("fails")}`;
      const { witness, refutation } = verdict;
      const shown = witness === null ? "" : witnessText(model, property, witness);
      if (refutation) return `${head}, ${EVIDENCE[outcome.evidence]} ${how}\n${notes}${shown}`;
      const replayed = outcome.evidence === "checked" ? ", counterexample replayed" : "";
      if (witness === null) return `${head}${replayed || ", without a counterexample"} ${how}\n${notes}`;
      return `${head}${replayed} ${how}\n${notes}${shown}`;
    }
  }
}

export const EVIDENCE = {
  checked: "proof checked",
  relative: "proof checked relative to the formula's translation",
  none: "uncertified",
} as const;

export function witnessText(model: Model, property: Property, witness: Witness): string {
  if (witness.kind === "tree") return treeText(model, property, witness);
  return traceText(traceOf(model, witness, conditionsFor(model, property)));
}

function treeText(model: Model, property: Property, tree: Tree): string {
  const path = traceText(traceOf(model, tree.path, conditionsFor(model, property)));
  const branches = tree.branches.map(({ step, tree: branch }) => {
    return `from step ${step}, ${forTerminal(branch.formula)}:\n${treeText(model, property, branch)}`;
  });
  return `${path}${branches.join("")}`;
}

/** What must be met in the loop of a counterexample, or in the last step of a run. */
export function conditionsFor(model: Model, property: Property): Condition[] {
  switch (property.kind) {
    case "justice":
      return conditionsOf(
        model,
        property.literals.map((literal, k) => ({ name: `${property.name} condition ${k}`, literal })),
      );
    case "bad":
      return [
        { name: `${property.name} ${property.isCover ? "covered" : "violated"} here`, literal: property.literal },
      ];
    case "ltl":
    case "ctl":
      return conditionsOf(model, []);
  }
}
