import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KernelOracle } from "../../dist/checkers/kernel-oracle.js";
import { witnessText } from "../../dist/cli/evidence-text.js";
import { engineNamed } from "../../dist/engines/registry.js";
import type { Outcome } from "../../dist/evidence/outcome.js";
import { proofIn, witnessIn } from "../../dist/evidence/verdict.js";
import { writeAiger } from "../../dist/formats/aiger/from-design.js";
import { writeRankedWitness } from "../../dist/formats/ranked/write.js";
import { rankedWithin } from "../../dist/node/ranked-task.js";
import { check, loadKernels } from "../../dist/node.js";
import { packDesign, packOutcome } from "../../dist/portfolio/transport.js";
import { recheck } from "../../dist/solving/recheck.js";
import { solve } from "../../dist/solving/solve.js";
import { certifaiger, hasCertifaiger, isInstalled } from "../certifaiger.js";
import type { EvidenceOptions } from "../evidence.js";
import { type Case, type CaseSet, casesOf } from "../known-answers.js";
import { cpuLimits, middleAndLast, timed } from "./cpu.js";

type Loaded = Awaited<ReturnType<Case["load"]>>;

export const EVIDENCE_SETS = ["aiger", "fair-table1", "safety", "ctl", "smv"] as const;
/** `auto` goes by the clock, and runs several engines: it gets so many times the seconds of a single one. */
const AUTO_FACTOR = 5;
const ENGINES = ["reference", "gsh", "rlive", "fair", "k-liveness", "ic3"];

/** Which engines have anything to say about a set. */
const suits = (engine: string, set: CaseSet): boolean =>
  set === "safety" ? ["auto", "reference", "gsh", "ic3"].includes(engine) : engine !== "ic3";

const kernels = await loadKernels();

interface Row {
  readonly answer: Outcome["verdict"]["answer"];
  readonly evidence: Outcome["evidence"];
  /** By what was shown, and the CPU seconds of finding it and of one more check of it. */
  readonly isProof: boolean;
  readonly solving: number;
  readonly checking: number;
  readonly ranked: "written" | "does not fit" | null;
  readonly certifaiger: string | null;
  readonly aigsim: boolean | null;
}

/** How many answers about a set carry checked evidence, by engine. */
export function setTable(set: (typeof EVIDENCE_SETS)[number], options: EvidenceOptions): Promise<string> {
  return tableOf([set], options.engines ?? ENGINES, options);
}

/** The same of what a user gets without choosing: for a machine that has no other work, since it goes by the clock. */
export const autoTable = (sets: readonly CaseSet[], options: EvidenceOptions): Promise<string> =>
  tableOf(sets, ["auto"], options);

