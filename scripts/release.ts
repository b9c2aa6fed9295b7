/**
 * `npm run release -- 1.2.3`: builds from nothing, runs all tests, looks at what would be packed, gives the version and the changelog their
 * number, and commits and tags that. It publishes nothing: what is left to do is said at the end. `--check` changes nothing.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { contentProblems, releasedChangelog, versionProblem } from "./release/checks.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean", default: false } },
});
if (positionals.length !== 1) refuse(["usage: npm run release -- VERSION [--check]"]);
const version = positionals[0]!;

const output = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: "utf8" });
const run = (command: string, ...args: string[]): void => void execFileSync(command, args, { stdio: "inherit" });

const { version: current } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
const today = new Date().toISOString().slice(0, 10);
const changelog = releasedChangelog(readFileSync("CHANGELOG.md", "utf8"), version, today);
const status = output("git", "status", "--porcelain");
refuse([
  versionProblem(current, version),
  changelog === null ? "CHANGELOG.md says nothing under [Unreleased]" : null,
  status === "" ? null : `there are changes that are not committed:\n${status.trimEnd()}`,
  output("git", "tag", "--list", `v${version}`) === "" ? null : `there is a tag v${version} already`,
]);

for (const folder of ["dist", "wasm"]) rmSync(folder, { recursive: true, force: true });
run("npm", "ci");
run("npm", "test");
const [{ files }] = JSON.parse(output("npm", "pack", "--dry-run", "--ignore-scripts", "--json")) as [
  { readonly files: readonly { readonly path: string }[] },
];
const sources = new Set(output("git", "ls-files", "src").trim().split("\n"));
refuse(
  contentProblems(
    files.map((f) => f.path),
    sources,
  ),
);

if (values.check) {
  console.log(`${version} could be released: ${files.length} files`);
} else {
  writeFileSync("CHANGELOG.md", changelog!);
  run("npm", "version", "--no-git-tag-version", "--ignore-scripts", version);
  run("git", "commit", "--all", "--message", `Release ${version}`);
  run("git", "tag", "--annotate", `v${version}`, "--message", `Release ${version}`);
  console.log(`v${version} is committed and tagged here. What is left: git push --follow-tags, and npm publish`);
}

function refuse(problems: readonly (string | null)[]): void {
  const found = problems.filter((p) => p !== null);
  if (found.length === 0) return;
  for (const problem of found) console.error(`release: ${problem}`);
  process.exit(1);
}
