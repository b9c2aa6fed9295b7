import { describe, expect, it } from "vitest";
import { fairlead, fileWith } from "./fairlead.js";

// What people who come from checkers of protocols ask of an answer.

const lamp = (fair: string, property: string) => `import { bool, int, system } from "fairlead/model";
export const s = system("lamp", { on: bool, n: int(0, 3) });
const { on, n } = s.vars;
s.process("switch", { ${fair} }, { press: { when: on.not(), do: [on.set(true)] } });
s.process("clock", { fair: "weak" }, { tick: { do: [n.set(n.plus(1).mod(4))] } });
s.property("p", ${JSON.stringify(property)});
`;
const checked = async (fair: string, property: string) =>
  (await fairlead(["check", fileWith("lamp.mjs", lamp(fair, property)), "--deterministic"])).stdout;

describe("an answer about a protocol", () => {
  it("shows which steps a process without fairness never takes: the loop, who moves in it, and how each condition is met", async () => {
    const stdout = await checked("", "F on");
    expect(stdout).toContain("fails, counterexample replayed");
    expect(stdout).toContain("-- loop starts here");
    expect(stdout).toMatch(/\n\d {2}clock\.tick {2}n: 0 → 1\n/);
    expect(stdout).not.toMatch(/^\d+ {2}switch\.press/m);
    expect(stdout).toContain("switch.press is enabled in every state of the loop, and never taken");
    expect(stdout).toMatch(/-- and again from step 1, for ever\n {3}weak fairness of clock: takes step 1\n/);
    // One cycle, and not all that a component has.
    expect(stdout.match(/clock\.tick/g)).toHaveLength(4);
  });

  it("never counts it as fair that nothing happens while a fair process could go on", async () => {
    expect(await checked('fair: "weak"', "F on")).toContain("p holds");
    expect(await checked('fair: "weak"', "F G n = 0")).toContain("fails, counterexample replayed");
  });

  it("warns of a property that is true because something never happens", async () => {
    expect(await checked("", "G (n = 3 & n = 1 -> F on)")).toMatch(/holds vacuously/);
  });
});
