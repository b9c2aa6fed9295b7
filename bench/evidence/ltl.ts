import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ltlToTgba } from "../../src/automata/translate.js";
import { engineNamed } from "../../src/engines/registry.js";
import type { Outcome } from "../../src/evidence/outcome.js";
import { proofIn } from "../../src/evidence/verdict.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";
import { atomsOf } from "../../src/formula/atom-names.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseLtl } from "../../src/formula/parse.js";
import { printLtl } from "../../src/formula/print.js";
import { Aig } from "../../src/logic/aig.js";
import { nodeOf } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { LtlProperty } from "../../src/model/property.js";
import { solve } from "../../src/solving/solve.js";
import { product } from "../../src/transform/product.js";
import { ltlFormulas } from "../../test/arbitraries/formulas.js";
import { context } from "../../test/cross-engine/solving.js";
import type { EvidenceOptions } from "../evidence.js";
import { cpuLimits, cpuSeconds, middleAndLast } from "./cpu.js";

/** Who is asked, in this order, until a proof rests on no translation. */
const ENGINES = ["gsh", "rlive", "fair", "k-liveness"];

/** Formulas with past of the kinds that people write: what is asked now was promised before. */
const PAST = [
  "G (a -> O b)", "G (a -> H b)", "G (a -> Y b)", "G (a -> Z b)", "G (a -> (!b S c))", "G (a -> (b T c))",
  "G (a & Y b -> F c)", "G F (a & O b)", "F G (a S b)", "(a S b) U c", "G (O a -> F b)", "G (a <-> Y a)",
  "H a -> G a", "G (b -> O (a & Y O c))", "G ((a S b) -> X (a S b) | c)", "F (a & H (b -> O c))",
  "G (Y (a U b) -> F b)", "G H (a -> O a)", "a T b", "!(a S b) R c", "O (a & Y a)", "G (Z Z a -> a)",
]; // biome-ignore format: a list

interface Row {
  readonly evidence: Outcome["evidence"] | "open";
  readonly by: string;
  readonly seconds: number;
  readonly bytes: number;
  readonly steps: number;
}

/**
 * The words that an automaton accepts, of a formula with all its atoms as inputs: the formula holds of them. What proves that
 * without a translation shows of each automaton that it accepts nothing else.
 */
export async function ltlTable(options: EvidenceOptions): Promise<string> {
  const count = options.quick ? 100 : options.formulas;
  const random = fc.sample(ltlFormulas({ past: false, depth: 3 }), { seed: options.seed, numRuns: count });
  const withPast = fc.sample(ltlFormulas({ depth: 3 }), { seed: options.seed, numRuns: count / 5 });
  const sets: [string, readonly Ltl[]][] = [
    ["ltl/ of the benchmarks", listed().filter((_, i) => i % options.every === 0)],
    ["with past, listed", PAST.map((text) => parseLtl(text).formula)],
    [`with past, random, seed ${options.seed}`, withPast.filter(hasPast)],
    [`random, seed ${options.seed}`, random],
  ];
  const lines = [
    "| formulas | how many | absolute, checked | by the first engine | by others | relative | open | CPU s, median | largest | proof, median bytes | largest | steps, median | largest |",
    `| --- |${" ---: |".repeat(12)}`,
  ];
  const left: string[] = [];
  for (const [name, formulas] of sets) {
    const rows = formulas.map((f) => {
      const row = provedBy(f, options);
      if (row.evidence !== "checked") left.push(`\`${printLtl(f)}\`: ${row.evidence}`);
      return row;
    });
    const of = (evidence: Row["evidence"]) => rows.filter((r) => r.evidence === evidence);
    const proofs = of("checked");
    const first = proofs.filter((r) => r.by === ENGINES[0]).length;
    lines.push(
      `| ${[
        name,
        rows.length,
        proofs.length,
        first,
        proofs.length - first,
        of("relative").length,
        of("open").length + of("none").length,
        ...middleAndLast(
          rows.map((r) => r.seconds),
          3,
        ),
        ...middleAndLast(
          proofs.map((r) => r.bytes),
          0,
        ),
        ...middleAndLast(
          proofs.map((r) => r.steps),
          0,
        ),
      ].join(" | ")} |`,
    );
  }
  return [...lines, "", ...(left.length === 0 ? ["None is left."] : ["Left:", "", ...left.map((l) => `- ${l}`)])].join(
    "\n",
  );
}

const hasPast = (f: Ltl): boolean => /\b[YZOHST]\b/.test(printLtl(f));

function listed(): Ltl[] {
  const file = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "ltl", "spot-sizes.tsv");
  try {
    const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => parseLtl(line.split("\t")[1]!).formula);
  } catch {
    console.log("FAIRLEAD_BENCHMARKS has no ltl/spot-sizes.tsv: its formulas are left out");
    return [];
  }
}

function provedBy(formula: Ltl, { seconds }: EvidenceOptions): Row {
  const started = cpuSeconds();
  const { model, property } = wordsOf(formula);
  let last: Row = { evidence: "open", by: "", seconds: 0, bytes: 0, steps: 0 };
  for (const name of ENGINES) {
    const outcome = solvedWithin(model, property, name, seconds);
    if (outcome.verdict.answer === "fails")
      throw new Error(`the automaton of ${printLtl(formula)} accepts something else`);
    if (outcome.verdict.answer === "unknown") continue;
    const proof = proofIn(outcome.verdict);
    last = {
      evidence: outcome.evidence,
      by: name,
      seconds: cpuSeconds() - started,
      bytes: proof === null ? 0 : writeCertificate(proof, { property: "f" }).length,
      steps: proof?.kind === "certificate" ? proof.steps.length : 0,
    };
    if (outcome.evidence === "checked") return last;
  }
  return { ...last, seconds: cpuSeconds() - started };
}

function wordsOf(formula: Ltl): { readonly model: Model; readonly property: LtlProperty } {
  const aig = new Aig();
  const atoms = new Map([...atomsOf(formula)].map((name) => [name, aig.leaf()]));
  const inputs = [...atoms.values()].map(nodeOf);
  const word: Model = { aig, inputs, latches: [], constraints: [], fairness: [], signals: [], modules: [] };
  const { model, literal } = product(word, ltlToTgba(formula), atoms);
  const property = {
    kind: "ltl",
    name: "f",
    formula,
    atoms: new Map([...atoms].map(([name, l]) => [name, literal(l)])),
  } as const;
  return { model, property };
}

function solvedWithin(model: Model, property: LtlProperty, engine: string, seconds: number): Outcome {
  const { kernels, seed } = context;
  const limits = { ...cpuLimits(seconds), shouldStopChecking: () => null };
  const solving = solve(
    { model, properties: [property] },
    property,
    engineNamed(engine)!,
    {},
    { ...limits, kernels, seed },
  );
  for (;;) {
    const { done, value } = solving.next();
    if (done) return value;
  }
}
