/**
 * Proofs of CTL formulas. First on random small systems: every answer of the reference and of gsh has a proof, both checkers accept
 * it, and neither accepts a changed or swapped one for a wrong claim. Then on models from outside: how many answers carry a
 * checked proof, how long its check takes against finding it, and how large it is.
 *
 * `npm run bench:ctl-proofs -- --systems 1000 --seed 1 --seconds 30 --engine gsh --set ctl`, `-- --quick`
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { engineNamed } from "../dist/engines/registry.js";
import { proofIn as builtProofIn } from "../dist/evidence/verdict.js";
import { writeCertificate } from "../dist/formats/certificate/write.js";
// What was built, as users run it: workers start in milliseconds.
import { check, loadKernels } from "../dist/node.js";
import { solve } from "../dist/solving/solve.js";
import { checkCtl } from "../src/checkers/check-ctl.js";
import { gsh } from "../src/engines/gsh.js";
import { reference } from "../src/engines/reference.js";
import { proofIn } from "../src/evidence/verdict.js";
import { Random } from "../src/logic/random.js";
import { SatSolver } from "../src/solvers/sat/solver.js";
import { ctlFormulas } from "../test/arbitraries/formulas.js";
import { systems } from "../test/arbitraries/systems.js";
import { atomsOf } from "../test/certificates/ctl-atoms.js";
import { acceptsByEnumeration, claimsAreTrue, isTrueClaim } from "../test/certificates/ctl-by-enumeration.js";
import { mutatedCtl } from "../test/certificates/mutated-ctl-proofs.js";
import { context } from "../test/cross-engine/solving.js";
import { decide } from "../test/engines/running.js";
import { type Case, casesOf } from "./known-answers.js";

process.execArgv.length = 0;

const { values } = parseArgs({
  options: {
    systems: { type: "string", default: "1000" },
    mutations: { type: "string", default: "6" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "30" },
    engine: { type: "string", multiple: true, default: ["auto", "gsh", "reference"] },
    set: { type: "string", multiple: true, default: ["ctl", "smv"] },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 5 : Number(values.seconds);
const kernels = await loadKernels();

randomSystems(values.quick ? 60 : Number(values.systems), Number(values.seed), Number(values.mutations));
for (const set of values.set) if (set === "ctl" || set === "smv") await outside(set);

function randomSystems(count: number, seed: number, mutations: number): void {
  const formulas = ctlFormulas({ atoms: ["a", "b"], depth: 3 });
  const shape = { maxLatches: 4, maxInputs: 2, extraLits: 2 };
  const samples = fc.sample(fc.tuple(systems(shape), formulas, formulas), { seed, numRuns: count });
  const random = new Random(seed);
  const oracle = () => new SatSolver(context.kernels.sat);
  const counts = { proofs: 0, changed: 0, "of them accepted": 0, swapped: 0, "of these accepted": 0 };
  const problems: string[] = [];
  for (const [k, [system, formula, other]] of samples.entries()) {
    const { model } = system;
    const atoms = atomsOf(system);
    const say = (what: string) => problems.push(`system ${k} of seed ${seed}: ${what}`);
    for (const engine of [reference, gsh]) {
      const verdict = decide(engine, { kind: "ctl", model, formula, atoms }, {}, context);
      const proof = proofIn(verdict);
      if (proof?.kind !== "ctl-certificate") {
        say(`${engine.name} gives no proof`);
        continue;
      }
      counts.proofs++;
      const accepted = (given: typeof proof, of = formula) =>
        checkCtl(model, { formula: of, atoms }, given, { oracle }).result === "checked";
      if (!accepted(proof) || !acceptsByEnumeration(model, formula, atoms, proof))
        say(`a proof by ${engine.name} is refused`);
      for (let m = 0; m < mutations; m++) {
        const changed = mutatedCtl(proof, random);
        counts.changed++;
        const isAccepted = accepted(changed);
        if (isAccepted !== acceptsByEnumeration(model, formula, atoms, changed)) say("the checkers differ");
        if (!isAccepted) continue;
        counts["of them accepted"]++;
        if (!isTrueClaim(model, formula, atoms, changed.fails !== null)) say("a wrong claim is accepted");
        if (!claimsAreTrue(model, formula, atoms, changed)) say("a wrong set is accepted");
      }
      counts.swapped++;
      if (!accepted(proof, other)) continue;
      counts["of these accepted"]++;
      if (!isTrueClaim(model, other, atoms, proof.fails !== null))
        say("a wrong claim about another formula is accepted");
    }
  }
  console.log(
    `${count} random systems, seed ${seed}: ${Object.entries(counts)
      .map(([name, n]) => `${n} ${name}`)
      .join(", ")}`,
  );
  console.log(problems.length === 0 ? "no problem\n" : problems.join("\n"));
  if (problems.length > 0) process.exitCode = 1;
}

/** One answer, in wall-clock seconds; `checking` is null where only the whole is known. */
interface Row {
  readonly answer: string;
  readonly evidence: string;
  readonly by: string;
  readonly finding: number;
  readonly checking: number | null;
  readonly bytes: number;
  readonly note: string;
}

