import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { rolldown } from "rolldown";
import { reference } from "../../src/engines/reference.js";
import { OUTPUT_FORMATS, type OutputFormat } from "../../src/formats/convert.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { printCtl, printLtl } from "../../src/formula/print.js";
import type { Design, Property } from "../../src/model/property.js";
import { fairnessOf, type Program } from "../../src/program/program.js";
import { readQuestion } from "../../src/program/question.js";
import { programDesign } from "../../src/program/to-design.js";
import { InputError } from "../../src/text/input-error.js";
import { formulasAsJustice } from "../../src/transform/formulas-as-justice.js";
import { ctlFormulas, ltlFormulas } from "../arbitraries/formulas.js";
import { branchingQuestions, linearQuestions, type Question } from "../arbitraries/questions.js";
import { solved } from "../cross-engine/solving.js";
import { type Truth, truthOf } from "../program/definition.js";
import { randomProgram } from "../program/random-programs.js";

// The built command on files, as users run it: what it reads, sends to its workers, writes and verifies, next to what is true of
// the object that the file was made of.

/** Runs the command: its arguments, and the folder it is run in. */
export type Run = (args: readonly string[], folder: string) => Promise<{ status: number | null; stdout: string; stderr: string }>;

type Answer = "holds" | "fails";

/** A file, and what is true of each of its properties, by name or in the order of the file. */
interface ModelFile {
  readonly name: string;
  readonly answers: readonly { readonly property: string | null; readonly answer: Answer }[];
}

interface Reported {
  readonly file: string;
  readonly property: string;
  readonly answer: string;
  readonly evidence: string;
}

const RANDOM = fileURLToPath(new URL("./random-systems.ts", import.meta.url));

/** The makers of random programs as one file that programs in the folder import. */
async function bundleMakers(folder: string): Promise<void> {
  const bundle = await rolldown({ input: RANDOM, platform: "node", external: /^[^./]/ });
  await bundle.write({ file: join(folder, "random-systems.mjs"), format: "esm" });
  await bundle.close();
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { numRuns: 1, seed })[0]!;

/** What is said of a formula of linear time: a violation first, then what is wrong with the program. Null where it makes mistakes. */
const saidOf = ({ isViolated, hasMistake, hasDeadlock }: Truth): Answer | null =>
  isViolated ? "fails" : hasMistake ? null : hasDeadlock ? "fails" : "holds";

const FORMULA = { atoms: ["a", "b"], depth: 2 };

/** A file of several systems. `kind`: of expressions, or with functions in their place. */
function programFile(folder: string, name: string, first: number, systems: number, kind: "systems" | "functions"): { file: ModelFile; next: number } {
  const lines: string[] = [];
  const answers: { property: string | null; answer: Answer }[] = [];
  let seed = first;
  for (let made = 0; made < systems; seed++) {
    const program = randomProgram(seed, SHAPE);
    const formula = sample(ltlFormulas(FORMULA), seed);
    const truth = truthOf(program, formula, 150);
    const answer = truth && saidOf(truth);
    if (answer === null || truth?.hasMistake) continue;
    const properties = [`{ name: "p", ltl: ${JSON.stringify(printLtl(formula))} }`];
    answers.push({ property: null, answer });
    const branching = kind === "systems" && !truth!.hasDeadlock ? branchingAnswer(program, seed) : null;
    if (branching !== null) {
      properties.push(`{ name: "q", ctl: ${JSON.stringify(branching.text)} }`);
      answers.push({ property: null, answer: branching.answer });
    }
    lines.push(`  randomSystem(${seed}, ${JSON.stringify(SHAPE)}, "${kind}", [${properties.join(", ")}]),`);
    made++;
  }
  const text = `import { randomSystem } from "./random-systems.mjs";\nexport const all = [\n${lines.join("\n")}\n];\n`;
  writeFileSync(join(folder, name), text);
  return { file: { name, answers }, next: seed };
}

const SHAPE = { mistakes: false };

/** A formula of branching time about the program, by the reference on its circuit. */
function branchingAnswer(program: Program, seed: number): { text: string; answer: Answer } | null {
  if (fairnessOf(program).some((f) => f.kind === "strong")) return null;
  const text = printCtl(sample(ctlFormulas(FORMULA), seed));
  const { design } = programDesign(program, [readQuestion(program, "ctl", text)]);
  const { answer } = solved(design.model, design.properties.at(-1)!, reference).verdict;
  return answer === "unknown" ? null : { text, answer };
}

/** A random circuit with several properties, in some format. */
function circuitFile(folder: string, name: string, format: OutputFormat, seed: number): ModelFile {
  const { model, property } = sample(seed % 3 === 0 ? branchingQuestions : linearQuestions, seed);
  const properties = [property, ...siblings(property, seed)].map((p, k) => ({ ...p, name: `p${k}` }));
  const asked: Design = { model, properties };
  const written = unlessRefused(() => format.write(format.hasFormulas ? asked : formulasAsJustice(asked)));
  if (written === null) return circuitFile(folder, name, format, seed + 100_000);
  const { bytes, fair, leftOut } = written;
  writeFileSync(join(folder, name), bytes);
  if (fair !== undefined) writeFileSync(join(folder, name.replace(/\.[^.]*$/, ".fair")), fair);
  const left = new Set(leftOut.map((p) => p.name));
  const answers = properties.filter((p) => !left.has(p.name)).map((p) => ({ property: p.name, answer: answerOf({ model, property: p }) }));
  return { name, answers };
}

