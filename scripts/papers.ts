/**
 * What the five papers say, item by item: where it is in the code, what shows it, and whether it reproduces. docs/reference/papers.md
 * is written from this list; test/papers.test.ts looks every file, test and script up.
 */

/** `reproduced`: as the paper has it. `partly` and `not` have a reason. */
type Status = "reproduced" | "partly" | "not";

interface Item {
  /** The paper's own name for it. */
  readonly item: string;
  /** What it says, in a few words. */
  readonly says: string;
  readonly status: Status;
  /** Sources, below src/. */
  readonly code?: readonly string[];
  /** Tests, below test/, each with the names of those that show it; or the whole file. */
  readonly tests?: readonly (readonly [file: string, ...names: string[]])[];
  /** Scripts that measure it: bench:NAME. */
  readonly bench?: readonly string[];
  /** Why only partly or not, or what is different here. */
  readonly because?: string;
}

interface Paper {
  readonly name: string;
  /** The engine in the registry that gives the reference. */
  readonly engine: string;
  readonly items: readonly Item[];
}

const GSH = "papers/gsh.test.ts";
const DNC = "papers/dnc.test.ts";
const FAIR = "papers/fair.test.ts";
const NESTED = "papers/nested-emptiness.test.ts";
const YOUNG = "papers/catch-them-young.test.ts";

