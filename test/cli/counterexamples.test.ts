import { describe, expect, it } from "vitest";
import { fairlead, fileWith } from "./fairlead.js";

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
    const { stdout, status } = await fairlead(["check", file, "--shortest"]);
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
