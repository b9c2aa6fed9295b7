import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { counterAag, type Finished, fairlead, fileWith, MAIN, run, temporaryFolder } from "../cli/fairlead.js";
import { startLiar } from "./liar.js";
import { type Server, type Store, stores } from "./servers.js";
import { WorkerProcess } from "./worker-process.js";

/** A latch that toggles: it is set again and again. */
const TOGGLES = "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n";
/** A latch that stays as it is: it is never set. */
const STAYS = "aag 1 0 1 0 0 0 0 1 0\n2 2\n1\n2\n";
/** A latch that follows one that toggles: it is set in every second step. */
const FOLLOWS = "aag 2 0 2 0 0 0 0 1 0\n2 3\n4 2\n1\n4\nj0 follows\n";
/** A latch that follows one that stays as it is. */
const SLEEPS = "aag 2 0 2 0 0 0 0 1 0\n2 2\n4 2\n1\n4\nj0 sleeps\n";
/** A latch beside a constraint that cannot be kept: there is no behaviour at all. */
const NOTHING = "aag 1 0 1 0 0 1 0 1 0\n2 2\n0\n1\n2\n";
const SMV = `MODULE main
VAR state : {idle, busy, done};
ASSIGN init(state) := idle;
  next(state) := case state = idle : {idle, busy}; state = busy : done; TRUE : idle; esac;
FAIRNESS state != idle
LTLSPEC G (state = busy -> F state = done)
LTLSPEC F state = idle & G state = idle
CTLSPEC AG EF state = done
CTLSPEC AF state = done
`;
const COUNTS = `MODULE main
VAR n : 0..5;
ASSIGN init(n) := 0; next(n) := case n < 5 : n + 1; TRUE : {0, 5}; esac;
FAIRNESS n = 0
LTLSPEC G F n = 3
LTLSPEC F G n < 5
CTLSPEC AG EF n = 2
`;
const PROGRAM = `import { oneOf, system } from "fairlead/model";
export const lamp = system("lamp", { light: oneOf("off", "on") });
const { light } = lamp.vars;
lamp.process("p", { fair: "weak" }, {
  lights: { when: light.is("off"), do: [light.set("on")] },
  goesOut: { when: light.is("on"), do: [light.set("off")] },
}).property("blinks", "G F light = on").property("burns", "F G light = on");
`;
const FUNCTION = `import { int, system } from "fairlead/model";
export const s = system("s", { n: int(0, 9) })
  .process("p", { fair: "weak" }, { go: { do: (v) => ({ n: (v.n + 1) % 10 }) } }).property("nine", "F n = 9");
`;

interface Json {
  readonly complete: boolean;
  readonly results: readonly { readonly property: string; readonly answer: string; readonly evidence: string }[];
}

interface Runs {
  readonly runs: readonly { readonly run: string }[];
}

const runsSchema = readFileSync(new URL("../../schema/runs.schema.json", import.meta.url), "utf8");
const byRuns = new Ajv2020({ allErrors: true, strict: true }).compile(JSON.parse(runsSchema));

const resultsIn = ({ stdout }: Finished) => (JSON.parse(stdout) as Json).results;

/** What a document says, without what depends on who was first. */
const answersIn = (finished: Finished) => resultsIn(finished).map(({ property, answer }) => `${property}: ${answer}`);

/** Files with these texts in one folder. */
function files(texts: ReadonlyMap<string, string>): string[] {
  const folder = temporaryFolder();
  return [...texts].map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
}

/** Takes longer than any test. */
const ENDLESS = ["check", fileWith("deep.aag", counterAag(24)), "-e", "reference", "-o", "states=100000000"];

const [redis, postgres] = stores;
/** Each store is started once. */
const servers = new Map<string, Promise<Server>>();
const serverOf = (store: Store): Promise<Server> => {
  const { name, start } = store;
  if (!servers.has(name)) servers.set(name, start());
  return servers.get(name)!;
};
afterAll(async () => {
  for (const server of servers.values()) await (await server).stop();
});

/** Without a queue, asked once for all stores. */
let here: Promise<Finished> | null = null;
const MODELS = files(
  new Map([
    ["toggles.aag", TOGGLES],
    ["nothing.aag", NOTHING],
    ["states.smv", SMV],
    ["lamp.ts", PROGRAM],
  ]),
);

