import type { Command } from "commander";

export function addLtlCommand(program: Command): void {
  program.command("ltl").summary("show the automaton of a formula").argument("<formula>");
}
