import { describe, expect, it } from "vitest";
import { type FairleadMatchers, matchers } from "../../src/matchers.js";
import { array, bool, check, int, oneOf, type System, system } from "../../src/program.js";

expect.extend(matchers);

declare module "vitest" {
  interface Matchers<T> extends FairleadMatchers<T> {}
}

/** A lamp that two processes switch. */
function lamp(fair: { on?: "weak" | "strong" | "unconditional"; off?: "weak" | "strong" | "unconditional" }) {
  const s = system("lamp", { isOn: bool, isBroken: bool });
  const { isOn, isBroken } = s.vars;
  return s
    .process("on", fair.on === undefined ? {} : { fair: fair.on }, {
      press: { when: isOn.not().and(isBroken.not()), do: [isOn.set(true)] },
    })
    .process("off", fair.off === undefined ? {} : { fair: fair.off }, {
      press: { when: isOn, do: [isOn.set(false)] },
    })
    .process("wait", {}, { pass: { do: [] } });
}

describe("check", () => {
  it("speaks of propositions, of Boolean variables and of comparisons", async () => {
    const s = system("counter", { n: int(0, 3), m: int(0, 3), mode: oneOf("up", "down"), is: bool, a: array(2, bool) })
      .process("p", { fair: "weak" }, { step: { do: (x) => { x.n = (x.n + 1) % 4; } } }) // biome-ignore format: one line
      .proposition("small", (x) => x.n < 2);
    expect(await check(s, "G F small")).toHold();
    expect(await check(s, "G (n = 3 -> X n = 0)")).toHold();
    expect(await check(s, "G (n >= m)")).toHold();
    expect(await check(s, "G !(n < 3)")).toFail();
    expect(await check(s, "G (mode = up & mode != down & !is & is = false & !a[1])")).toHold();
    expect(await check(s, "G up = mode")).toHold();
  });

  it("lets a step set any of the values that are given, of every domain, and any at all where none are", async () => {
    const s = system("any", { b: bool, i: int(0, 2), o: oneOf("u", "v"), free: bool });
    const { b, i, o, free } = s.vars;
    s.process("p", {}, { go: { do: [b.setAny(false), i.setAny(0, 2), o.setAny("u"), free.setAny()] } });
    expect(await check(s, "G (!b & i != 1 & o = u)")).toHold();
    for (const never of ["G i != 2", "G !free", "G (free -> X free)"]) expect(await check(s, never)).toFail();
    s.process("q", {}, { both: { do: [b.setAny(true, false)] } });
    expect(await check(s, "G !b")).toFail();
  });

  it("tells what was meant when a name or a value is wrong", async () => {
    const s = system("names", { state: oneOf("idle", "busy"), level: int(0, 3), flags: array(2, bool) });
    const problem = (formula: string) => check(s, formula).then(String, (e: Error) => e.message);
    expect(await problem("G stat = idle")).toContain("no variable or proposition 'stat' (did you mean 'state'?)");
    expect(await problem("G state = bussy")).toContain(`'state' is never "bussy" (did you mean 'busy'?)`);
    expect(await problem("G level = 4")).toContain("'level' is never 4: it lies in 0..3");
    expect(await problem("G state")).toContain("'state' is not Boolean: compare it, as in 'state = idle'");
    expect(await problem("G state < busy")).toContain("have no order");
    expect(await problem("G state = level")).toContain("cannot be compared");
    expect(await problem("G flags")).toContain("'flags' is an array: name an element, as in 'flags[0]'");
    expect(await problem("G flags[2]")).toContain("no variable or proposition 'flags[2]'");
    expect(await problem("G (level = 1")).toContain("expected ')'");
  });

  describe("with fairness of processes", () => {
    it("none: anything may be left undone", async () => {
      expect(await check(lamp({}), "G F isOn")).toFail();
    });

    it("weak: what stays enabled is done", async () => {
      expect(await check(lamp({ on: "weak" }), "F isOn")).toHold();
      expect(await check(lamp({ on: "weak", off: "weak" }), "G F isOn & G F !isOn")).toHold();
    });

    it("strong: what is enabled again and again is done, which weak fairness does not promise", async () => {
      const door = (fair: "weak" | "strong") => {
        const s = system("door", { isOpen: bool, isInside: bool });
        const { isOpen, isInside } = s.vars;
        return s
          .process("door", { fair: "weak" }, { swing: { do: [isOpen.set(isOpen.not())] } })
          .process("cat", { fair }, { enter: { when: isOpen.and(isInside.not()), do: [isInside.set(true)] } });
      };
      const weak = await check(door("weak"), "F isInside");
      expect(weak).toFail();
      expect(weak.counterexample?.text).toContain("weak fairness of cat: not enabled");
      expect(await check(door("strong"), "F isInside")).toHold();
    });

    it("strong: nothing is owed to a process that is never enabled again", async () => {
      const s = lamp({ on: "strong" });
      s.process("hammer", {}, { hit: { do: [s.vars.isBroken.set(true)] } });
      const result = await check(s, "F isOn");
      expect(result).toFail();
      expect(result.counterexample?.text).toContain("strong fairness of on: never enabled in the loop");
    });

    it("of a step: nothing is owed to it because others of the process are taken", async () => {
      const door = (fair?: "weak" | "strong") => {
        const s = system("door", { isOpen: bool, isInside: bool });
        const { isOpen, isInside } = s.vars;
        return s.process(
          "cat",
          { fair: "strong" },
          {
            push: { do: [isOpen.set(isOpen.not())] },
            enter: { when: isOpen.and(isInside.not()), do: [isInside.set(true)], ...(fair && { fair }) },
          },
        );
      };
      expect(await check(door(), "F isInside")).toFail();
      const weak = await check(door("weak"), "F isInside");
      expect(weak).toFail();
      expect(weak.counterexample?.text).toContain("weak fairness of cat.enter: not enabled");
      expect(await check(door("strong"), "F isInside")).toHold();
      const unknown = { do: [], fair: "sometimes" } as unknown as { do: [] };
      expect(() => system("s", { x: bool }).process("p", {}, { step: unknown })).toThrow(
        `p.step: fair is "sometimes", expected weak, strong, unconditional`,
      );
    });

    it("unconditional: behaviours without its steps do not count", async () => {
      expect(await check(lamp({ on: "unconditional" }), "G F isOn")).toHold();
      const s = lamp({ on: "unconditional" });
      s.process("hammer", { fair: "unconditional" }, { hit: { do: [s.vars.isBroken.set(true)] } });
      expect(await check(s, "false")).toHold(); // no behaviour is fair
    });

    it("a condition: it holds again and again", async () => {
      const s = lamp({});
      expect(await check(s, "G F isOn")).toFail();
      s.fair("somebody is at home", s.vars.isOn);
      expect(await check(s, "G F isOn")).toHold();
      const result = await check(s, "F G isOn");
      expect(result.counterexample?.text).toContain("somebody is at home: true after step");
    });
  });

  describe("where no step is enabled", () => {
    const ending = (deadlock?: "error" | "stutter" | "end") => {
      const s = system("ending", { n: int(0, 2) }, deadlock === undefined ? {} : { deadlock });
      const { n } = s.vars;
      return s.process("p", { fair: "weak" }, { go: { when: n.lt(2), do: [n.set(n.plus(1))] } });
    };

    it("says so, unless it is told what that means", async () => {
      const result = await check(ending(), "F n = 2");
      expect(result).toFail();
      expect(result.counterexample).toMatchObject({
        kind: "deadlock",
        states: [{ n: 0 }, { n: 1 }, { n: 2 }],
        steps: ["p.go", "p.go"],
        loop: null,
      });
      expect(String(result)).toContain("the system has a deadlock");
      expect(String(result)).toContain("-- no step is enabled");
    });

    it("stutter: the last state stays for ever", async () => {
      expect(await check(ending("stutter"), "F G n = 2")).toHold();
      const result = await check(ending("stutter"), "G n < 2");
      expect(result.counterexample).toMatchObject({ kind: "run", loop: null, steps: ["p.go", "p.go"] });
      const lasso = (await check(ending("stutter"), "G F n < 2")).counterexample;
      expect(lasso).toMatchObject({ kind: "lasso", loop: 2, steps: ["p.go", "p.go", null] });
    });

    it("end: the run is no behaviour", async () => {
      expect(await check(ending("end"), "G n < 2")).toHold();
    });

    it("is found where the automaton of the formula never looks", async () => {
      const s = system("two ways", { at: oneOf("start", "loop", "trap") });
      const { at } = s.vars;
      s.process(
        "p",
        {},
        {
          spin: { when: at.is("start"), do: [at.set("loop")] },
          turn: { when: at.is("loop"), do: [] },
          fall: { when: at.is("start"), do: [at.set("trap")] },
        },
      );
      expect((await check(s, "at = start")).counterexample?.kind).toBe("deadlock");
    });
  });

  it("prints the lasso in the terms of the system", async () => {
    const s = system("light", { colour: oneOf("red", "green"), cars: array(2, oneOf("waits", "drives")) });
    const { colour, cars } = s.vars;
    s.process(
      "light",
      { fair: "weak" },
      {
        switch: { do: [colour.set("green")] },
      },
    ).process(
      "car",
      {},
      {
        go: { when: colour.is("green"), do: [cars.at(1).set("drives")] },
      },
    );
    const result = await check(s, "F cars[1] = drives", { checkSeconds: 100 });
    expect(String(result).split("\n").slice(1).join("\n")).toBe(
      [
        "note: fairness is missing: with weak fairness of car it holds: car.go is enabled in every state of the loop, and never taken",
        "   start         colour = red, cars = [waits, waits]",
        "1  light.switch  colour: red → green",
        "-- loop starts here: colour = green, cars = [waits, waits]",
        "2  light.switch",
        "-- and again from step 2, for ever",
        "   weak fairness of light: takes step 2",
      ].join("\n"),
    );
  });

  it("says where an invariant breaks, and a promise that is not kept", async () => {
    const s = system("count", { n: int(0, 3) });
    const { n } = s.vars;
    s.process("p", { fair: "weak" }, { up: { do: [n.set(n.plus(1).mod(4))] } });
    const broken = (await check(s, "G n < 2")).counterexample;
    expect(broken?.breach).toEqual({ state: 2, text: "n < 2 is false here" });
    expect(broken?.text).toMatch(/2 {2}p\.up {3}n: 1 → 2\n-- n < 2 is false here\n$/);
    const past = (await check(s, "G (n = 0 -> !(Y n = 3))")).counterexample;
    expect(past).toMatchObject({ kind: "run", breach: { state: 4 } });
    const later = (await check(s, "G (n = 0 -> !(Y n = 3))", { engine: "couvreur" })).counterexample;
    expect(later).toMatchObject({ kind: "lasso", breach: null }); // in the second turn of the loop
    const stuck = system("stuck", { n: int(0, 3) }, { deadlock: "stutter" });
    stuck.process("p", {}, { up: { when: stuck.vars.n.lt(2), do: [stuck.vars.n.set(stuck.vars.n.plus(1))] } });
    const promise = (await check(stuck, "G (n = 1 -> F n = 3)")).counterexample;
    expect(promise?.breach).toEqual({ state: 1, text: "n = 1 -> F(n = 3) is false here" });
    expect((await check(stuck, "F n = 3")).counterexample?.breach).toBeNull();
  });

  it("stops when it is told to, and says why it does not know", async () => {
    const s = system("big", { a: int(0, 1000), b: int(0, 1000), c: int(0, 1000) });
    for (const v of Object.values(s.vars))
      s.process(`p${s.processes.length}`, {}, { up: { do: [v.set(v.plus(1).mod(1001))] } });
    expect(await check(s, "G F a = 0 | true", { states: 1000 })).toMatchObject({ answer: "unknown", reason: "bound" });
    expect(await check(s, "G a <= 1000", { seconds: 0.05 })).toMatchObject({ answer: "unknown", reason: "time" });
    const controller = new AbortController();
    const onEvent = () => controller.abort(); // as soon as it has something to say
    expect(await check(s, "G a <= 1000", { signal: controller.signal, onEvent })).toMatchObject({
      reason: "cancelled",
    });
  });

  it("refuses in words what it cannot do", async () => {
    const problem = (s: System, formula: string | { ctl: string }, engine?: string) =>
      check(s, formula, engine === undefined ? {} : { engine }).then(String, (e: Error) => e.message);
    const plain = system("plain", { is: bool }).process("p", {}, { x: { do: (s) => { s.is = true; } } }) as unknown as System; // biome-ignore format: one line
    expect(await problem(plain, { ctl: "EF is" })).toContain(
      "CTL needs a system written with expressions, and the effect of p.x",
    );
    expect(await problem(plain, "F is", "gsh")).toContain("the effect of p.x is a function");
    expect(await problem(lamp({ on: "strong" }) as unknown as System, { ctl: "EF isOn" }, "gsh")).toContain(
      "CTL is not supported with strong fairness",
    );
    expect(await problem(lamp({}) as unknown as System, "F isOn", "magic")).toContain("no engine 'magic'");
    expect(await problem(lamp({}) as unknown as System, "F isOn", "gsh")).toContain("need a host");
  });
});

describe("the matchers", () => {
  it("print the counterexample when a property should hold", async () => {
    const result = await check(lamp({}), "G F isOn");
    expect(() => expect(result).toHold()).toThrow(/expected that it holds(.|\n)*wait\.pass/);
    expect(() => expect(result).not.toFail()).toThrow("expected that it does not say 'fails'");
  });

  it("notice a forgotten await", () => {
    expect(() => expect(check(lamp({}), "true")).toHold()).toThrow("is there an 'await' missing?");
    expect(() => expect(check(lamp({}), "true")).not.toHold()).toThrow("is there an 'await' missing?");
  });
});
