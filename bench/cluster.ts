/**
 * Several machines, imitated by processes on this one: real workers on a real Redis and PostgreSQL, on the models of FAIRLEAD_BENCHMARKS with known
 * answers and 100 random systems. Answers are compared with those of one machine, while workers are killed, the store is restarted, jobs come twice, and
 * a worker lies.
 *
 *     npm run bench:cluster -- --seconds 1 --every 6 --write
 *
 * asks everything of 1, 2 and 4 workers on the first store, every sixth model elsewhere, and puts the table into docs/guide/cluster.md. Also --quick, --store Redis,
 * --part workers,kill,restart,twice,liar,cancel,left
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { counterAag } from "../test/cli/counter.js";
import { startLiar } from "../test/cluster/liar.js";
import { type Server, stores } from "../test/cluster/servers.js";
import { WorkerProcess } from "../test/cluster/worker-process.js";
import { writeSuite } from "./cluster/suite.js";
import { startForgetful } from "./cluster/twice.js";
import { writeMeasured } from "./measured.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    every: { type: "string" },
    store: { type: "string", multiple: true },
    part: { type: "string", default: "workers,kill,restart,twice,liar,cancel,left" },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 3 : Number(values.seconds);
const every = Number(values.every ?? (values.quick ? 16 : 1));
const parts = values.part.split(",");
const named = values.store ?? (values.quick ? ["Redis"] : stores.map((s) => s.name));
const chosen = stores.filter((s) => s.isThere && named.includes(s.name));
const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

interface Result {
  readonly file: string;
  readonly property: string;
  readonly answer: string;
  readonly evidence: string;
}

interface Ran {
  readonly seconds: number;
  readonly results: readonly Result[];
  readonly unexpected: number;
  /** Files about which nothing could be asked, such as one that was not read in time. */
  readonly problems: number;
  readonly stderr: string;
  readonly status: number | null;
}

/** The command, and what its JSON says. */
async function fairlead(args: readonly string[], during?: (child: ChildProcess) => void): Promise<Ran> {
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout!.on("data", (part) => (stdout += part));
  child.stderr!.on("data", (part) => (stderr += part));
  const status = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
    during?.(child);
  });
  const document = stdout.startsWith("{") ? JSON.parse(stdout) : { results: [], suite: { unexpected: [] } };
  const unexpected = (document.suite?.unexpected ?? []).filter((u: Result) => u.answer !== "unknown").length;
  const took = (performance.now() - started) / 1000;
  const { results, problems = [] } = document;
  return { seconds: took, results, problems: problems.length, unexpected, stderr, status };
}

const folder = mkdtempSync(join(tmpdir(), "fairlead-bench-cluster-"));
/** What is asked: everything, or every so manieth model, where things go wrong. */
const WHOLE = writeSuite(folder, values.quick ? every : 1, seconds);
const SLICE = writeSuite(folder, every, seconds);
const ask = (suite: string) => ["check", "--config", suite, "--json", "--vacuity", "off"];
const key = ({ file, property }: Result) => JSON.stringify([file, property]);

