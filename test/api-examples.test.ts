import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = new URL("..", import.meta.url);
const source = fileURLToPath(new URL("src", root));

/** Programs in the documentation of what is exported, each with the name of its file. */
const examples = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    return [...text.matchAll(/@example[^\n]*\n \* ```ts\n((?: \*.*\n)*?) \* ```/g)].map((m, k) => {
      return { name: `${file} ${k + 1}`, program: m[1]!.replace(/^ \* ?/gm, "") };
    });
  });

it("the documentation of the API has every entry of the package", () => {
  const json = (file: string) => JSON.parse(readFileSync(new URL(file, root), "utf8"));
  const built = Object.values<string | { default: string }>(json("package.json").exports)
    .flatMap((entry) => (typeof entry === "string" ? [] : [entry.default]))
    .map((file) => file.replace("./dist/", "src/").replace(/\.js$/, ".ts"));
  expect(built).toHaveLength(5);
  expect(new Set(json("typedoc.json").entryPoints)).toEqual(new Set(built));
});

describe("examples of the API", () => {
  it("are there", () => {
    expect(examples.length).toBeGreaterThan(5);
  });

  it.each(examples)("$name prints what it says", ({ program }) => {
    const built = (entry: string) => JSON.stringify(new URL(`dist/${entry}.js`, root).href);
    const runnable = program.replaceAll('"fairlead/node"', built("node")).replaceAll('"fairlead"', built("index"));
    const args = ["--input-type=module", "--eval", runnable];
    const output = execFileSync(process.execPath, args, { cwd: fileURLToPath(root), encoding: "utf8" });
    const promised = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map((m) => m[1]);
    expect(promised.length).toBeGreaterThan(0);
    expect(output.trim().split("\n")).toEqual(promised);
  });
});
