import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Progress } from "../limits/progress.js";
import { Stopped, type StopSignal } from "../limits/stopped.js";
import { timerMs } from "../limits/timer.js";
import type { ReportRequest, SearchRequest } from "../program/guest.js";
import { errorOf } from "../program/hosted.js";
import { ModelError } from "../program/model-error.js";
import type { GuestOutput } from "./guest-output.js";
import { CHANNEL, type Greeting, type GuestMessage, Lines, messageIn } from "./guest-protocol.js";
import { inModelFile } from "./model-file-error.js";

/** How long a guest may take for something, and what stops it sooner. */
export interface Patience {
  /** For messages: it ends `while it is loaded`. */
  readonly during: "while it is loaded" | "while its states are visited";
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  onEvent?(event: Progress): void;
}

/** It lies in a few files with all that it needs (scripts/bundle.mjs), which load faster than hundreds. */
const SCRIPT = new URL("../../dist/bin/guest.js", import.meta.url);
/** For Node and the compiler, before the program's own time begins. */
const STARTING_MS = 60_000;
/** A guest that looks at the clock may still say what it knows. */
const GRACE_MS = 300;
/** What a process leaves open when it ends may belong to others that it started. */
const CLOSING_MS = 1000;
/** With less Node itself does not start. */
const MIN_HEAP_MB = 64;
/** The heap is garbage in part: before it may be counted, Node has to have had the time to collect it. */
const MEMORY_SLACK = 1.1;
/** The status of Node where nothing is left to wait for, but something waits. */
const UNSETTLED = 13;

/** A budget of a guest did not suffice, or the user stopped it. */
export class StoppedGuest extends Stopped {
  constructor(reason: StopSignal, detail: string, file: string) {
    super(reason, detail);
    this.message = `${file}: unknown: ${reason}, ${detail}`;
  }
}

/** Guests end with this process. */
const alive = new Set<GuestProcess>();
process.on("exit", () => {
  for (const guest of alive) guest.kill();
});

/** A process for one program file. It is asked one thing at a time, and killed when that takes too long. */
export class GuestProcess {
  /** Resolves when it is gone, and all that it printed is known. */
  readonly gone: Promise<void>;
  private readonly child: ChildProcess;
  private readonly word = randomBytes(12).toString("hex");
  private readonly streams: readonly { readonly isOutOfMemory: boolean }[];
  private waiting: ((message: GuestMessage) => void) | null = null;
  private limit: StopSignal | null = null;
  private hasBegun = false;
  private startProblem: string | null = null;

  constructor(
    private readonly file: string,
    private readonly memoryBytes: number,
    output: GuestOutput,
    wanted: Greeting["wanted"] = "systems",
  ) {
    const heap = Math.max(MIN_HEAP_MB, Math.ceil(memoryBytes / 2 ** 20));
    const flags = [`--max-old-space-size=${heap}`, "--no-warnings"];
    this.child = spawn(process.execPath, [...flags, fileURLToPath(SCRIPT)], {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true, // a group of its own: Ctrl-C is for us, and what it starts ends with it
      windowsHide: true,
    });
    alive.add(this);
    this.gone = this.ending();
    this.streams = [this.child.stdout!, this.child.stderr!].map((pipe) => {
      const stream = output.stream();
      pipe.on("data", (bytes: Uint8Array) => stream.push(bytes));
      pipe.on("close", () => stream.close());
      return stream;
    });
    this.listen(output);
    const greeting: Greeting = { word: this.word, file, wanted, memoryBytes: memoryBytes * MEMORY_SLACK };
    this.channel.write(`${JSON.stringify(greeting)}\n`);
  }

  /** What it says to a request, or first of all. Everything else that can happen is an error, and it is gone then. */
  async reply(
    patience: Patience,
    request?: SearchRequest | ReportRequest,
  ): Promise<GuestMessage & { type: (typeof REPLIES)[number] }> {
    if (request !== undefined) this.channel.write(`${JSON.stringify(request)}\n`);
    const message = await this.next(patience);
    if (message !== null && isReply(message)) return message;
    await this.end();
    throw this.problem(message, patience);
  }

