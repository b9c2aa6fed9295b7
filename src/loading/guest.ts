// The process that a program file is loaded and run in. It tells its host which systems the file exports, and searches
// the states of those with functions. The file may do here what it likes: what comes of it is told, or the host sees it.
import { readSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type ReportRequest, type SearchRequest, thrownData } from "../program/guest.js";
import { InputError } from "../text/input-error.js";
import { CHANNEL, type Greeting, type GuestMessage, Lines, lineOf } from "./guest-protocol.js";
import { importSystems, importValue, registerHooks } from "./import-systems.js";

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

/** Sees to it that this process ends when it takes too much memory from now on, or nobody is there to stop it. */
function watch(): void {
  const { word, memoryBytes } = greeting;
  new Worker(new URL("./guest-watch.js", import.meta.url), {
    workerData: { host: process.ppid, word, memoryBytes },
    stdout: true, // which leaves this process's own as it is
    stderr: true,
  }).unref();
}

/** What can be told the host: no functions, and nothing that contains itself. */
function expectData(value: unknown): unknown {
  let why = `found a ${typeof value}`;
  try {
    if (stringify(value) !== undefined) return value;
  } catch (e) {
    why = `${e instanceof Error ? e.message : e}`.split("\n", 1)[0]!;
  }
  throw new InputError("suite", `expected data by default, as JSON has it: ${why}`);
}

async function serve(): Promise<void> {
  registerHooks(greeting.file);
  watch();
  send({ type: "begins" });
  if (greeting.wanted === "value") {
    send({ type: "value", value: expectData(await importValue(greeting.file)) });
    return;
  }
  const guest = await importSystems(greeting.file);
  await new Promise((resolve) => setImmediate(resolve)); // for rejections that nobody handles
  send({ type: "loaded", systems: guest.data });
  for (let line = readLine(); line !== null; line = readLine()) {
    const request = parse(line) as SearchRequest | ReportRequest;
    send(guest.reply(request, (event) => send({ type: "event", event })));
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
