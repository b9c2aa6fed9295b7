import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import type { Claim } from "./check-certificate.js";
import { linearProperty } from "./linear-property.js";

/** What a certificate must prove for the property to hold (for an E formula: to fail); null where none can. */
export function claimOf(model: Model, property: Property): Claim | null {
  switch (property.kind) {
    case "bad":
      return { kind: "unreachable", model, bad: property.literal };
    case "justice":
      return { kind: "no-fair-cycle", model: { ...model, fairness: [...model.fairness, ...property.literals] } };
    case "ltl":
      // The certificate's monitor is the automaton of the negated formula: solving/translation.ts says whether it is.
      return { kind: "no-fair-cycle", model, automaton: true };
    case "ctl": {
      const linear = linearProperty(model, property);
      return linear === null ? null : claimOf(model, linear.asked);
    }
  }
}
