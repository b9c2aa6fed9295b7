import { createRequire, register } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Guest } from "../program/guest.js";
import { InputError } from "../text/input-error.js";
import type { HookData } from "./model-hooks.js";

/** This package, in the few files that this one is part of (scripts/bundle.mjs). */
const entry = (name: string): string => new URL(`./${name}.js`, import.meta.url).href;

/** Makes this process ready to import the file: the package is found, and the compiler loaded where one is needed. */
export function registerHooks(file: string): void {
  process.setSourceMapsEnabled(true);
  const data: HookData = {
    entries: { "fairlead/model": entry("program"), "fairlead/matchers": entry("matchers") },
    typescript: compilerFor(file),
  };
  register("./model-hooks.js", import.meta.url, { data });
}

/** Runs a file in this process. */
export async function importSystems(file: string): Promise<Guest> {
  return new Guest((await import(pathToFileURL(resolve(file)).href)) as object);
}

/** Runs a file in this process, and gives what it exports by default. */
export async function importValue(file: string): Promise<unknown> {
  const { default: value } = (await import(pathToFileURL(resolve(file)).href)) as { readonly default?: unknown };
  return value ?? null;
}

/** The compiler that is installed beside the file or beside this package; null where Node needs none, or for scripts. */
function compilerFor(file: string): string | null {
  // A later Node says how it takes types away, or false.
  const { typescript } = process.features as { readonly typescript?: string | false };
  if (!/ts$/i.test(file) || typescript) return null;
  let tooNew = "";
  for (const from of [pathToFileURL(resolve(file)), import.meta.url])
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
  );
}

/** From the next one on the compiler is a program of its own. */
const LAST_CALLABLE = 6;
