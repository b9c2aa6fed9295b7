import { type Certificate, type CertificateStep, NO_MONITOR } from "../evidence/certificate.js";
import type { Lit } from "../logic/lit.js";
import type { TransitionSystem } from "./transition-system.js";

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

/** A certificate whose predicates are literals of the system's own graph. */
export const certificateOf = (system: TransitionSystem, steps: readonly CertificateStep[]): Certificate => ({
  kind: "certificate",
  aig: system.graph,
  latches: range(1, system.latchCount),
  inputs: range(system.latchCount + 1, system.inputCount),
  monitor: NO_MONITOR,
  steps,
});

/** An inductive invariant, as a literal of the system's graph, excludes the bad literal. */
export const safetyCertificate = (system: TransitionSystem, invariant: Lit): Certificate =>
  certificateOf(system, [{ rule: "reach", predicate: invariant }, { rule: "safe" }]);

/**
 * A certificate for the first latches and inputs of the system; the latches that follow are watching ones, as many as
 * `monitors`. Further latches must not occur in the steps.
 */
export const monitoredCertificate = (
  system: TransitionSystem,
  { latches, inputs, monitors }: { latches: number; inputs: number; monitors: number },
  steps: readonly CertificateStep[],
): Certificate => {
  const resets = new Map<number, 0 | 1>(system.resets.map((l: Lit) => [l >> 1, (l & 1) === 1 ? 0 : 1]));
  return {
    kind: "certificate",
    aig: system.graph,
    latches: range(1, latches),
    inputs: range(system.latchCount + 1, inputs),
    monitor: {
      ...NO_MONITOR,
      latches: range(latches + 1, monitors).map((node) => ({
        node,
        next: system.next[node - 1]!,
        reset: resets.get(node) ?? "free",
      })),
    },
    steps,
  };
};
