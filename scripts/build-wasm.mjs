// Compiles the AssemblyScript kernels to wasm/*.wasm, which ship in the package.
import { existsSync, mkdirSync } from "node:fs";
import asc from "assemblyscript/asc";

mkdirSync("wasm", { recursive: true });
for (const kernel of ["bdd", "sat"]) {
  const entry = `assembly/${kernel}/index.ts`;
  if (!existsSync(entry)) continue;
  const flags = ["-O3", "--runtime", "stub", "--noAssert", "--debug", "--maximumMemory", "65536"];
  const { error, stderr } = await asc.main([entry, "-o", `wasm/${kernel}.wasm`, ...flags]);
  if (error) {
    console.error(stderr.toString());
    process.exit(1);
  }
}
