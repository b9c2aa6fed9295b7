import ts from "typescript";
import { describe, expect, it } from "vitest";
import { keysFromTexts } from "../scripts/check-names.mjs";

/** What the check says about a text; the libraries of the language come with the compiler. */
function problems(text: string): string[] {
  const options: ts.CompilerOptions = { strict: true, target: ts.ScriptTarget.ES2022 };
  const host = ts.createCompilerHost(options);
  const file = ts.createSourceFile("/names.ts", text, ts.ScriptTarget.ES2022, true);
  const program = ts.createProgram(["/names.ts"], options, {
    ...host,
    getSourceFile: (name, target) => (name === "/names.ts" ? file : host.getSourceFile(name, target)),
  });
  return keysFromTexts(program, (name) => name === "/names.ts").map((line) => /:(\d+):\d+: ([^:]*):/.exec(line)![0]);
}

describe("npm run check:names", () => {
  it("finds names that are keys of plain objects", () => {
    const text = `declare const name: string;
const table: Record<string, boolean> = { true: true };
export const a = table[name];
export const b = name in table;
export const c = { [name]: 1 };
export const d = Object.fromEntries([[name, 1]]);
export function e<K extends string>(key: K) { return (table as Record<K, boolean>)[key]; }
table[\`\${name}!\`] = true;
`;
    expect(problems(text)).toEqual([
      ":3:18: a text as the key of an object:",
      ":4:18: 'in' finds what every object has:",
      ":5:20: a text as the key of an object:",
      ":6:18: texts as the keys of an object:",
      ":7:54: a text as the key of an object:",
      ":8:1: a text as the key of an object:",
    ]);
  });

  it("lets lists, Maps, and keys that the types list be", () => {
    const text = `declare const i: number; declare const k: "a" | "b"; declare const name: string; declare const e: object;
export const a = ["x"][i], b = { a: 1, b: 2 }[k], c = new Map([["x", 1]]).get(name), d = "code" in e;
export const f = { [k]: 1 }, g = "text"[i], h = new Set(["x"]).has(name);
`;
    expect(problems(text)).toEqual([]);
  });
});
