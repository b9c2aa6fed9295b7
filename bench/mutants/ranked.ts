import type { Mutant } from "./mutant.js";

const file = "check-ranked.ts";

/** An obligation that demands nothing. */
const dropped = (is: string, because: string): Mutant => ({ file, is, becomes: "follows: () => [],", because });

/** Of ranked witness circuits. */
export const ofRankedWitnesses: readonly Mutant[] = [
  {
    file,
    is: "return hasFirstStep(witness) ? null :",
    becomes: "return true ? null :",
    because: "a witness without a first state shows nothing of later ones",
  },
  dropped('follows: (q) => [...q.resets(mapped), ...q.constraints("s")],', "the witness starts elsewhere"),
  dropped('follows: (q) => [...q.steps("s", "t", mapped), ...q.constraints("t")],', "the witness moves otherwise"),
  dropped("follows: (q) => q.modelSafety(),", "the model is bad where the witness is not"),
  dropped('follows: (q) => q.invariant("s"),', "an invariant that does not hold at first"),
  dropped('follows: (q) => q.invariant("t"),', "an invariant that steps leave"),
  dropped(
    "follows: (q) => q.signalPairs().flatMap((p) => p.map(([mine, models]) => q.implies(mine, models))),",
    "a signal holds where the model's condition is met",
  ),
  dropped(
    "follows: (q) => q.signalPairs().map((p) => q.some(p.map(([mine]) => mine))),",
    "a signal that belongs to no condition of the model",
  ),
  dropped('follows: (q) => [q.rank("t", "s")],', "steps that lead to a lower rank"),
  dropped('follows: (q) => [q.rank("t", "u")],', "a rank that is lost later"),
  dropped('follows: (q) => q.agreement(others, "s"),', "a latch of the model is taken for a constant at first"),
  dropped('follows: (q) => q.agreement(others, "t"),', "a latch of the model is taken for a constant later"),
  {
    file,
    is: 'return q.signals("s", "t").map((l, k) => q.implies(l, later[k]!));',
    becomes: "return [];",
    because: "signals that take turns",
  },
  {
    file,
    is: "if (foreign !== undefined) return",
    becomes: "if (foreign !== undefined && foreign[1] < 0) return",
    because: "a gate of the model is given a value",
  },
  {
    file,
    is: "const isPlain = w > 0 && w <= leaves && !mine.has(w) && !theirs.has(m);",
    becomes: "const isPlain = true;",
    because: "a mapping gives the model's latches values",
  },
  {
    file,
    is: "const isPlain = w > 0 && w <= leaves && !mine.has(w) && !theirs.has(m);",
    becomes: "const isPlain = w > 0 && w <= leaves && !theirs.has(m);",
    because: "two latches of the model are taken for one",
  },
  {
    file,
    is: 'if (answer === "unknown") return',
    becomes: "if (false) return",
    because: "what the solver could not decide is taken for true",
  },
  {
    file,
    is: 'const signal = mine[j] === undefined ? this.truth : this.signal("s", "t", mine[j]);',
    becomes: 'const signal = mine[j] === undefined ? satNot(this.truth) : this.signal("s", "t", mine[j]);',
    because: "a condition of the model that the witness does not speak of",
  },
  {
    file,
    is: 'return [signal, satNot(this.model("s").lit(l))] as const;',
    becomes: 'return [signal, this.model("s").lit(l)] as const;',
    because: "a signal says that the condition is met, not that it is not",
  },
  {
    file,
    is: "    this.image[l >> 1] = (value ^ (l & 1)) as SatLit;\n",
    becomes: "    this.image[l >> 1] = value;\n",
    because: "what stands for a literal is taken for its negation",
  },
  {
    file,
    is: "else if (this.base !== null && !this.isTouched(v)) this.image[v] = this.base.lit(2 * v);",
    becomes: "else if (this.base !== null) this.image[v] = this.base.lit(2 * v);",
    because: "signals are read in one state where they speak of two",
  },
];
