import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { alternating, BOMBS, signals } from "../../bench/bombs/bombs.js";
import { seconds } from "../patience.js";
import { counterAag, example, fairlead, fileWith, MAIN, run } from "./fairlead.js";

/** `npm run bench:bombs` measures how far beyond its budgets the command goes; here, only what a user is told. */
const bomb = (name: string): string => {
  const [file, text] = Object.entries(BOMBS.find((b) => b.name === name)!.files!)[0]!;
  return fileWith(file, text);
};
const LIMITS = ["--memory", "300"];

it("evidence with millions of lines is given up within the memory, and the process goes on to say so", async () => {
  const lines = "\n".repeat(20_000_000);
  const evidence = [
    `aag 3 3 0 1 0\n2\n4\n6\n1\nc\nfairlead certificate 1\nproperty j0\nlatches 1 inputs 2 choices 0\n${lines}`,
    `aag 3 3 0 1 0\n2\n4\n6\n1\nc\n${lines}`,
  ];
  const model = fileWith("m.aag", "aag 3 2 1 0 0 0 0 1\n2\n4\n6 2 0\n1\n6\n");
  for (const text of evidence) {
    const { status, stderr } = await fairlead(["verify", model, fileWith("evidence", text), "--memory", "50"]);
    expect(status).toBeLessThanOrEqual(2);
    expect(stderr).not.toContain("FATAL");
  }
});

describe("small files that ask for too much", () => {
  it.each([
    ["smv arrays of arrays", /:2:5: the variables up to here have 4294967296 bits: at most 614400 fit\n/],
    ["smv bounded operators", /:3:20: the bounds around this unroll to 501501 copies: at most 10000 are read\n/],
    [
      "smv bounded operators of CTL",
      /:3:21: the bounds around this unroll to 1002001 copies: at most 10000 are read\n/,
    ],
    ["smv concatenation", /:8:10: this word has 131072 bits: at most 65536 are read\n/],
    ["smv extend", /:3:13: this word has 1000000008 bits: at most 65536 are read\n/],
    ["smv resize", /:3:13: this word has 2000000000 bits: at most 65536 are read\n/],
    ["aiger inputs that take no bytes", /:1:5: expected at most 100000 inputs more than the file has bytes\n/],
  ])("are refused with the place and the figure: %s", async (name, message) => {
    const { status, stderr } = await fairlead(["check", bomb(name), ...LIMITS]);
    expect(stderr).toMatch(message);
    expect(status).toBe(65);
  });

  it.each(["smv division", "smv multiplication", "hoa labels"])(
    "are refused with the place, or given up when the time is over: %s",
    async (name) => {
      const { status, stderr } = await fairlead(["check", bomb(name), "--time", seconds(1), "--memory", "300"]);
      if (status === 65) expect(stderr).toMatch(/:\d+:\d+: the (model|labels).* needs? more than \d+ /);
      else expect({ status, said: /not read: it takes more time/.test(stderr) }).toEqual({ status: 2, said: true });
    },
  );

  it("do not keep others from being checked, nor change their status", async () => {
    const unfair = example("arbiter-unfair.aag");
    const { status, stdout } = await fairlead(["check", "--json", bomb("smv division"), unfair, "--memory", "100"]);
    const { results, problems } = JSON.parse(stdout);
    expect(problems).toMatchObject([{ code: "smv-limit" }]);
    expect(results).toMatchObject([{ answer: "fails" }]);
    expect(status).toBe(1);
  });
});

