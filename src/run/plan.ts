import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { linearProperty } from "../verdict/linear-property.js";
import type { Attempt } from "./portfolio.js";

/** A line of a plan: what to try, and how much of each round it gets. */
interface Line {
  readonly engine: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly share: number;
  /** More time would not help it: it is tried in the first round only. */
  readonly once?: boolean;
}

const SMALL: Line = { engine: "reference", options: { states: "100000" }, share: 1, once: true };

/**
 * What is good at what: `reference` at small models, `bmc` at short lassos, `gsh` at models that BDDs can hold, the
 * others at proofs of different kinds.
 */
const FAIR_CYCLE: readonly Line[] = [
  SMALL,
  { engine: "bmc", share: 1 },
  { engine: "rlive", share: 2 },
  { engine: "gsh", share: 3 },
  { engine: "fair", share: 2 },
  { engine: "k-liveness", share: 2 },
  { engine: "l2s", share: 1 },
];

const REACH: readonly Line[] = [SMALL, { engine: "ic3", share: 4 }, { engine: "bmc", share: 1 }];

const CTL: readonly Line[] = [
  SMALL,
  { engine: "gsh", share: 4 },
  { engine: "reference", options: { states: "2000000" }, share: 2 },
];

const FIRST_ROUND_SECONDS = 4;
const GROWTH = 3;
const ROUNDS = 12;

/** The engines to try for a property, in rounds that grow, until the time is over. */
export function planFor(model: Model, property: Property, seconds: number): Attempt[] {
  const lines = linesFor(model, property);
  const attempts: Attempt[] = [];
  let slice = FIRST_ROUND_SECONDS;
  for (let round = 0, planned = 0; round < ROUNDS && planned < seconds; round++, slice *= GROWTH)
    for (const { engine, options = {}, share, once } of lines) {
      if (once && round > 0) continue;
      attempts.push({ engine, options, seconds: slice * share });
      planned += slice * share;
    }
  return attempts;
}

function linesFor(model: Model, property: Property): readonly Line[] {
  switch (property.kind) {
    case "bad":
      return REACH;
    case "justice":
    case "ltl":
      return FAIR_CYCLE;
    case "ctl":
      return linearProperty(model, property) === null ? CTL : FAIR_CYCLE;
  }
}
