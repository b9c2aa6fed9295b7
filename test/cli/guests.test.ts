import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Finished, fairlead, fileWith, temporaryFolder } from "./fairlead.js";

const IMPORTS = `import { bool, int, system } from "fairlead/model"; import fs from "node:fs"; import { spawn } from "node:child_process";\n`;
/** A system of expressions whose property holds. */
const LAMP = `export const lamp = system("lamp", { on: bool });
lamp.process("p", { fair: "weak" }, { flip: { do: [lamp.vars.on.set(lamp.vars.on.not())] } }).property("blinks", "G F on");\n`;
/** A counter whose step is a function. */
const counter = (body: string) => `export const s = system("s", { n: int(0, 9) })
  .process("p", { fair: "weak" }, { go: { do: (v) => { ${body} } } }).property("nine", "F n = 9");\n`;

/** Model files with these texts in one folder. */
function models(texts: Readonly<Record<string, string>>): string[] {
  const folder = temporaryFolder();
  return Object.entries(texts).map(([name, text]) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, IMPORTS + text);
    return file;
  });
}

interface Checked {
  readonly results: readonly { readonly file: string; readonly answer: string; readonly engine: string }[];
  readonly problems?: readonly { readonly file: string; readonly code: string; readonly message: string }[];
}

/** What is said of each file: without its folder, and without the prints of others. */
function problemsOf(checked: Checked): Record<string, string> {
  return Object.fromEntries(
    (checked.problems ?? []).map(({ file, message }) => [
      file.replace(/^.*\/|\.mjs$/g, ""),
      message.replace(/^.*\.mjs:/, "").replace(/^ /, ""),
    ]),
  );
}

/** Sends a signal as soon as standard error says something. */
const whenItSays = (text: string, act: (child: ChildProcess) => void) => (child: ChildProcess) => {
  let said = "";
  child.stderr?.on("data", (data) => {
    const before = said;
    said += data;
    if (said.includes(text) && !before.includes(text)) act(child);
  });
};

const interrupted = (text: string) => whenItSays(text, (child) => child.kill("SIGINT"));

