import type { Command } from "commander";
import type { Database } from "../../cluster/database.js";
import type { RunEntry } from "../../cluster/runs.js";
import { type RunRow, runsTable } from "../../present/runs-table.js";
import { forJson } from "../../text/escape.js";
import type { CheckFlags } from "../check-flags.js";
import { checkFiles } from "../checking.js";
import { EXIT, exitHelp, UsageError, VERDICTS } from "../exit.js";
import { withInterrupt } from "../interrupt.js";
import { flagsKept } from "../kept-flags.js";
import { addressOf, addStoreOption, QUEUE_HELP } from "../queue-flags.js";
import { version } from "../version.js";

interface RunsFlags {
  readonly queue: string;
  readonly watch?: boolean;
  readonly json?: boolean;
}

interface ShowFlags extends RunsFlags {
  readonly store?: string;
  readonly trustWorkers?: boolean;
  readonly verbose?: boolean;
}

const WATCH_MS = 1000;

export function addRunsCommand(program: Command): void {
  const command = program
    .command("runs")
    .summary("what was asked of other machines, and what came of it")
    .description("Lists the runs of a queue, or shows the answers of one. 'fairlead check --queue' begins one.")
    .enablePositionalOptions()
    .option("--queue <url>", QUEUE_HELP)
    .option("--watch", "show the list again whenever it changes, until Ctrl-C")
    .option("--json", "the list as one JSON document, by schema/runs.schema.json")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  fairlead runs --queue redis://queue.example.org\n" +
        "  fairlead runs --queue redis://queue.example.org --watch\n" +
        "  fairlead runs show 3f9c2a7b5d10e846 --queue redis://queue.example.org\n" +
        exitHelp("0 shown"),
    )
    .action(async ({ queue, ...flags }: Partial<RunsFlags>) => {
      if (queue === undefined) throw new UsageError("--queue is needed: whose runs?");
      process.exitCode = await listRuns({ ...flags, queue });
    });
  const show = command
    .command("show")
    .argument("<run>", "its name, or how that begins")
    .argument("[file...]", "programs (.ts, .js) of the run, which are run again only if they are named")
    .description(
      "Shows the answers of a run, as 'fairlead check' does. Its files are read again, and evidence is checked on them: of a " +
        "file that has changed there is no answer. What is not answered yet is unknown; with --watch it is waited for.",
    )
    .requiredOption("--queue <url>", QUEUE_HELP)
    .option("--watch", "take the run up again: wait for its answers, and ask on; Ctrl-C leaves it as it is")
    .option("--trust-workers", "show answers without evidence as uncertified, not as unknown")
    .option("--json", "one JSON document on standard output, by schema/check.schema.json")
    .option("--verbose", "events as JSON lines on standard error, by schema/event.schema.json")
    .addHelpText("after", exitHelp(VERDICTS));
  addStoreOption(show).action(async (run: string, files: string[], flags: ShowFlags) => {
    process.exitCode = await showRun(run, files, flags);
  });
  command
    .command("cancel")
    .argument("<run>", "its name, or how that begins")
    .description("Takes the attempts of a run back: those that wait go, those at work stop.")
    .requiredOption("--queue <url>", QUEUE_HELP)
    .addHelpText("after", exitHelp("0 done"))
    .action(async (run: string, flags: RunsFlags) => {
      process.exitCode = await cancelRun(run, flags);
    });
  for (const sub of command.commands) sub.exitOverride();
}

