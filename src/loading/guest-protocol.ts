import type { Progress } from "../limits/progress.js";
import type { AnswerData } from "../program/answer-data.js";
import type { ProgramData } from "../program/data.js";
import type { Thrown } from "../program/guest.js";

/** The descriptor over which a program's process and its host speak: prints go elsewhere. */
export const CHANNEL = 3;

/** The first line to the process. */
export interface Greeting {
  /** Begins every message of the process: what the program itself writes to the descriptor is not taken for one. */
  readonly word: string;
  readonly file: string;
  /** What it is run for: the systems that it exports, or the value that it exports by default. */
  readonly wanted: "systems" | "value";
  readonly memoryBytes: number;
}

/** What the process says: `begins`, then `loaded`, `value` or `failed`, then to each request one `answer`, `report` or `failed`. */
export type GuestMessage =
  /** From now on it is the program that takes time. */
  | { readonly type: "begins" }
  | { readonly type: "loaded"; readonly systems: readonly ProgramData[] }
  | { readonly type: "value"; readonly value: unknown }
  | { readonly type: "answer"; readonly answer: AnswerData<Thrown> }
  | { readonly type: "report"; readonly report: unknown }
  | { readonly type: "event"; readonly event: Progress }
  | { readonly type: "failed"; readonly error: Thrown }
  /** The program ends its own process, by this call. */
  | { readonly type: "ends"; readonly call: string; readonly stack: string }
  /** The process uses more memory than it may, and ends. */
  | { readonly type: "memory"; readonly bytes: number };

/** A message, in JSON, as a line. It also ends what was left unfinished before. */
export const lineOf = (word: string, message: string): string => `\n${word}${message}\n`;

/** The message of a line; null for what the program wrote. What it has of its own is looked at by who takes it. */
export function messageIn(word: string, line: string): GuestMessage | null {
  if (!line.startsWith(word)) return null;
  try {
    const message = JSON.parse(line.slice(word.length)) as unknown;
    if (typeof message === "object" && message !== null && "type" in message) return message as GuestMessage;
  } catch {
    // the program changed what JSON is
  }
  const problem = "the program changes objects that others rely on, such as Object.prototype or JSON";
  return { type: "failed", error: { code: "model-process", name: "", message: problem, stack: "", cause: null } };
}

/** Lines of a stream of bytes. */
export class Lines {
  private readonly parts: Uint8Array[] = [];

  /** The lines that end in these bytes. */
  *push(bytes: Uint8Array): Generator<string> {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.parts.push(bytes.subarray(start, end));
      yield Buffer.concat(this.parts.splice(0)).toString("utf8");
      start = end + 1;
    }
    if (start < bytes.length) this.parts.push(Uint8Array.from(bytes.subarray(start)));
  }
}

const NEWLINE = 10;
