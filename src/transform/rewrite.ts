import type { CtlCertificate } from "../evidence/ctl-certificate.js";
import type { Lift } from "../evidence/verdict.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";

/** A rewritten model, where the old literals went, and the way back for evidence. */
export interface Rewrite {
  readonly model: Model;
  /** The new literal of an old one; only for literals that the rewrite was told to keep. */
  literal(l: Lit): Lit;
  readonly lift: Lift;
}

/** The rewrite that does nothing. */
export const unchanged = (model: Model): Rewrite => ({
  model,
  literal: (l) => l,
  lift: { lasso: (l) => l, run: (r) => r, certificate: (c) => c, ctl: (c) => c },
});

/** `second` was made from `first.model`. */
export function compose(first: Rewrite, second: Rewrite): Rewrite {
  const [outer, inner] = [first.lift.ctl, second.lift.ctl];
  return {
    model: second.model,
    literal: (l) => second.literal(first.literal(l)),
    lift: {
      lasso: (l, limits) => first.lift.lasso(second.lift.lasso(l, limits), limits),
      run: (r, limits) => first.lift.run(second.lift.run(r, limits), limits),
      certificate: (c) => first.lift.certificate(second.lift.certificate(c)),
      ...(outer && inner && { ctl: (c: CtlCertificate) => outer(inner(c)) }),
    },
  };
}
