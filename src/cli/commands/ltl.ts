import type { Command } from "commander";
import { degeneralized, stateBased } from "../../automata/acceptance.js";
import type { Tgba } from "../../automata/tgba.js";
import { ltlToTgba } from "../../automata/translate.js";
import { writeHoa } from "../../formats/hoa/write.js";
import { parseLtl } from "../../formula/parse.js";
import { automatonDot, automatonText } from "../../present/automaton.js";
import { InputError } from "../../text/input-error.js";
import { positiveNumber } from "../arguments.js";
import { exitHelp } from "../exit.js";

interface LtlFlags {
  readonly hoa?: boolean;
  readonly dot?: boolean;
  readonly degeneralize?: boolean;
  readonly stateBased?: boolean;
  readonly time?: number;
}

export function addLtlCommand(program: Command): void {
  program
    .command("ltl")
    .summary("show the automaton of a formula")
    .description("Translates an LTL formula (with past) into a generalized Büchi automaton, and shows it.")
    .argument("<formula>", "for instance 'G(a -> F b)'")
    .option("--hoa", "in the Hanoi Omega-Automata format")
    .option("--dot", "as a graph for Graphviz")
    .option("--degeneralize", "with a single acceptance set")
    .option("--state-based", "with acceptance on states")
    .option("-t, --time <seconds>", "give up after so long", positiveNumber)
    .addHelpText("after", exitHelp("0 shown"))
    .action((formula: string, flags: LtlFlags) => {
      const automaton = translate(formula, flags);
      if (flags.hoa) process.stdout.write(writeHoa(automaton, formula));
      else if (flags.dot) process.stdout.write(automatonDot(automaton, formula));
      else process.stdout.write(automatonText(automaton));
    });
}

function translate(text: string, flags: LtlFlags): Tgba {
  const deadline = performance.now() + (flags.time ?? Number.POSITIVE_INFINITY) * 1000;
  try {
    const { formula } = parseLtl(text);
    const general = ltlToTgba(formula, { shouldStop: () => performance.now() > deadline });
    const single = flags.degeneralize ? degeneralized(general) : general;
    return flags.stateBased ? stateBased(single) : single;
  } catch (e) {
    throw e instanceof InputError ? e.in("formula") : e;
  }
}
