import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = new URL("../..", import.meta.url);

/** What a program prints that uses the built package. */
function printed(program: string): string {
  const imports = `import { check } from ${JSON.stringify(new URL("dist/node.js", ROOT).href)};
    import * as model from ${JSON.stringify(new URL("dist/program.js", ROOT).href)};`;
  const args = ["--input-type=module", "--eval", `${imports}\n${program}`];
  return execFileSync(process.execPath, args, { cwd: fileURLToPath(ROOT), encoding: "utf8" });
}

/** Three counters: too many states for a search that may only visit a few. */
const COUNTERS = `
  const { int, system } = model;
  const s = system("counters", { a: int(0, 200), b: int(0, 200), c: int(0, 200) });
  for (const [name, v] of Object.entries(s.vars))
    s.process(name, { fair: "weak" }, { up: { do: [v.set(v.plus(1).mod(201))] } });`;

it("check of fairlead/node goes on as a circuit where there are too many states", () => {
  const output = printed(`${COUNTERS}
    for (const formula of ["G a <= 200", "F a = 1", "G b < 100", { ctl: "AG EF a = 0" }]) {
      const { answer, engine, counterexample } = await check(s, formula, { states: 100, threads: 2 });
      console.log(answer, engine === "explicit", counterexample?.kind);
    }
    process.exit();`);
  expect(output).toBe("holds false undefined\nholds false undefined\nfails false lasso\nholds false undefined\n");
});

it("says which variables go on changing where a circuit's loop does not wait for them", () => {
  const output = printed(`
    const s = model.system("s", { a: model.int(0, 100002), b: model.int(0, 3) });
    const { a, b } = s.vars;
    s.process("p", { fair: "weak" }, { up: { do: [a.set(a.plus(1).mod(100003)), b.set(b.plus(1).mod(4))] } });
    console.log((await check(s, "G b < 3", { engine: "bmc" })).counterexample.text);
    process.exit();`);
  expect(output).toMatch(
    /\d {2}p\.up {3}b: 3 → 0\n-- and again from step \d, for ever, except that a may go on changing\n/,
  );
});

it("a mistake of the program is named the same by circuits", () => {
  const output = printed(`
    const s = model.system("s", { n: model.int(0, 3) });
    s.process("p", {}, { up: { do: [s.vars.n.set(s.vars.n.plus(1))] } });
    for (const engine of ["explicit", "gsh"])
      await check(s, "true", { engine }).catch((e) => console.log(e.message));
    process.exit();`);
  const [first, second] = output.split(/(?<=n: 2 → 3\n)/);
  expect(first).toContain("p.up sets n to 4, which is not in its domain, 0..3\nafter");
  expect(second).toBe(first);
});

it("a system of expressions that holds gets a proof that was checked; one with functions says why it has none", () => {
  const output = printed(`
    const bySet = model.system("lamp", { on: model.bool });
    bySet.process("p", { fair: "weak" }, { flip: { do: [bySet.vars.on.set(bySet.vars.on.not())] } });
    const byFunction = model.system("lamp", { on: model.bool });
    byFunction.process("p", { fair: "weak" }, { flip: { do: (s) => { s.on = !s.on; } } });
    for (const system of [bySet, byFunction])
      console.log(String(await check(system, "G F on")).replace(/ \\(.*/, ""));
    process.exit();`);
  expect(output).toBe(
    "lamp: G F on holds, all 2 states visited, proof checked\n" +
      "lamp: G F on holds, all 2 states visited, uncertified\n" +
      "note: the effect of p.flip is a function: there is no proof that others could check without running it\n",
  );
});