  /** At once, with all processes that it started. */
  kill(): void {
    if (!alive.has(this)) return;
    try {
      process.kill(-this.child.pid!, "SIGKILL");
    } catch {
      this.child.kill("SIGKILL"); // there are no groups here, or it has ended
    }
  }

  end(): Promise<void> {
    this.kill();
    return this.gone;
  }

  private get channel(): Duplex {
    return this.child.stdio[CHANNEL] as Duplex;
  }

  private async ending(): Promise<void> {
    const closed = once(this.child, "close").catch(() => {});
    try {
      await once(this.child, "exit");
      this.kill(); // others of its group
    } catch (e) {
      this.startProblem = e instanceof Error ? e.message : String(e);
    }
    alive.delete(this);
    await Promise.race([closed, delay(CLOSING_MS, undefined, { ref: false })]);
    for (const pipe of this.child.stdio) pipe?.destroy();
  }

  private listen(output: GuestOutput): void {
    const lines = new Lines();
    const others = output.stream();
    this.channel.on("error", () => {}); // then it is gone
    this.channel.on("data", (bytes: Uint8Array) => {
      for (const line of lines.push(bytes)) {
        const message = messageIn(this.word, line);
        if (message !== null) this.waiting?.(message);
        else others.push(Buffer.from(`${line}\n`));
      }
    });
  }

  /** The next message that is no mere event; null when it is gone. */
  private next({ seconds, signal, onEvent }: Patience): Promise<GuestMessage | null> {
    return new Promise((resolve) => {
      const stop = (reason: StopSignal) => {
        this.limit ??= reason;
        this.kill();
      };
      const cancel = () => stop("cancelled");
      const stopAfter = (ms: number) => setTimeout(() => stop("time"), timerMs(ms));
      let timer = stopAfter(this.hasBegun ? 1000 * seconds + GRACE_MS : STARTING_MS);
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted) cancel();
      const done = (message: GuestMessage | null) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        this.waiting = null;
        resolve(message);
      };
      this.waiting = (message) => {
        if (message.type === "begins") {
          this.hasBegun = true;
          clearTimeout(timer);
          timer = stopAfter(1000 * seconds + GRACE_MS);
        } else if (message.type === "event") onEvent?.(message.event);
        else if (message.type === "memory") stop("memory");
        else done(message);
      };
      void this.gone.then(() => done(null));
    });
  }

  private problem(message: GuestMessage | null, { during, seconds }: Patience): unknown {
    if (this.startProblem !== null) return new Error(`no process for ${this.file}: ${this.startProblem}`);
    if (this.streams.some((s) => s.isOutOfMemory)) this.limit ??= "memory";
    if (this.limit !== null) {
      const megabytes = Math.round(this.memoryBytes / 2 ** 20);
      const details = {
        time: `more than ${Math.round(100 * seconds) / 100} s passed`,
        memory: `more than ${megabytes} MB were taken`,
        cancelled: "stopped",
      };
      return new StoppedGuest(this.limit, `${details[this.limit]} ${during}`, this.file);
    }
    if (message?.type === "failed") return inModelFile(errorOf(message.error), this.file);
    const error = new ModelError("model-process", `${this.howItEnded(message)} ${during}`);
    error.stack = message?.type === "ends" ? message.stack : "";
    return inModelFile(error, this.file);
  }

  private howItEnded(message: GuestMessage | null): string {
    const { exitCode, signalCode } = this.child;
    if (message?.type === "ends") return `calls ${message.call}`;
    if (signalCode !== null) return `its process ends by ${signalCode}`;
    if (exitCode === UNSETTLED) return "waits for something that never happens (a top-level await)";
    return `its process ends with status ${exitCode}`;
  }
}

const REPLIES = ["loaded", "value", "answer", "report"] as const;

const isReply = (message: GuestMessage): message is GuestMessage & { type: (typeof REPLIES)[number] } =>
  REPLIES.some((type) => type === message.type);