const gsh: Paper = {
  name: "GSH and Lockstep",
  engine: "gsh",
  items: [
    {
      item: "Section 3.1, Theorem 1",
      says: "1-closed sequences compute F, P and F ∩ P",
      status: "reproduced",
      code: ["symbolic/operators.ts", "symbolic/hull.ts"],
      tests: [[GSH, "%s: F in the future tense, P in the past, their intersection in both"]],
    },
    {
      item: "Corollary 1",
      says: "the fixpoint of one tense is enough",
      status: "reproduced",
      code: ["symbolic/hull.ts"],
      tests: [[GSH, "%s: the result lies between B and F, or between B and P"]],
    },
    {
      item: "End of Section 3.1",
      says: "simpler operators where Z is closed",
      status: "reproduced",
      code: ["symbolic/operators.ts"],
      tests: [[GSH, "%s: F in the future tense, P in the past, their intersection in both"]],
    },
    {
      item: "Fig. 1",
      says: "GSH with its test of convergence",
      status: "reproduced",
      code: ["symbolic/hull.ts", "engines/gsh.ts"],
      tests: [["symbolic/fair-cycles.test.ts"], ["engines/symbolic.test.ts"]],
    },
    {
      item: "Theorem 2",
      says: "a disabled operator makes no progress",
      status: "reproduced",
      code: ["symbolic/hull.ts"],
      tests: [[GSH, "%s: applied anyway, it changes nothing"]],
    },
    {
      item: "Theorem 3",
      says: "one that is not disabled can make progress",
      status: "reproduced",
      tests: [[GSH, "every history of two turns has a linear graph on which all operators left make progress"]],
    },
    {
      item: "After Theorem 3",
      says: "a tense without progress in a pass is dropped",
      status: "reproduced",
      code: ["symbolic/schedules.ts"],
      tests: [[GSH, "%s: once all its operators are disabled, none of them is applied any more"]],
    },
    {
      item: "Theorem 4",
      says: "the hull is empty exactly where there is no fair cycle",
      status: "reproduced",
      code: ["symbolic/hull.ts"],
      tests: [[GSH, "in every schedule and tense"]],
    },
    {
      item: "Section 3.3",
      says: "EL, EL2, HH and random as schedules",
      status: "reproduced",
      code: ["symbolic/schedules.ts"],
      tests: [[GSH, "in every schedule and tense"]],
    },
    {
      item: "Example 1",
      says: "GSH as EL stops earlier than EL",
      status: "reproduced",
      code: ["symbolic/emerson-lei.ts"],
      tests: [[GSH, "needs one EU and one EX where EL makes another pass", "never takes more steps than plain EL"]],
    },
    {
      item: "Theorem 5",
      says: "any schedule takes O(|C|dN) steps",
      status: "reproduced",
      tests: [[GSH, "Theorem 5: any schedule takes at most (2|C| + 2)(d + 1)(N + 1) steps"]],
    },
    {
      item: "Theorem 6, Fig. 2",
      says: "some schedules need Ω(|C|dN) steps",
      status: "reproduced",
      tests: [
        [
          GSH,
          "the rebuilt Fig. 2 has the stated sizes",
          "the schedule of the proof takes Ω(|C|dN) steps, EL takes O(|C|dh)",
        ],
      ],
      because: "the drawing is rebuilt from the caption and the proof",
    },
    {
      item: "Definition 1, Table 2, Theorem 7",
      says: "schedules in passes take O(|C|dh + N − N') steps",
      status: "reproduced",
      tests: [[GSH, "%s takes no more, in one tense or in both"]],
    },
    {
      item: "Theorem 8, Fig. 3",
      says: "EL2 takes Θ(|C|dh + N − N') steps",
      status: "reproduced",
      tests: [
        [
          GSH,
          "the rebuilt Fig. 3 has the stated sizes",
          "EL2 takes (|C|(s+2) + 2r + 2)·r - 1 steps on G(r,s,f)",
          "with d and |C| fixed, EL2 grows with r², EL with r",
        ],
      ],
      because: "the paper has two counts, 2r + 2 and 2r for an EG; the exact one is in the test's name",
    },
    {
      item: "Below Theorem 8",
      says: "HH needs as many, on the mirrored graphs",
      status: "reproduced",
      tests: [
        [
          GSH,
          "below Theorem 8: HH needs |C|dh + N - N' steps up to a constant on mirrored rows, and EL of both tenses only |C|dh",
        ],
      ],
    },
    {
      item: "Beyond the paper",
      says: "conditions that hold in all of Z cost no step",
      status: "reproduced",
      code: ["symbolic/hull.ts"],
      tests: [[GSH, "cost no step"]],
    },
    {
      item: "Theorem 9, Fig. 4, Corollary 2",
      says: "EL is optimal up to a constant",
      status: "reproduced",
      tests: [
        [
          GSH,
          "on the rebuilt Fig. 4 the best schedule of all takes at least a constant share of |C|dh steps",
          "on the rebuilt Fig. 4 the steps of EL grow as |C|dh",
        ],
      ],
    },
    {
      item: "Example 2, Fig. 5",
      says: "both tenses can beat either of them",
      status: "reproduced",
      tests: [[GSH, "on the rebuilt Fig. 5: O(d) steps with both tenses, quadratic with one"]],
    },
    {
      item: "Section 5, Theorem 10",
      says: "early termination of Lockstep",
      status: "reproduced",
      code: ["symbolic/lockstep.ts", "symbolic/fair-region.ts"],
      tests: [
        [
          GSH,
          "stops as soon as I(v) meets all conditions, while both searches go on",
          "stops at the iterations after one search has ended, too",
        ],
      ],
    },
    {
      item: "Section 6, levels of don't cares",
      says: "low, medium, high",
      status: "reproduced",
      code: ["engines/gsh.ts", "sets/bdd-sets.ts"],
      bench: ["gsh"],
      because:
        "`high` also starts from the reachable states, where the paper starts from true: that is where nearly all of its gain comes from",
    },
    {
      item: "Table 3",
      says: "no schedule dominates in CTL",
      status: "reproduced",
      code: ["symbolic/ctl.ts"],
      bench: ["gsh"],
      because: "on other models: 38 properties, not the 39 of the paper",
    },
    {
      item: "Table 4",
      says: "EL2 is best on models that are no families; the past does better",
      status: "reproduced",
      bench: ["gsh"],
      because: "on 24 files instead of 59 models",
    },
    {
      item: "Table 5",
      says: "EL is best on families",
      status: "not",
      bench: ["gsh"],
      because: "on ours EL2 takes 0.7 of EL's steps in the future tense and 0.9 in the past",
    },
    {
      item: "Fig. 6",
      says: "time grows faster than steps",
      status: "reproduced",
      bench: ["gsh"],
      because: "in created nodes, for most families; not for counters",
    },
    {
      item: "Section 6, last remarks",
      says: "early termination never hurts Lockstep, which loses on average",
      status: "reproduced",
      bench: ["gsh"],
    },
    {
      item: "Footnote 5",
      says: "Lockstep is best without trimming",
      status: "not",
      code: ["symbolic/lockstep.ts"],
      bench: ["gsh"],
      because: "with trimming it takes a third of the steps or fewer",
    },
  ],
};

