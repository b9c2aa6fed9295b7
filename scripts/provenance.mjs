// Imported before every benchmark: its figures begin with date, commit and machine, as pages of docs/measurements do.
import { spawnSync } from "node:child_process";
import { arch, cpus, totalmem } from "node:os";
import { isMainThread } from "node:worker_threads";

const git = (...args) => spawnSync("git", args, { encoding: "utf8" }).stdout?.trim() ?? "";

function provenance() {
  const date = new Date().toISOString().slice(0, 10);
  const commit = git("rev-parse", "--short", "HEAD") || "unknown";
  const changed = git("status", "--porcelain", "--untracked-files=no") === "" ? "" : ", with changes";
  const cores = cpus();
  const machine = `${cores.length} cores (${cores[0]?.model.trim() ?? "unknown"}, ${arch()}), ${Math.round(totalmem() / 2 ** 30)} GB`;
  const command = process.argv.slice(1).map((arg) => arg.replace(`${process.cwd()}/`, ""));
  const row = [date, `${commit}${changed}`, `${machine}, Node ${process.versions.node}`, `\`${command.join(" ")}\``];
  return `| date | commit | machine | by |\n| --- | --- | --- | --- |\n| ${row.join(" | ")} |\n`;
}

// Threads and child processes of a benchmark inherit the import; its figures have one heading, which pages that it writes take from there.
if (isMainThread && process.env.FAIRLEAD_PROVENANCE === undefined) {
  process.env.FAIRLEAD_PROVENANCE = provenance();
  console.log(process.env.FAIRLEAD_PROVENANCE);
}