const lines: string[] = [];
const say = (line: string): void => {
  lines.push(line);
  console.log(line);
};
say("| store | what | time (s) | answers | decided | only here | only there | wrong | uncertified | |");
say("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
const local = await fairlead([...ask(WHOLE), "--threads", "1"]);
let wrong = 0;
const sliced: Ran | null = WHOLE === SLICE ? null : await fairlead([...ask(SLICE), "--threads", "1"]);
report("", "one machine, one thread", local, "");
if (sliced !== null) report("", `the same, every ${every}th model`, sliced, "");

/** A line of the table; an answer that differs from that of one machine is wrong. */
function report(store: string, what: string, ran: Ran, more: string): void {
  const here = new Map(local.results.map((r) => [key(r), r.answer]));
  const differs = ran.results.filter((r) => here.get(key(r)) !== r.answer);
  const isUnknown = (answer: string | undefined) => answer === "unknown" || answer === undefined;
  const opposite = differs.filter((r) => r.answer !== "unknown" && !isUnknown(here.get(key(r)))).length;
  const decided = ran.results.filter((r) => r.answer !== "unknown");
  const bare = decided.filter((r) => r.evidence === "none").length;
  const onlyHere = differs.filter((r) => r.answer === "unknown").length;
  const notes = [more, ran.problems > 0 ? `${ran.problems} files not read in time` : ""].filter(Boolean);
  const cells = [
    ...[store, what, ran.seconds.toFixed(1), ran.results.length, decided.length],
    ...[onlyHere, differs.length - opposite - onlyHere, opposite + ran.unexpected, bare, notes.join(", ")],
  ];
  say(`| ${cells.join(" | ")} |`);
  const isComplete = [local.results.length, sliced?.results.length].includes(ran.results.length);
  if (opposite + ran.unexpected > 0 || !isComplete) wrong++;
}

/** A store of its own, with so many workers, for one run. */
async function withWorkers(
  start: () => Promise<Server>,
  count: number,
  work: (server: Server, workers: WorkerProcess[]) => Promise<void>,
): Promise<void> {
  const server = await start();
  const workers = await Promise.all(Array.from({ length: count }, () => WorkerProcess.start(server.url)));
  try {
    await work(server, workers);
  } finally {
    await Promise.all(workers.map((w) => w.end("SIGKILL")));
    await server.stop();
  }
}

const asked = (server: Server, suite = SLICE) => fairlead([...ask(suite), "--queue", server.url]);

/** Does something again and again while work goes on; how often. */
async function meanwhile<T>(
  work: Promise<T>,
  ms: number,
  meddle: (time: number) => Promise<void>,
): Promise<[T, number]> {
  let times = 0;
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const meddling = (async () => {
    for (;;) {
      await Promise.race([delay(ms), done.catch(() => {})]);
      if (isDone) return;
      await meddle(times++);
    }
  })();
  const result = await done;
  await meddling;
  return [result, times];
}

for (const { name, start } of chosen) {
  if (parts.includes("workers"))
    for (const count of [1, 2, 4])
      await withWorkers(start, count, async (server) => {
        const suite = name === chosen[0]!.name ? WHOLE : SLICE;
        report(
          name,
          `${count} ${count === 1 ? "worker" : "workers"}${suite === WHOLE ? "" : ` (every ${every}th model)`}`,
          await asked(server, suite),
          "",
        );
      });

  if (parts.includes("kill"))
    for (const interval of [10_000, 2_000])
      await withWorkers(start, 4, async (server, workers) => {
        const [ran, kills] = await meanwhile(asked(server), interval, async (time) => {
          await workers[time % 4]!.end("SIGKILL");
          workers[time % 4] = await WorkerProcess.start(server.url);
        });
        report(name, `4 workers, one killed every ${interval / 1000} s`, ran, `${kills} killed`);
      });

  if (parts.includes("restart"))
    await withWorkers(start, 4, async (server) => {
      const [ran, times] = await meanwhile(asked(server), 8_000, () => server.restart());
      report(name, "4 workers, the store restarted every 8 s", ran, `${times} restarts`);
    });

  if (parts.includes("twice"))
    await withWorkers(start, 0, async (server) => {
      const forgetful = await startForgetful(server.url, 2);
      report(name, "every job delivered twice", await asked(server), `${forgetful.again()} delivered again`);
      await forgetful.close();
    });

  if (parts.includes("liar"))
    await withWorkers(start, 3, async (server) => {
      const liar = await startLiar(server.url, "lies again");
      const ran = await asked(server);
      const refused = ran.stderr.match(/was refused/g)?.length ?? 0;
      report(name, "3 workers and one that lies", ran, `${liar.lies} lies, ${refused} refusals reported`);
      await liar.close();
    });

  if (parts.includes("left"))
    await withWorkers(start, 2, async (server) => {
      let id = "";
      const left = await fairlead(
        ["check", "--config", SLICE, "--vacuity", "off", "--detach", "--queue", server.url],
        (child) => {
          child.stdout!.on("data", (part) => (id += part));
        },
      );
      const run = id.trim();
      const shown = await fairlead(["runs", "show", run, "--watch", "--json", "--queue", server.url]);
      report(name, "2 workers, the run left and taken up again", shown, `left in ${left.seconds.toFixed(1)} s`);
    });

  if (parts.includes("cancel"))
    await withWorkers(start, 1, async (server, [worker]) => {
      const file = join(folder, "endless.aag");
      writeFileSync(file, counterAag(24));
      const endless = ["check", file, "-e", "reference", "-o", "states=100000000", "--queue", server.url];
      let told = 0;
      await fairlead(endless, async (child) => {
        await worker!.says(/reference for/);
        told = performance.now();
        child.kill("SIGINT");
      });
      await worker!.says(/unknown: interrupted/);
      say(
        `| ${name} | from Ctrl-C to an idle worker | ${((performance.now() - told) / 1000).toFixed(2)} | | | | | | | |`,
      );
    });
}
rmSync(folder, { recursive: true });
if (values.write) writeMeasured("guide/cluster.md", "runs", lines.join("\n"));
if (wrong > 0) {
  console.log(`${wrong} runs were wrong or incomplete`);
  process.exitCode = 1;
}