const dnc: Paper = {
  name: "D'n'C and D'n'C#",
  engine: "dnc",
  items: [
    {
      item: "Definition 3, Lemma 1",
      says: "strength of SCCs, and how each is checked",
      status: "reproduced",
      code: ["symbolic/dnc/refinement.ts"],
      tests: [
        [
          DNC,
          "Theorem 2: what is weak or terminal stays so, and Lemma 1 decides it",
          "checks each set by its strength: EF of a terminal one, EF EG of a weak one",
        ],
      ],
      because: "terminal only where no state is a dead end of the whole system",
    },
    {
      item: "Theorem 1",
      says: "SCCs refine those of approximations",
      status: "reproduced",
      tests: [[DNC, "Theorem 1: SCCs of a system lie in intersections of SCCs of its approximations"]],
    },
    {
      item: "Theorem 2",
      says: "strength is only reduced",
      status: "reproduced",
      tests: [[DNC, "Theorem 2: what is weak or terminal stays so, and Lemma 1 decides it"]],
    },
    {
      item: "Definition 4, Theorem 3",
      says: "hyperlines divide the question",
      status: "reproduced",
      code: ["symbolic/dnc/quotient.ts"],
      tests: [
        [
          DNC,
          "Theorem 3: there is a fair cycle exactly if one is reached along a hyperline",
          "Definition 4: images are taken on the hyperline only, and its target alone is fair",
        ],
      ],
    },
    {
      item: "Theorems 4 and 5, Figs. 2 and 3",
      says: "don't cares outside any care set, with safety zones",
      status: "reproduced",
      code: ["sets/bdd-sets.ts"],
      tests: [[DNC, "%s inside a set do not depend on what is outside it"]],
    },
    {
      item: "Fig. 4",
      says: "GENERIC-REFINEMENT, MODEL-CHECK, ENDGAME",
      status: "reproduced",
      code: ["symbolic/dnc/refinement.ts", "engines/dnc.ts"],
      tests: [
        [DNC, "$name: every policy finds the answer, and its lassos replay"],
        [
          "engines/dnc.test.ts",
          "agrees with the reference on random systems, its evidence checks, and it holds nothing afterwards",
        ],
      ],
      because: "with the reachability check that the figure leaves out",
    },
    {
      item: "End of Section 5",
      says: "under-approximations seed SCCs",
      status: "reproduced",
      code: ["symbolic/dnc/under.ts"],
      tests: [
        [
          DNC,
          "SCCs of under-approximations lie in SCCs of the system, none trivial: what is fair in one is fair, the others are seeds",
        ],
      ],
    },
    {
      item: "Section 6, Fig. 5",
      says: "popcorn-line, lightning-bolt, adaptive, three jumps",
      status: "reproduced",
      code: ["symbolic/dnc/policy.ts"],
      tests: [[DNC, "goes to the whole system by every policy as the paper draws it"]],
    },
    {
      item: "Section 6.3, Fig. 6",
      says: "eight philosophers: nothing left after a few levels",
      status: "reproduced",
      code: ["evidence/refinement-tree.ts", "present/refinement-tree.ts"],
      tests: [
        [
          DNC,
          "eight dining philosophers: after a few levels nothing is left, and no step is taken in the whole system",
        ],
      ],
      because: "the drawing with its numbers is not in our copy of the text",
    },
    {
      item: "Section 7, Fig. 7",
      says: "guided search: sharp images, seeds, early termination",
      status: "reproduced",
      code: ["symbolic/dnc/sharp.ts"],
      tests: [
        [
          DNC,
          "picks the promising state that meets most conditions, not the first that meets one",
          "reaches a far target through a few of the states, where the fronts of a breadth-first search are large",
          "tells how it ended by the set that the cycle was found in, where sets of several strengths are searched at once",
        ],
        ["engines/dnc.test.ts", "finds what is ahead of seeds in vain by a hull, and stays inside what can be reached"],
      ],
      because: "IMAGE# goes back to the plain image where the from set meets no ring; the figure would loop",
    },
    {
      item: "Theorem 6",
      says: "O(η) steps",
      status: "reproduced",
      tests: [[DNC, "Theorem 6: $policy takes at most 2λkη steps, with SCCs in a linear number of them"]],
    },
    {
      item: "Theorem 7",
      says: "O(η) steps with Lockstep, where sets are small",
      status: "reproduced",
      tests: [
        [DNC, "Theorem 7: where sets are small for their level, a linear number of steps is enough for Lockstep too"],
      ],
    },
    {
      item: "Section 9.1, submodules",
      says: "clusters of latches by their distance from the property",
      status: "reproduced",
      code: ["symbolic/dnc/submodules.ts"],
      tests: [
        [
          DNC,
          "sorts submodules by their distance from the property, whose automaton comes first",
          "puts small modules of the source together, and cuts none that fits",
          "keeps modules of the source whole whatever their size, cuts them where that is asked for, or does without them",
          "starts with the latches that an automaton without latches reads",
          "finds the property's latches in a file without modules: those that observe and that no other latch reads",
          "puts the memory of a condition that reads inputs into the first submodule that knows what it reads",
        ],
      ],
    },
    {
      item: "Table 1",
      says: "more than twice as fast as Emerson-Lei on 15 of 18",
      status: "partly",
      bench: ["dnc"],
      because:
        "8 of the 14 models that take Emerson-Lei more than a second; the paper's models are not at hand, its settings are `settings=paper`",
    },
    {
      item: "Tables 2 and 3",
      says: "D'n'C# is ahead on hard models, above all without exact reachability",
      status: "partly",
      code: ["engines/dnc-sharp.ts"],
      bench: ["dnc"],
      because:
        "with a bound it decides 11 of 17 models within a second, D'n'C 7; with the reachable states first 11 of 20, D'n'C 13; longer runs: it alone decides bakery 5/4, and loses modem and peterson 5",
    },
    {
      item: "Table 4",
      says: "D'n'C# is ahead on Texas-97 circuits",
      status: "partly",
      bench: ["dnc"],
      because:
        "Blackjack and questions about the PI bus, two of its four circuits: in ten seconds D'n'C# alone decides the Blackjack that fails; the others are easy for all, or decided by none",
    },
    {
      item: "Section 10",
      says: "entries of Work go to several processors",
      status: "partly",
      code: ["symbolic/dnc/teamwork.ts", "symbolic/dnc/team-facts.ts", "engines/dnc.ts"],
      tests: [
        [
          "symbolic/dnc/team.test.ts",
          "members of a team share the suspect sets of D'n'C: whoever ends first has the answer of the reference, and evidence that checks",
          "sets that others falsely say are refuted are refused, and the answer stays right",
        ],
      ],
      because:
        "every member divides the system by itself, then begins with other sets and tells which ones it refutes: entries do not move, and hyperlines of D'n'C# are not divided",
    },
  ],
};

