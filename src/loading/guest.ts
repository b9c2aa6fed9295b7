// The process that a program file is loaded and run in. It tells its host which systems the file exports, and searches
// the states of those with functions. The file may do here what it likes: what comes of it is told, or the host sees it.
import { readSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { answerData } from "../program/answer-data.js";
import { dataOf } from "../program/data.js";
import { searchProgram } from "../program/explicit.js";
import { readQuestion } from "../program/question.js";
import type { System } from "../program/system.js";
import {
  CHANNEL,
  type Greeting,
  type GuestMessage,
  Lines,
  lineOf,
  type SearchRequest,
  type Thrown,
} from "./guest-protocol.js";
import { importSystems, registerHooks } from "./import-systems.js";

/** Between two signs of life of a search. */
const EVENT_MS = 200;
/** Of a message that somebody throws, and of the frames of its stack. */
const MAX_MESSAGE = 2_000;
const MAX_STACK = 20_000;
/** The program may change what it finds. */
const { parse, stringify } = JSON;

const lines = new Lines();
const unread: string[] = [];

/** The next line of the host; null when it is gone. Waits without letting the program do anything. */
function readLine(): string | null {
  const bytes = new Uint8Array(65_536);
  while (unread.length === 0) {
    const count = retrying(() => readSync(CHANNEL, bytes));
    if (count === 0) return null;
    unread.push(...lines.push(bytes.subarray(0, count)));
  }
  return unread.shift()!;
}

/** At once, whatever becomes of this process next. */
function send(message: GuestMessage): void {
  const bytes = Buffer.from(lineOf(greeting.word, stringify(message)));
  for (let at = 0; at < bytes.length; ) at += retrying(() => writeSync(CHANNEL, bytes, at));
}

function retrying<T>(work: () => T): T {
  for (;;) {
    try {
      return work();
    } catch (e) {
      const code = e instanceof Error && "code" in e ? e.code : "";
      if (code === "EPIPE" || code === "ECONNRESET") exit(1); // the host is gone
      if (code !== "EAGAIN" && code !== "EINTR") throw e;
    }
  }
}

function thrownData(e: unknown, depth = 0): Thrown {
  const cut = (text: unknown) => {
    const whole = String(text);
    return whole.length > MAX_MESSAGE ? `${whole.slice(0, MAX_MESSAGE)}…` : whole;
  };
  if (!(e instanceof Error)) return { code: null, name: "", message: cut(e), stack: "", cause: null };
  const isOurs = "problem" in e && "code" in e; // of any copy of this package
  return {
    code: isOurs ? cut(e.code) : null,
    name: cut(e.name),
    message: cut(isOurs ? e.problem : e.message),
    stack: String(e.stack).slice(-MAX_STACK),
    cause: isOurs && depth === 0 && e.cause !== undefined ? thrownData(e.cause, 1) : null,
  };
}

/** Ways to end a process are told with the place in the file. */
function tellEndings(): void {
  const told = (call: string, end: () => never) => {
    send({ type: "ends", call, stack: new Error(call).stack ?? "" });
    return end();
  };
  process.exit = (code) => told(`process.exit(${code ?? ""})`, () => exit(1));
  process.abort = () => told("process.abort()", () => exit(1));
  process.on("uncaughtException", (e) => {
    send({ type: "failed", error: thrownData(e) });
    exit(1);
  });
}

function search(system: System, request: SearchRequest): GuestMessage {
  const { atoms } = readQuestion(system, "ltl", request.text);
  const question = { logic: "ltl", text: request.text, formula: request.formula, atoms } as const;
  const started = performance.now();
  const until = started + 1000 * (request.seconds ?? Number.POSITIVE_INFINITY);
  const shouldStop = () => (performance.now() > until ? "time" : null);
  const searching = searchProgram(system, question, { ...request.options, shouldStop });
  let told = started;
  for (;;) {
    const { done, value } = searching.next();
    if (done) return { type: "answer", answer: answerData(system, dataOf(system).functions, value, thrownData) };
    if (performance.now() - told < EVENT_MS) continue;
    told = performance.now();
    send({ type: "event", event: value });
  }
}

/** Sees to it that this process ends when it takes too much memory from now on, or nobody is there to stop it. */
function watch(): void {
  const { word, memoryBytes } = greeting;
  new Worker(new URL("./guest-watch.js", import.meta.url), {
    workerData: { host: process.ppid, word, memoryBytes },
    stdout: true, // which leaves this process's own as it is
    stderr: true,
  }).unref();
}

async function serve(): Promise<void> {
  registerHooks(greeting.file);
  watch();
  send({ type: "begins" });
  const systems = await importSystems(greeting.file);
  await new Promise((resolve) => setImmediate(resolve)); // for rejections that nobody handles
  send({ type: "loaded", systems: systems.map((system) => dataOf(system).data) });
  for (let line = readLine(); line !== null; line = readLine()) {
    const request = parse(line) as SearchRequest;
    send(search(systems[request.system]!, request));
  }
}

const exit = process.exit.bind(process);
const greeting = parse(readLine() ?? "{}") as Greeting;
Error.stackTraceLimit = 50;
process.argv.splice(1, Number.POSITIVE_INFINITY, greeting.file);
tellEndings();
try {
  await serve();
  exit(0);
} catch (e) {
  send({ type: "failed", error: thrownData(e) });
  exit(1);
}
