import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = process.env.FAIRLEAD_BENCHMARKS;

/** Outside AIGER files, in all folders of the benchmarks; none where FAIRLEAD_BENCHMARKS is not set. */
export function outsideAigerFiles(): { readonly name: string; readonly bytes: Uint8Array }[] {
  if (!root) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.a[ia]g$/.test(name))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(root, name)) }));
}
