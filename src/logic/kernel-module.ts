/** `WebAssembly.Module`, in projects that have its type: without that of the DOM or of a late Node there is none. */
export type KernelModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : object;