async function outside(set: "ctl" | "smv"): Promise<void> {
  const all = casesOf(set);
  if (all.length === 0) {
    console.log(`${set}: FAIRLEAD_BENCHMARKS does not hold it`);
    return;
  }
  const cases = values.quick ? all.filter((_, i) => i % 5 === 0) : all;
  console.log(
    "| set | engine | asked | answers | checked | of them by a proof | relative | none | check / find, median | largest | proof, median kB | largest |",
  );
  console.log("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const engine of values.engine) {
    const rows: Row[] = [];
    for (const given of cases) {
      const row = await answered(given, engine);
      if (row !== null) rows.push(row);
      if (row?.note) console.error(`${given.name} ${engine}: ${row.note}`);
    }
    const known = rows.filter((r) => r.answer !== "unknown");
    const count = (evidence: string) => known.filter((r) => r.evidence === evidence).length;
    const proofs = known.filter((r) => r.bytes > 0 && r.evidence === "checked");
    const ratios = proofs.flatMap((r) => (r.checking === null ? [] : [r.checking / r.finding]));
    const sizes = proofs.map((r) => r.bytes / 1000);
    const figures = [rows.length, known.length, count("checked"), proofs.length, count("relative"), count("none")];
    console.log(`| ${[set, engine, ...figures, ...middleAndLast(ratios), ...middleAndLast(sizes)].join(" | ")} |`);
  }
}

/** Null where nothing is asked about branching time, or the property is written in another way than its table says. */
async function answered(given: Case, engine: string): Promise<Row | null> {
  const loaded = await given.load().catch((e: Error) => {
    console.error(`${given.name} is left out: ${e.message}`);
    return null;
  });
  if (loaded === null) return null;
  const { design, property: index } = loaded;
  const property = design.properties[index]!;
  if (property.kind !== "ctl") return null;
  const started = performance.now();
  let found = 0;
  const outcome = engine === "auto" ? await check(design, index, { seconds }) : inProcess();
  const ended = performance.now();
  const { verdict, evidence, notes, engine: by } = outcome;
  if (verdict.answer !== "unknown" && given.answer !== null && verdict.answer !== given.answer)
    throw new Error(`${given.name}: ${by} says '${verdict.answer}', which is wrong`);
  const proof = builtProofIn(verdict);
  return {
    answer: verdict.answer,
    evidence,
    by,
    finding: (found || ended) - started,
    checking: found === 0 ? null : ended - found,
    bytes: proof ? writeCertificate(proof, { property: property.name }).length : 0,
    note: evidence === "checked" ? "" : `${verdict.answer} by ${by}; ${notes.join("; ")}`,
  };

  function inProcess() {
    const deadline = started + 1000 * seconds;
    const shouldStop = () => (performance.now() > deadline ? ("time" as const) : null);
    const solving = solve(
      design,
      property,
      engineNamed(engine)!,
      {},
      { shouldStop, shouldStopChecking: () => null, memoryLimit: 2 ** 31, seed: 1, kernels },
    );
    for (;;) {
      const { done, value } = solving.next();
      if (done) return value;
      if (value.what === "checking the proof") found = performance.now();
    }
  }
}

function middleAndLast(numbers: readonly number[]): [string, string] {
  if (numbers.length === 0) return ["–", "–"];
  const sorted = [...numbers].sort((a, b) => a - b);
  return [sorted[sorted.length >> 1]!.toFixed(2), sorted.at(-1)!.toFixed(2)];
}
