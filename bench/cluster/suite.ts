import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { writeAiger } from "../../src/formats/aiger/from-design.js";
import type { Property } from "../../src/model/property.js";
import { systems } from "../../test/arbitraries/systems.js";
import { expectedFiles } from "../expected.js";

interface Check {
  readonly files: string;
  readonly expect?: "holds" | "fails";
}

/** Models of FAIRLEAD_BENCHMARKS with known answers, and random systems, which are written into a folder. Every `every`th of them. */
function checksOf(folder: string, every: number): Check[] {
  mkdirSync(folder, { recursive: true });
  const known = [...expectedFiles("aiger"), ...expectedFiles("safety")].map(({ path, answer }) => ({
    files: path,
    ...(answer !== null && { expect: answer }),
  }));
  const random = fc.sample(systems({ extraLits: 2, maxLatches: 6, maxInputs: 3 }), { numRuns: 100, seed: 1 });
  const written = random.map(({ model, lits }, i) => {
    const property: Property = { kind: "justice", name: "j", literals: lits };
    const files = `random-${i}.aag`;
    writeFileSync(join(folder, files), writeAiger({ model, properties: [property] }, "ascii").aiger);
    return { files };
  });
  return [...known, ...written].filter((_, i) => i % every === 0);
}

/** The files alone. */
export const modelsOf = (folder: string, every: number): string[] =>
  checksOf(folder, every).map(({ files }) => (files.startsWith("/") ? files : join(folder, files)));

/** All of it as a suite file. */
export function writeSuite(folder: string, every: number, seconds: number): string {
  const checks = checksOf(folder, every);
  // Paths of models are absolute; a suite's are relative to its folder.
  const relative = checks.map((c) =>
    c.files.startsWith("/") ? { ...c, files: `${"../".repeat(20)}${c.files.slice(1)}` } : c,
  );
  const file = join(folder, `suite-${every}.json`);
  writeFileSync(file, JSON.stringify({ name: "cluster", time: seconds, checks: relative }));
  return file;
}