describe.each(stores)("a queue on $name", (store) => {
  it.skipIf(!store.isThere)("has the answers of one machine, with evidence that was checked here", async () => {
    const server = await serverOf(store);
    here ??= fairlead(["check", ...MODELS, "--json", "--vacuity", "off"]);
    const [local, worker] = await Promise.all([here, WorkerProcess.start(server.url, "--threads", "2")]);
    const there = await fairlead(["check", ...MODELS, "--json", "--vacuity", "off", "--queue", server.url]);
    expect(there.stderr).toBe("");
    expect(answersIn(there)).toEqual(answersIn(local));
    expect(there.status).toBe(local.status);
    for (const { evidence } of resultsIn(there)) expect(["checked", "relative"]).toContain(evidence);
    const again = await fairlead(["check", MODELS[0]!, "--queue", server.url]);
    expect(again.stdout).toContain("note: known from before; its evidence was checked again");
    await worker.end("SIGKILL");
  });
});

interface RunReport {
  readonly status: number | null;
  readonly results: readonly object[];
}

/** What a run says, but for how long it took. */
function reportIn({ stdout, status }: Finished): RunReport {
  const told = JSON.parse(stdout) as { readonly results: readonly { readonly seconds: number }[] };
  return { status, results: told.results.map(({ seconds: _, ...result }) => result) };
}

const withoutFigures = ({ status, results }: RunReport): RunReport => ({
  status,
  results: results.map((result) => ({ ...result, stats: null })),
});

it.skipIf(!stores.every((s) => s.isThere))("a run has the same report on both stores, and on no store", async () => {
  const models = files(
    new Map([
      ["both.aag", "aag 2 0 2 0 0 0 0 1 0\n2 5\n4 2\n1\n4\n"],
      ["counts.smv", COUNTS],
      ["lamp.ts", PROGRAM.replace('off", "on', 'off", "dim", "on')],
    ]),
  );
  const ask = ["check", ...models, "-e", "gsh", "--json", "--vacuity", "off"];
  const reports = [reportIn(await fairlead(ask))];
  for (const store of stores) {
    const { url } = await serverOf(store);
    const worker = await WorkerProcess.start(url);
    reports.push(reportIn(await fairlead([...ask, "--queue", url])));
    await worker.end("SIGKILL");
  }
  expect(reports[2]).toEqual(reports[1]);
  // Questions are posed in an order of their own, which diagrams have other sizes by.
  expect(withoutFigures(reports[1]!)).toEqual(withoutFigures(reports[0]!));
});

describe.skipIf(!postgres!.isThere)("a run that is left to the workers", () => {
  let server: Server;
  beforeAll(async () => {
    server = await serverOf(postgres!);
  });

  it("is listed, looked at, and taken up again", async () => {
    const models = files(
      new Map([
        ["follows.aag", FOLLOWS],
        ["sleeps.aag", SLEEPS],
      ]),
    );
    const left = await fairlead(["check", ...models, "--detach", "--queue", server.url]);
    expect(left.status).toBe(2);
    const id = left.stdout.trim();
    expect((await fairlead(["runs", "--queue", server.url])).stdout).toMatch(new RegExp(`${id} .* left +0/2 `));
    const nothing = await fairlead(["runs", "show", id, "--queue", server.url]);
    expect(nothing.stdout).toContain("2 unknown");
    expect(nothing.status).toBe(2);
    const worker = await WorkerProcess.start(server.url);
    const shown = await fairlead(["runs", "show", id.slice(0, 8), "--watch", "--json", "--queue", server.url]);
    await worker.end("SIGKILL");
    expect(resultsIn(shown)).toMatchObject([
      { answer: "fails", evidence: "checked" },
      { answer: "holds", evidence: "checked" },
    ]);
    expect(shown.status).toBe(1);
    const { runs } = JSON.parse((await fairlead(["runs", "--json", "--queue", server.url])).stdout) as Runs;
    expect(byRuns({ runs }), JSON.stringify(byRuns.errors)).toBe(true);
    expect(runs.find((r) => r.run === id)).toMatchObject({ state: "done", asked: 2, settled: 2 });
  });
});

