import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { forTerminal } from "../../text/escape.js";
import { positiveNumber, wholeNumber } from "../arguments.js";
import { EXIT, exitHelp } from "../exit.js";
import { addressOf, addStoreOption, QUEUE_HELP, TELEMETRY_HELP } from "../queue-flags.js";
import { version } from "../version.js";

interface WorkerFlags {
  readonly queue: string;
  readonly store?: string;
  readonly threads: number;
  readonly memory: number;
  readonly time?: number;
  readonly drain: number;
  readonly name?: string;
  readonly verbose?: boolean;
  readonly telemetry?: boolean;
}

export function addWorkerCommand(program: Command): void {
  const command = program
    .command("worker")
    .summary("work on questions that other machines ask")
    .description(
      "Takes attempts from a queue until it is told to stop, and sends back answers with evidence. Whoever asks checks the " +
        "evidence again. Circuits come from the queue, programs never do.",
    )
    .requiredOption("--queue <url>", QUEUE_HELP);
  addStoreOption(command)
    .option("--threads <n>", "attempts at once", wholeNumber, 1)
    .option("-m, --memory <MB>", "for all of them together", positiveNumber, 4096)
    .option("-t, --time <seconds>", "no attempt takes longer, whatever it asks for", positiveNumber)
    .option("--drain <seconds>", "after SIGTERM, attempts that take longer go back to the queue", positiveNumber, 20)
    .option("--name <name>", "by which others know it (default: the machine and the process)")
    .option("--telemetry", TELEMETRY_HELP)
    .option("--verbose", "say on standard error what is begun, and what comes of it")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  fairlead worker --queue redis://queue.example.org --threads 4 --memory 16000\n" +
        "  fairlead worker --queue env:QUEUE_URL                  the address, with its password, from the environment\n" +
        `${exitHelp("0 it was told to stop, and did (74 where the queue no longer answers)")}\n` +
        "The first SIGTERM or Ctrl-C takes no more attempts and waits for those at work; a second one ends the process.",
    )
    .action(async (flags: WorkerFlags) => {
      process.exitCode = await work(flags);
    });
}

async function work(flags: WorkerFlags): Promise<number> {
  const address = addressOf(flags.queue);
  const [{ openDatabase, reached, blobsIn }, { workingQueue }, { ClusterWorker }, { Complaints }] = await Promise.all([
    import("../../cluster/connect.js"),
    import("../../cluster/bullmq-queue.js"),
    import("../../cluster/worker.js"),
    import("../../cluster/complaints.js"),
  ]);
  const { telemetry = false } = flags;
  const name = flags.name ?? `${hostname()}-${process.pid}`;
  const say = (line: string): void => void process.stderr.write(`${forTerminal(line)}\n`);
  const complaints = new Complaints(address, say);
  const onError = (e: Error) => complaints.about(e);
  const database = await openDatabase(address, onError);
  const queue = await reached(address, () => workingQueue({ address, version: version(), name, telemetry, onError }));
  const threads = flags.threads;
  const worker = new ClusterWorker({
    queue,
    database,
    blobs: blobsIn(database, flags.store),
    version: version(),
    name,
    threads,
    memoryBytes: flags.memory * 2 ** 20,
    seconds: flags.time ?? Number.POSITIVE_INFINITY,
    say: flags.verbose ? say : () => {},
  });
  const told = signalled();
  await reached(address, () => worker.start());
  say(`${name} takes attempts from ${address.shown}, ${threads} at once`);
  await told;
  say(`${name} takes no more`);
  const gone = (async () => {
    await worker.drain(flags.drain);
    await database.close();
    return true;
  })();
  // A store that is away would be waited for; whoever has a lock there loses it.
  const isDone = await Promise.race([gone, delay(1000 * (flags.drain + GRACE_SECONDS), false, { ref: false })]);
  if (isDone) return 0;
  say(`${address.shown} does not answer: what was begun goes to others`);
  process.exit(EXIT.inputOutput);
}

/** For what is left to say to the store when all attempts have ended. */
const GRACE_SECONDS = 3;

/** Waits for the first signal that asks to stop; the next one ends the process. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
