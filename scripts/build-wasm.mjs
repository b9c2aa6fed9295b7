// Compiles the AssemblyScript kernels to wasm/*.wasm, which ship in the package. What is newer than its sources stays.
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";

const FLAGS = ["-O3", "--runtime", "stub", "--noAssert", "--debug", "--maximumMemory", "65536"];

const changed = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);
const sources = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name));

mkdirSync("wasm", { recursive: true });
for (const kernel of ["bdd", "sat"]) {
  const output = `wasm/${kernel}.wasm`;
  const newest = Math.max(changed("scripts/build-wasm.mjs"), ...sources(`assembly/${kernel}`).map(changed));
  if (changed(output) > newest) continue;
  const { error, stderr } = await asc.main([`assembly/${kernel}/index.ts`, "-o", output, ...FLAGS]);
  if (error) {
    console.error(stderr.toString());
    process.exit(1);
  }
}
