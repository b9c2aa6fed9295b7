import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stores } from "../../test/cluster/servers.js";
import { WorkerProcess } from "../../test/cluster/worker-process.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** Said by a process when it ends: what all its threads took of processors. */
const CPU = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("CPU " + (user + system) + "\\n"); });',
)}`;

/** What each attempt costs those who do not search, in seconds of a processor and in bytes: no clock is read. */
export interface Constants {
  /** Of Redis. */
  readonly storeSeconds: number;
  readonly storeCommands: number;
  readonly storeBytes: number;
  /** Of whoever asks, for each question: asking, hearing, and checking its evidence in a thread. */
  readonly askerSeconds: number;
}

interface Totals {
  readonly store: number;
  readonly commands: number;
  readonly bytes: number;
  readonly asker: number;
}

/** The difference between many small questions and few, each with a store and a worker of its own. */
export async function measuredConstants(few: number, many: number): Promise<Constants> {
  const [small, large] = [await totals(few), await totals(many)];
  const each = (f: (t: Totals) => number) => (f(large) - f(small)) / (many - few);
  return {
    storeSeconds: each((t) => t.store),
    storeCommands: each((t) => t.commands),
    storeBytes: each((t) => t.bytes),
    askerSeconds: each((t) => t.asker),
  };
}

async function totals(questions: number): Promise<Totals> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-constants-"));
  const files = Array.from({ length: questions }, (_, k) => {
    const file = join(folder, `ring-${k}.aag`);
    writeFileSync(file, ring(3 + k));
    return file;
  });
  const server = await stores.find((s) => s.name === "Redis")!.start();
  const { Redis } = await import("ioredis");
  const client = new Redis(server.url);
  try {
    const worker = await WorkerProcess.start(server.url);
    const before = await infoOf(client);
    const asker = await cpuOf(["check", ...files, "-e", "gsh", "--vacuity", "off", "--queue", server.url]);
    const after = await infoOf(client);
    await worker.end("SIGKILL");
    const { store, commands, bytes } = after;
    return { store: store - before.store, commands: commands - before.commands, bytes: bytes - before.bytes, asker };
  } finally {
    client.disconnect();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** A token goes round so many places: each question is another one. */
function ring(places: number): string {
  const latch = (k: number) => 2 * (1 + (k % places));
  const latches = Array.from(
    { length: places },
    (_, k) => `${latch(k)} ${latch(k + places - 1)}${k === 0 ? " 1" : ""}`,
  );
  return `aag ${places} 0 ${places} 0 0 0 0 1 0\n${latches.join("\n")}\n1\n2\n`;
}

async function infoOf(client: { info(): Promise<string> }): Promise<Omit<Totals, "asker">> {
  const info = await client.info();
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1] ?? 0);
  return {
    store: figure("used_cpu_user") + figure("used_cpu_sys"),
    commands: figure("total_commands_processed"),
    bytes: figure("total_net_input_bytes") + figure("total_net_output_bytes"),
  };
}

function cpuOf(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", CPU, MAIN, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (part) => {
      said += part;
    });
    child.on("close", () => {
      const cpu = /^CPU (\d+)$/m.exec(said)?.[1];
      if (cpu === undefined) reject(new Error(said));
      else resolve(Number(cpu) / 1e6);
    });
  });
}
