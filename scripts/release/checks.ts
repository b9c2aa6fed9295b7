/** What must be true of a release; each function returns what is wrong, in sentences for whoever releases. */

/** Why `next` cannot follow `current`; null if it can. */
export function versionProblem(current: string, next: string): string | null {
  const [old, wanted] = [numbersOf(current), numbersOf(next)];
  if (wanted === null || old === null) return `'${next}' is no version: expected three numbers, such as 1.2.3`;
  const k = wanted.findIndex((n, i) => n !== old[i]);
  if (k < 0) return `${next} is the version already`;
  const isFollowing = wanted[k] === old[k]! + 1 && wanted.slice(k + 1).every((n) => n === 0);
  return isFollowing ? null : `${next} does not follow ${current}`;
}

function numbersOf(version: string): readonly number[] | null {
  return /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version) ? version.split(".").map(Number) : null;
}

const UNRELEASED = "## [Unreleased]\n";

/** The changelog with what was unreleased under the version; null where there is nothing. */
export function releasedChangelog(text: string, version: string, date: string): string | null {
  const [before, after, more] = text.split(UNRELEASED);
  if (before === undefined || after === undefined || more !== undefined) return null;
  const [news] = after.split(/^## \[/m);
  if (!/^- \S/m.test(news!)) return null;
  return `${before}${UNRELEASED}\n## [${version}] - ${date}\n${after}`;
}

/** Pages and folders that a user needs, all of them. */
const NEEDED = [
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "package.json",
  "action.yml",
  "dist/cli/main.js",
  "dist/index.d.ts",
  "wasm/bdd.wasm",
  "wasm/sat.wasm",
  "docs/README.md",
  "schema/check.schema.json",
  "examples/arbiter-unfair.aag",
];
const FOLDERS = /^(dist|wasm|schema|docs|examples)\//;
const PAGES = /^(README|CHANGELOG|ARCHITECTURE)\.md$|^LICENSE$|^package\.json$|^action\.yml$/;
const COMPILED = /^dist\/(.*?)(\.d\.ts|\.js)$/;
/** The bundler empties its folder; the page of reports is one file, written anew. */
const BUNDLED = /^dist\/(bin\/|report\/page\.json$)/;

/** What is packed and should not be, or should be and is not. `sources`: the files of src/. */
export function contentProblems(packed: readonly string[], sources: ReadonlySet<string>): string[] {
  const has = new Set(packed);
  return [
    ...NEEDED.filter((file) => !has.has(file)).map((file) => `${file} is missing`),
    ...packed
      .filter((file) => !FOLDERS.test(file) && !PAGES.test(file))
      .map((file) => `${file} is nothing that a user needs`),
    ...packed
      .filter((file) => isLeftOver(file, sources))
      .map((file) => `${file} has no source: it is left over from an older build`),
  ];
}

function isLeftOver(file: string, sources: ReadonlySet<string>): boolean {
  if (!file.startsWith("dist/") || BUNDLED.test(file)) return false;
  const compiled = COMPILED.exec(file);
  return compiled === null || !sources.has(`src/${compiled[1]}.ts`);
}
