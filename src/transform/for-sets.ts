import type { Model } from "../model/model.js";
import { mooreForm } from "./moore.js";
import { compose, type Rewrite } from "./rewrite.js";
import { withoutTraps } from "./traps.js";

/** The search for a fair cycle as algorithms on state sets want it: no traps, and conditions that are sets of states. */
export function forSets(model: Model): Rewrite {
  const free = withoutTraps(model, true);
  return compose(free, mooreForm(free.model));
}
