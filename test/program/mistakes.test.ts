import { describe, expect, it } from "vitest";
import { array, bool, check, cond, int, ModelError, oneOf, type StepSpec, system } from "../../src/program.js";

/** What goes wrong when a system of one step is checked. */
async function mistake<S extends StepSpec<typeof VARIABLES>>(step: S): Promise<ModelError> {
  const s = system("s", VARIABLES).process("worker", {}, { go: step });
  const e = await check(s, "true").then(
    () => null,
    (error: unknown) => error,
  );
  expect(e).toBeInstanceOf(ModelError);
  return e as ModelError;
}

const VARIABLES = { n: int(0, 3), mode: oneOf("on", "off"), isUp: bool, cells: array(3, int(0, 2)) };
const s = system("s", VARIABLES);

describe("a mistake of the program is named: process, step, variable and value", () => {
  it("a value outside its domain, set by an expression", async () => {
    const own = system("own", VARIABLES);
    own.process("worker", {}, { go: { do: [own.vars.n.set(own.vars.n.plus(2))] } });
    const e = await check(own, "true").catch((error: unknown) => error as ModelError);
    expect((e as ModelError).problem).toBe(
      [
        "worker.go sets n to 4, which is not in its domain, 0..3",
        "after",
        "   start      n = 0, mode = on, isUp = false, cells = [0, 0, 0]",
        "1  worker.go  n: 0 → 2",
      ].join("\n"),
    );
    expect(e).toMatchObject({ place: { process: "worker", step: "go", variable: "n", value: 4 } });
  });

  it("a value outside its domain, set by a function", async () => {
    expect((await mistake({ do: (x) => { x.n -= 1; } })).place).toEqual({ process: "worker", step: "go", variable: "n", value: -1 }); // biome-ignore format: one line
    expect((await mistake({ do: (x) => { x.n = 0.5; } })).message).toContain("worker.go sets n to 0.5"); // biome-ignore format: one line
    const wrong = "middle" as "on";
    expect((await mistake({ do: (x) => { x.mode = wrong; } })).message).toContain(`sets mode to "middle", which is not in its domain, "on", "off"`); // biome-ignore format: one line
    expect((await mistake({ do: (x) => { x.cells[1] = 7; } })).message).toContain("sets cells[1] to 7"); // biome-ignore format: one line
    expect((await mistake({ do: (x) => { x.cells = []; } })).message).toContain("makes cells an array of 0: it is an array of 3"); // biome-ignore format: one line
    expect((await mistake({ do: (x) => { x.isUp = undefined as unknown as boolean; } })).message).toContain("sets isUp to undefined"); // biome-ignore format: one line
  });

  it("an index out of bounds", async () => {
    const own = system("own", VARIABLES);
    const { cells, n } = own.vars;
    own.process("worker", {}, { go: { when: cells.at(n).is(0), do: [n.set(n.plus(1).mod(4))] } });
    const e = await check(own, "true").catch((error: unknown) => error as ModelError);
    expect((e as ModelError).message).toContain(
      "the guard of worker.go uses cells[3], but cells has the elements 0 to 2",
    );
    expect(e).toMatchObject({ place: { process: "worker", step: "go", variable: "cells", value: 3 } });
  });

  it("a body that is another one when it is asked again", () => {
    const own = system("own", VARIABLES);
    const bodies = [{ go: { do: [] } }, [own.vars.n.set(1)]];
    expect(() => own.process("worker", {}, () => bodies.shift()!)).toThrow(
      "what process 'worker' does is said twice, and not the same both times",
    );
  });

  it("a guard that changes the state", async () => {
    const e = await mistake({ when: (x) => (x.cells as number[]).fill(1).length > 0, do: [] });
    expect(e.message).toContain("the guard of worker.go throws");
    expect(e.message).toContain("(it may only look at the state)");
  });

  it("a variable that does not exist", async () => {
    const e = await mistake({ do: (x) => { (x as Record<string, unknown>).m = 1; } }); // biome-ignore format: one line
    expect(e.message).toContain("(it may only set the variables of the system)");
  });

  it("a guard or an effect that depends on something else than the state", async () => {
    let calls = 0;
    expect((await mistake({ when: () => calls++ % 2 === 0, do: [] })).message).toContain(
      "the guard of worker.go is true and false in the same state",
    );
    expect((await mistake({ do: (x) => { x.n = calls++ % 4; } })).message).toContain("the effect of worker.go does two different things in the same state"); // biome-ignore format: one line
  });

  it("a guard that is neither true nor false, and effects that return or throw", async () => {
    expect((await mistake({ when: () => 1 as unknown as boolean, do: [] })).message).toContain(
      "the guard of worker.go is 1, neither true nor false",
    );
    expect((await mistake({ do: async () => {} })).message).toContain(
      "returns an object: it must change the state that it is given",
    );
    expect((await mistake({ do: () => { throw new Error("boom"); } })).message).toContain("the effect of worker.go throws: boom"); // biome-ignore format: one line
    expect((await mistake({ do: (_, choose) => { choose([]); } })).message).toContain("expected some values"); // biome-ignore format: one line
  });
});

