import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { fairlead, fileWith, MAIN } from "./fairlead.js";

/** Many counterexamples, and several engines that find one. */
const MODEL = `MODULE main
VAR x : 0..7; y : 0..7;
ASSIGN init(x) := {0, 1, 2}; next(x) := {(x + 1) mod 8, (x + 3) mod 8, x};
       init(y) := 0; next(y) := {y, (y + 5) mod 8};
LTLSPEC G F (x = 3 & y = 5)
`;

it("ten runs of one command give one answer and one trace", async () => {
  const file = fileWith("m.smv", MODEL);
  const seen = new Set<string>();
  for (let run = 0; run < 10; run++) {
    const { stdout, status } = await fairlead(["check", file, "--deterministic", "--vacuity", "off"]);
    seen.add(`${status} ${stdout.replace(/[\d.]+ s\b/g, "")}`);
  }
  expect([...seen]).toEqual([expect.stringMatching(/^1 .* fails, counterexample replayed[\s\S]*-- back to step \d/)]);
});

/** Hard for those who count: nobody is through in a few steps of work. */
const HARD = `MODULE main
VAR n : unsigned word[24]; m : unsigned word[24];
ASSIGN init(n) := 0ud24_0; next(n) := n + m; next(m) := n * m + 0ud24_1;
LTLSPEC G F n = 0ud24_5
`;

it("ends when the work is done that it may do", async () => {
  const args = ["check", fileWith("hard.smv", HARD), "--engine", "k-liveness", "--deterministic", "--work", "30"];
  const { stdout, status } = await fairlead(args);
  expect(stdout).toContain("unknown: time, k-liveness did not answer in 30 steps of work");
  expect(status).toBe(2);
});

it("ends when it is interrupted, whatever engines are doing", async () => {
  const args = ["check", fileWith("hard.smv", HARD), "--engine", "k-liveness", "--deterministic", "--verbose"];
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.once("data", () => child.kill("SIGINT"));
  const [status] = await once(child, "exit");
  expect(status).toBe(2);
});
