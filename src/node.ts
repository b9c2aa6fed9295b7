/**
 * What needs Node: files and worker threads.
 *
 * @module fairlead/node
 */

export { loadDesign } from "./loading/load.js";
export { check } from "./node/check.js";
export { loadKernels } from "./node/kernels.js";
export { proveRanked, type RankedProof } from "./node/ranked.js";
export type { AskOptions as CheckOptions } from "./portfolio/subject.js";
