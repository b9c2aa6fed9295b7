import { spawnSync } from "node:child_process";
import { createRequire, register } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ModelError } from "../program/model-error.js";
import { System } from "../program/system.js";
import { InputError, type Position } from "../text/input-error.js";
import type { HookData } from "./model-hooks.js";
import { readBytes } from "./read-bytes.js";

/** This package, built or as it is being tested. */
const PACKAGE = new URL("..", import.meta.url);
const EXTENSION = import.meta.url.endsWith(".ts") ? "ts" : "js";

let registered = false;

/** Runs a file and returns the systems that it exports. What it throws becomes an error with the place. */
export async function loadSystems(file: string): Promise<System[]> {
  await readBytes(file); // says what is wrong with the file
  registerHooks(file);
  const url = pathToFileURL(resolve(file)).href;
  let exported: Record<string, unknown>;
  try {
    exported = (await import(url)) as Record<string, unknown>;
  } catch (e) {
    throw inModelFile(e, file);
  }
  const values = Object.values(exported).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
  const systems = [...new Set(values.filter((value): value is System => value instanceof System))];
  if (systems.length > 0) return systems;
  throw new InputError("model-file", "exports no system: `export const … = system(…)` of 'fairlead/model'", null, file);
}

/** Once for the process: files of one run find the same compiler. */
function registerHooks(file: string): void {
  if (registered) return;
  registered = true;
  process.setSourceMapsEnabled(true);
  const entries = Object.fromEntries(
    [
      ["fairlead/model", "program"],
      ["fairlead/matchers", "matchers"],
    ].map(([name, entry]) => [name, new URL(`${entry}.${EXTENSION}`, PACKAGE).href]),
  );
  const data: HookData = { entries, typescript: compilerFor(file) };
  register(`./loading/model-hooks.${EXTENSION}`, PACKAGE, { data });
}

/** The compiler that is installed beside the file or beside this package; null where Node needs none, or for scripts. */
function compilerFor(file: string): string | null {
  // A later Node says how it takes types away, or false.
  const { typescript } = process.features as { readonly typescript?: string | false };
  if (!/ts$/i.test(file) || typescript) return null;
  let tooNew = "";
  for (const from of [pathToFileURL(resolve(file)), PACKAGE])
    for (const name of ["typescript", "@typescript/typescript6"]) {
      const require = createRequire(from);
      try {
        const { version } = require(`${name}/package.json`) as { readonly version: string };
        if (Number.parseInt(version, 10) <= LAST_CALLABLE) return pathToFileURL(require.resolve(name)).href;
        tooNew = version;
      } catch {
        // not installed there
      }
    }
  const why = tooNew === "" ? "TypeScript is not installed" : `programs cannot call TypeScript ${tooNew}`;
  throw new InputError(
    "model-typescript",
    `${why}, and this Node cannot strip types: \`npm install typescript@${LAST_CALLABLE}\`, a later Node, or write the model as .mjs`,
    null,
    file,
  );
}

/** From the next one on the compiler is a program of its own. */
const LAST_CALLABLE = 6;

/** An error of the author's program, with the line it comes from. */
export function inModelFile(e: unknown, file: string): unknown {
  if (e instanceof InputError && e.source !== "") return e;
  const cause = e instanceof ModelError && e.cause !== undefined ? e.cause : e;
  const stack = cause instanceof Error ? `${cause.message}\n${cause.stack ?? ""}` : "";
  const at = placeIn(stack, file) ?? (cause instanceof SyntaxError ? placeIn(syntaxCheck(file), file) : null);
  if (e instanceof InputError) return new InputError(e.code, e.problem, at ?? e.at, file);
  const message = e instanceof Error ? `${e.name}: ${e.message}` : `throws ${String(e)}`;
  return new InputError("model-file", message.replace(/^SyntaxError: \/\S+?:\d+:\d+: /, "SyntaxError: "), at, file);
}

/** Node says where a script does not parse only on standard error. */
function syntaxCheck(file: string): string {
  return spawnSync(process.execPath, ["--check", resolve(file)], { encoding: "utf8" }).stderr;
}

/** The first frame in the file. */
function placeIn(stack: string, file: string): Position | null {
  const path = resolve(file);
  for (const [, name, line, column] of stack.matchAll(/((?:file:\/\/)?\/[^\s():]+):(\d+)(?::(\d+))?/g)) {
    const here = name!.startsWith("file:") ? fileURLToPath(name!) : name!;
    if (here === path) return { line: Number(line), column: Number(column ?? 1) };
  }
  return null;
}
