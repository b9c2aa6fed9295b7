// A thread beside a program, which sees what the program itself would be too busy to see: that it takes too much memory,
// and that nobody is there any more who could stop it.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { CHANNEL, lineOf } from "./guest-protocol.js";

const LOOK_MS = 50;

const { host, word, memoryBytes } = workerData as {
  readonly host: number;
  readonly word: string;
  readonly memoryBytes: number;
};
/** Of Node and this package. */
const atFirst = process.memoryUsage.rss();

setInterval(() => {
  const bytes = process.memoryUsage.rss() - atFirst;
  if (bytes <= memoryBytes && process.ppid === host) return;
  if (bytes > memoryBytes) writeSync(CHANNEL, lineOf(word, JSON.stringify({ type: "memory", bytes })));
  process.kill(process.pid, "SIGKILL");
}, LOOK_MS);
