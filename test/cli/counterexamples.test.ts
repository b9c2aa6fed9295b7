import { describe, expect, it } from "vitest";
import { example, fairlead, fileWith } from "./fairlead.js";

/** x goes round as long as go is asked for; nothing reads junk. */
const ROUND = `MODULE main
VAR x : 0..5; go : boolean; junk : 0..7;
ASSIGN init(x) := 0; next(x) := case go : (x + 1) mod 6; TRUE : x; esac;
init(junk) := 0; next(junk) := (junk + 1) mod 8;
LTLSPEC G (x = 2 -> O go & F x = 5)
INVARSPEC x < 4
CTLSPEC AG (x = 0 -> EX x = 3)
`;

describe("fairlead check --shortest", () => {
  it("says that none is shorter: of a lasso, which closes on what matters, and of a run; not of a tree", async () => {
    const file = fileWith("round.smv", ROUND);
    const { stdout, status } = await fairlead(["check", file, "--shortest", "--all"]);
    expect(stdout).toContain("note: a shortest one: none has fewer than 3 steps (stem 2, loop 1)\n");
    expect(stdout).toContain("-- back to step 2, except that junk may go on changing\n");
    expect(stdout).toContain("note: a shortest one: none has fewer than 5 steps\n");
    expect(status).toBe(1);
  });

  it("is part of the JSON", async () => {
    const file = fileWith("round.smv", ROUND);
    const { stdout } = await fairlead(["check", file, "--shortest", "--json"]);
    const { results } = JSON.parse(stdout);
    expect(results.map((r: { shortest?: unknown }) => r.shortest)).toEqual([
      { noneBelow: 3 },
      { noneBelow: 5 },
      undefined,
    ]);
  });
});

/** Too many states to visit, so that engines take turns. */
const WIDE = `MODULE main
VAR a : 0..1023; b : 0..1023; go : boolean; back : boolean; clear : boolean;
ASSIGN init(a) := 0; init(b) := 0;
next(a) := case clear : 0; go : (a + 1) mod 1024; TRUE : a; esac;
next(b) := case clear : 0; back : (b + 3) mod 1024; TRUE : b; esac;
FAIRNESS go
FAIRNESS back
LTLSPEC !F (a = 3 & b = 6 & go & X F a = 2)
`;

const withoutSeconds = (text: string): string => text.replace(/, [\d.]+ s\)/g, ")").replace(/ +[\d.]+ s$/gm, "");

describe("fairlead check --deterministic", () => {
  it("shows the same on every run, of circuits and of programs", async () => {
    const runs = async (...args: string[]) => {
      const all = await Promise.all(Array.from({ length: 3 }, () => fairlead(["check", ...args, "--deterministic"])));
      return new Set(all.map(({ stdout }) => withoutSeconds(stdout)));
    };
    const circuit = await runs(fileWith("wide.smv", WIDE));
    expect(circuit.size).toBe(1);
    expect([...circuit][0]).toContain("fails, counterexample replayed");
    const program = await runs(example("systems/token-ring.ts"));
    expect(program.size).toBe(1);
    expect([...program][0]).toContain("fails, counterexample replayed");
  });

  it("gives up after the same work, and knows no seconds", async () => {
    const args = ["check", fileWith("wide.smv", WIDE), "--ltl", "G (a != 1000 | b != 999)", "--deterministic"];
    const [one, two] = await Promise.all([fairlead([...args, "--work", "3"]), fairlead([...args, "--work", "3"])]);
    expect(one.status).toBe(2);
    expect(withoutSeconds(one.stdout)).toBe(withoutSeconds(two.stdout));
    const refused = await fairlead([...args, "--time", "5"]);
    expect(refused).toMatchObject({
      status: 64,
      stderr: "fairlead: --deterministic and --time: it is limited by --work\n",
    });
  });
});
