import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { rolldown } from "rolldown";
import { reference } from "../../src/engines/reference.js";
import { OUTPUT_FORMATS, type OutputFormat } from "../../src/formats/convert.js";
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
import { truthOf } from "../program/definition.js";
import { randomProgram } from "../program/random-programs.js";

// The built command on files, as users run it: what it reads, sends to its workers, writes, verifies and converts, next to
// what is true of the object that a file was made of. Many files are checked by one command, one after the other.

/** Runs the command in a folder. */
export type Run = (args: readonly string[], folder: string) => Promise<{ stdout: string; stderr: string }>;

type Answer = "holds" | "fails";

interface Asked {
  readonly property: string;
  readonly answer: Answer;
}

/** A file, and what is true of each of its properties, in the order of the file. Systems of a file share names. */
interface ModelFile {
  readonly name: string;
  readonly asked: readonly Asked[];
}

export interface CommandCounts {
  holds: number;
  fails: number;
  unknown: number;
  uncertified: number;
  verified: number;
  converted: number;
}

export interface CommandCampaign {
  /** Of files of each kind: circuits, programs of expressions, programs of functions. */
  readonly files: number;
  readonly seed: number;
  readonly folder: string;
  readonly run: Run;
  /** Only the first ways to ask of each kind. */
  readonly ways?: number;
  /** Also through this queue, which has workers. */
  readonly queue?: string;
  onProgress?(text: string): void;
}

const EVERYTHING: readonly (readonly string[])[] = [[], ["--threads", "1"], ["--deterministic"]];
const named = (...engines: string[]) => engines.map((name) => ["-e", name, "--time", "20", "--vacuity", "off"]);
const WAYS = {
  circuit: [...EVERYTHING, ...named("reference", "gsh", "fair", "rlive", "k-liveness", "dnc", "couvreur", "l2s")],
  systems: [...EVERYTHING, ...named("explicit", "gsh", "fair", "couvreur", "nested-emptiness", "reference")],
  functions: [...EVERYTHING, ...named("explicit", "couvreur", "cvwy", "nested-emptiness")],
} as const;

/** What differs, in words. */
export async function fuzzCommand(campaign: CommandCampaign): Promise<{ counts: CommandCounts; problems: string[] }> {
  const { files, seed, folder, ways = Number.POSITIVE_INFINITY, queue } = campaign;
  mkdirSync(folder, { recursive: true });
  await bundleMakers(folder);
  const asking = new Asking(campaign);
  const circuits = Array.from({ length: files }, (_, k) =>
    circuitFile(folder, `model-${k}`, FORMATS[k % FORMATS.length]!, seed + k),
  );
  const programs = programFiles(folder, "systems", files, seed);
  const functions = programFiles(folder, "functions", files, seed + 50_000);
  for (const way of WAYS.circuit.slice(0, ways)) await asking.check(circuits, way);
  for (const way of WAYS.systems.slice(0, ways)) await asking.check(programs, way);
  for (const way of WAYS.functions.slice(0, ways)) await asking.check(functions, way);
  if (queue !== undefined) await asking.check([...circuits, ...programs], ["--queue", queue, "--time", "20"]);
  for (const [k, model] of circuits.entries()) {
    await asking.verify(model, model.asked[(seed + k) % model.asked.length]);
    await asking.convert(model, FORMATS[(seed + k + 1) % FORMATS.length]!);
  }
  return asking;
}

interface Reported extends Asked {
  readonly file: string;
  readonly evidence: string;
}

class Asking {
  readonly counts: CommandCounts = { holds: 0, fails: 0, unknown: 0, uncertified: 0, verified: 0, converted: 0 };
  readonly problems: string[] = [];

  constructor(private readonly campaign: CommandCampaign) {}

  async check(models: readonly ModelFile[], options: readonly string[]): Promise<void> {
    const how = `check ${options.join(" ")}`;
    const files = models.filter((m) => m.asked.length > 0);
    if (files.length === 0) return;
    const document = await this.document<{ results: Reported[]; problems?: { message: string }[] }>(
      ["check", ...files.map((m) => m.name), "--json", ...options],
      how,
    );
    for (const { message } of document?.problems ?? []) this.problems.push(`${how}: ${message}`);
    for (const { name, asked } of document === null ? [] : files) {
      const said = document!.results.filter((r) => r.file === name);
      if (said.length !== asked.length)
        this.problems.push(`${how} ${name}: ${said.length} answers to ${asked.length} questions`);
      said.forEach((r, k) => {
        this.judge(`${how} ${name}`, asked.find((a) => a.property === r.property) ?? asked[k]!, r);
      });
    }
    this.campaign.onProgress?.(`${how}: ${JSON.stringify(this.counts)}`);
  }