const fair: Paper = {
  name: "FAIR",
  engine: "fair",
  items: [
    {
      item: "Fig. 1",
      says: "fair",
      status: "reproduced",
      code: ["safety/fair/fair.ts", "safety/fair/analysis.ts", "safety/fair/ledger.ts"],
      tests: [[FAIR, "$name: $answer"], ["engines/sat-cycles.test.ts"]],
      because: "where the figure chooses between a literal and a skeleton, literals come first",
    },
    {
      item: "Section II, weak conditions",
      says: "merged into one, and the search restricted to where it holds",
      status: "reproduced",
      code: ["safety/fair/ledger.ts"],
      tests: [
        [FAIR, "weak conditions, which stay once they hold, restrict the search and ask for no states of a skeleton"],
      ],
    },
    {
      item: "Section III-A, queries (1) to (4)",
      says: "stem and cycle queries under what is known",
      status: "reproduced",
      code: ["safety/fair/analysis.ts", "safety/ic3/ic3.ts"],
      tests: [
        ["safety/ic3.test.ts", "agree with enumeration: any start, any target, with and without conditions on steps"],
      ],
      because:
        "one stem query with changing targets; a stem to any state, and cycle queries between all pairs, did not pay",
    },
    {
      item: "Section III-B",
      says: "small skeletons, K unrollings",
      status: "reproduced",
      code: ["safety/fair/skeleton.ts"],
      tests: [
        ["safety/bounded.test.ts", "give the same answers, however often they are stopped"],
        [FAIR, "the synchronous arbiter is proved without skeletons (K = $k, minimize $minimize)"],
      ],
      because: "K is counted as in Section V",
    },
    {
      item: "Section III-C",
      says: "the cube d of a single state, in both forms",
      status: "reproduced",
      code: ["safety/fair/analysis.ts"],
      tests: [[FAIR, "proofs that a lone state cannot come back give up part of it, and part of what follows it"]],
    },
    {
      item: "Section III-D",
      says: "proofs are generalised, strengthened, weakened",
      status: "partly",
      code: ["safety/refine-proof.ts"],
      tests: [
        [
          FAIR,
          "proofs stay proofs when they are strengthened, clause by clause, or weakened to what excludes the target",
        ],
      ],
      because: "strengthening and weakening in turn until nothing changes was measured, and does not save skeletons",
    },
    {
      item: "Section III-E",
      says: "walls without skeletons: n + 1 for a counter of n bits",
      status: "reproduced",
      code: ["safety/fair/literal-walls.ts", "safety/stabilize.ts"],
      tests: [
        [
          FAIR,
          "an n-bit counter with latched output needs n + 1 walls and no skeleton (n = %i)",
          "so does a counter that jumps forward (n = %i)",
          "a counter that may stay where it is fails, by the first skeleton",
        ],
      ],
    },
    {
      item: "Section III-F",
      says: "queries share the time; several safety engines; several skeletons",
      status: "reproduced",
      code: ["safety/fair/race.ts", "safety/fair/loop-walks.ts", "safety/fair/shared-facts.ts"],
      tests: [
        ["engines/fair-team.test.ts", "save one another skeletons"],
        ["safety/loop-walks.test.ts", "find one that every long run comes by"],
      ],
      because: "unrolling beside IC3 did not pay in cycle queries",
    },
    {
      item: "Lemmas 1 to 5, Theorem 1",
      says: "fair terminates, and is right",
      status: "reproduced",
      code: ["safety/fair/fair.ts"],
      tests: [[FAIR, "$name: $answer"], ["engines/sat-cycles.test.ts"]],
      because: "every proof is checked as a certificate, every counterexample replayed",
    },
    {
      item: "Section V, upgraded proofs",
      says: "a cycle proof that is inductive for the system is a reachability proof",
      status: "reproduced",
      code: ["safety/fair/analysis.ts"],
      tests: [
        [
          FAIR,
          "a proof that a state cannot come back is about all runs, where it holds for them: whichever query ends first",
        ],
      ],
    },
    {
      item: "Table I, fair",
      says: "27 or 28 of 30; skeletons for each K",
      status: "partly",
      bench: ["table1"],
      because:
        "on the original models, within 8 s instead of two hours: close on some, more skeletons on abq at K = 1 and 2, eight decided in no column",
    },
    {
      item: "Table I, the others",
      says: "GSH, LS, D'n'C, liveness to safety",
      status: "partly",
      code: ["engines/gsh.ts", "engines/lockstep.ts", "engines/dnc.ts", "engines/l2s.ts"],
      bench: ["fair"],
      because: "ours instead of VIS's and ABC's; no interpolation",
    },
    {
      item: "Section V, om1 and om2",
      says: "BDD reachability would help",
      status: "reproduced",
      code: ["engines/fair.ts"],
      tests: [[FAIR, "where fair cycles are out of reach, reachable states from diagrams leave fewer skeletons"]],
      bench: ["fair"],
    },
  ],
};

