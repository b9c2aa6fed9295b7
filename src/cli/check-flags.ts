import type { LimitFlags } from "./arguments.js";
import type { EvidenceFlags } from "./evidence-files.js";
import type { QuestionFlags } from "./questions.js";
import type { QueueFlags } from "./queue-flags.js";

/** Options of `check`. */
export interface CheckFlags extends EvidenceFlags, QuestionFlags, LimitFlags, QueueFlags {
  readonly property?: string[];
  readonly engine?: string;
  readonly opt?: string[];
  readonly checkTime?: number;
  readonly threads?: number;
  readonly seed?: number;
  readonly json?: boolean;
  readonly nusmv?: boolean;
  readonly verbose?: boolean;
  readonly tree?: boolean;
  readonly unused?: boolean;
  readonly vacuity?: "note" | "error" | "off";
  readonly report?: string[];
  readonly detach?: boolean;
  readonly trustWorkers?: boolean;
  readonly telemetry?: boolean;
  readonly shortest?: boolean;
  readonly deterministic?: boolean;
  readonly why?: boolean;
  readonly all?: boolean;
  readonly work?: number;
  readonly config?: string;
  readonly watch?: boolean;
  readonly since?: string;
}
