// Loader hooks: a relative import of x.js that is really x.ts is found, and types are stripped when it is loaded.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, inlineSourceMap: true };

export async function resolve(specifier, context, nextResolve) {
  if (/^(\.|file:)/.test(specifier) && specifier.endsWith(".js")) {
    const url = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
    if (!existsSync(new URL(specifier, context.parentURL)) && existsSync(url)) return nextResolve(url.href, context);
  }
  return nextResolve(specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts") || url.includes("/node_modules/")) return nextLoad(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  const source = ts.transpileModule(text, { compilerOptions, fileName: fileURLToPath(url) }).outputText;
  return { format: "module", source, shortCircuit: true };
}