const nested: Paper = {
  name: "Nested emptiness search",
  engine: "nested-emptiness",
  items: [
    {
      item: "Section 2.2, Fig. 1",
      says: "one condition instead of n costs more than nm states",
      status: "reproduced",
      code: ["explicit/degeneralize.ts"],
      tests: [[NESTED, "A_n: 2n states are visited once, and more than nm degeneralized (n = %i)"]],
      because: "for the construction; that no automaton is smaller is proved in the paper, not tested",
    },
    {
      item: "Fig. 2",
      says: "the search",
      status: "reproduced",
      code: ["explicit/nested-emptiness.ts", "explicit/visited.ts"],
      tests: [
        [
          NESTED,
          "Fig. 2: answers as the figure does, with as many entries of nested searches where it does not end early",
        ],
      ],
      because: "conditions are on transitions: one nested search for each transition of a state",
    },
    {
      item: "Section 3.2, bits",
      says: "n(s + |F| + 1) instead of |F|n(s + 2); 65 % less",
      status: "reproduced",
      code: ["explicit/exact-visited.ts", "explicit/state-table.ts"],
      tests: [
        [
          NESTED,
          "3.2: a state takes s + |F| + 1 bits, rounded up to words, in the table",
          "3.2: about 65 % less than the classic search, with 40 bits and three conditions, in tables that are really filled",
        ],
      ],
      bench: ["explicit"],
      because: "of the table; with the stacks, which are the same for both, 6.7 times as much becomes 1.6 times",
    },
    {
      item: "Section 3.2, time",
      says: "a state enters nested searches |F| times at most",
      status: "reproduced",
      tests: [[NESTED, "3.2: a state enters nested searches at most once for each condition"]],
    },
    {
      item: "Lemmas 1 and 2",
      says: "labels of the path are met on cycles",
      status: "reproduced",
      tests: [[NESTED, "Lemma 2: what the label of the top of the path holds is met on a closed path through it"]],
    },
    {
      item: "Theorem 1",
      says: "TRUE is right with any hash function",
      status: "reproduced",
      code: ["explicit/hashed-visited.ts", "explicit/path-table.ts"],
      tests: [[NESTED, "Theorem 1: TRUE is never wrong, with any hash function, even one of two values"]],
    },
    {
      item: "Lemmas 3 and 4, Theorem 2",
      says: "complete with a perfect one",
      status: "reproduced",
      tests: [[NESTED, "Theorem 2: with a perfect one, a fair cycle is found wherever there is one"]],
    },
    {
      item: "Section 4.1",
      says: "ends inside a nested search; the cycle needs another search; no state caching",
      status: "reproduced",
      code: ["explicit/lasso.ts", "explicit/lasso-from-path.ts"],
      tests: [
        [
          NESTED,
          "4.1: ends inside a nested search that meets a state of the path whose label it completes",
          "4.1: writes the cycle down by another search",
        ],
      ],
    },
    {
      item: "Section 4.2",
      says: "several initial states; cycles that meet k of the colours",
      status: "reproduced",
      code: ["explicit/nested-emptiness.ts"],
      tests: [
        [
          NESTED,
          "4.2: starts again from every initial state that was not visited",
          "4.2: decides whether a cycle meets at least k of the conditions",
        ],
      ],
    },
    {
      item: "Section 4.3, fairness",
      says: "unconditional and weak fairness are conditions; strong is not",
      status: "reproduced",
      code: ["explicit/promises.ts"],
      tests: [["program/explicit.test.ts"]],
      because: "strong fairness becomes conditions by promises, or is searched as pairs by `couvreur`",
    },
    {
      item: "Section 4.3, hashing",
      says: "bitstate hashing and hash compaction",
      status: "reproduced",
      code: ["explicit/bitstate.ts", "explicit/compact-states.ts"],
      tests: [["explicit/search.test.ts"], ["explicit/hash.test.ts"]],
    },
    {
      item: "Section 4.3, components",
      says: "classified components restrict nested searches and end them early",
      status: "reproduced",
      code: ["explicit/product.ts"],
      tests: [
        [
          NESTED,
          "4.3: propagates in the property's component only, and not where no cycle is fair",
          "4.3: ends at the first cycle where every one is fair",
          "4.3: %s decides as well with what is known of components",
        ],
      ],
    },
    {
      item: "Later work",
      says: "cycles that the path closes (Schwoon and Esparza; Couvreur, Duret-Lutz and Poitrenaud)",
      status: "reproduced",
      code: ["explicit/path-conditions.ts", "explicit/couvreur.ts"],
      tests: [
        [
          NESTED,
          "a cycle that the path closes is seen at once (Couvreur, Duret-Lutz, Poitrenaud 2005; degeneralized: Schwoon, Esparza 2005)",
          "no search visits more states for looking at cycles early",
        ],
      ],
      bench: ["explicit"],
    },
  ],
};

