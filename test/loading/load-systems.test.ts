import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { witnessIn } from "../../src/evidence/verdict.js";
import { type LoadedSystem, loadSystems } from "../../src/loading/load-systems.js";
import type { ProgramAskOptions } from "../../src/portfolio/program-check.js";
import { ProgramSubject } from "../../src/portfolio/program-subject.js";

const folder = mkdtempSync(join(tmpdir(), "fairlead-guests-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A model file with a counter `n` whose step is a function with this body. */
function counter(name: string, body: string): string {
  const file = join(folder, name);
  writeFileSync(
    file,
    `import { int, system } from "fairlead/model";
     export const s = system("s", { n: int(0, 9) }).process("p", { fair: "weak" }, { go: { do: (v) => { ${body} } } });`,
  );
  return file;
}

function ask(system: LoadedSystem, formula: string, options: ProgramAskOptions = {}) {
  const question = { name: formula, logic: "ltl", formula } as const;
  const subject = new ProgramSubject(system, [question], null, system.search);
  return subject.ask(0, options).then(({ verdict, evidence, vacuity }) => {
    const witness = witnessIn(verdict);
    return { ...verdict, evidence, vacuity, trace: witness === null ? null : subject.trace(0, witness) };
  });
}

describe("a system whose functions are in the process of its file", () => {
  it("is searched there, and its counterexample replayed here", async () => {
    await using program = await loadSystems(counter("mod.mjs", "v.n = (v.n + 2) % 10;"));
    const [s] = program.systems;
    const fails = await ask(s!, "F n = 9");
    expect(fails).toMatchObject({ answer: "fails", evidence: "checked", trace: { loop: 0 } });
    expect(fails.trace?.values).toEqual([["0"], ["2"], ["4"], ["6"], ["8"]]);
    const holds = await ask(s!, "G F n = 8");
    expect(holds).toMatchObject({ answer: "holds", evidence: "none", stats: { systemStates: 5 } });
  });

  it("that loops for ever is stopped when the time is over, and asked again after that", async () => {
    await using program = await loadSystems(counter("loops.mjs", "while (v.n === 1); v.n = 1;"));
    const [s] = program.systems;
    for (const formula of ["F n = 9", "G n < 9"]) {
      expect(await ask(s!, formula, { seconds: 0.1 })).toMatchObject({ answer: "unknown", reason: "time" });
    }
  });

  it("is asked what an answer is worth, also where the formula computes", async () => {
    await using program = await loadSystems(counter("sum.mjs", "v.n = (v.n + 2) % 10;"));
    const { vacuity } = await ask(program.systems[0]!, "G (n = 9 | 2 * n - n = n)");
    expect(vacuity?.parts.map(({ isVacuous }) => isVacuous)).toEqual([false, true, false]);
  });

  it("is stopped by a signal at once", async () => {
    const controller = new AbortController();
    const file = counter("prints.mjs", 'console.log("in the step"); for (;;);');
    const beforePrint = () => controller.abort();
    await using program = await loadSystems(file, { beforePrint });
    const [s] = program.systems;
    const result = await ask(s!, "F n = 9", { signal: controller.signal });
    expect(result).toMatchObject({ answer: "unknown", reason: "cancelled" });
  });
});
