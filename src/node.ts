// What needs Node: files and worker threads.
export { type CheckOptions, check } from "./run/check.js";
export { loadKernels } from "./run/kernels.js";
export { loadDesign } from "./run/load.js";
