import { searchModel } from "../explicit/model-search.js";
import { engine } from "./engine.js";

const OPTIONS = {
  early: {
    kind: "flag",
    default: false,
    help: "look at cycles that the path closes too, as Schwoon and Esparza do (2005)",
  },
  states: { kind: "number", min: 1, max: 2 ** 30, default: 100_000_000, help: "give up beyond about this many states" },
} as const;

/** The classic nested search, for comparison: conditions are counted through one by one, so each state has a copy for each. */
export const cvwy = engine({
  name: "cvwy",
  summary: "visits states depth first, with one condition in the place of several: the classic nested search",
  suits: "a baseline to compare with",
  paper:
    "Courcoubetis, Vardi, Wolper and Yannakakis, Memory-efficient algorithms for the verification of temporal properties (1992)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"(task, { early, states }, context) {
      return yield* searchModel(task.model, { algorithm: "cvwy", early, states }, context);
    },
  },
});
