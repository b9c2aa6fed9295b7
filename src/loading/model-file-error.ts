import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { inProgram } from "../program/hosted.js";

/** An error of the author's program, with the line it comes from. */
export const inModelFile = (e: unknown, file: string): unknown =>
  inProgram(e, { file, path: resolve(file), syntaxCheck: () => syntaxCheck(file) });

/** Node says where a script does not parse only on standard error. */
function syntaxCheck(file: string): string {
  return spawnSync(process.execPath, ["--check", resolve(file)], { encoding: "utf8" }).stderr;
}
