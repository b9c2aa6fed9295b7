// Loader hooks for model files, run by Node in a thread of their own: `fairlead/model` is this package, whatever is
// installed where the file lies, and TypeScript is stripped of its types.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { own } from "../text/record.js";

/** What the thread is born with. */
export interface HookData {
  /** Addresses of this package's entries. */
  readonly entries: Readonly<Record<string, string>>;
  /** Where the TypeScript compiler is, if it is needed and there is one. */
  readonly typescript: string | null;
}

/** Of the compiler only this is used. */
interface Compiler {
  transpileModule(
    text: string,
    options: object,
  ): { readonly outputText: string; readonly diagnostics?: readonly Diagnostic[] };
  flattenDiagnosticMessageText(message: unknown, newLine: string): string;
  readonly ModuleKind: { readonly ESNext: number };
  readonly ScriptTarget: { readonly ES2022: number };
}

interface Diagnostic {
  readonly messageText: unknown;
  readonly start?: number;
}

let data: HookData = { entries: {}, typescript: null };
let compiler: Compiler | undefined;

export async function initialize(given: HookData): Promise<void> {
  data = given;
  if (data.typescript !== null) compiler = ((await import(data.typescript)) as { default: Compiler }).default;
}

export const resolve: ResolveHook = (specifier, context, nextResolve) => {
  const entry = own(data.entries, specifier);
  if (entry !== undefined) return { url: entry, shortCircuit: true };
  if (/^(\.|file:)/.test(specifier) && /\.m?js$/.test(specifier)) {
    const source = new URL(specifier.replace(/js$/, "ts"), context.parentURL);
    if (!existsSync(new URL(specifier, context.parentURL)) && existsSync(source))
      return nextResolve(source.href, context);
  }
  return nextResolve(specifier, context);
};

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!/\.m?ts$/.test(url) || compiler === undefined) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const text = await readFile(file, "utf8");
  const compilerOptions = {
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.ESNext,
    inlineSourceMap: true,
    inlineSources: true,
  };
  const made = compiler.transpileModule(text, { compilerOptions, fileName: file, reportDiagnostics: true });
  const wrong = made.diagnostics?.[0];
  if (wrong !== undefined) {
    const before = text.slice(0, wrong.start ?? 0).split("\n");
    const message = compiler.flattenDiagnosticMessageText(wrong.messageText, " ");
    throw new SyntaxError(`${file}:${before.length}:${before[before.length - 1]!.length + 1}: ${message}`);
  }
  return { format: "module", source: made.outputText, shortCircuit: true };
};
