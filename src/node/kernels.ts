import { readFile } from "node:fs/promises";
import type { Kernels } from "../logic/kernel-module.js";

let loading: Promise<Kernels> | undefined;

/** The two kernels, compiled once for each process; compiled modules travel to workers. */
export function loadKernels(): Promise<Kernels> {
  loading ??= Promise.all([compile("bdd"), compile("sat")]).then(([bdd, sat]) => ({ bdd, sat }));
  return loading;
}

async function compile(kernel: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(`../../wasm/${kernel}.wasm`, import.meta.url)));
}
