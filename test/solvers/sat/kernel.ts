import { readFileSync } from "node:fs";

/** The compiled kernel, once for a test file. */
export const satKernel = new WebAssembly.Module(readFileSync(new URL("../../../wasm/sat.wasm", import.meta.url)));
