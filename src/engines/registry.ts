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
import { interpolation } from "./interpolation.js";
import { kLiveness } from "./k-liveness.js";
import { l2s } from "./l2s.js";
import { lockstepEngine } from "./lockstep.js";
import { nestedEmptiness } from "./nested-emptiness.js";
import { OptionError } from "./options.js";
import { reference } from "./reference.js";
import { rlive } from "./rlive.js";
import { simplified } from "./simplified.js";
import { transitiveClosure } from "./transitive-closure.js";

/** Every engine, in the order in which they are shown. */
export const catalogue = {
  reference,
  gsh,
  el,
  catchThemYoung: catchThemYoungEngine,
  transitiveClosure,
  lockstep: lockstepEngine,
  chain: chainEngine,
  dnc: simplified(dnc, "off"),
  dncSharp: simplified(dncSharp, "off"),
  forward: simplified(forward, "late", false),
  bmc: simplified(bmc, "off"),
  ic3: simplified(ic3),
  interpolation: simplified(interpolation, "off"),
  l2s: simplified(l2s),
  kLiveness: simplified(kLiveness),
  rlive: simplified(rlive),
  fair: simplified(fair),
  nestedEmptiness,
  cvwy,
  couvreur,
} as const;

export const engines: readonly Engine[] = Object.values(catalogue);

export const engineNamed = (name: string): Engine | undefined => engines.find((e) => e.name === name);

/** The engine that the user names. */
export function engineOrError(name: string): Engine {
  const engine = engineNamed(name);
  if (engine !== undefined) return engine;
  throw new OptionError(`no engine '${name}' (there are auto, ${engines.map((e) => e.name).join(", ")})`);
}
