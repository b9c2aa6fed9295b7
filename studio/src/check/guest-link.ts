import { errorOf, type FunctionSearch, InputError, type Progress, Stopped } from "fairlead";
import type { FromGuest, ToGuest } from "../guest/protocol.js";
import type { Script } from "./transpile.js";

/** Has the page run a script in a worker of its own. `died`: it is gone without having been asked to. */
export type RunScript = (script: Script, died: (message: string) => void) => Promise<MessagePort>;

type Asked = Parameters<FunctionSearch>[1];
type Searched = Parameters<FunctionSearch>[0];

/** A guest that looks at the clock may still say what it knows. */
const GRACE_MS = 300;

/** A program that runs in a worker, as the one who asks it sees it. It is asked one thing at a time. */
export class GuestLink {
  private port: MessagePort | null = null;
  private waiting: { resolve(message: FromGuest): void; reject(error: unknown): void } | null = null;
  private told: (event: Progress) => void = () => {};
  private exported = "";

  constructor(
    private readonly file: string,
    private readonly script: Script,
    private readonly run: RunScript,
  ) {}

  /** Runs the program, and says what it exports: data that nobody has looked at. */
  async load(seconds: number): Promise<readonly unknown[]> {
    const systems = await this.start(seconds);
    this.exported = JSON.stringify(systems);
    return systems;
  }

  /** What is found where the functions are; a worker that is stuck is given up, and the next question gets another. */
  async search(system: number, { text, formula }: Searched, asked: Asked): Promise<unknown> {
    const { options, seconds, signal, onEvent } = asked;
    try {
      if (this.port === null && JSON.stringify(await this.start(seconds)) !== this.exported)
        throw new InputError("model-purity", "exports something else each time that it is run", null, this.file);
      this.told = onEvent;
      const time = Number.isFinite(seconds) ? seconds : null;
      const answered = this.reply("while its states are visited", seconds, signal);
      this.send({ type: "search", request: { system, text, formula, seconds: time, options } });
      const message = await answered;
      return message.type === "answer" ? message.answer : null;
    } catch (e) {
      this.port = null;
      if (!(e instanceof Stopped)) throw e;
      return { kind: "unknown", reason: e.reason, detail: e.detail, stats: {} };
    }
  }

  private async start(seconds: number): Promise<readonly unknown[]> {
    const port = await this.run(this.script, (message) => this.waiting?.reject(new Error(message)));
    this.port = port;
    const loaded = this.reply("while it is loaded", seconds);
    port.onmessage = ({ data }: MessageEvent<FromGuest>) => {
      if (this.port === port) this.hear(data);
    };
    const message = await loaded;
    return message.type === "loaded" && Array.isArray(message.systems) ? message.systems : [];
  }

  private send(message: ToGuest): void {
    this.port?.postMessage(message);
  }

  private hear(message: FromGuest): void {
    if (message.type === "event") this.told(message.event);
    else if (message.type === "failed") this.waiting?.reject(errorOf(message.error));
    else this.waiting?.resolve(message);
  }

  /** The next message that is not about how far it is. */
  private async reply(during: string, seconds: number, signal?: AbortSignal): Promise<FromGuest> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => this.waiting?.reject(new Stopped("cancelled", during));
    try {
      return await new Promise<FromGuest>((resolve, reject) => {
        this.waiting = { resolve, reject };
        if (Number.isFinite(seconds))
          timer = setTimeout(() => reject(new Stopped("time", during)), seconds * 1000 + GRACE_MS);
        signal?.addEventListener("abort", stop);
        if (signal?.aborted) stop();
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      this.waiting = null;
    }
  }
}
