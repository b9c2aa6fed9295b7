import { checkCertificate } from "../checkers/check-certificate.js";
import { claimOf } from "../checkers/claim.js";
import type { Oracle } from "../checkers/frames.js";
import type { Certificate } from "../evidence/certificate.js";
import { demandsOf, withoutDemands } from "../model/demands.js";
import type { Demand, Design, Property } from "../model/property.js";
import { minimalSet } from "./minimal-set.js";

/**
 * Demands that a proof does not use: without them the model has more behaviours, and the proof still checks. What remains cannot do
 * without any of them; another proof may need less. When `oracle` gives up, fewer are found.
 */
export async function demandsNotNeeded(
  design: Design,
  property: Property,
  certificate: Certificate,
  oracle: () => Oracle,
): Promise<readonly Demand[]> {
  // A finite run needs no fairness.
  const all = demandsOf(design).filter((d) => property.kind !== "bad" || d.constraints.length > 0);
  const proves = async (kept: readonly Demand[]) => {
    const model = withoutDemands(
      design.model,
      all.filter((d) => !kept.includes(d)),
    );
    const claim = claimOf(model, property, certificate);
    return claim !== null && checkCertificate(claim, certificate, { oracle }).result === "checked";
  };
  const { members } = await minimalSet(all, proves);
  return all.filter((d) => !members.includes(d));
}