/** Waits until there is no such process. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await delay(20);
  }
}

const pidIn = ({ stderr }: Finished): number => Number(/pid (\d+)/.exec(stderr)![1]);

describe("a model file that misbehaves while it is loaded", () => {
  it("is one line for that file; the others are checked, and the JSON is whole", async () => {
    const files = models({
      exits: `${LAMP}process.exit(0);`,
      aborts: `${LAMP}process.abort();`,
      crashes: `${LAMP}process.kill(process.pid, "SIGSEGV"); for (;;);`,
      pending: `await new Promise(() => {});\n${LAMP}`,
      rejects: `${LAMP}Promise.reject(new Error("late"));`,
      later: `${LAMP}setTimeout(() => { throw new Error("later"); }); await new Promise((r) => setTimeout(r, 1e6));`,
      text: `throw "just a text";`,
      recursion: "(function f() { f(); })();",
      huge: "new Uint8Array(2 ** 50);",
      long: `throw new Error("x".repeat(1e6));`,
      json: `${LAMP}Object.prototype.toJSON = () => 7;`,
      good: `${LAMP}process.on("exit", () => { process.exitCode = 0; }); setInterval(() => {}, 1000);`,
    });
    const { status, stdout } = await fairlead(["check", ...files, "--json"]);
    const checked = JSON.parse(stdout) as Checked;
    expect(checked.results).toMatchObject([{ file: files.at(-1), answer: "holds" }]);
    expect(problemsOf(checked)).toMatchObject({
      exits: "4:9: calls process.exit(0) while it is loaded",
      aborts: "4:9: calls process.abort() while it is loaded",
      crashes: "its process ends by SIGSEGV while it is loaded",
      pending: "waits for something that never happens (a top-level await) while it is loaded",
      rejects: "4:16: Error: late",
      later: "4:26: Error: later",
      text: "throws just a text",
      recursion: expect.stringContaining("RangeError: Maximum call stack size exceeded"),
      huge: expect.stringMatching(/RangeError: (Invalid typed array length|Array buffer allocation failed)/),
      long: expect.stringMatching(/^2:7: Error: x{40}…x{39}…$/),
      json: "the program changes objects that others rely on, such as Object.prototype or JSON",
    });
    expect(status).toBe(65);
  });

  it("can print what it likes, on standard error only and a hundred lines at most", async () => {
    const [prints, forever] = models({
      prints: `console.log("hello"); fs.writeSync(1, "{ "); fs.writeSync(2, "\\x1b[31m red\\n"); fs.writeSync(3, "three\\n"); process.send?.("x");\n${LAMP}`,
      forever: 'for (;;) console.log("spam");',
    });
    const { status, stdout, stderr } = await fairlead(["check", prints!, "--json"]);
    expect((JSON.parse(stdout) as Checked).results).toMatchObject([{ answer: "holds" }]);
    expect(stderr.split("\n").sort()).toEqual([
      "",
      `${prints} prints: \\x1b[31m red`,
      `${prints} prints: hello`,
      `${prints} prints: three`,
      `${prints} prints: { `,
    ]);
    expect(status).toBe(0);
    const stopped = await fairlead(["check", forever!], interrupted("(more is left out)"));
    expect(stopped.stderr.split("\n").length).toBeLessThan(110);
    expect(stopped.status).toBe(2);
  });

  it("is unknown, not wrong, where a budget ends it", async () => {
    const [loops, fills] = models({
      loops: "for (;;);",
      fills:
        "const kept = []; for (;;) { kept.push(Buffer.alloc(4e6, 1)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2); }",
    });
    const late = await fairlead(["check", loops!, "--time", "0.01"]);
    expect(late.stderr).toBe(`${loops}: unknown: time, more than 0.01 s passed while it is loaded\n`);
    expect({ status: late.status, stdout: late.stdout }).toEqual({ status: 2, stdout: "" });
    const json = await fairlead(["check", loops!, "--time", "0.01", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ results: [], problems: [{ file: loops, code: "stopped-time" }] });
    expect(json.status).toBe(2);
    const full = await fairlead(["check", fills!, "--memory", "100"]);
    expect(full.stderr).toBe(`${fills}: unknown: memory, more than 100 MB were taken while it is loaded\n`);
    expect(full.status).toBe(2);
  });

  it("stops on Ctrl-C whatever it does with signals, and takes what it started with it", async () => {
    const [file] = models({
      stubborn: `for (const s of ["SIGINT", "SIGTERM"]) process.on(s, () => {});
        const child = spawn("sleep", ["1000"]); console.log("pid", child.pid); for (;;);`,
    });
    const stopped = await fairlead(["check", file!], interrupted("pid "));
    expect(stopped.status).toBe(2);
    expect(stopped.stdout).not.toContain("holds");
    await gone(pidIn(stopped));
  });

  it("ends when the checker is killed", async () => {
    const [file] = models({ orphan: `console.log("pid", process.pid); for (;;);` });
    const killed = await fairlead(
      ["check", file!],
      whenItSays("pid ", (child) => child.kill("SIGKILL")),
    );
    await gone(pidIn(killed));
  });
});

describe("a function of a model", () => {
  it("that ends the process, throws or is wrong is the file's mistake, with the place", async () => {
    const files = models({
      exits: counter("process.exit(0);"),
      throws: counter(`if (v.n === 4) throw new Error("nope"); v.n++;`),
      leaves: counter("v.n += 3;"),
      impure: `let k = 0;\n${counter("v.n = k++ % 10;")}`,
      good: counter("v.n = (v.n + 1) % 10;"),
    });
    const { status, stdout } = await fairlead(["check", ...files, "--json"]);
    const checked = JSON.parse(stdout) as Checked;
    expect(checked.results).toMatchObject([{ file: files.at(-1), answer: "holds", engine: "explicit" }]);
    expect(problemsOf(checked)).toMatchObject({
      exits: "3:64: calls process.exit(0) while its states are visited",
      throws: expect.stringMatching(/^3:77: the effect of p\.go throws: nope\nafter\n {3}start {2}n = 0\n1 {2}p\.go/),
      leaves: expect.stringContaining("p.go sets n to 12, which is not in its domain, 0..9\nafter\n"),
      impure: expect.stringContaining("the effect of p.go does two different things in the same state"),
    });
    expect(status).toBe(65);
  });

  it("that is none, where JavaScript chose one of two variables, shows in the answer", async () => {
    const [guard, any] = models({
      // `a && b` is b for JavaScript: nothing is ever enabled.
      guard: `export const s = system("s", { a: bool, b: bool });
        s.process("p", { fair: "weak" }, { go: { when: s.vars.a && s.vars.b, do: [s.vars.b.set(true)] } }).property("x", "F b");`,
      any: `export const s = system("s", { b: bool }); s.process("p", {}, { go: { do: [s.vars.b.setAny(false)] } });`,
    });
    const stuck = await fairlead(["check", guard!]);
    expect(stuck.stdout).toContain("x cannot be relied on: the system has a deadlock");
    const never = await fairlead(["check", any!, "--ltl", "G !b"]);
    expect(never.stdout).toContain("G !b holds");
    expect([stuck.status, never.status]).toEqual([1, 0]);
  });

  it("that loops for ever stops on Ctrl-C", async () => {
    const [file] = models({ loops: counter(`console.log("in the step"); for (;;);`) });
    const { status, stdout } = await fairlead(["check", file!], interrupted("in the step"));
    expect(stdout).toMatch(/nine unknown: cancelled, interrupted/);
    expect(status).toBe(2);
  });

  it("gives counterexamples in the terms of the model, which are replayed outside its process", async () => {
    const text = `const m = system("m", { a: bool, n: int(0, 2) });
      m.process("p", { fair: "weak" }, { up: { when: (v) => v.n < 2, do: (v, choose) => { v.n += choose([1, 2 - v.n]); } }, back: { when: m.vars.n.is(2), do: [m.vars.n.set(0)] } })
        .process("q", { fair: "strong" }, { flip: { when: (v) => v.n === 1, do: [m.vars.a.set(m.vars.a.not())] } })
        .fair("low again", (v) => v.n < 2).proposition("top", (v) => v.n === 2)
        .property("ends on top", "F G top").property("a", "F a").property("not top", "G top = 0");
      export { m };`;
    const { status, stdout } = await fairlead(["check", fileWith("m.mjs", IMPORTS + text)]);
    expect(stdout).toContain("m.mjs: ends on top fails, counterexample replayed (explicit");
    expect(stdout).toContain("strong fairness of q: never enabled in the loop");
    expect(stdout).toMatch(/low again: true (at the start|after step)/);
    expect(stdout).toContain("m.mjs: a fails, counterexample replayed");
    expect(stdout).toMatch(/top = 0 is false here|!top is false here/);
    expect(status).toBe(1);
  });
});

describe("other commands that load a program", () => {
  it("say the same of it", async () => {
    const [exits, prints] = models({ exits: `${LAMP}process.exit(0);`, prints: `${LAMP}console.log("hello");` });
    for (const args of [
      ["simulate", exits!],
      ["convert", exits!, `${exits}.aag`],
      ["verify", exits!, exits!],
      ["compare", exits!],
    ]) {
      const { status, stdout, stderr } = await fairlead(args);
      expect({ args, status, stdout }).toEqual({ args, status: 65, stdout: "" });
      expect(stderr).toContain("exits.mjs:4:9: calls process.exit(0) while it is loaded\n");
    }
    const walked = await fairlead(["simulate", prints!]);
    expect(walked.stdout).not.toContain("hello");
    expect(walked.stderr).toBe(`${prints} prints: hello\n`);
    expect(walked.status).toBe(0);
  });
});