/** Works with the queue's database, and lets go of it. */
async function withDatabase<T>(queue: string, work: (database: Database) => Promise<T>): Promise<T> {
  const { openDatabase } = await import("../../cluster/connect.js");
  const database = await openDatabase(addressOf(queue), () => {});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function listRuns({ queue, watch = false, json = false }: RunsFlags): Promise<number> {
  if (watch && json) throw new UsageError("--watch and --json: choose one");
  return withDatabase(queue, async (database) => {
    if (!watch) {
      const rows = await rowsIn(database);
      process.stdout.write(json ? `${forJson({ runs: rows }, 1)}\n` : runsTable(rows));
      return EXIT.holds;
    }
    await withInterrupt(async ({ signal }) => {
      let last = "";
      while (!signal.aborted) {
        const table = runsTable(await rowsIn(database));
        if (table !== last) process.stdout.write(process.stdout.isTTY ? `\x1b[2J\x1b[H${table}` : `${table}\n`);
        last = table;
        await pause(WATCH_MS, signal);
      }
    });
    return EXIT.holds;
  });
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function rowsIn(database: Database): Promise<readonly RunRow[]> {
  const { ASKERS, readRun, RUNS } = await import("../../cluster/runs.js");
  const [runs, attended] = await Promise.all([database.all(RUNS), database.all(ASKERS)]);
  const rows = [...runs].flatMap(([run, given]): RunRow[] => {
    const entry = readRun(given);
    if (entry === null) return [];
    const { started, files, asked, settled } = entry;
    return [
      {
        run,
        started: new Date(started).toISOString(),
        state: stateOf(entry, attended.has(run)),
        asked,
        settled,
        files,
      },
    ];
  });
  return rows.sort((a, b) => (a.started < b.started ? -1 : 1));
}

/** Who says that it runs, and is not heard of, was lost: the run can be taken up again. */
const stateOf = ({ state }: RunEntry, isAttended: boolean): RunRow["state"] =>
  state === "running" && !isAttended ? "left" : state;

async function found(database: Database, name: string): Promise<{ readonly run: string; readonly entry: RunEntry }> {
  const { readRun, RUNS } = await import("../../cluster/runs.js");
  const fitting = [...(await database.all(RUNS))].filter(([run]) => run.startsWith(name));
  const [first, ...others] = fitting;
  if (first === undefined) throw new UsageError(`there is no run '${name}'`);
  if (others.length > 0) throw new UsageError(`several runs begin with '${name}'`);
  const entry = readRun(first[1]);
  if (entry === null) throw new UsageError(`the run '${name}' is damaged`);
  return { run: first[0], entry };
}

async function showRun(name: string, programs: readonly string[], flags: ShowFlags): Promise<number> {
  const { queue, store, json, verbose, trustWorkers, watch } = flags;
  const { run, entry } = await withDatabase(queue, (database) => found(database, name));
  if (entry.version !== version())
    throw new UsageError(`the run is of version ${entry.version}, and this is ${version()}`);
  const given = {
    ...flagsKept(entry.flags),
    queue,
    ...(store !== undefined && { store }),
    ...(json !== undefined && { json }),
    ...(verbose !== undefined && { verbose }),
    ...(trustWorkers !== undefined && { trustWorkers }),
  } as CheckFlags;
  const again = { run, mode: watch ? "resume" : "look", started: entry.started, programs } as const;
  return withInterrupt((interrupt) => checkFiles(entry.files, given, interrupt, { again }));
}

async function cancelRun(name: string, { queue }: RunsFlags): Promise<number> {
  const [{ askingQueue }, { RUNS, writeRun }, { KEPT_SECONDS }] = await Promise.all([
    import("../../cluster/bullmq-queue.js"),
    import("../../cluster/runs.js"),
    import("../../cluster/database.js"),
  ]);
  return withDatabase(queue, async (database) => {
    const { run, entry } = await found(database, name);
    const asking = await askingQueue({ address: addressOf(queue), version: entry.version, onError: () => {} });
    try {
      const ids = await asking.open(run);
      await asking.cancel(ids);
      await database.set(RUNS, run, writeRun({ ...entry, state: "cancelled" }), KEPT_SECONDS);
      process.stdout.write(`${ids.length} ${ids.length === 1 ? "attempt" : "attempts"} taken back\n`);
    } finally {
      await asking.close();
    }
    return EXIT.holds;
  });
}
