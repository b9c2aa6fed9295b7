/**
 * The packed package in strict projects that look into every declaration (no `skipLibCheck`), with each version of TypeScript and each
 * module resolution that users have. `npm run bench:types`, with `-- --quick` for the oldest and the newest. It installs compilers into a temporary folder, so it
 * needs the registry; without it, it says so.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const VERSIONS = values.quick ? ["5.4", "6.0"] : ["5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.0"];
const RESOLUTIONS = [
  ["node16", "node16"],
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
] as const;

const USE = `import * as all from "fairlead";
import { bool, int, system } from "fairlead/model";
import { check, loadDesign } from "fairlead/node";
import * as matchers from "fairlead/matchers";
import "fairlead/worker";
const lamp = system("lamp", { on: bool, n: int(0, 3) });
lamp.process("p", { fair: "weak" }, { flip: { do: [lamp.vars.on.set(lamp.vars.on.not())] }, count: { when: (v) => v.n < 3, do: (v) => { v.n++; } } });
export async function answers(): Promise<string[]> {
  const { verdict } = await check(await loadDesign("m.aag"), 0, { seconds: 1 });
  const { answer } = await check(lamp, "G F on");
  return [verdict.answer, answer, ...Object.keys(all), ...Object.keys(matchers)];
}
`;

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fairlead-types-"));

function npm(args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** Compiles the project with one compiler and one resolution; the lines that it says. */
function problemsOf(tsc: string, project: string, module: string, moduleResolution: string): string[] {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    lib: ["es2022"],
    types: ["node"],
    module,
    moduleResolution,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" });
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split("\n");
}

let failures = 0;
try {
  const tarball = npm(["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], ROOT).trim();
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"private": true, "type": "module"}');
  writeFileSync(join(project, "use.ts"), USE);
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  npm([...install, join(folder, tarball), "@types/node@20"], project);
  console.log("| TypeScript | node16 | nodenext | bundler |\n| --- | --- | --- | --- |");
  for (const version of VERSIONS) {
    const place = join(folder, version);
    mkdirSync(place);
    writeFileSync(join(place, "package.json"), '{"private": true}');
    npm([...install, `typescript@~${version}.0`], place);
    const tsc = join(place, "node_modules/typescript/bin/tsc");
    const found = RESOLUTIONS.map(([module, resolution]) => problemsOf(tsc, project, module, resolution));
    failures += found.filter((p) => p.length > 0).length;
    console.log(
      `| ${version} | ${found.map((p) => (p.length === 0 ? "no error" : `${p.length} lines`)).join(" | ")} |`,
    );
    for (const line of found.flat().slice(0, 5)) console.log(`  ${line}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
