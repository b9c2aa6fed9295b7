import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { Stopped } from "../../limits/stopped.js";
import type { Design } from "../../model/property.js";
import { check } from "../../node/check.js";
import { vacuityNotes } from "../../present/vacuity.js";
import { forMessage, forTerminal } from "../../text/escape.js";
import { answeredOf } from "../answered.js";
import { Budgets, readDesign } from "../apart.js";
import { positiveNumber, wholeNumber } from "../arguments.js";
import { keepingBoth } from "../evidence-files.js";
import { EXIT, exitHelp, UsageError } from "../exit.js";
import { type Interrupt, withInterrupt } from "../interrupt.js";
import { writtenEvidence } from "../long-answers.js";

/** An AIGER engine as SymbiYosys calls suprove. */
export function addSbyCommand(program: Command): void {
  program
    .command("sby")
    .summary("answer SymbiYosys, in place of suprove")
    .description(
      "Decides all properties of an AIGER file that SymbiYosys made, and answers as it expects of suprove: 1 and a " +
        "witness, if one fails; 0, if all hold; else 2. What suprove is told by +words means nothing here.",
    )
    .argument("<arguments...>", "+words for suprove, and the AIGER file at the end")
    .option("-t, --time <seconds>", "so long for each property", positiveNumber)
    .option("--threads <n>", "engines that may run at once", wholeNumber, availableParallelism())
    .addHelpText(
      "after",
      `\nExample:\n  sby --suprove 'fairlead sby' -f design.sby      with 'mode live' and the engine 'aiger suprove'\n${exitHelp("0 answered")}`,
    )
    .action(async (args: string[], flags: Flags) => {
      process.exitCode = await withInterrupt((interrupt) => decide(args, flags, interrupt));
    });
}

interface Flags {
  readonly time?: number;
  readonly threads: number;
}

async function decide(args: readonly string[], flags: Flags, { signal, during }: Interrupt): Promise<number> {
  const files = args.filter((a) => !a.startsWith("+"));
  const [file] = files;
  if (file === undefined || files.length > 1) throw new UsageError(`expected one file, found ${files.length}`);
  const budgets = new Budgets(flags, signal);
  try {
    const design = await during(true, () => readDesign(file, [], {}, budgets));
    const limits = { threads: flags.threads, signal, seconds: budgets.secondsLeft };
    process.stdout.write(await answerOf(file, design, limits));
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
    console.error(`fairlead: ${e.message}`);
    process.stdout.write("2\n");
  }
  return EXIT.holds;
}

interface Limits {
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly seconds: number;
}

/** The first counterexample, or what is known of all. Remarks come before it, since what follows is read as the witness. */
async function answerOf(file: string, design: Design, limits: Limits): Promise<string> {
  let isOpen = false;
  for (const [index, property] of design.properties.entries()) {
    const about = { file, design, property };
    const outcome = await keepingBoth(about, () => check(design, index, limits));
    const { verdict, vacuity } = outcome;
    const remark = (text: string) => console.error(`fairlead: ${forTerminal(property.name)}: ${forMessage(text)}`);
    for (const note of vacuity === undefined ? [] : vacuityNotes(vacuity)) remark(note);
    if (verdict.answer === "unknown") {
      isOpen = true;
      remark([verdict.reason, verdict.detail].filter(Boolean).join(", "));
    } else remark(verdict.answer);
    if (verdict.answer !== "fails") continue;
    const { content } = await writtenEvidence("witness", answeredOf({ ...about, outcome }), limits);
    // Its converters know no comments.
    if (content !== null && content.length > 0) return String(content).replace(/^c.*\n/gm, "");
    isOpen = true; // no behaviour to show
  }
  return isOpen ? "2\n" : "0\n";
}
