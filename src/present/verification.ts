import type { Verdict } from "../evidence/verdict.js";
import { forMessage, forTerminal } from "../text/escape.js";

/** What evidence claims, what kind of evidence it is, and whether it shows that. */
export interface Verification {
  readonly property: string;
  readonly claim: Verdict["answer"];
  /** Null: the file claims it, and that is all. */
  readonly by: EvidenceKind | null;
  readonly result: "valid" | "not valid" | "undecided";
  /** Of evidence that is not valid or was not decided: one sentence. */
  readonly problem?: string;
  /** Of a proof about a formula: what has to be believed besides, in a few words. */
  readonly relativeTo?: string;
  /** Of a lasso: latches that do not come back, which nothing that is asked reads. */
  readonly openLatches?: readonly string[];
  /** Of a proof: how many questions were put to the SAT solver. */
  readonly queries?: number;
  /** Evidence for this was wanted, and it is for something else. */
  readonly expected?: Verdict["answer"];
}

/** An E formula holds by an example and fails by a refutation: a proof that there is none. */
export type EvidenceKind = "proof" | "refutation" | "counterexample" | "example";

/** The document of `verify --json`, by schema/verify.schema.json. */
export interface VerifyJson {
  readonly results: readonly Verification[];
}

/** One line for people. */
export function verificationText(v: Verification): string {
  return v.expected === undefined ? judgement(v) : `${judgement(v)}; '${v.expected}' was expected`;
}

function judgement(v: Verification): string {
  const { claim, by } = v;
  const [property, problem] = [forTerminal(v.property), forMessage(v.problem ?? "")];
  if (by === null) return `${property}: the file claims '${claim}' without evidence`;
  switch (v.result) {
    case "valid":
      return `${property} ${claim}: the ${by} is valid${details(v)}`;
    case "not valid":
      return `${property}: not shown that it ${claim}: the ${by} is not valid: ${problem}`;
    case "undecided":
      return `${property}: not decided whether it ${claim}: the ${by} was not checked: ${problem}`;
  }
}

function details({ relativeTo, openLatches = [], queries }: Verification): string {
  const relative = relativeTo === undefined ? "" : `, relative to ${relativeTo}`;
  const open =
    openLatches.length === 0
      ? ""
      : `; ${listed(openLatches)} need not come back, since nothing that is asked reads them`;
  const count = queries === undefined ? "" : ` (${queries} queries)`;
  return `${relative}${count}${open}`;
}

const SHOWN = 8;

/** Names, as many as can be read. */
export function listed(latches: readonly string[]): string {
  const more = latches.length - SHOWN;
  return `${latches.slice(0, SHOWN).map(forTerminal).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
