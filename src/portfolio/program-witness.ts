import type { Witness } from "../evidence/verdict.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import type { Behaviour, Breach } from "../program/behaviour.js";

/** What an answer about a program shows: a behaviour of its own, or, of a formula of branching time, one of its circuit. */
export type ProgramWitness =
  | { readonly kind: "behaviour"; readonly behaviour: Behaviour; readonly breach: Breach | null }
  | { readonly kind: "circuit"; readonly model: Model; readonly property: Property; readonly witness: Witness };
