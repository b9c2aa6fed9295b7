import { bmc } from "./bmc.js";
import { catchThemYoungEngine } from "./catch-them-young.js";
import { chainEngine } from "./chain.js";
import { couvreur } from "./couvreur.js";
import { cvwy } from "./cvwy.js";
import { dnc } from "./dnc.js";
import { dncSharp } from "./dnc-sharp.js";
import { el } from "./el.js";
import type { Engine } from "./engine.js";
import { fair } from "./fair.js";
import { forward } from "./forward.js";
import { gsh } from "./gsh.js";
import { ic3 } from "./ic3.js";
import { kLiveness } from "./k-liveness.js";
import { l2s } from "./l2s.js";
import { lockstepEngine } from "./lockstep.js";
import { nestedEmptiness } from "./nested-emptiness.js";
import { reference } from "./reference.js";
import { rlive } from "./rlive.js";
import { simplified } from "./simplified.js";
import { transitiveClosure } from "./transitive-closure.js";

/** Every engine, in the order in which they are shown. */
export const engines: readonly Engine[] = [
  reference,
  gsh,
  el,
  catchThemYoungEngine,
  transitiveClosure,
  lockstepEngine,
  chainEngine,
  dnc,
  dncSharp,
  simplified(forward),
  simplified(bmc, "off"),
  simplified(ic3),
  simplified(l2s),
  simplified(kLiveness),
  simplified(rlive),
  simplified(fair),
  nestedEmptiness,
  cvwy,
  couvreur,
];

export const engineNamed = (name: string): Engine | undefined => engines.find((e) => e.name === name);
