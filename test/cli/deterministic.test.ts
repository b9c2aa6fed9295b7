import { expect, it } from "vitest";
import { fairlead, fileWith } from "./fairlead.js";

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
