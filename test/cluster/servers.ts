import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** How to get both where they are absent. */
const INSTALL = "apt-get install -y redis-server postgresql";

/** A real server on loopback, for tests: nothing of it is imitated. */
export interface Server {
  readonly url: string;
  /** Kills it, and starts it again with what it has on its disk. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface Store {
  readonly name: "Redis" | "PostgreSQL";
  readonly isThere: boolean;
  start(): Promise<Server>;
}

const onPath = (name: string): string | null =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find(existsSync) ?? null;

/** Debian keeps PostgreSQL's programs apart, by version. */
function postgresProgram(name: string): string | null {
  const all = "/usr/lib/postgresql";
  const versions = existsSync(all) ? readdirSync(all).sort((a, b) => Number(b) - Number(a)) : [];
  return onPath(name) ?? versions.map((v) => join(all, v, "bin", name)).find(existsSync) ?? null;
}

export const stores: readonly Store[] = [
  { name: "Redis", isThere: onPath("redis-server") !== null, start: startRedis },
  {
    name: "PostgreSQL",
    isThere: postgresProgram("postgres") !== null && postgresProgram("initdb") !== null,
    start: startPostgres,
  },
];

/** Says what is skipped, and how to have it. `FAIRLEAD_STORES=needed` makes that an error. */
for (const { name, isThere } of stores) {
  if (isThere) continue;
  const message = `${name} is not installed: tests of the queue on it are skipped (${INSTALL})`;
  if (process.env.FAIRLEAD_STORES === "needed") throw new Error(message);
  console.log(message);
}

async function startRedis(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-redis-"));
  const port = await freePort();
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"];
  const start = () => started("redis-server", args, {}, "Ready to accept connections");
  return served(`redis://127.0.0.1:${port}/0`, folder, start, await start(), "SIGKILL");
}

async function startPostgres(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-postgres-"));
  const user = ordinaryUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const [initdb, postgres] = [postgresProgram("initdb")!, postgresProgram("postgres")!];
  const env = { ...process.env, LC_ALL: "C" };
  const data = join(folder, "data");
  const as = { ...user, env, cwd: folder };
  execFileSync(initdb, ["-D", data, "-U", "tester", "-A", "trust", "--no-sync"], { ...as, stdio: "ignore" });
  const port = await freePort();
  const args = ["-D", data, "-p", `${port}`, "-k", folder, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"];
  const start = () => started(postgres, args, as, "database system is ready to accept connections");
  // A killed server's memory and semaphores would be left behind: an immediate shutdown recovers in the same way.
  return served(`postgres://tester@127.0.0.1:${port}/postgres`, folder, start, await start(), "SIGQUIT");
}

/** PostgreSQL refuses to run as root. */
function ordinaryUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function served(
  url: string,
  folder: string,
  start: () => Promise<ChildProcess>,
  first: ChildProcess,
  kill: NodeJS.Signals,
): Server {
  let server = first;
  const end = () =>
    new Promise<void>((resolve) => {
      server.once("exit", () => resolve());
      server.kill(kill);
    });
  return {
    url,
    async restart() {
      await end();
      server = await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process that has said that it is ready. */
function started(program: string, args: readonly string[], options: object, ready: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const server = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    const hear = (part: Buffer) => {
      said += part;
      if (said.includes(ready)) resolve(server);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`${program} ended with ${code}: ${said}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
