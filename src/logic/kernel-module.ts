/** `WebAssembly.Module`, in projects that have its type: without that of the DOM or of a late Node there is none. */
export type KernelModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : object;

/** The two kernels, compiled: hosts load them (Node reads files, a page fetches), and compiled modules travel to workers. */
export interface Kernels {
  readonly bdd: KernelModule;
  readonly sat: KernelModule;
}
