import { searchModel } from "../explicit/model-search.js";
import { engine } from "./engine.js";

const OPTIONS = {
  states: { kind: "number", min: 1, max: 2 ** 30, default: 100_000_000, help: "give up beyond about this many states" },
} as const;

/** Components on the fly, with the conditions that each meets. */
export const couvreur = engine({
  name: "couvreur",
  summary: "visits states depth first, and stops as soon as a strongly connected component meets all conditions",
  suits: "up to tens of millions of states; strong fairness",
  paper: "Couvreur, On-the-fly verification of linear temporal logic (1999)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"(task, { states }, context) {
      return yield* searchModel(task.model, { algorithm: "couvreur", states }, context);
    },
  },
});
