import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { proofIn, witnessIn } from "../../evidence/verdict.js";
import { check } from "../../node/check.js";
import { answeredOf } from "../answered.js";
import { Budgets, readDesign } from "../apart.js";
import { positiveNumber, wholeNumber } from "../arguments.js";
import { keepingBoth, writeEvidence } from "../evidence-files.js";
import { EXIT, exitHelp, UsageError } from "../exit.js";
import { type Interrupt, withInterrupt } from "../interrupt.js";
import { showNotices, showRefused } from "../notices.js";
import { expectOutputs } from "../output-files.js";

export function addHwmccCommand(program: Command): void {
  program
    .command("hwmcc")
    .summary("answer by the convention of the hardware model checking competition")
    .description(
      "Decides the single property of an AIGER or BTOR2 file and prints one line: sat (it fails, the counterexample is in the " +
        "second file), unsat (it holds, the certificate is in the third) or unknown. Counterexamples are for aigsim and btorsim; " +
        "the certificate of an AIGER file is a witness circuit for Certifaiger.",
    )
    .argument("<model>", "an AIGER or BTOR2 file with one property")
    .argument("[witness]", "where a counterexample goes")
    .argument("[certificate]", "where a proof goes")
    .option("-t, --time <seconds>", "stop after so long", positiveNumber)
    .option("--threads <n>", "engines that may run at once", wholeNumber, availableParallelism())
    .addHelpText("after", exitHelp("0 unsat, 1 sat, 2 unknown"))
    .action(async (model: string, witness: string | undefined, certificate: string | undefined, flags: Flags) => {
      process.exitCode = await withInterrupt((interrupt) => decide(model, witness, certificate, flags, interrupt));
    });
}

interface Flags {
  readonly time?: number;
  readonly threads: number;
}

/** What the competition checks; other formats have no such circuits. */
const RANKED = { certificateFormat: "ranked" } as const;
const isAiger = (file: string): boolean => /\.a[ai]g$/i.test(file);

async function decide(
  file: string,
  witnessFile: string | undefined,
  certificateFile: string | undefined,
  flags: Flags,
  { signal, during }: Interrupt,
): Promise<number> {
  const outputs = [
    { option: "[witness]", file: witnessFile },
    { option: "[certificate]", file: certificateFile },
  ];
  await expectOutputs(outputs, async () => [file]);
  const budgets = new Budgets(flags, signal);
  const design = await during(true, () => readDesign(file, [], {}, budgets));
  showNotices(file, design);
  showRefused(file, design);
  const property = design.properties[0];
  if (property === undefined || design.properties.length > 1)
    throw new UsageError(`${file} has ${design.properties.length} properties: expected one`);
  const limits = { threads: flags.threads, signal, seconds: budgets.secondsLeft };
  const outcome = await keepingBoth({ file, design, property }, () => check(design, 0, { ...limits, vacuity: false }));
  const { verdict } = outcome;
  const answered = answeredOf({ file, design, property, outcome });
  switch (verdict.answer) {
    case "fails":
      if (witnessFile !== undefined && witnessIn(verdict) !== null)
        await writeEvidence({ witness: witnessFile }, [answered], { signal });
      console.log("sat");
      return EXIT.fails;
    case "holds":
      if (certificateFile !== undefined && proofIn(verdict) !== null)
        await writeEvidence(
          { certificate: certificateFile, ...(isAiger(file) && RANKED) },
          [answered],
          { signal },
          limits,
        );
      console.log("unsat");
      return EXIT.holds;
    case "unknown":
      console.log("unknown");
      return EXIT.unknown;
  }
}