  private judge(how: string, { property, answer }: Asked, reported: Reported): void {
    const isUnknown = reported.answer !== "holds" && reported.answer !== "fails";
    counting(this.counts, isUnknown ? "unknown" : answer);
    if (!isUnknown && reported.evidence === "none") this.counts.uncertified++;
    // A single engine need not be one for the question.
    const mayBeUnknown = isUnknown && how.includes("-e ");
    if (reported.answer !== answer && !mayBeUnknown)
      this.problems.push(`${how}: ${property}: ${reported.answer}, and not ${answer}`);
  }

  /** What the command writes of a property shows the same to another one. */
  async verify({ name }: ModelFile, asked: Asked | undefined): Promise<void> {
    if (asked === undefined) return;
    const { folder, run } = this.campaign;
    const written = [`${name}.witness`, `${name}.certificate`];
    const options = ["--witness", written[0]!, "--certificate", written[1]!, "--vacuity", "off"];
    await run(["check", name, "-p", asked.property, ...options], folder);
    for (const file of written) {
      if (!existsSync(join(folder, file)) || statSync(join(folder, file)).size === 0) continue;
      const how = `verify ${name} ${file}`;
      const verified = await this.document<{ results: { claim: string; result: string; property: string }[] }>(
        ["verify", name, file, "--json"],
        how,
      );
      for (const { claim, result, property } of verified?.results ?? []) {
        const isRight = claim === asked.answer && result !== "not valid" && property === asked.property;
        if (!isRight) this.problems.push(`${how}: ${property} ${claim}: ${result}, and it ${asked.answer}`);
        if (result === "valid") this.counts.verified++;
      }
    }
  }

  /** The same in another format has the same answers. */
  async convert({ name, asked }: ModelFile, { endings }: OutputFormat): Promise<void> {
    const { folder, run } = this.campaign;
    const other = `converted-${name}${endings[0]}`;
    const { stderr } = await run(["convert", name, other], folder);
    if (!existsSync(join(folder, other))) {
      if (!stderr.includes("cannot be written")) this.problems.push(`convert ${name} ${other}: ${stderr}`);
      return;
    }
    const kept = asked.filter(({ property }) => !stderr.includes(`left out: ${property} `));
    await this.check([{ name: other, asked: kept }], []);
    this.counts.converted++;
  }

  private async document<T>(args: readonly string[], how: string): Promise<T | null> {
    const { stdout, stderr } = await this.campaign.run(args, this.campaign.folder);
    if (stderr !== "") this.problems.push(`${how}: ${stderr}`);
    try {
      return JSON.parse(stdout) as T;
    } catch {
      this.problems.push(`${how}: prints ${stdout.slice(0, 200)}`);
      return null;
    }
  }
}

const counting = (counts: CommandCounts, what: "holds" | "fails" | "unknown") => counts[what]++;

// Files ---------------------------------------------------------------------------------------------------------------

/** BLIF has no properties. */
const FORMATS = OUTPUT_FORMATS.filter((f) => !f.name.startsWith("BLIF"));
const MAKERS = fileURLToPath(new URL("./random-systems.ts", import.meta.url));
const FORMULA = { atoms: ["a", "b"], depth: 2 };
const SHAPE = { mistakes: false };
const MOST_STATES = 150;
const SYSTEMS = 3;

const sample = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { numRuns: 1, seed })[0]!;

/** The makers of random programs as one script, which programs in the folder import. */
async function bundleMakers(folder: string): Promise<void> {
  const bundle = await rolldown({ input: MAKERS, platform: "node", external: /^[^./]/ });
  await bundle.write({ file: join(folder, "random-systems.mjs"), format: "esm" });
  await bundle.close();
}

