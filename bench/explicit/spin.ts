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
}

export interface SpinOptions {
  readonly search: "safety" | "acceptance" | "fair acceptance";
  /** About how many states there will be: the table and the stack are made for them. */
  readonly expected: number;
}

const FLAGS = {
  safety: ["-DSAFETY", "-DNOCLAIM"],
  acceptance: ["-DNOFAIR"],
  "fair acceptance": [],
} as const;

export const hasSpin = (): boolean => spawnSync("spin", ["-V"]).status === 0;

/** Makes the verifier without partial order reduction, optimised, and runs it to the end. */
export function runSpin(promela: string, { search, expected }: SpinOptions): SpinRun {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-spin-"));
  try {
    writeFileSync(join(folder, "model.pml"), promela);
    run(folder, "spin", ["-a", "-o2", "model.pml"]);
    run(folder, "cc", ["-O2", "-w", "-DNOREDUCE", "-DMEMLIM=8000", ...FLAGS[search], "-o", "pan", "pan.c"]);
    const table = Math.max(16, Math.ceil(Math.log2(expected)));
    const depth = Math.ceil((search === "fair acceptance" ? 20 : 2.2) * expected) + 10_000;
    const options = [`-m${Math.min(depth, 200_000_000)}`, `-w${table}`, "-E", "-c0"];
    if (search !== "safety") options.push("-a");
    if (search === "fair acceptance") options.push("-f");
    return parse(run(folder, "bash", ["-c", `time -p ./pan ${options.join(" ")}`]));
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
  if (/max search depth too small|out of memory|reached -DMEMLIM/.test(text)) throw new Error(text);
  return {
    states: number(/(\d+) states, stored/),
    transitions: number(/(\d+) transitions/),
    seconds: number(/^user ([\d.]+)/m) + number(/^sys ([\d.]+)/m),
    bytes: number(/([\d.]+)\s+total actual memory usage/) * 2 ** 20,
    tableBytes:
      (number(/([\d.]+)\s+actual memory usage for states/) + number(/([\d.]+)\s+memory used for hash/)) * 2 ** 20,
    errors: number(/errors: (\d+)/),
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