/** Null where the format has no way to say something. */
function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (e) {
    if (e instanceof InputError) return null;
    throw e;
  }
}

/** Further properties of the same literals: others, and of other kinds. */
function siblings(property: Property, seed: number): Property[] {
  if (property.kind === "ctl") return [{ ...property, formula: sample(ctlFormulas(FORMULA), seed + 1) }];
  if (property.kind === "bad")
    return [{ kind: "justice", name: "", literals: [property.literal] }];
  if (property.kind === "justice") {
    const [a, b] = property.literals;
    if (a === undefined || b === undefined) return [];
    const atoms = new Map([["a", a], ["b", b]]);
    const formula: Ltl = sample(ltlFormulas(FORMULA), seed + 1);
    return [{ kind: "bad", name: "", literal: b }, { kind: "ltl", name: "", formula, atoms }];
  }
  return [{ ...property, formula: sample(ltlFormulas(FORMULA), seed + 1) }];
}

function answerOf({ model, property }: Question): Answer {
  const { answer } = solved(model, property, reference).verdict;
  if (answer === "unknown") throw new Error("the reference does not know");
  return answer;
}

/** Engines that decide everything that they are asked here, and how the command is asked for all. */
const EVERYTHING: readonly (readonly string[])[] = [[], ["--threads", "1"], ["--deterministic"], ["--vacuity", "off", "--threads", "1"]];
const PROGRAMS: readonly (readonly string[])[] = [...EVERYTHING, ["-e", "explicit"], ["-e", "explicit", "-o", "check=true", "--ltl", "F a"]];

export interface CommandCounts {
  files: number;
  holds: number;
  fails: number;
  uncertified: number;
  verified: number;
}

export interface CommandCampaign {
  /** Of files of each kind. */
  readonly files: number;
  readonly seed: number;
  readonly folder: string;
  readonly run: Run;
  onProgress?(text: string): void;
}

/** What differs, in words. */
export async function fuzzCommand({ files, seed, folder, run, onProgress }: CommandCampaign): Promise<{ counts: CommandCounts; problems: string[] }> {
  mkdirSync(folder, { recursive: true });
  await bundleMakers(folder);
  const counts: CommandCounts = { files: 0, holds: 0, fails: 0, uncertified: 0, verified: 0 };
  const problems: string[] = [];
  const ask = async (models: readonly ModelFile[], options: readonly string[]) => {
    const names = models.map((m) => m.name);
    const { stdout, stderr } = await run(["check", ...names, "--json", ...options], folder);
    const how = `check ${options.join(" ")}`;
    let results: readonly Reported[];
    try {
      const document = JSON.parse(stdout) as { results: readonly Reported[]; problems?: readonly { file: string; message: string }[] };
      results = document.results;
      for (const { file, message } of document.problems ?? []) problems.push(`${how} ${file}: ${message}`);
    } catch {
      problems.push(`${how} ${names.join(" ")}: ${stderr || stdout}`);
      return;
    }
    if (stderr !== "") problems.push(`${how}: ${stderr}`);
    for (const { name, answers } of models) {
      const said = results.filter((r) => r.file === name);
      if (said.length !== answers.length) problems.push(`${how} ${name}: ${said.length} answers to ${answers.length} questions`);
      said.forEach((r, k) => {
        const { answer } = answers.find((a) => a.property === r.property) ?? answers[k]!;
        if (r.answer !== answer) problems.push(`${how} ${name}: ${r.property}: ${r.answer}, and not ${answer}`);
        counts[answer]++;
        if (r.evidence === "none") counts.uncertified++;
      });
      counts.files++;
    }
    onProgress?.(`${how}: ${JSON.stringify(counts)}`);
  };

  const programs: ModelFile[] = [];
  const functions: ModelFile[] = [];
  let next = seed;
  for (let k = 0; k < files; k++) {
    const made = programFile(folder, `systems-${k}.mjs`, next, 3, "systems");
    programs.push(made.file);
    const others = programFile(folder, `functions-${k}.mjs`, made.next, 2, "functions");
    functions.push(others.file);
    next = others.next;
  }
  const circuits = Array.from({ length: files }, (_, k) => {
    const format = OUTPUT_FORMATS[k % OUTPUT_FORMATS.length]!;
    return circuitFile(folder, `model-${k}${format.endings[0]}`, format, seed + k);
  });
  if (!process.env.ONLYF) for (const options of EVERYTHING) await ask(circuits, options);
  if (!process.env.ONLYF) for (const options of EVERYTHING) await ask(programs, options);
  for (const options of [...EVERYTHING, ["-e", "explicit"], ["-e", "couvreur"], ["-e", "cvwy"], ["-e", "nested-emptiness"]]) await ask(functions, options);
  void PROGRAMS;
  return { counts, problems };
}
