import { availableParallelism } from "node:os";
import type { Command } from "commander";
import pc from "picocolors";
import type { Design } from "../../model/property.js";
import { resultJson } from "../../present/json.js";
import { outcomeText } from "../../present/outcome.js";
import { smvReport } from "../../present/smv-trace.js";
import { check } from "../../run/check.js";
import { loadDesign, modelFiles } from "../../run/load.js";
import { collect, parsePairs, positiveNumber } from "../arguments.js";
import { type Answered, type EvidenceFlags, expectOneProperty, writeEvidence } from "../evidence-files.js";
import { EXIT, UsageError } from "../exit.js";
import { withInterrupt } from "../interrupt.js";
import { Progress } from "../progress.js";
import { addQuestionOptions, type QuestionFlags, questionsOf } from "../questions.js";

interface CheckFlags extends EvidenceFlags, QuestionFlags {
  readonly property?: string[];
  readonly engine: string;
  readonly opt: string[];
  readonly time?: number;
  readonly memory?: number;
  readonly threads: number;
  readonly seed: number;
  readonly json?: boolean;
  readonly nusmv?: boolean;
  readonly verbose?: boolean;
}

export function addCheckCommand(program: Command): void {
  const command = program
    .command("check")
    .summary("check the properties of models")
    .description(
      "Checks every property of the files, or those that are asked for. A property that fails comes with a\n" +
        "counterexample; one that holds, with a proof where the engine gives one. Both are checked before they are shown.",
    )
    .argument("<file...>", "models (.aig, .aag, .smv, .v, .sv) or folders of them")
    .option("-p, --property <name>", "only this property, by name or number (may be repeated)", collect)
    .option("-e, --engine <name>", "an engine's name, see 'fairlead engines'", "auto")
    .option("-o, --opt <key=value>", "an option of the engine (may be repeated)", collect, [])
    .option("-t, --time <seconds>", "stop after so long, for each property", positiveNumber)
    .option("-m, --memory <MB>", "use at most so much memory", positiveNumber)
    .option("--threads <n>", "engines that may run at once", positiveNumber, availableParallelism())
    .option("--seed <n>", "seed of random choices", positiveNumber, 1)
    .option("--json", "one JSON document on standard output")
    .option("--nusmv", "answers and counterexamples as NuSMV prints them, for scripts that read that")
    .option("--verbose", "events as JSON lines on standard error")
    .option("--witness <file>", "write the counterexamples in AIGER's witness format")
    .option("--certificate <file>", "write the proof of a property that holds")
    .option("--vcd <file>", "write a counterexample as a value change dump, with the loop marked");
  addQuestionOptions(command)
    .addHelpText(
      "after",
      "\nExit status: 0 all hold, 1 something fails, 2 nothing fails but something is unknown,\n" +
        "64 wrong usage, 65 bad input, 70 internal error.",
    )
    .action(async (files: string[], flags: CheckFlags) => {
      process.exitCode = await checkFiles(files, flags);
    });
}

async function checkFiles(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const options = parsePairs(flags.opt);
  const results: Answered[] = [];
  let traces = 0;
  let unanswered = 0;
  const files = await modelFiles(paths);
  const questions = await questionsOf(flags);
  using progress = new Progress(process.stderr);
  await withInterrupt(async (signal) => {
    for (const file of files) {
      const design = await loadDesign(file, questions);
      for (const { text, source, unanswered: skipped } of design.notices ?? []) {
        process.stderr.write(`${file}:${source.line}:${source.column}: note: ${text}\n`);
        if (skipped && flags.property === undefined) unanswered++;
      }
      const indices = selected(design, flags.property ?? [], file);
      expectOneProperty(flags, indices.length * files.length);
      for (const index of indices) {
        if (signal.aborted) return;
        const outcome = await check(design, index, {
          engine: flags.engine,
          options,
          threads: Math.ceil(flags.threads),
          seed: flags.seed,
          signal,
          ...(flags.time !== undefined && { seconds: flags.time }),
          ...(flags.memory !== undefined && { memoryBytes: flags.memory * 2 ** 20 }),
          onEvent(engine, event) {
            if (flags.verbose) process.stderr.write(`${JSON.stringify({ file, engine, ...event })}\n`);
            else progress.update(engine, event);
          },
          onEnd: (engine) => progress.remove(engine),
        });
        const checked = { file, design, property: design.properties[index]!, outcome };
        results.push(checked);
        if (flags.nusmv) {
          if (outcome.verdict.answer === "fails") traces++;
          process.stdout.write(smvReport(design.model, checked.property, outcome.verdict, traces));
        } else if (!flags.json) process.stdout.write(outcomeText(file, design.model, checked.property, outcome, pc));
      }
    }
  });
  if (flags.json) {
    const json = results.map((r) => resultJson(r.file, r.design.model, r.property, r.outcome));
    process.stdout.write(`${JSON.stringify({ results: json }, null, 1)}\n`);
  } else if (results.length === 0) process.stdout.write("nothing to check: no properties\n");
  await writeEvidence(flags, results);
  return exitStatus(results, unanswered);
}

/** Indices of the properties that are asked for: by name, else by number; all when none is named. */
function selected(design: Design, wanted: readonly string[], file: string): number[] {
  if (wanted.length === 0) return [...design.properties.keys()];
  return wanted.map((name) => {
    const byName = design.properties.findIndex((p) => p.name === name);
    const byNumber = /^\d+$/.test(name) ? Number(name) : -1;
    const index = byName >= 0 ? byName : byNumber;
    if (index >= 0 && index < design.properties.length) return index;
    const names = design.properties.map((p) => p.name).slice(0, 20);
    throw new UsageError(`${file} has no property '${name}' (it has ${names.join(", ") || "none"})`);
  });
}

function exitStatus(results: readonly Answered[], unanswered: number): number {
  const answers = results.map((r) => r.outcome.verdict.answer);
  if (answers.includes("fails")) return EXIT.fails;
  return unanswered > 0 || answers.includes("unknown") ? EXIT.unknown : EXIT.holds;
}
