import { GuestHost } from "./guest-host.js";
import type { EngineInfo, Greeting, News, PageMessage, Problem, Reply, Request, Response } from "./protocol.js";
import type { Script } from "./transpile.js";

/** What became of a request that did not get its reply. */
export class Failure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** The worker was ended before it replied. */
export class Ended extends Error {}

interface Waiting {
  readonly told: (news: News) => void;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** A worker that answers requests. One that works too long is ended and another one takes its place. */
export class Service {
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 0;
  private readonly guest = new GuestHost();

  constructor(private readonly onReady: (engines: readonly EngineInfo[]) => void = () => {}) {
    this.start();
  }

  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  ask(request: Request, told: (news: News) => void = () => {}): Promise<Reply> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { told, resolve, reject });
      this.say({ type: "request", id, request });
    });
  }

  private say(message: PageMessage, transfer: Transferable[] = []): void {
    this.worker!.postMessage(message, transfer);
  }

  /** Runs a program for the worker, which is told if it ends. */
  private run(script: Script): void {
    const worker = this.worker;
    const port = this.guest.start(script, (message) => {
      if (this.worker === worker) this.say({ type: "died", message });
    });
    this.say({ type: "running", port }, [port]);
  }

  /** At once, whatever it is doing, with all workers that it made. */
  restart(): void {
    this.worker?.terminate();
    this.guest.end();
    const left = [...this.waiting.values()];
    this.waiting = new Map();
    for (const { reject } of left) reject(new Ended("stopped"));
    this.start();
  }

  private start(): void {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "session" });
    worker.onmessage = ({ data }: MessageEvent<Response | Greeting>) => {
      if (this.worker === worker) this.hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker !== worker) return;
      const message = event.message ?? "the script of the worker cannot be loaded";
      const problem = { message, text: message, source: "", at: null };
      const left = [...this.waiting.values()];
      this.waiting = new Map();
      for (const { reject } of left) reject(new Failure(problem));
    };
    this.worker = worker;
  }

  private hear(response: Response | Greeting): void {
    if (response.type === "ready") {
      this.onReady(response.engines);
      return;
    }
    if (response.type === "run") {
      this.run(response.script);
      return;
    }
    const waiting = this.waiting.get(response.id);
    if (waiting === undefined) return;
    if (response.type === "news") {
      waiting.told(response.news);
      return;
    }
    this.waiting.delete(response.id);
    this.guest.end();
    if (response.type === "reply") waiting.resolve(response.reply);
    else waiting.reject(new Failure(response.problem));
  }
}