describe("formulas with automata that are too large", () => {
  it.each([40, 400])("end with 'unknown': %i of U and R in each other", async (n) => {
    const model = fileWith("m.aag", signals(n));
    const formula = fileWith("bomb.ltl", alternating(n));
    const { status, stdout, stderr } = await fairlead(["check", model, "--properties", formula, "--time", seconds(2)]);
    // On a busy machine the time can be over before the file is read.
    expect(stdout + stderr).toMatch(/unknown|not read: it takes more time/);
    expect(status).toBe(2);
  });

  it("are given up by ltl and convert as well", async () => {
    const formula = alternating(150);
    const shown = await fairlead(["ltl", formula, "--time", seconds(1)]);
    expect(shown.stderr).toMatch(/formula: (not translated|there was not enough time|the automaton .* has more than)/);
    expect([2, 65]).toContain(shown.status);
    const converted = await fairlead([
      "convert",
      fileWith("m.aag", signals(150)),
      fileWith("out.aag", "as it was"),
      "--ltl",
      formula,
      "--time",
      seconds(1),
    ]);
    // Whichever limit is met first: the time, or the size of an automaton, which leaves out the formula alone.
    expect(converted.stderr).toMatch(/m\.aag: not (converted|read)|^left out: .*its automaton is too large/);
    expect([0, 2]).toContain(converted.status);
  });

  it("stop on Ctrl-C", async () => {
    const model = fileWith("m.aag", signals(150));
    const formula = fileWith("bomb.ltl", alternating(150));
    const { status, stdout } = await fairlead(["check", model, "--properties", formula, "--verbose"], (child) => {
      child.stderr!.once("data", () => child.kill("SIGINT"));
    });
    expect(stdout).toContain("unknown");
    expect(status).toBe(2);
  });
});

describe("a run that is too long to show", () => {
  it("is given up when the time is over", async () => {
    const { status, stdout, stderr } = await fairlead([
      ...["simulate", example("arbiter-fair.aag"), "--steps", "1000000000"],
      ...["--time", seconds(1), "--memory", "300"],
    ]);
    if (stdout !== "") expect(stderr).toMatch(/stopped after \d+ steps: no more time/);
    else expect(stderr).toMatch(/not read: it takes more (time|memory) than the [\d.]+ (s|MB) that are left/);
    expect(status).toBe(2);
  });
});

describe("--check-time", () => {
  it("leaves an answer uncertified whose proof takes longer to check", async () => {
    const file = example("arbiter-fair.aag");
    const { status, stdout } = await fairlead(["check", file, "-e", "rlive", "--check-time", "1e-9"]);
    expect(stdout).toMatch(/0 of \d+ steps of the proof were checked; there was no time for more/);
    expect(status).toBe(0);
  });
});

describe("a counterexample of thousands of steps", () => {
  const file = fileWith("counter.aag", counterAag(13));

  it("is shown and written whole where there is time, in text and in JSON", async () => {
    const dump = fileWith("w.vcd", "");
    const json = await fairlead(["check", file, "-e", "couvreur", "--json", "--vcd", dump]);
    const { complete, results } = JSON.parse(json.stdout);
    expect({ complete, steps: results[0].witness.steps.length }).toEqual({ complete: true, steps: 8192 });
    expect(readFileSync(dump, "utf8")).toContain("#81910\n");
    const text = await fairlead(["check", file, "-e", "couvreur"]);
    expect(text.stdout).toMatch(/^step 8191\b/m);
    expect([json.status, text.status]).toEqual([1, 1]);
  });

  it("is left out where --check-time does not suffice to show it; so are its files, and what was there stays", async () => {
    const svg = fileWith("w.svg", "as it was");
    const args = ["check", file, "-e", "couvreur", "--check-time", "1e-9", "--svg", svg];
    const { status, stdout, stderr } = await fairlead(args);
    expect(readFileSync(svg, "utf8")).toBe("as it was");
    expect(stdout).toMatch(
      / fails, without a counterexample .*\nnote: uncertified: its evidence was not checked: too little time\n/,
    );
    expect(stderr).toBe("no trace to write: j0 fails\n");
    expect(status).toBe(1);
  });
});

it("an address space that has no room for kernels makes answers unknown or uncertified, never an internal error", async () => {
  const limited = 'ulimit -v 8000000 && exec "$@"';
  const args = ["check", example("arbiter-fair.aag"), "--time", "5"];
  const { status, stdout, stderr } = await run("bash", ["-c", limited, "bash", process.execPath, MAIN, ...args]);
  expect(stderr).not.toContain("internal error");
  // Node itself may find no room, and says so in its own way. How much its threads and kernels need depends on its version.
  const endings = [
    { status: 0, said: expect.stringContaining(" holds, uncertified ") },
    { status: 2, said: expect.stringMatching(/unknown|not read/) },
    { status: 71, said: expect.stringContaining("the machine does not give this process the memory that it needs") },
  ];
  if (status !== null && status < 128) expect(endings).toContainEqual({ status, said: stdout + stderr });
});