async function tableOf(
  sets: readonly CaseSet[],
  engines: readonly string[],
  options: EvidenceOptions,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-evidence-"));
  const lines = [
    "| set | engine | asked | answers | checked | of them by a proof | relative | none | check / solve, median | largest | ranked, of those that hold | by Certifaiger | aigsim, of counterexamples |",
    `| --- | --- |${" ---: |".repeat(11)}`,
  ];
  try {
    for (const set of sets) {
      const cases = casesOf(set).filter((_, i) => i % options.every === 0);
      for (const engine of engines.filter((e) => suits(e, set))) {
        const rows: Row[] = [];
        for (const given of cases) rows.push(...(await measured(given, engine, options.seconds, folder)));
        lines.push(`| ${[set, engine, ...summary(rows)].join(" | ")} |`);
        console.error(lines.at(-1));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return lines.join("\n");
}

function summary(rows: readonly Row[]): (number | string)[] {
  const known = rows.filter((r) => r.answer !== "unknown");
  const count = (evidence: string) => known.filter((r) => r.evidence === evidence).length;
  const checked = known.filter((r) => r.evidence === "checked");
  const rankable = checked.filter((r) => r.ranked !== null);
  const written = rankable.filter((r) => r.ranked === "written");
  const judged = written.filter((r) => r.certifaiger !== null);
  const shown = checked.filter((r) => r.aigsim !== null);
  const share = (some: number, all: number) => (all === 0 ? "–" : `${some} of ${all}`);
  return [
    rows.length,
    known.length,
    checked.length,
    checked.filter((r) => r.isProof).length,
    count("relative"),
    count("none"),
    ...middleAndLast(checked.map((r) => r.checking / Math.max(r.solving, 0.001))),
    share(written.length, rankable.length),
    share(judged.filter((r) => r.certifaiger === "accepted").length, judged.length),
    share(shown.filter((r) => r.aigsim === true).length, shown.length),
  ];
}

/** One row; none where the question cannot be put. */
async function measured(given: Case, engine: string, seconds: number, folder: string): Promise<Row[]> {
  const loaded = await given.load().catch((e: Error) => {
    console.error(`${given.name} is left out: ${e.message}`);
    return null;
  });
  if (loaded === null) return [];
  const { design, property: index } = loaded;
  const property = design.properties[index]!;
  const [outcome, total] = await timed(() =>
    engine === "auto"
      ? check(design, index, { seconds: AUTO_FACTOR * seconds, threads: 2, vacuity: false })
      : alone(loaded, engine, seconds),
  );
  const { verdict, evidence } = outcome;
  if (verdict.answer !== "unknown" && given.answer !== null && verdict.answer !== given.answer)
    throw new Error(`${given.name}: ${engine} says '${verdict.answer}', which is wrong`);
  const empty = { answer: verdict.answer, evidence, isProof: false, solving: total, checking: 0 };
  const nothing = { ...empty, ranked: null, certifaiger: null, aigsim: null };
  if (verdict.answer === "unknown" || evidence !== "checked") {
    if (verdict.answer !== "unknown")
      console.error(`${given.name} ${engine}: ${verdict.answer}, ${evidence}: ${outcome.notes.join("; ")}`);
    return [nothing];
  }
  const [again, checking] = await timed(() => checkedAgain(loaded, outcome));
  if (again !== "checked") throw new Error(`${given.name} by ${engine}: evidence that was checked is ${again}`);
  const isCircuit = property.kind === "bad" || property.kind === "justice";
  const row = { ...nothing, isProof: proofIn(verdict) !== null, solving: Math.max(0, total - checking), checking };
  if (!isCircuit) return [row];
  const file = join(folder, "model.aag");
  writeFileSync(file, writeAiger({ ...design, properties: [property] }, "ascii").aiger);
  if (verdict.answer === "holds") return [{ ...row, ...ranked(loaded, outcome, seconds, file) }];
  return [{ ...row, aigsim: HAS_AIGSIM ? aigsimAccepts(loaded, outcome, file, folder) : null }];
}

function alone({ design, property: index }: Loaded, engine: string, seconds: number): Outcome {
  const limits = { ...cpuLimits(seconds), shouldStopChecking: () => null, seed: 1, kernels };
  const solving = solve(design, design.properties[index]!, engineNamed(engine)!, {}, limits);
  for (;;) {
    const { done, value } = solving.next();
    if (done) return value;
  }
}

/** The check by itself, as somebody who is sent the evidence does it. */
function checkedAgain({ design: { model, properties }, property: index }: Loaded, { verdict }: Outcome): string {
  if (verdict.answer === "unknown") return "unknown";
  const property = properties[index]!;
  const claimed = { model, property, answer: verdict.answer, proof: proofIn(verdict), witness: witnessIn(verdict) };
  const oracle = () => new KernelOracle(kernels.sat);
  return recheck(claimed, claimed, { oracle, shouldStop: () => null }).result;
}

/** The proof itself as ranks: what does not fit is not proved again here. */
function ranked({ design, property }: Loaded, outcome: Outcome, seconds: number, model: string) {
  const question = { design: packDesign(design), property, outcome: packOutcome(outcome), kernels };
  const conversion = rankedWithin(question, cpuLimits(Math.max(10, seconds)));
  if (conversion.result === "wrong") throw new Error(`a ranked witness does not check: ${conversion.problem}`);
  if (conversion.result !== "checked") return { ranked: "does not fit" as const };
  const subject = design.properties[property]!.kind === "bad" ? "b0" : "j0";
  const said = hasCertifaiger ? certifaiger(model, writeRankedWitness(conversion.witness, subject)) : null;
  if (said !== null && said !== "accepted") console.error(`Certifaiger: ${said}`);
  return { ranked: "written" as const, certifaiger: said };
}

const HAS_AIGSIM = isInstalled("aigsim");

function aigsimAccepts({ design, property: index }: Loaded, outcome: Outcome, model: string, folder: string): boolean {
  const property = design.properties[index]!;
  const witness = join(folder, "witness");
  const one = { ...design, properties: [property] };
  const { content, said } = witnessText({ file: model, design: one, property, outcome });
  for (const line of said) console.error(line);
  writeFileSync(witness, content);
  return spawnSync("aigsim", ["-c", model, witness]).status === 0;
}
