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

  it.skipIf(hasNoShell("fish"))("in fish offers the same", () => {
    const file = fileWith("fairlead.fish", completionFor("fish", program));
    const inFish = (line: string) => {
      const said = spawnSync("fish", ["-N", "-c", `source ${file}; complete -C "${line}"`], { encoding: "utf8" });
      expect(said.stderr).toBe("");
      return said.stdout.split("\n").flatMap((l) => l.split("\t")[0] || []);
    };
    expect(inFish("fairlead che")).toEqual(["check"]);
    expect(inFish("fairlead check --vacuity ")).toEqual(["error", "note", "off"]);
    expect(inFish("fairlead check -e k-")).toEqual(["k-liveness"]);
    expect(inFish("fairlead runs show --tr")).toEqual(["--trust-workers"]);
    expect(inFish("fairlead completion ")).toEqual([...SHELLS].sort());
  });

  it.skipIf(hasNoShell("zsh"))("in zsh offers the same", () => {
    const file = fileWith("_fairlead", completionFor("zsh", program));
    expect(spawnSync("zsh", ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    // The shell's own functions work at a prompt only: here they print what they are asked to offer.
    const inZsh = (...line: readonly string[]) => {
      const script = `compdef() { :; }; _files() { print files; }; _describe() { print -l -- \${(P)2%%:*}; }
compadd() { while [[ $1 == -* ]]; do [[ $1 == -- ]] && { shift; break; }; shift; done; print -l -- "$@"; }
words=("$@"); CURRENT=$#; source ${file}; _fairlead`;
      return spawnSync("zsh", ["-f", "-c", script, "zsh", ...line], { encoding: "utf8" })
        .stdout.trim()
        .split("\n");
    };
    expect(inZsh("fairlead", "")).toContain("check");
    expect(inZsh("fairlead", "check", "--vacuity", "")).toEqual(["note", "error", "off"]);
    expect(inZsh("fairlead", "check", "-e", "")).toEqual(["auto", ...engines.map((e) => e.name)]);
    expect(inZsh("fairlead", "check", "--vcd", "")).toEqual(["files"]);
  });
});