/** Each exports several systems: of expressions, or with functions in their place. */
function programFiles(folder: string, kind: "systems" | "functions", files: number, first: number): ModelFile[] {
  let seed = first;
  return Array.from({ length: files }, (_, k) => {
    const [systems, asked]: [string[], Asked[]] = [[], []];
    for (; systems.length < SYSTEMS; seed++) {
      const made = systemOf(seed, kind);
      if (made === null) continue;
      const properties = made.map(({ name, logic, text }) => ({ name, logic, formula: text }));
      systems.push(`  randomSystem(${seed}, ${JSON.stringify(SHAPE)}, "${kind}", ${JSON.stringify(properties)}),\n`);
      asked.push(...made.map(({ name, answer }) => ({ property: `${seed}: ${name}`, answer })));
    }
    const name = `${kind}-${k}.mjs`;
    const text = `import { randomSystem } from "./random-systems.mjs";\nexport const all = [\n${systems.join("")}];\n`;
    writeFileSync(join(folder, name), text);
    return { name, asked };
  });
}

interface SystemQuestion {
  readonly name: string;
  readonly logic: "ltl" | "ctl";
  readonly text: string;
  readonly answer: Answer;
}

/** Questions about a random program, or null where it is large, or makes mistakes: its whole file would have no answers. */
function systemOf(seed: number, kind: "systems" | "functions"): SystemQuestion[] | null {
  const program = randomProgram(seed, SHAPE);
  const formula = sample(ltlFormulas(FORMULA), seed);
  const truth = truthOf(program, formula, MOST_STATES);
  if (truth === null || truth.hasMistake) return null;
  const { isViolated, hasDeadlock } = truth;
  const linear = {
    name: "p",
    logic: "ltl",
    text: printLtl(formula),
    answer: isViolated || hasDeadlock ? "fails" : "holds",
  } as const;
  const isStrong = fairnessOf(program).some((f) => f.kind === "strong");
  return kind === "functions" || isStrong || hasDeadlock ? [linear] : [linear, branching(program, seed)];
}

/** By the reference on the circuit of the program. */
function branching(program: Program, seed: number): SystemQuestion {
  const text = printCtl(sample(ctlFormulas(FORMULA), seed));
  const { design } = programDesign(program, [readQuestion(program, "ctl", text)]);
  return {
    name: "q",
    logic: "ctl",
    text,
    answer: answerOf({ model: design.model, property: design.properties.at(-1)! }),
  };
}

/** A random circuit with some properties, in a format. */
function circuitFile(folder: string, base: string, format: OutputFormat, seed: number): ModelFile {
  const { model, property } = sample(seed % 3 === 0 ? branchingQuestions : linearQuestions, seed);
  const properties = [property, ...siblings(property, seed)].map((p, k) => ({ ...p, name: `p${k}` }));
  const design: Design = { model, properties };
  const written = unlessRefused(() => format.write(format.hasFormulas ? design : formulasAsJustice(design)));
  if (written === null) return circuitFile(folder, base, format, seed + 100_000);
  const name = `${base}${format.endings[0]}`;
  writeFileSync(join(folder, name), written.bytes);
  if (written.fair !== undefined) writeFileSync(join(folder, `${base}.fair`), written.fair);
  const left = new Set(written.leftOut.map((p) => p.name));
  const asked = properties
    .filter((p) => !left.has(p.name))
    .map((p) => ({ property: p.name, answer: answerOf({ model, property: format.name === "SMV" ? asSmv(p) : p }) }));
  return { name, asked };
}

/** In SMV, initial states without a fair path are not asked about. */
const asSmv = (property: Property): Property =>
  property.kind !== "ctl"
    ? property
    : { ...property, formula: { op: "implies", left: { op: "EG", arg: { op: "true" } }, right: property.formula } };

/** Null where the format has no way to say something. */
function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (e) {
    if (e instanceof InputError) return null;
    throw e;
  }
}

/** Further properties of the same literals. */
function siblings(property: Property, seed: number): Property[] {
  switch (property.kind) {
    case "ctl":
      return [{ ...property, formula: sample(ctlFormulas(FORMULA), seed + 1) }];
    case "ltl":
      return [{ ...property, formula: sample(ltlFormulas(FORMULA), seed + 1) }];
    case "bad":
      return [{ kind: "justice", name: "", literals: [property.literal] }];
    case "justice": {
      const [a, b] = property.literals;
      if (a === undefined || b === undefined) return [];
      const atoms = new Map([
        ["a", a],
        ["b", b],
      ]);
      const formula = sample(ltlFormulas(FORMULA), seed + 1);
      return [
        { kind: "bad", name: "", literal: b },
        { kind: "ltl", name: "", formula, atoms },
      ];
    }
  }
}

function answerOf({ model, property }: Question): Answer {
  const { answer } = solved(model, property, reference).verdict;
  if (answer === "unknown") throw new Error("the reference does not know");
  return answer;
}
