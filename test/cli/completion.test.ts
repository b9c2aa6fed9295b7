import { execFileSync, spawnSync } from "node:child_process";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addCommands } from "../../src/cli/commands.js";
import { completionFor, SHELLS } from "../../src/cli/completion.js";
import { engines } from "../../src/engines/registry.js";
import { fileWith } from "./fairlead.js";

const program = addCommands(new Command("fairlead"));

/** What bash offers where the cursor is after the last of these words. */
function offered(words: readonly string[], cwd = "."): string[] {
  const script = `${completionFor("bash", program)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fairlead; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8", cwd });
  return printed.split("\n").filter((line) => line !== "");
}

describe("completion", () => {
  it("in bash offers commands, options, engines, choices and files", () => {
    expect(offered(["fairlead", "che"])).toEqual(["check"]);
    expect(offered(["fairlead", "check", "--vac"])).toEqual(["--vacuity"]);
    expect(offered(["fairlead", "check", "--vacuity", ""])).toEqual(["note", "error", "off"]);
    expect(offered(["fairlead", "check", "-e", "k-"])).toEqual(["k-liveness"]);
    expect(offered(["fairlead", "check", "--engine", ""])).toEqual(["auto", ...engines.map((e) => e.name)]);
    expect(offered(["fairlead", "runs", ""])).toEqual(["show", "cancel"]);
    expect(offered(["fairlead", "runs", "show", "--tr"])).toEqual(["--trust-workers"]);
    expect(offered(["fairlead", "completion", ""])).toEqual([...SHELLS]);
    const file = fileWith("a model.aag", "");
    expect(offered(["fairlead", "check", file.slice(0, -4)])).toEqual([file]);
    expect(offered(["fairlead", "check", "--vcd", file.slice(0, -4)])).toEqual([file]);
    expect(offered(["fairlead", "check", "--time", ""])).toEqual([]);
  });

  it.each(SHELLS)("for %s has every command, and every option of check", (shell) => {
    const script = completionFor(shell, program);
    for (const command of program.commands) expect(script).toContain(command.name());
    for (const { long } of program.commands[0]!.options)
      expect(script).toContain(shell === "fish" ? `-l ${long!.slice(2)}` : long!);
  });

  const hasNoShell = (shell: string) => spawnSync(shell, ["-c", "true"]).status !== 0;
  it.each(["zsh", "fish"] as const)("for %s is a script that the shell reads, where it is installed", (shell) => {
    if (hasNoShell(shell)) return expect(completionFor(shell, program)).toMatch(/\n$/);
    const file = fileWith(`completion.${shell}`, completionFor(shell, program));
    expect(spawnSync(shell, ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });
});