describe.skipIf(!redis!.isThere)("a queue", () => {
  let server: Server;
  beforeAll(async () => {
    server = await serverOf(redis!);
  });

  it("gives an attempt to the next worker when one is killed or told to stop, and takes it back on Ctrl-C", async () => {
    const killed = await WorkerProcess.start(server.url);
    let last: WorkerProcess | null = null;
    const asked = await fairlead([...ENDLESS, "--queue", server.url], async (command) => {
      await killed.says(/reference for/);
      await killed.end("SIGKILL");
      const told = await WorkerProcess.start(server.url, "--drain", "0.1");
      await told.says(/reference for/);
      expect(await told.end("SIGTERM")).toBe(0);
      last = await WorkerProcess.start(server.url);
      await last.says(/reference for/);
      command.kill("SIGINT");
    });
    expect(asked).toMatchObject({ status: 2, stdout: expect.stringContaining("interrupted") });
    await last!.says(/unknown: interrupted/);
    expect(await last!.end("SIGTERM")).toBe(0);
  });

  it("that is gone does not keep a worker that is told to stop", async () => {
    const own = await redis!.start();
    const worker = await WorkerProcess.start(own.url, "--drain", "0.1");
    await own.stop();
    expect(await worker.end("SIGTERM")).toBe(74);
    expect(worker.log).toMatch(/does not answer: what was begun goes to others/);
  });

  it("is not misled by a worker that lies: it is refused, reported, and the answers are right", async () => {
    const models = files(
      new Map([
        ["follows.aag", FOLLOWS],
        ["sleeps.aag", SLEEPS],
      ]),
    );
    const liar = await startLiar(server.url);
    let honest: WorkerProcess | null = null;
    const asked = await fairlead(
      ["check", ...models, "-e", "fair", "-o", "simplify=off", "--json", "--vacuity", "off", "--queue", server.url],
      async () => {
        await liar.toldAllLiesAbout(models.length);
        await liar.close();
        honest = await WorkerProcess.start(server.url);
      },
    );
    expect(resultsIn(asked)).toMatchObject([
      { answer: "fails", evidence: "checked" },
      { answer: "holds", evidence: "checked" },
    ]);
    for (const refused of [
      "follows: evidence of liar was refused: its behaviour does not replay",
      "follows: evidence of liar was refused: its proof does not check",
      "follows: evidence of liar was refused: what came from the queue is damaged",
      "sleeps: evidence of liar was refused: its behaviour does not replay",
      "follows: facts that others told could not be shown on",
    ])
      expect(asked.stderr).toContain(refused);
    await honest!.end("SIGTERM");
  });

  it("gives no answer that has no evidence, unless its workers are trusted", async () => {
    // Closing a relation leaves no proof behind.
    const model = fileWith("both.aag", "aag 2 0 2 0 0 0 0 1 0\n2 4\n4 2\n1\n2\n");
    const busy = await WorkerProcess.start(server.url);
    const ask = (...more: string[]) =>
      fairlead(["check", model, "-e", "transitive-closure", "--queue", server.url, ...more]);
    const bare = await ask();
    expect(bare.stdout).toMatch(/unknown: uncertified, by \S+, which says that it holds/);
    expect(bare.status).toBe(2);
    const trusted = await ask("--trust-workers");
    expect(trusted.stdout).toMatch(/holds, uncertified/);
    expect(trusted.status).toBe(0);
    await busy.end("SIGTERM");
  });

  it("leaves the time that each engine gets out of the reading of files", async () => {
    const left = await fairlead([
      "check",
      fileWith("a.aag", STAYS),
      "--time",
      "0.001",
      "--detach",
      "--queue",
      server.url,
    ]);
    expect(left.stderr).not.toContain("not read");
    expect(left.stdout).toMatch(/^\S+\n$/);
  });

  it("does not take programs: functions are refused by name", async () => {
    const refused = await fairlead(["check", fileWith("counter.ts", FUNCTION), "--queue", server.url]);
    expect(refused.stderr).toMatch(/is a function: only systems of expressions go to other machines/);
    expect(refused.status).toBe(65);
  });

  it("runs a program again for its answers only if it is named", async () => {
    const program = fileWith("lamp.ts", PROGRAM);
    const left = await fairlead(["check", program, "--detach", "--queue", server.url]);
    const shown = await fairlead(["runs", "show", left.stdout.trim(), "--queue", server.url]);
    expect(shown).toMatchObject({
      status: 64,
      stderr: expect.stringContaining("is a program, which is run for its answers: name it"),
    });
    const cancelled = await fairlead(["runs", "cancel", left.stdout.trim(), "--queue", server.url]);
    expect(cancelled.stdout).toMatch(/^\d+ attempts taken back/);
  });
});

describe("a queue that cannot be used", () => {
  it("is said without its password", async () => {
    const failed = await fairlead(["check", fileWith("a.aag", STAYS), "--queue", "redis://:s3cret@127.0.0.1:1"]);
    expect(failed.stderr).toBe(
      "fairlead: redis://127.0.0.1:1 cannot be used as a queue: connect ECONNREFUSED 127.0.0.1:1\n",
    );
    expect(failed.status).toBe(74);
  });

  it("for want of a package is said with the package", async () => {
    const hook = `import { register } from "node:module"; register("data:text/javascript," + encodeURIComponent(\`
      export function resolve(specifier, context, next) {
        if (specifier !== "ioredis") return next(specifier, context);
        throw Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
      }\`));`;
    const file = fileWith("hook.mjs", hook);
    const model = fileWith("a.aag", STAYS);
    const failed = await run(process.execPath, ["--import", file, MAIN, "check", model, "--queue", "redis://nobody"]);
    expect(failed.stderr).toBe(
      "fairlead: --queue needs the package 'ioredis', which is not installed: npm install ioredis\n",
    );
    expect(failed.status).toBe(64);
  });
});
