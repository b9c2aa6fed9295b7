import { Stopped, type StopReason } from "../limits/stopped.js";

/** Where solvers come from, and when they must stop. */
export interface SolverHost {
  readonly module: WebAssembly.Module;
  /** Bytes that one solver may take. */
  readonly memory: number;
  readonly shouldStop: () => StopReason | null;
}

/** What a solver's reason for 'unknown' means to those who wait for it. */
export const stopReason = (reason: string | null): StopReason =>
  reason === "time" || reason === "memory" ? reason : "cancelled";

/** Solvers themselves ask only in long searches; there are many short ones. */
export function expectToGoOn(host: Pick<SolverHost, "shouldStop">): void {
  const why = host.shouldStop();
  if (why !== null) throw new Stopped(why);
}

/** The part of an engine's surroundings that solvers need. */
export const solverHost = (context: {
  readonly kernels: { readonly sat: WebAssembly.Module };
  readonly memoryLimit: number;
  shouldStop(): StopReason | null;
}): SolverHost => ({
  module: context.kernels.sat,
  memory: context.memoryLimit,
  shouldStop: () => context.shouldStop(),
});
