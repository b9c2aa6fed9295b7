import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** A `fairlead worker` of the built command, in a process of its own. */
export class WorkerProcess {
  private readonly child: ChildProcess;
  private said = "";
  private readonly waiting = new Set<() => void>();

  private constructor(queue: string, options: readonly string[]) {
    this.child = spawn(process.execPath, [MAIN, "worker", "--queue", queue, "--verbose", ...options], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.child.stderr!.on("data", (part) => {
      this.said += part;
      for (const look of this.waiting) look();
    });
    this.child.on("exit", () => {
      for (const look of this.waiting) look();
    });
  }

  /** One that takes attempts. */
  static async start(queue: string, ...options: string[]): Promise<WorkerProcess> {
    const worker = new WorkerProcess(queue, options);
    await worker.says(/takes attempts from/);
    return worker;
  }

  /** Waits until it has said so. */
  says(what: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const isGone = this.child.exitCode !== null || this.child.signalCode !== null;
        if (!what.test(this.said) && !isGone) return;
        this.waiting.delete(look);
        if (what.test(this.said)) resolve();
        else reject(new Error(`it ended without ${what}: ${this.said}`));
      };
      this.waiting.add(look);
      look();
    });
  }

  get log(): string {
    return this.said;
  }

  /** Its status, after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    return new Promise((resolve) => {
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        resolve(this.child.exitCode);
        return;
      }
      this.child.once("exit", (status) => resolve(status));
      this.child.kill(signal);
    });
  }
}
