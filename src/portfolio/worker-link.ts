import type { Kernels } from "../logic/kernel-module.js";
import { type Command, ControlBlock, type HostMessage, type Job, type WorkerHandle } from "./worker-protocol.js";

/** A worker with a job, and how it is told what to do: through shared memory where that can be, by messages elsewhere. */
export class WorkerLink {
  private readonly control: ControlBlock | null;

  constructor(readonly worker: WorkerHandle) {
    const isShared = typeof SharedArrayBuffer !== "undefined" && worker.readsMessages !== true;
    this.control = isShared ? new ControlBlock() : null;
  }

  begin(job: Job, kernels: Kernels | null): void {
    this.worker.post({ type: "job", job, kernels, control: this.control?.buffer ?? null });
  }

  command(command: Command): void {
    if (this.control !== null) this.control.command = command;
    else this.worker.post({ type: "command", command });
  }

  /** Goes on with so much work. */
  grant(work: number): void {
    if (this.control === null) throw new Error("work is granted through shared memory");
    this.control.work = work;
    this.control.command = "go";
  }

  post(message: HostMessage): void {
    this.worker.post(message);
  }

  /** Bytes in use; 0 where nobody knows. */
  get memory(): number {
    return this.worker.memory?.() ?? this.control?.memory ?? 0;
  }
}
