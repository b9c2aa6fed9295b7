/** Certifaiger, where it is installed as `certifaiger`: what it says of a ranked witness. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Frame } from "../dist/checkers/frames.js";
import { KernelOracle } from "../dist/checkers/kernel-oracle.js";
import { type Decision, StandaloneOracle } from "../dist/checkers/standalone-oracle.js";
import { readAigerFile } from "../dist/formats/aiger/read.js";
import { literalsOf } from "../dist/formats/aiger/to-design.js";
import { Aig } from "../dist/logic/aig.js";
import type { ClauseList } from "../dist/logic/clause-list.js";
import { loadKernels } from "../dist/node.js";

export const isInstalled = (command: string): boolean => spawnSync(command, ["--version"]).error === undefined;

export const hasCertifaiger = isInstalled("certifaiger");
export const hasCadical = isInstalled("cadical");

const { sat } = await loadKernels();
const folder = mkdtempSync(join(tmpdir(), "fairlead-certifaiger-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/**
 * `accepted`, or what it refuses. It writes a circuit each of whose outputs must be unsatisfiable: that is decided by `cadical` where it is
 * installed, else by our solver.
 */
export function certifaiger(model: string, witness: Uint8Array): string {
  const [path, queries] = [join(folder, "witness.aag"), join(folder, "check.aag")];
  writeFileSync(path, witness);
  const { status, stderr } = spawnSync("certifaiger", [model, path, queries], { encoding: "utf8" });
  if (status !== 0) return `refused: ${stderr.trim()}`;
  const file = readAigerFile(readFileSync(queries));
  const aig = new Aig();
  const literal = literalsOf(file, aig);
  for (const [k, output] of file.outputs.entries()) {
    const clauses = hasCadical ? new StandaloneOracle(cadical) : new KernelOracle(sat);
    clauses.addClause([Frame.free({ aig, latches: [] }, clauses).lit(literal(output))]);
    const answer = clauses.solve([]);
    if (answer !== "unsat") return `refused: ${file.symbols.find((s) => s.index === k)?.name ?? k} is ${answer}`;
  }
  return "accepted";
}

function cadical(clauses: ClauseList): Decision {
  const path = join(folder, "query.cnf");
  writeFileSync(path, clauses.toDimacs());
  const { status } = spawnSync("cadical", ["-q", "-n", "-t", "300", path]);
  return status === 20
    ? { answer: "unsat" }
    : status === 10
      ? { answer: "sat", model: new Set() }
      : { answer: "unknown" };
}
