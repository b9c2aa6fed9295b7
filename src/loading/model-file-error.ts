import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Stopped } from "../limits/stopped.js";
import { ModelError } from "../program/model-error.js";
import { InputError, type Position } from "../text/input-error.js";

/** An error of the author's program, with the line it comes from. */
export function inModelFile(e: unknown, file: string): unknown {
  // By the name that the user gave the file.
  if (e instanceof ModelError && e.written?.file === resolve(file))
    return new InputError(e.code, e.problem, e.at, file);
  if (e instanceof Stopped || (e instanceof InputError && e.source !== "")) return e;
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
