import type { Command } from "commander";
import type { LoadOptions } from "../../loading/load.js";
import { packDesign } from "../../portfolio/transport.js";
import { apart, Budgets, readDesign } from "../apart.js";
import { addLimitOptions, type LimitFlags, wholeNumber } from "../arguments.js";
import { exitHelp } from "../exit.js";
import { showNotices } from "../notices.js";
import { expectOutputs, writeOutput } from "../output-files.js";
import { addReadingOptions, filesRead, oneModel } from "../questions.js";

interface GraphFlags extends LoadOptions, LimitFlags {
  readonly states: number;
  readonly output?: string;
  readonly svg?: string;
}

export function addGraphCommand(program: Command): void {
  const command = program
    .command("graph")
    .summary("the states of a small model as a graph, for Graphviz or as a picture")
    .description(
      "Writes the reachable states of a model and the steps between them. Components with a cycle are boxes (circles in a picture); fair ones, where a behaviour can " +
        "stay and meet every fairness condition, are red.",
    )
    .argument("<file...>", "a model; several Verilog files with --top")
    .option("--states <n>", "give up beyond so many states", wholeNumber, 200)
    .option("--output <file>", "write to a file instead of standard output")
    .option("--svg <file>", "write a picture instead");
  addLimitOptions(addReadingOptions(command))
    .addHelpText("after", exitHelp("0 written, 2 there are too many states, or not within the limits"))
    .action(async (paths: string[], flags: GraphFlags) => {
      const budgets = new Budgets(flags);
      const { file, also } = oneModel(paths, flags.top);
      const outputs = [
        { option: "--output", file: flags.output },
        { option: "--svg", file: flags.svg },
      ];
      await expectOutputs(outputs, () => filesRead([file, ...also], flags));
      const design = await readDesign(file, [], { ...flags, also }, budgets);
      showNotices(file, design);
      const { memoryBytes } = budgets;
      const given = { design: packDesign(design), states: flags.states, memoryBytes, title: file };
      const { dot, svg } = await apart("drawStates", given, budgets, `${file}: not drawn`);
      if (flags.svg !== undefined) await writeOutput(flags.svg, svg);
      if (flags.output !== undefined) await writeOutput(flags.output, dot);
      else if (flags.svg === undefined) process.stdout.write(dot);
    });
}
