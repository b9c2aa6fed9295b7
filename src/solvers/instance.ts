import { isOutOfMemory } from "../limits/out-of-memory.js";
import { Stopped } from "../limits/stopped.js";

/** An instance of a kernel. Each has a memory of its own, for which gigabytes of addresses are set aside: a process has room for about ten thousand. */
export function instanceOf(module: WebAssembly.Module, imports: WebAssembly.Imports): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(module, imports);
  } catch (e) {
    if (isOutOfMemory(e)) throw new Stopped("memory", "there is no room for another solver");
    throw e;
  }
}
