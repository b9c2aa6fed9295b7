import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { papers } from "../scripts/papers.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const items = papers.flatMap(({ items }) => items);
const scripts: object = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts;

/** The names of the tests of a file: what `it(…)` and `it.each(…)(…)` are called with first. */
function testNames(file: string): Set<string> {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, "test", file), "utf8"), ts.ScriptTarget.Latest);
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments[0] !== undefined && isTest(node.expression)) {
      const [name] = node.arguments;
      if (ts.isStringLiteralLike(name)) names.add(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === "it";
  return ts.isCallExpression(called) && ts.isPropertyAccessExpression(called.expression)
    ? isTest(called.expression.expression)
    : false;
}

describe("the list of what the papers say", () => {
  it("names sources that are there", () => {
    const missing = items.flatMap(({ code = [] }) => code).filter((file) => !existsSync(join(ROOT, "src", file)));
    expect(missing).toEqual([]);
  });

  it("names tests that are there", () => {
    const missing = items
      .flatMap(({ tests = [] }) => tests)
      .filter(([file, ...names]) => {
        if (!existsSync(join(ROOT, "test", file))) return true;
        const there = testNames(file);
        return there.size === 0 || names.some((name) => !there.has(name));
      });
    expect(missing).toEqual([]);
  });

  it("names scripts that are there", () => {
    const missing = items.flatMap(({ bench = [] }) => bench).filter((name) => !Object.hasOwn(scripts, `bench:${name}`));
    expect(missing).toEqual([]);
  });

  it("says why where something does not reproduce, and what shows it where it does", () => {
    for (const { item, status, because, tests = [], bench = [] } of items) {
      if (status !== "reproduced") expect(because, item).toBeDefined();
      else expect([...tests, ...bench], item).not.toEqual([]);
    }
  });

  it("leaves no test of test/papers out", () => {
    const listed = new Set(
      items.flatMap(({ tests = [] }) => tests.flatMap(([file, ...names]) => names.map((n) => `${file}: ${n}`))),
    );
    const files = readdirSync(join(ROOT, "test/papers")).filter((name) => name.endsWith(".test.ts"));
    const all = files.flatMap((name) => [...testNames(`papers/${name}`)].map((test) => `papers/${name}: ${test}`));
    expect(all.length).toBeGreaterThan(60);
    expect(all.filter((test) => !listed.has(test))).toEqual([]);
  });
});
