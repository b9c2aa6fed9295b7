import type { Parts } from "../symbolic/dnc/submodules.js";

// What both engines that divide a system are told in the same words.

export const CLUSTER = {
  kind: "number",
  min: 1,
  max: 1000,
  default: 8,
  help: "latches that are put into one submodule, at most",
} as const;

export const partsOption = (standard: Parts) =>
  ({
    kind: "choice",
    values: ["modules", "grouped", "latches"],
    default: standard,
    help: "what submodules are made of: modules of the source, each whole; the same, but cut where they are larger than a cluster; latches",
  }) as const;

export const EFFORT = {
  kind: "number",
  min: 0,
  max: Number.MAX_VALUE,
  default: 5_000_000,
  help: "BDD nodes that are made for parts, about, before the whole system is looked at",
} as const;
