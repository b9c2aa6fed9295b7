import { describe, expect, it } from "vitest";
import { contentProblems, releasedChangelog, versionProblem } from "../scripts/release/checks.js";

describe("a release", () => {
  it("has a version that follows the one before", () => {
    for (const next of ["0.1.1", "0.2.0", "1.0.0"]) expect(versionProblem("0.1.0", next)).toBeNull();
    expect(versionProblem("0.1.0", "0.1.0")).toBe("0.1.0 is the version already");
    for (const next of ["0.0.9", "0.3.0", "0.2.1", "2.0.0"])
      expect(versionProblem("0.1.0", next)).toBe(`${next} does not follow 0.1.0`);
    for (const next of ["v0.2.0", "0.2", "0.2.0-rc.1", "00.2.0", ""])
      expect(versionProblem("0.1.0", next)).toMatch(/is no version/);
  });

  it("says what is new, under its number and date", () => {
    const text = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A lamp.\n\n## [0.1.0]\n\n- The first.\n";
    expect(releasedChangelog(text, "0.2.0", "2026-01-02")).toBe(
      "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-01-02\n\n### Added\n\n- A lamp.\n\n## [0.1.0]\n\n- The first.\n",
    );
    expect(
      releasedChangelog("# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- The first.\n", "0.2.0", "2026-01-02"),
    ).toBeNull();
    expect(releasedChangelog("# Changelog\n", "0.2.0", "2026-01-02")).toBeNull();
  });

  it("packs what a user needs and nothing else: no leftovers of older builds, no tests, no settings", () => {
    const needed = [
      ..."README.md CHANGELOG.md LICENSE package.json action.yml dist/cli/main.js dist/index.d.ts wasm/bdd.wasm wasm/sat.wasm".split(
        " ",
      ),
      ..."docs/README.md schema/check.schema.json examples/arbiter-unfair.aag dist/bin/command-line.js dist/report/page.json".split(
        " ",
      ),
    ];
    const sources = new Set(["src/cli/main.ts", "src/index.ts"]);
    expect(contentProblems(needed, sources)).toEqual([]);
    expect(contentProblems(needed.slice(1), sources)).toEqual(["README.md is missing"]);
    expect(
      contentProblems([...needed, "test/release.test.ts", ".npmrc", "dist/run/old.js", "dist/.tsbuildinfo"], sources),
    ).toEqual([
      "test/release.test.ts is nothing that a user needs",
      ".npmrc is nothing that a user needs",
      "dist/run/old.js has no source: it is left over from an older build",
      "dist/.tsbuildinfo has no source: it is left over from an older build",
    ]);
  });
});
