import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { contentProblems } from "../../scripts/release/checks.js";
import { example, run, temporaryFolder } from "./fairlead.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

it("the packed package installs elsewhere and checks a model, with nothing but what it ships", async () => {
  const folder = temporaryFolder();
  const packed = await run(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
    undefined,
    ROOT,
  );
  expect(packed.status, packed.stderr).toBe(0);
  const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).map((file) => `src/${file}`);
  const paths = files.map((file) => file.path);
  expect(contentProblems(paths, new Set(sources))).toEqual([]);
  const tarball = join(folder, filename);
  writeFileSync(join(folder, "package.json"), '{"private": true}');
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", tarball];
  const installed = await run("npm", install, undefined, folder);
  expect(installed.status, installed.stderr).toBe(0);
  const shipped = join(folder, "node_modules/fairlead");
  expect(existsSync(join(shipped, "docs/README.md"))).toBe(true);
  const bin = join(folder, "node_modules/.bin/fairlead");
  const checked = await run(bin, ["check", example("arbiter-unfair.aag")], undefined, folder);
  expect(checked.stdout).toContain("fails, counterexample replayed");
  expect(checked.status).toBe(1);

  // A model in JavaScript needs nothing; one in TypeScript the compiler, unless Node takes the types away itself.
  const model = `import { bool, system } from "fairlead/model";
    export const lamp = system("lamp", { on: bool });
    lamp.process("p", { fair: "weak" }, { flip: { do: [lamp.vars.on.set(lamp.vars.on.not())] } }).property("blinks", "G F on");`;
  writeFileSync(join(folder, "lamp.mjs"), model);
  writeFileSync(join(folder, "lamp.ts"), model);
  const script = await run(bin, ["check", "lamp.mjs"], undefined, folder);
  expect(script.stdout).toContain("lamp.mjs: blinks holds");
  const typed = await run(bin, ["check", "lamp.ts"], undefined, folder);
  const { typescript } = process.features as { readonly typescript?: string | false };
  if (typescript) expect(typed.stdout).toContain("lamp.ts: blinks holds");
  else expect(typed.stderr).toMatch(/^lamp\.ts: TypeScript is not installed, and this Node cannot strip types: .*\n$/);
  expect(typed.status).toBe(typescript ? 0 : 65);
});
