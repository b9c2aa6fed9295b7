import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a verifier that SPIN made did. */
export interface SpinRun {
  readonly states: number;
  readonly transitions: number;
  /** CPU time of the verifier alone. */
  readonly seconds: number;
  /** All memory, and that of the table with the states. */
  readonly bytes: number;
  readonly tableBytes: number;
  readonly errors: number;
  /** It reached the end; otherwise it ran out of memory, and the figures are those of what it did. */
  readonly finished: boolean;
}

export interface SpinOptions {
  readonly search: "safety" | "acceptance" | "fair acceptance";
  /** About how many states there will be: the table is made for them. */
  readonly expected: number;
  /** A path that may suffice: the stack is made for it, and for a longer one if it does not. */
  readonly depth: number;
}

const FLAGS = {
  safety: ["-DSAFETY", "-DNOCLAIM"],
  acceptance: ["-DNOFAIR"],
  "fair acceptance": [],
} as const;

/** What a user types, with a table for some millions of states. */
export const spinCommand = (search: SpinOptions["search"]): string => {
  const options = search === "safety" ? [] : search === "acceptance" ? ["-a"] : ["-a", "-f"];
  const compile = ["cc", "-O2", "-w", "-DNOREDUCE", "-DMEMLIM=8000", ...FLAGS[search], "-o", "pan", "pan.c"];
  return `spin -a -o2 model.pml && ${compile.join(" ")} && ./pan -m20000000 -w22 -E -c0 ${options.join(" ")}`;
};

export const hasSpin = (): boolean => spawnSync("spin", ["-V"]).status === 0;

/** Makes the verifier without partial order reduction, optimised, and runs it to the end. */
export function runSpin(promela: string, { search, expected, depth }: SpinOptions): SpinRun {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-spin-"));
  try {
    writeFileSync(join(folder, "model.pml"), promela);
    run(folder, "spin", ["-a", "-o2", "model.pml"]);
    run(folder, "cc", ["-O2", "-w", "-DNOREDUCE", "-DMEMLIM=8000", ...FLAGS[search], "-o", "pan", "pan.c"]);
    const table = Math.max(16, Math.ceil(Math.log2(expected)));
    const options = [`-w${table}`, "-E", "-c0"];
    if (search !== "safety") options.push("-a");
    if (search === "fair acceptance") options.push("-f");
    // Its path may be longer than ours, but not longer than this; a stack for that would often leave no room for states.
    const longest = Math.ceil((search === "fair acceptance" ? 20 : 2.2) * expected) + 10_000;
    for (const most of [Math.min(depth, longest), longest]) {
      const text = run(folder, "bash", ["-c", `time -p ./pan -m${Math.min(most, 200_000_000)} ${options.join(" ")}`]);
      if (!/max search depth too small/.test(text)) return parse(text);
    }
    throw new Error("SPIN's path is longer than it can be");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout + stderr;
}

function parse(text: string): SpinRun {
  const number = (pattern: RegExp): number => {
    const found = pattern.exec(text);
    if (found === null) throw new Error(`the verifier did not say ${pattern}:\n${text}`);
    return Number(found[1]);
  };
  return {
    states: number(/([\d.e+]+) states, stored/),
    transitions: number(/([\d.e+]+) transitions/),
    seconds: number(/^user ([\d.]+)/m) + number(/^sys ([\d.]+)/m),
    bytes: number(/([\d.]+)\s+total actual memory usage/) * 2 ** 20,
    tableBytes:
      (number(/([\d.]+)\s+actual memory usage for states/) + number(/([\d.]+)\s+memory used for hash/)) * 2 ** 20,
    errors: number(/errors: (\d+)/),
    finished: !/out of memory|reached -DMEMLIM/.test(text),
  };
}

/** A claim for the behaviours that the searches look for. */
export function claimOf(search: SpinOptions["search"], atoms: Readonly<Record<string, string>>): string {
  switch (search) {
    case "safety":
      return "";
    case "acceptance": // F G !progress
      return claim("!(progress)", "!(progress)", atoms);
    case "fair acceptance": // F(request & G !answer)
      return claim("(request) && !(answer)", "!(answer)", atoms);
  }
}

function claim(enter: string, stay: string, atoms: Readonly<Record<string, string>>): string {
  const text = (condition: string) => condition.replace(/\w+/g, (name) => atoms[name] ?? name);
  return `
never {
wait:   do :: true :: (${text(enter)}) -> goto accept od;
accept: do :: (${text(stay)}) od
}`;
}