describe("a mistake in putting a system together is said at once", () => {
  const { n, mode, cells } = s.vars;
  const cases: [string, () => unknown, string][] = [
    ["an empty range", () => int(3, 2), "int(3, 2) has no values"],
    ["a huge range", () => int(0, 2 ** 29), "more than 2^24 values"],
    ["a value listed twice", () => oneOf("a", "a"), `oneOf lists "a" twice`],
    ["an initial value outside", () => int(0, 3).init(4), "the initial value 4 is not in its domain, 0..3"],
    ["too few initial values", () => array(2, bool).init([true]), "1 initial values for an array of 2"],
    ["an element that is not there", () => cells.at(3), "cells has no element 3: it has 0 to 2"],
    ["a domain that is none", () => system("x", { a: true as unknown as typeof bool }), "a needs a domain"],
    ["a name that formulas cannot say", () => system("x", { "a b": bool }), "'a b' cannot be the name of a variable"],
    ["two processes of one name", () => system("x", {}).process("p", {}, {}).process("p", {}, {}), "two processes 'p'"],
    [
      "a proposition like a variable",
      () => system("x", VARIABLES).proposition("n", () => true),
      "'n' is a variable or a proposition already",
    ],
    [
      "a variable of another system",
      () => system("x", VARIABLES).proposition("p", n.is(1)),
      "uses a variable of another system",
    ],
    [
      "one variable set twice",
      () =>
        system("s", VARIABLES).process("p", {}, { x: { do: [] } }) &&
        s.process("p", {}, { x: { do: [n.set(1), n.set(2)] } }),
      "the effect of p.x sets n twice",
    ],
    [
      "a proposition that may be out of bounds",
      () => s.proposition("p", cells.at(n).is(0)),
      "with an index in 0..3, but there are 0 to 2",
    ],
    ["a wrong name, from JavaScript", () => mode.set("middle" as "on"), `"middle" is none of "on", "off"`],
    [
      "a number that grows too large",
      () =>
        s.proposition(
          "q",
          Array.from({ length: 40 })
            .reduce<ReturnType<typeof n.times>>((x) => x.times(3), n)
            .gt(0),
        ),
      "beyond ±2^48",
    ],
  ];
  for (const [name, make, problem] of cases)
    it(name, () => {
      expect(make).toThrow(ModelError);
      expect(make).toThrow(problem);
    });
});

describe("choices", () => {
  it("of a function: the step is taken once with each way to choose", async () => {
    const dice = system("dice", { a: int(0, 6), b: int(0, 6) }).process(
      "p",
      {},
      {
        roll: {
          do: (x, choose) => {
            x.a = choose([1, 2, 3]);
            x.b = x.a === 1 ? choose([4, 5]) : 6;
          },
        },
      },
    );
    for (const possible of ["a = 1 & b = 4", "a = 1 & b = 5", "a = 2 & b = 6", "a = 3 & b = 6"])
      expect((await check(dice, `G !(${possible})`)).answer).toBe("fails");
    expect((await check(dice, "G !(a = 2 & b = 5) & G a < 4")).answer).toBe("holds");
  });

  it("of an expression: any of some values", async () => {
    const own = system("own", VARIABLES);
    own.process("p", {}, { x: { do: [own.vars.n.setAny(1, 3), own.vars.isUp.setAny()] } });
    expect((await check(own, "G n != 2")).answer).toBe("holds");
    for (const possible of ["n = 1 & isUp", "n = 3 & !isUp"])
      expect((await check(own, `G !(${possible})`)).answer).toBe("fails");
  });

  it("between names, whatever the order in which domains list them", async () => {
    const own = system("own", { a: oneOf("x", "y", "z"), b: oneOf("z", "y", "x"), isUp: bool });
    const { a, b, isUp } = own.vars;
    own.process(
      "p",
      { fair: "weak" },
      { go: { do: [isUp.setAny(), b.set(cond(isUp, "x", a)), a.set(cond(isUp, b, "y"))] } },
    );
    expect((await check(own, "G (isUp -> X b = x) & G (!isUp -> X a = y)")).answer).toBe("holds");
    expect((await check(own, "G (isUp & b = z -> X a = z) & G !(!isUp & a = y & X b != y)")).answer).toBe("holds");
  });

  it("of the first state", async () => {
    const own = system("own", { a: int(0, 5).init(1, 4), b: bool.free() }).process("p", {}, { x: { do: [] } });
    expect((await check(own, "a = 1 | a = 4")).answer).toBe("holds");
    for (const possible of ["a = 1", "a = 4", "b", "!b"])
      expect((await check(own, `!(${possible})`)).answer).toBe("fails");
  });
});

describe("what would otherwise go unnoticed without types is refused:", () => {
  const anything = (value: unknown) => value as never;

  it("options that do not exist", () => {
    expect(() => system("s", { on: bool }, anything({ deadlok: "end" }))).toThrow(
      "system 's' has no option 'deadlok': deadlock",
    );
    expect(() => system("s", { on: bool }).process("p", anything({ fairness: "weak" }), {})).toThrow(
      "process 'p' has no option 'fairness': fair",
    );
    expect(() => system("s", { on: bool }).process("p", {}, { go: anything({ if: () => true, do: [] }) })).toThrow(
      "p.go has no option 'if': when, fair, do",
    );
  });

  it("values that options do not have", () => {
    expect(() => system("s", { on: bool }, anything({ deadlock: "stop" }))).toThrow(
      `deadlock is "stop", expected error, stutter, end`,
    );
    expect(() => system("s", { on: bool }).process("p", anything({ fair: "wek" }), {})).toThrow(
      `process 'p': fair is "wek", expected weak, strong, unconditional`,
    );
  });
});

it("says where in the formula a formula goes wrong, not where in the file", async () => {
  const lamp = system("lamp", { on: bool }).process("p", {}, { go: { do: (x) => { x.on = !x.on; } } }); // biome-ignore format: one line
  await expect(check(lamp, "G (on | F")).rejects.toThrow(/^in the formula 'G \(on \| F', column 10: /);
});
