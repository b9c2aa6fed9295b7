import type { Certificate } from "../evidence/certificate.js";
import { askingOf } from "../model/asking.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import type { Claim } from "./check-certificate.js";
import { violations } from "./testers.js";

/**
 * What a certificate must prove for the property to hold. About an LTL formula it may speak in two ways: of the model beside testers,
 * whose latches it then has too, or beside an automaton. A CTL formula that linear time can say is proved as that, or with `opposite`
 * refuted; others have proofs of another kind only (check-ctl.ts): null.
 */
export function claimOf(model: Model, property: Property, certificate?: Certificate): Claim | null {
  switch (property.kind) {
    case "bad":
      return { kind: "unreachable", model, bad: property.literal };
    case "justice":
      return { kind: "no-fair-cycle", model: { ...model, fairness: [...model.fairness, ...property.literals] } };
    case "ltl":
      if (certificate !== undefined && certificate.latches.length > model.latches.length)
        return { kind: "no-fair-cycle", model: violations(model, property) };
      // The certificate's monitor is the automaton of the negated formula: solving/translation.ts says whether it is.
      return { kind: "no-fair-cycle", model, automaton: true };
    case "ctl": {
      const linear = askingOf(model, property).linear;
      return linear && claimOf(model, linear.asked, certificate);
    }
  }
}
