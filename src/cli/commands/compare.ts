import type { Command } from "commander";
import { type Engine, taking } from "../../engines/engine.js";
import { engines } from "../../engines/registry.js";
import { Disagreement, type Outcome } from "../../evidence/outcome.js";
import { Stopped } from "../../limits/stopped.js";
import { modelFiles } from "../../loading/load.js";
import { joinVerilog } from "../../loading/verilog-files.js";
import { askingOf } from "../../model/asking.js";
import type { Design, Property } from "../../model/property.js";
import { check } from "../../node/check.js";
import { cactusSvg, comparisonCsv, rankingText } from "../../present/comparison.js";
import { type ResultJson, statsJson } from "../../present/json.js";
import { type SpokenAnswer, spokenAnswer } from "../../present/spoken.js";
import { forJson, forTerminal } from "../../text/escape.js";
import { Budgets, readDesign } from "../apart.js";
import { collect, positiveNumber } from "../arguments.js";
import { keepBoth } from "../evidence-files.js";
import { exitHelp, statusOf, UsageError, VERDICTS } from "../exit.js";
import { withInterrupt } from "../interrupt.js";
import { showNotices, showRefused } from "../notices.js";
import { expectOutputs, writeOutput } from "../output-files.js";
import { ProgressLines } from "../progress-lines.js";
import { addQuestionOptions, filesRead, type QuestionFlags, questionsOf } from "../questions.js";

interface CompareFlags extends QuestionFlags {
  readonly engine?: string[];
  readonly time: number;
  readonly memory?: number;
  readonly json?: boolean;
  readonly csv?: string;
  readonly cactus?: string;
}

export function addCompareCommand(program: Command): void {
  const command = program
    .command("compare")
    .summary("every engine that applies, side by side")
    .description(
      "Runs every engine that can decide a property, one after the other, and shows each answer as it comes. A table comes last: engines " +
        "by the number of their answers, then by the time that these took.",
    )
    .argument("<file...>", "models or folders of them")
    .option("-e, --engine <name>", "only these engines (may be repeated)", collect)
    .option("-t, --time <seconds>", "for each engine and property, reading the file included", positiveNumber, 60)
    .option("-m, --memory <MB>", "use at most so much memory", positiveNumber)
    .option("--csv <file>", "write a row for each property and engine, as comma-separated values")
    .option("--cactus <file>", "draw how many properties each engine answers within how much time (SVG)")
    .option("--json", "one JSON document on standard output, by schema/compare.schema.json");
  addQuestionOptions(command)
    .addHelpText("after", exitHelp(VERDICTS))
    .action(async (paths: string[], flags: CompareFlags) => {
      process.exitCode = await compare(paths, flags);
    });
}

/** One entry of the JSON; schema/compare.schema.json says the same to other languages. */
interface ComparisonJson {
  readonly file: string;
  readonly property: string;
  readonly engine: string;
  readonly answer: SpokenAnswer;
  readonly seconds: number;
  readonly evidence: string;
  readonly stats: ResultJson["stats"];
}

async function compare(paths: readonly string[], flags: CompareFlags): Promise<number> {
  const unknown = flags.engine?.find((name) => !engines.some((e) => e.name === name));
  if (unknown !== undefined) throw new UsageError(`no engine '${unknown}', see 'fairlead engines'`);
  const outputs = [
    { option: "--csv", file: flags.csv },
    { option: "--cactus", file: flags.cactus },
  ];
  await expectOutputs(outputs, async () => filesRead(await modelFiles(paths), flags), flags.json ? "--json" : null);
  const questions = await questionsOf(flags);
  const rows: ComparisonJson[] = [];
  using progress = new ProgressLines(process.stderr);
  let unanswered = 0;
  const isCutShort = await withInterrupt(async ({ signal, during }) => {
    const { files, also } = joinVerilog(await modelFiles(paths), flags.top);
    for (const file of files) {
      const budgets = new Budgets(flags, signal);
      const design = await during(rows.length === 0, () =>
        readDesign(file, questions, { ...flags, also }, budgets),
      ).catch(orNull);
      if (design === null) return true;
      const seconds = budgets.secondsLeft;
      showNotices(file, design);
      unanswered += showRefused(file, design);
      if (design.properties.length === 0)
        process.stderr.write(`${forTerminal(file)}: nothing to compare: no properties\n`);
      for (const [index, property] of design.properties.entries()) {
        const about = { file, property: property.name };
        const outcomes: Outcome[] = [];
        for (const engine of applicable(design, property, flags.engine)) {
          if (signal.aborted) return true;
          const outcome = await check(design, index, {
            engine,
            vacuity: false,
            seconds,
            memoryBytes: budgets.memoryBytes,
            signal,
            onEvent: (name, event) => progress.event(about, name, event),
            onEnd: (name) => progress.end(about, name),
          });
          progress.clear();
          outcomes.push(outcome);
          const row = rowOf(file, property, outcome);
          rows.push(row);
          if (!flags.json) process.stdout.write(rowText(row));
        }
        await expectAgreement(file, design, property, outcomes);
      }
    }
    return signal.aborted && rows.at(-1)?.evidence === "cancelled";
  });
  if (isCutShort) unanswered++;
  if (!flags.json && new Set(rows.map((r) => r.engine)).size > 1) process.stdout.write(`\n${rankingText(rows)}`);
  if (flags.csv !== undefined) await writeOutput(flags.csv, comparisonCsv(rows));
  if (flags.cactus !== undefined) await writeOutput(flags.cactus, cactusSvg(rows));
  if (flags.json) process.stdout.write(`${forJson({ complete: unanswered === 0, results: rows }, 1)}\n`);
  return statusOf([...rows.map((r) => r.answer), ...Array<"unknown">(unanswered).fill("unknown")]);
}

/** An interrupt while a file is read. */
function orNull(e: unknown): null {
  if (e instanceof Stopped && e.reason === "cancelled") return null;
  throw e;
}

function applicable(design: Design, property: Property, wanted: readonly string[] | undefined): string[] {
  const asking = askingOf(design.model, property);
  const isAsked = (e: Engine) => (wanted?.includes(e.name) ?? true) && taking(e, asking) !== null;
  return engines.filter(isAsked).map((e) => e.name);
}

async function expectAgreement(
  file: string,
  design: Design,
  property: Property,
  outcomes: readonly Outcome[],
): Promise<void> {
  const holds = outcomes.find((o) => o.verdict.answer === "holds");
  const fails = outcomes.find((o) => o.verdict.answer === "fails");
  if (holds === undefined || fails === undefined) return;
  throw await keepBoth({ file, design, property }, new Disagreement([holds, fails]));
}

const rowOf = (file: string, property: Property, { verdict, engine, seconds, evidence }: Outcome): ComparisonJson => ({
  file,
  property: property.name,
  engine,
  answer: spokenAnswer(property, verdict.answer),
  seconds: Math.round(seconds * 1e4) / 1e4,
  evidence: verdict.answer === "unknown" ? verdict.reason : evidence,
  stats: statsJson(verdict),
});

function rowText(row: ComparisonJson): string {
  const figures = Object.entries(row.stats).flatMap(([name, value]) =>
    typeof value === "object" ? [] : [`${name} ${value}`],
  );
  const columns = [
    row.engine.padEnd(18),
    row.answer.padEnd(8),
    row.evidence.padEnd(9),
    row.seconds.toFixed(2).padStart(8),
  ];
  return `${forTerminal(row.file)} ${forTerminal(row.property)}: ${columns.join(" ")} s  ${figures.join(", ")}\n`;
}
