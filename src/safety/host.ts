import type { Limits, StopReason } from "../limits/stopped.js";
import type { KernelModule } from "../logic/kernel-module.js";

/** Where solvers come from, and what each may take. */
export interface SolverHost extends Limits {
  readonly kernels: { readonly sat: KernelModule };
}

/** What a solver's reason for 'unknown' means to those who wait for it. */
export const stopReason = (reason: string | null): StopReason =>
  reason === "time" || reason === "memory" ? reason : "cancelled";
