import type { Command } from "commander";
import { apart, Budgets } from "../apart.js";
import { addLimitOptions, type LimitFlags } from "../arguments.js";
import { exitHelp } from "../exit.js";

interface LtlFlags extends LimitFlags {
  readonly hoa?: boolean;
  readonly dot?: boolean;
  readonly degeneralize?: boolean;
  readonly stateBased?: boolean;
}

export function addLtlCommand(program: Command): void {
  const command = program
    .command("ltl")
    .summary("show the automaton of a formula")
    .description("Translates an LTL formula (with past) into a generalized Büchi automaton, and shows it.")
    .argument("<formula>", "for instance 'G(a -> F b)'")
    .option("--hoa", "in the Hanoi Omega-Automata format")
    .option("--dot", "as a graph for Graphviz")
    .option("--degeneralize", "with a single acceptance set")
    .option("--state-based", "with acceptance on states");
  addLimitOptions(command)
    .addHelpText("after", exitHelp("0 shown, 2 not within the limits"))
    .action(async (formula: string, flags: LtlFlags) => {
      const budgets = new Budgets(flags);
      const given = {
        formula,
        seconds: budgets.secondsLeft,
        isSingle: flags.degeneralize === true,
        isStateBased: flags.stateBased === true,
        as: flags.hoa ? "hoa" : flags.dot ? "dot" : "text",
      } as const;
      process.stdout.write(await apart("translate", given, budgets, "formula: not translated"));
    });
}
