import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Files below a folder of the project, by their endings. */
function filesBelow(folder: string, ...endings: string[]): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => endings.some((ending) => name.endsWith(ending))).map((name) => join(folder, name));
}

const top = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
const documents = [...top, ...filesBelow("docs", ".md"), ...filesBelow(".github", ".md"), "test/README.md"];

const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** A document without its blocks and spans of code, in which brackets are no links. */
const prose = (file: string): string =>
  textOf(file)
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "code");

/** The fragment that a heading is found by, as code hosts make it. */
const fragment = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

function fragmentsOf(file: string): Set<string> {
  const text = textOf(file).replace(/^```[\s\S]*?^```/gm, "");
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map((m) => fragment(m[1]!)));
}

/** What is wrong with the links of a document: nothing, one hopes. */
function broken(file: string): string[] {
  const links = [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map((m) => m[1]!);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split("#") as [string, string?];
    const target = path === "" ? file : relative(ROOT, resolve(ROOT, dirname(file), path));
    if (target.startsWith("..") || !existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && (!target.endsWith(".md") || !fragmentsOf(target).has(anchor));
  });
}

describe("documents", () => {
  it("are found", () => {
    expect(documents).toContain("README.md");
    expect(documents.length).toBeGreaterThan(20);
  });

  it.each(documents)("%s has no broken link", (file) => {
    expect(broken(file)).toEqual([]);
  });

  it("that the sources and tests name are there", () => {
    const named = (file: string) => [...textOf(file).matchAll(/\bdocs\/[\w/-]+\.(?:md|svg)/g)].map((m) => m[0]);
    const sources = ["src", "test", "bench", "scripts"].flatMap((folder) => filesBelow(folder, ".ts", ".mjs"));
    const names = new Set([...sources, ...documents].flatMap(named));
    expect(names.size).toBeGreaterThan(5);
    expect([...names].filter((name) => !statSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile())).toEqual([]);
  });

  it("name files of the project that are there", () => {
    const files = ["src", "test", "bench", "scripts", "assembly", "examples"].flatMap((f) =>
      filesBelow(f, ".ts", ".mjs"),
    );
    const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
    const named = ["ARCHITECTURE.md", "test/README.md", ...filesBelow("docs/reference", ".md")].flatMap((document) =>
      [...textOf(document).matchAll(/(?<![\w*/.-])[a-z][\w/-]*\.(?:test\.)?ts\b/g)].map((m) => m[0]),
    );
    expect(named.length).toBeGreaterThan(30);
    const known = new Set(["vitest.config.ts", "vitest.unit.config.ts", "model.ts", "lamp.ts"]);
    expect(named.filter((name) => !known.has(name) && !isThere(name))).toEqual([]);
  });

  it("are all reached from the README", () => {
    const pages = new Set(["README.md"]);
    for (const page of pages)
      for (const [, link] of prose(page).matchAll(/\]\(([^)\s#]+)/g)) {
        const target = relative(ROOT, resolve(ROOT, dirname(page), link!));
        if (documents.includes(target)) pages.add(target);
      }
    expect(documents.filter((file) => file.startsWith("docs/") && !pages.has(file))).toEqual([]);
  });
});
