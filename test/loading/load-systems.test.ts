import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadSystems } from "../../src/loading/load-systems.js";
import { checkProgram } from "../../src/portfolio/check-system.js";

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

describe("a system whose functions are in the process of its file", () => {
  it("is searched there, and its counterexample replayed here", async () => {
    await using program = await loadSystems(counter("mod.mjs", "v.n = (v.n + 2) % 10;"));
    const [s] = program.systems;
    const fails = await checkProgram(s!, "F n = 9", {}, s!.search);
    expect(fails).toMatchObject({ answer: "fails", evidence: "checked", counterexample: { kind: "lasso", loop: 0 } });
    expect(fails.counterexample?.states.map((state) => state.n)).toEqual([0, 2, 4, 6, 8]);
    const holds = await checkProgram(s!, "G F n = 8", {}, s!.search);
    expect(holds).toMatchObject({ answer: "holds", evidence: "none", stats: { systemStates: 5 } });
  });

  it("that loops for ever is stopped when the time is over, and asked again after that", async () => {
    await using program = await loadSystems(counter("loops.mjs", "while (v.n === 1); v.n = 1;"));
    const [s] = program.systems;
    for (const formula of ["F n = 9", "G n < 9"]) {
      const { answer, reason, detail } = await checkProgram(s!, formula, { seconds: 0.1 }, s!.search);
      expect({ answer, reason, detail }).toMatchObject({ answer: "unknown", reason: "time" });
    }
  });

  it("is stopped by a signal at once", async () => {
    const controller = new AbortController();
    const file = counter("prints.mjs", 'console.log("in the step"); for (;;);');
    const beforePrint = () => controller.abort();
    await using program = await loadSystems(file, { beforePrint });
    const [s] = program.systems;
    const result = await checkProgram(s!, "F n = 9", { signal: controller.signal }, s!.search);
    expect(result).toMatchObject({ answer: "unknown", reason: "cancelled" });
  });
});
