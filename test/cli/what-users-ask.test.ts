import { describe, expect, it } from "vitest";
import { checkSystem } from "../../src/api/check-system.js";
import { bool, int, system } from "../../src/program.js";
import { fairlead, fileWith } from "./fairlead.js";

// What people who come from TLC, Quint and FizzBee ask of an answer, each by itself.

/** A switch that somebody may press, and a clock that goes round in four steps. */
function lamp(fair: "weak" | null, formula: string, options: Parameters<typeof system>[2] = {}) {
  const s = system("lamp", { on: bool, n: int(0, 3) }, options);
  const { on, n } = s.vars;
  s.process("switch", fair === null ? {} : { fair }, { press: { when: on.not(), do: [on.set(true)] } });
  s.process("clock", options.stopping === "allowed" ? {} : { fair: "weak" }, {
    tick: { do: [n.set(n.plus(1).mod(4))] },
  });
  return checkSystem(s, formula, { checkSeconds: 100 });
}

describe("an answer", () => {
  it("warns when a property is trivially true, and when fairness is missing", async () => {
    expect(String(await lamp(null, "G (n = 3 & n = 1 -> F on)"))).toContain("holds vacuously");
    expect(String(await lamp(null, "G (on | !on)"))).toContain("holds vacuously");
    expect(String(await lamp(null, "F on"))).toContain(
      "note: fairness is missing: with weak fairness of switch it holds",
    );
    const circuit =
      "MODULE main\nVAR x : boolean;\nIVAR go : boolean;\nASSIGN init(x) := FALSE; next(x) := x | go;\nLTLSPEC F x\n";
    const { stdout } = await fairlead(["check", fileWith("m.smv", circuit), "--deterministic"]);
    expect(stdout).toContain("fairness is missing: with fairness of go it holds");
  });

  it("names the action behind stuttering: what could be done where nothing happens", async () => {
    const { counterexample } = await lamp(null, "F n = 1", { stopping: "allowed" });
    expect(counterexample?.text).toMatch(/\(nothing\) {5}though .*clock\.tick could\n/);
  });

  it("highlights the loop: where it starts, and where it goes back to", async () => {
    const { counterexample } = await lamp(null, "F on");
    expect(counterexample?.text).toMatch(/-- loop starts here[\s\S]*\n-- and again from step 1, for ever\n/);
  });

  it("says which condition holds where, and why", async () => {
    const { counterexample } = await lamp(null, "F on");
    expect(counterexample?.text).toContain("weak fairness of clock: takes step 1\n");
    const disabled = await lamp("weak", "F G n = 0");
    expect(disabled.counterexample?.text).toMatch(
      /weak fairness of switch: (takes step \d+|not enabled after step \d+)\n/,
    );
  });

  it("shows a loop that is one cycle, and not a whole component", async () => {
    const { counterexample } = await lamp(null, "F on");
    expect(counterexample?.steps).toEqual(["clock.tick", "clock.tick", "clock.tick", "clock.tick"]);
  });

  it("never counts stuttering as a fair step", async () => {
    expect((await lamp("weak", "F on")).answer).toBe("holds");
    expect((await lamp("weak", "G F n = 2")).answer).toBe("holds");
    expect((await lamp("weak", "F G n = 0")).counterexample?.steps).not.toContain(null);
  });
});
