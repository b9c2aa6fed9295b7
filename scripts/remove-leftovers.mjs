// Removes from dist/ what was compiled from files that src/ no longer has: the compiler leaves it, and the package would have it.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** What other tools write there. */
const NOT_COMPILED = /^bin\/|^report\/page\.json$|^\.tsbuildinfo$/;

for (const name of readdirSync("dist", { recursive: true, encoding: "utf8" })) {
  const file = join("dist", name);
  if (NOT_COMPILED.test(name) || statSync(file).isDirectory()) continue;
  const source = /^(.*?)(\.d\.ts|\.js)$/.exec(name)?.[1];
  if (source === undefined || !existsSync(join("src", `${source}.ts`))) rmSync(file);
}
