import { InputError, positionOf } from "../../text/input-error.js";
import type { Scanned, ScannedFile } from "./scan.js";

/**
 * Yosys takes one module for the top and drops whatever is no part of it, by its log of the hierarchy. A module with checks
 * must not go like this.
 */
export function refuseLeftOut(log: string, sources: readonly ScannedFile[]): void {
  const removed = new Set([...log.matchAll(/^Removing unused module `\\(\S+)'\.$/gm)].map((m) => m[1]!));
  // A module with parameters stays under names such as `$paramod\name\N=…`.
  for (const [line] of log.matchAll(/^(Top|Used) module: .*$/gm))
    for (const [, name] of line.matchAll(/\\([^\\\s]+)/g)) removed.delete(name!);
  const top = /^Top module: +\\(\S+)$/m.exec(log)?.[1] ?? "";
  for (const { name: file, text, tokens } of sources)
    for (const { name, start } of modulesWithChecks(tokens)) {
      if (!removed.has(name)) continue;
      const problem = `module '${name}' has checks, and is no part of '${top}': say which is the top module with --top`;
      throw new InputError("verilog-top", problem, positionOf(text, start), file);
    }
}

function* modulesWithChecks(tokens: Scanned["tokens"]): Generator<{ readonly name: string; readonly start: number }> {
  let module: { readonly name: string; readonly start: number } | null = null;
  for (const [i, t] of tokens.entries()) {
    if (t.kind !== "word") continue;
    if (t.text === "module" || t.text === "macromodule") {
      const named = tokens[i + 1]!;
      const name = /^(automatic|static)$/.test(named.text) ? tokens[i + 2]! : named;
      module = { name: name.text, start: t.start };
    } else if (t.text === "endmodule") module = null;
    else if (module !== null && /^(assert|assume|cover|restrict)$/.test(t.text)) {
      yield module;
      module = null;
    }
  }
}
