import { searchModel } from "../explicit/model-search.js";
import { fieldBytes } from "../explicit/search.js";
import { engine } from "./engine.js";

const OPTIONS = {
  hash: {
    kind: "choice",
    values: ["exact", "compact", "bitstate"],
    default: "exact",
    help: "keep states whole, as hash values of 52 bits, or as bits in a field; only exact searches prove anything",
  },
  early: {
    kind: "flag",
    default: true,
    help: "look at cycles that the path closes too, before a nested search shows what they meet",
  },
  states: { kind: "number", min: 1, max: 2 ** 30, default: 100_000_000, help: "give up beyond about this many states" },
  field: { kind: "number", min: 1, max: 512, default: 64, help: "MiB of bitstate hashing's field" },
  functions: { kind: "number", min: 1, max: 16, default: 3, help: "bits of the field that each state sets" },
} as const;

/** A depth-first search for fair cycles with any number of conditions, state by state. */
export const nestedEmptiness = engine({
  name: "nested-emptiness",
  summary: "visits states depth first, and propagates the conditions that cycles meet; with exact or lossy hashing",
  suits: "up to tens of millions of states, many conditions, little memory for each state",
  paper: "Tauriainen, Nested emptiness search for generalized Büchi automata (2003)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"(task, { hash, early, states, field, functions }, context) {
      const options = {
        algorithm: "nested-emptiness",
        hash,
        early,
        states,
        field: fieldBytes(field),
        functions,
      } as const;
      return yield* searchModel(task.model, options, context);
    },
  },
});
