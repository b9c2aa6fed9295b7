import type { FactExchange } from "../model/fact.js";
import { type DncOptions, divideAndCompose } from "../symbolic/dnc/search.js";
import type { SymbolicSession } from "../symbolic/session.js";
import { CLUSTER, EFFORT, partsOption } from "./dnc-options.js";
import { engine, type OptionsOf } from "./engine.js";
import { onSets } from "./on-sets.js";

const OPTIONS = {
  settings: {
    kind: "choice",
    values: ["own", "paper"],
    default: "own",
    help: "defaults of the other options: those measured here, or those of the paper's experiments",
    sets: {
      paper: {
        share: 0.3,
        parts: "latches",
        strong: "emerson-lei",
        reach: "exact",
        most: 100_000,
        effort: Number.MAX_VALUE,
      },
    },
  },
  policy: {
    kind: "choice",
    values: ["two-level", "popcorn", "lightning", "adaptive"],
    default: "popcorn",
    help: "which parts are looked at before the whole system: the property only; more and more submodules; each new one alone first; more and more, then the jump",
  },
  jump: {
    kind: "choice",
    values: ["direct", "cartesian", "one-step"],
    default: "cartesian",
    help: "adaptive policy: what comes before the whole system: nothing; each other submodule alone; each with all before",
  },
  share: {
    kind: "number",
    min: 0,
    max: 1,
    default: 0.4,
    help: "submodules are added while they hold at most this share of all latches",
  },
  cluster: CLUSTER,
  parts: partsOption("modules"),
  order: {
    kind: "choice",
    values: ["fifo", "lifo"],
    default: "fifo",
    help: "which set is refined next: level by level, or depth first",
  },
  reach: {
    kind: "choice",
    values: ["exact", "levels", "approximate", "affordable", "none"],
    default: "affordable",
    help: "reachable states: of the whole system first; of each part in turn and of the whole; a bound from the parts; the same, and of the whole if it costs no more than all before; not used",
  },
  most: { kind: "number", min: 1, max: 100_000, default: 20, help: "suspect sets, about" },
  strong: {
    kind: "choice",
    values: ["hull", "emerson-lei", "seeded", "mixed"],
    default: "mixed",
    help: "strong sets in the whole system: by a hull; by that of Emerson and Lei; by components that small parts are seeds of; by a few components first, then by a hull",
  },
  effort: EFFORT,
  dc: {
    kind: "choice",
    values: ["none", "relation", "zones"],
    default: "zones",
    help: "use of what lies outside the sets in question: none; in the relation; in the sets as well, with safety zones",
  },
  member: {
    kind: "number",
    min: 0,
    max: 1000,
    default: 0,
    help: "of a team: 0 looks at the sets that are left at once, others at one after the other, each beginning elsewhere; what they refute they tell",
  },
  "weak-first": {
    kind: "flag",
    default: true,
    help: "weak and terminal sets are checked on the whole system at once",
  },
} as const;

const LARGEST_TEAM = 8;
/** A member that works alone. */
const NOBODY: FactExchange = { publish() {}, receive: () => [] };

/** Refines sets that may hold fair cycles on growing parts of the system. */
export const dnc = engine({
  name: "dnc",
  summary: "refines suspect sets of states on growing parts of the system, and drops those that cannot be fair",
  suits: "modular designs, and properties of a few modules",
  paper: "Wang, Bloem, Hachtel, Ravi and Somenzi, Compositional SCC analysis for language emptiness (2006)",
  options: OPTIONS,
  team: (size) => [
    {},
    ...Array.from({ length: Math.min(size, LARGEST_TEAM) - 1 }, (_, i) => ({
      member: i + 1,
      strong: "hull",
    })),
  ],
  decides: {
    *"fair-cycle"(task, options, context) {
      const { facts } = context;
      const team =
        facts === undefined && options.member === 0 ? null : { member: options.member, facts: facts ?? NOBODY };
      const search = (session: SymbolicSession) => divideAndCompose(session, settings(options), team);
      return yield* onSets(task.model, context, search);
    },
  },
});

const settings = (options: OptionsOf<typeof OPTIONS>): DncOptions => ({
  policy: options.policy,
  jump: options.jump,
  share: options.share,
  cluster: options.cluster,
  parts: options.parts,
  order: options.order,
  reach: options.reach,
  by: "lockstep",
  most: options.most,
  endgame: {
    sets: options.member === 0 ? "together" : "apart",
    strong: options.strong,
    dontCares: options.dc,
    weakFirst: options["weak-first"],
  },
  effort: options.effort,
});