const young: Paper = {
  name: "Catch-them-young",
  engine: "catch-them-young",
  items: [
    {
      item: "Section 2.1, Theorem 1",
      says: "NC of the transitive closure",
      status: "reproduced",
      code: ["symbolic/transitive-closure.ts"],
      tests: [[YOUNG, "holds exactly the states on fair cycles", "squares a path of length n about log₂ n times"]],
    },
    {
      item: "Section 2.2, Theorem 2",
      says: "the formula of Emerson and Lei",
      status: "reproduced",
      code: ["symbolic/emerson-lei.ts", "engines/el.ts"],
      tests: [
        [
          YOUNG,
          "has the fixpoint of the formula as it is written, which starts every condition from the same set",
          "computes the states from which a fair cycle can be reached, also when conditions are dropped",
        ],
      ],
    },
    {
      item: "Section 3.1, Lemmas 3 and 4, Proposition 5",
      says: "the fixpoint of B# is empty exactly where no cycle is bad",
      status: "reproduced",
      code: ["symbolic/catch-them-young.ts"],
      tests: [
        [
          YOUNG,
          "is empty when there are no bad cycles, else it holds all of them and a component with states from each F_i",
          "is closed in both tenses: every state has a path from and to each F_i inside it",
        ],
      ],
    },
    {
      item: "Section 3.2",
      says: "the final version: work on b, drop an F_i",
      status: "reproduced",
      code: ["symbolic/catch-them-young.ts", "engines/catch-them-young.ts"],
      tests: [[YOUNG, "happens when it holds all of b, but the last one stays"]],
    },
    {
      item: "Section 3.3, Fig. 1",
      says: "wins on passing models, loses on failing ones; up to 10 times on long runs",
      status: "reproduced",
      bench: ["catch-them-young"],
      because: "recur edges have no counterpart here: cycle sets only",
    },
    {
      item: "Section 3.3, averages",
      says: "18 % faster passing, 36 % slower failing; 3 times faster on 4 %, slower on less than 0.1 %",
      status: "partly",
      bench: ["catch-them-young"],
      because: "the order reproduces, the sizes do not: 0.48 and 1.19 times Emerson-Lei's nodes, all models together",
    },
    {
      item: "Section 3.3, nodes and cycle sets",
      says: "nodes do not depend on the algorithm; the gain grows with the cycle sets",
      status: "reproduced",
      bench: ["catch-them-young"],
    },
    {
      item: "Section 4, open question",
      says: "why it favours models that pass",
      status: "partly",
      code: ["symbolic/catch-them-young.ts"],
      bench: ["catch-them-young"],
      tests: [
        [YOUNG, "gives a hull of all fair cycles whose initial or terminal components are fair, for no more steps"],
      ],
      because:
        "measured: where a model passes one round is enough, where it fails as many as Emerson-Lei's are needed, and each costs two thirds more",
    },
    {
      item: "Section 4, side by side",
      says: "both algorithms on two processors",
      status: "partly",
      code: ["portfolio/plan.ts"],
      bench: ["catch-them-young", "gsh"],
      because:
        "computed from both: 0.73 and 1.41 times Emerson-Lei's nodes on random models; on files and families more than twice the nodes of `gsh` in the past tense, which the plan has instead",
    },
  ],
};

export const papers: readonly Paper[] = [gsh, dnc, fair, nested, young];
