import { describe, expect, it } from "vitest";
import {
  array,
  bool,
  channel,
  check,
  int,
  mapOf,
  oneOf,
  option,
  record,
  setOf,
  skip,
  system,
  type VariableOf,
} from "../../src/program.js";

/** Whether a formula holds of a system that stays in its first state. */
async function first(variables: Parameters<typeof system>[1], formula: string): Promise<string> {
  const still = system("still", variables).process("p", {}, { rest: { do: [skip()] } });
  const explicit = await check(still, formula);
  return explicit.answer;
}

const problem = (asked: Promise<unknown>) =>
  asked.then(
    () => "",
    (e: Error) => e.message,
  );

describe("an index that depends on the state", () => {
  const keys = oneOf("a", "b");
  const variables = {
    of: mapOf(keys, int(0, 5)).init([
      ["a", 1],
      ["b", 2],
    ]),
    seen: setOf(keys).init(["a"]),
    turned: oneOf("b", "a"),
    other: oneOf("a", "b", "c"),
    flag: bool,
    flags: array(2, bool),
    small: int(0, 1),
  };

  it("is the key that it is called like, in whatever order its names are listed", async () => {
    expect(await first(variables, "of[turned] = 2 & of[turned] != 1")).toBe("holds");
    expect(await first(variables, "!seen[turned]")).toBe("holds");
  });

  it("is refused where it may be no key, or is of another kind", async () => {
    expect(await problem(first(variables, "of[other] = 1"))).toContain('a key may be "c"');
    for (const formula of ["of[flag] = 1", "seen[small]", "seen[flag]"])
      expect(await problem(first(variables, formula))).toContain("a key is one of");
    expect(await problem(first(variables, "flags[turned] = 0"))).toContain("an index is a number");
  });

  it("may be the name of a key that is written with digits, which is not its position", async () => {
    const numbered = { of: mapOf(oneOf("1", "0"), array(2, int(0, 9))).init([["1", [7, 7]]]), i: int(0, 1) };
    expect(await first(numbered, "of[1][i] = 7 & of[0][i] = 0")).toBe("holds");
  });

  it("may be true or false, also by quantifier", async () => {
    const byTruth = {
      of: mapOf(bool, int(0, 9)).init([
        [false, 3],
        [true, 4],
      ]),
      flag: bool,
    };
    expect(await first(byTruth, "of[true] = 4 & of[flag] = 3 & (forall b in of: of[b] = 3 + b) & of[1] > of[0]")).toBe(
      "holds",
    );
  });
});

describe("a key that a quantifier stands for", () => {
  it("is never the variable that is called like it", async () => {
    const variables = {
      held: mapOf(oneOf("left", "right"), bool),
      left: oneOf("idle", "right"),
      turn: oneOf("right", "left"),
    };
    expect(await first(variables, "exists side in held: turn = side & !held[side]")).toBe("holds");
    expect(await first(variables, "forall side in held: turn = side")).toBe("fails");
    expect(await problem(first(variables, "forall side in held: left = side"))).toContain('never "left"');
    const apart = { ...variables, left: bool };
    expect(await first(apart, "forall side in held: turn != side | held[side] = left")).toBe("holds");
  });
});

describe("two variables that are called like values of each other", () => {
  it("are refused: either could be the value", async () => {
    const variables = { left: oneOf("idle", "right").init("right"), right: oneOf("left", "up").init("up") };
    for (const formula of ["left = right", "right != left"])
      expect(await problem(first(variables, formula)), formula).toContain("each is called like a value of the other");
    expect(await first({ ...variables, right: oneOf("up", "down") }, "left = right")).toBe("holds");
  });
});

describe("a Boolean beside a number", () => {
  const variables = { flags: array(2, bool).init([true, false]), i: int(0, 1) };

  it("is 0 or 1 on both sides, and never another number", async () => {
    expect(await first(variables, "flags[i] = 1 & 1 = flags[i] & 0 < flags[i]")).toBe("holds");
    for (const formula of ["flags[i] = 2", "flags[i] < 2", "flags[i] > -1", "2 > flags[i]"])
      expect(await problem(first(variables, formula))).toContain("is never");
  });
});

describe("a value that is not there", () => {
  const none = {
    leader: option(int(0, 3)),
    backup: option(int(0, 3)),
    at: option(record({ x: int(0, 3), y: bool })),
    yes: option(bool),
    each: array(2, option(oneOf("red", "green"))),
    net: channel(2, oneOf("ping", "pong")),
    i: int(0, 1),
  };

  it("is equal to no value, as in a program, and neither less nor more than one", async () => {
    for (const value of ["leader", "at.x", "leader + 0"])
      for (const relation of ["= 0", "< 1", "> 0", "<= 0", ">= 0"])
        expect(await first(none, `${value} ${relation}`), `${value} ${relation}`).toBe("fails");
    for (const formula of [
      "0 = leader",
      "i = leader",
      "each[0] = red",
      "each[i] = red",
      "yes",
      "yes = 0",
      "false = yes",
      "at.y = 0",
    ])
      expect(await first(none, formula), formula).toBe("fails");
    expect(await first(none, "leader != 0 & leader = backup & !leader.isSome & yes != 0")).toBe("holds");
  });

  it("is not asked for by a word that is a field as well", async () => {
    const own = {
      o: option(record({ isSome: bool })).init({ isSome: false }),
      a: array(2, option(record({ isSome: bool }))),
    };
    for (const formula of ["o.isSome", "a[0].isSome = 1", "exists k in a: a[k].isSome"])
      expect(await problem(first(own, formula)), formula).toContain("rename the field");
  });

  it("is a message that no channel holds", async () => {
    expect(await first(none, "net[0] = ping | net[i] = ping | net[1] = ping")).toBe("fails");
    const one = { ...none, net: channel(2, oneOf("ping", "pong")).init(["ping"]) };
    expect(await first(one, "net[0] = ping & net[i] = ping & net[1] != ping")).toBe("holds");
  });

  it("is what it is where it is there", async () => {
    const some = {
      ...none,
      leader: option(int(0, 3)).init(2),
      each: array(2, option(oneOf("red"))).init(["red", null]),
    };
    expect(await first(some, "leader = 2 & leader != 0 & leader > 1 & leader != backup & each[i] = red")).toBe("holds");
  });

  it("says what the methods of a program say", async () => {
    const s = system("s", { leader: option(int(0, 1)), i: int(0, 1) }).process("p", {}, { rest: { do: [skip()] } });
    const { leader } = s.vars as { leader: VariableOf<typeof none.leader> };
    s.proposition("zero", leader.is(0)).proposition("other", leader.isNot(0));
    expect((await check(s, "G ((zero <-> leader = 0) & (other <-> leader != 0))")).answer).toBe("holds");
  });
});
