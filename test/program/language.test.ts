import { describe, expect, it } from "vitest";
import { itf } from "../../src/present/itf.js";
import { svg } from "../../src/present/svg.js";
import { vcd } from "../../src/present/vcd.js";
import { dataOf } from "../../src/program/data.js";
import { hosted } from "../../src/program/hosted.js";
import { Semantics } from "../../src/program/semantics.js";
import { programTrace } from "../../src/program/trace.js";
import {
  type Action,
  always,
  array,
  atomic,
  bool,
  branch,
  channel,
  check,
  choose,
  either,
  eventually,
  goto,
  ifElse,
  implies,
  int,
  label,
  leadsTo,
  loop,
  mapOf,
  next,
  oneOf,
  option,
  record,
  reportOn,
  type System,
  sequenceChartSvg,
  sequenceChartText,
  setOf,
  shown,
  skip,
  system,
  unfair,
  unless,
  until,
  waitFor,
  when,
  whileDo,
} from "../../src/program.js";

const answer = async (s: unknown, formula: string) => (await check(s as System, formula)).answer;
const problem = (work: () => Promise<unknown>): Promise<string> => work().then(String, (e: Error) => e.message);

describe("a process without fairness", () => {
  const counter = (stopping?: "allowed" | "never", fair?: "weak") => {
    const s = system("s", { n: int(0, 2) }, stopping === undefined ? {} : { stopping });
    return s.process("p", fair ? { fair } : {}, { go: { do: [s.vars.n.set(s.vars.n.plus(1).mod(3))] } });
  };

  it("may stop for ever, also when it is the only one", async () => {
    const result = await check(counter(), "G F n = 0");
    expect(result.answer).toBe("fails");
    expect(result.counterexample?.text).toContain("(nothing)");
    expect(await answer(counter(undefined, "weak"), "G F n = 0")).toBe("holds");
  });

  it("goes on where the system never stops, as in SPIN", async () => {
    expect(await answer(counter("never"), "G F n = 0")).toBe("holds");
  });

  it("does not stop for the sake of others: who is fair goes on", async () => {
    const s = counter();
    s.process("q", { fair: "weak" }, { go: { when: s.vars.n.is(1), do: [s.vars.n.set(2)] } });
    expect(await answer(s, "G (n = 1 -> F n = 2)")).toBe("holds");
    expect(await answer(s, "F n = 1")).toBe("fails");
  });
});

describe("a condition that is made and lost", () => {
  it("is found by its place", async () => {
    const s = system("s", { a: int(0, 1), b: int(0, 1) });
    const { a, b } = s.vars;
    s.process("p", {}, { go: { when: a.is(1) && b.is(1), do: [] } });
    const text = await problem(() => check(s, "true"));
    expect(text).toMatch(/language\.test\.ts:\d+:\d+: a condition that is made here is not used/);
  });
});

describe("a mistake while states are visited", () => {
  it("has file, line and column of the step", async () => {
    const s = system("s", { n: int(0, 1), d: int(0, 1) });
    s.process("p", {}, { go: { do: [s.vars.n.set(s.vars.n.plus(1))] } });
    expect(await problem(() => check(s, "true"))).toMatch(/language\.test\.ts:\d+:\d+: p\.go sets n to 2/);
    const t = system("t", { n: int(0, 1), d: int(0, 1) });
    t.process("p", {}, { go: { do: [t.vars.n.set(t.vars.n.div(t.vars.d))] } });
    expect(await problem(() => check(t, "true"))).toMatch(/the effect of p\.go divides by 0: expected 1 or more/);
  });

  it("is setting an element twice, where an index decides", async () => {
    const s = system("s", { a: array(2, int(0, 3)), i: int(0, 1) });
    const { a, i } = s.vars;
    s.process("p", {}, { go: { do: [a.at(i).set(1), a.at(0).set(2)] } });
    expect(await problem(() => check(s, "true"))).toContain("p.go sets a[0] twice");
  });
});

describe("domains with parts", () => {
  it("are set and compared as a whole or in part, and shown as they are written", async () => {
    const point = record({ x: int(0, 2), y: bool });
    const s = system("s", {
      at: point,
      best: option(point),
      seen: setOf(int(0, 2)),
      colour: mapOf(oneOf("left", "right"), oneOf("red", "green")),
      grid: array(2, array(2, int(0, 1))),
    });
    const { at, best, seen, colour, grid } = s.vars;
    s.process(
      "p",
      { fair: "weak" },
      {
        move: {
          when: seen.has(at.x).not(),
          do: [at.set({ y: true }), best.set({ x: at.x, y: at.y }), seen.add(at.x), colour.at("right").set("green")],
        },
        write: { when: seen.has(0).and(grid.at(at.x.mod(2)).at(1).is(0)), do: [grid.at(at.x.mod(2)).at(1).set(1)] },
        rest: { when: best.is({ x: 0, y: false }).and(grid.at(0).is([0, 1])), do: [] },
      },
    );
    expect(
      await answer(s, "F G (best.isSome & at.y & seen[0] & !seen[1] & colour[right] = green & grid[0][1] = 1)"),
    ).toBe("holds");
    const { counterexample } = await check(s, "G best.isSome = false");
    expect(counterexample?.text).toContain(
      "at = (x: 0, y: false), best = none, seen = {}, colour = {left: red, right: red}, grid = [[0, 0], [0, 0]]",
    );
    expect(counterexample?.text).toContain(
      "at.y: false → true, best: none → (x: 0, y: false), seen: {} → {0}, colour[right]: red → green",
    );
    expect(counterexample?.states[1]?.best).toEqual({ x: 0, y: false });
  });

  it("give functions values of their own, and take them back", async () => {
    const s = system("s", { seen: setOf(int(0, 2)), queue: channel(2, int(0, 2)) }, { deadlock: "stutter" });
    s.process(
      "p",
      { fair: "weak" },
      {
        go: {
          when: (state) => state.queue.length < 2,
          do: (state, choose) => {
            const n = choose([0, 1, 2]);
            state.seen.add(n);
            state.queue.push(n);
          },
        },
      },
    );
    expect(await answer(s, "F queue.length = 2 & G (queue.length = 2 -> seen[0] | seen[1] | seen[2])")).toBe("holds");
  });
});

describe("a channel", () => {
  const ends = (options: Parameters<typeof channel>[2]) => {
    const s = system(
      "s",
      { net: channel(2, int(0, 2), options), sent: int(0, 2), last: int(0, 2) },
      { deadlock: "stutter" },
    );
    const { net, sent, last } = s.vars;
    return s
      .process(
        "a",
        { fair: "weak" },
        { send: { when: sent.lt(2), do: [net.send(sent.plus(1)), sent.set(sent.plus(1))] } },
      )
      .process("b", { fair: "weak" }, { receive: { do: net.receive((n) => last.set(n)) } });
  };

  it("keeps the order, or does not", async () => {
    expect(await answer(ends({}), "F G last = 2")).toBe("holds");
    expect(await answer(ends({ order: "bag" }), "F G last = 2")).toBe("fails");
  });

  it("may start with messages: a bag with the same ones in any order", async () => {
    const starting = (messages: number[]) => {
      const s = system(
        "s",
        { net: channel(3, int(0, 2), { order: "bag" }).init(messages), last: int(0, 2) },
        { deadlock: "stutter" },
      );
      return s.process("b", { fair: "weak" }, { take: { do: s.vars.net.receive((m) => s.vars.last.set(m)) } });
    };
    const [one, other] = [starting([2, 0, 1]), starting([0, 1, 2])];
    expect(one.slots.map((slot) => slot.initial)).toEqual(other.slots.map((slot) => slot.initial));
    for (const k of [0, 1, 2]) expect(await answer(one, `!(X last = ${k})`)).toBe("fails");
  });

  it("loses and doubles messages, by a process of its own name", async () => {
    const lossy = await check(ends({ lossy: true }), "F last != 0");
    expect(lossy.counterexample?.text).toContain("net.lose(#1)");
    expect(await answer(ends({ duplicating: true }), "G (sent < 2 -> net.length < 2)")).toBe("fails");
    expect(await answer(ends({}), "G (sent < 2 -> net.length < 2)")).toBe("holds");
    expect(await answer(ends({}), "G (last = 2 -> G last = 2)")).toBe("holds");
  });

  it("blocks who sends when it is full, and who receives when it is empty", async () => {
    const s = system("s", { net: channel(1, bool) });
    s.process("a", {}, { send: { do: s.vars.net.send(true) } });
    expect((await check(s, "true")).counterexample?.kind).toBe("deadlock");
  });
});

describe("a choice", () => {
  it("is a step for each value with which it is possible, and fairness speaks of all of them", async () => {
    const s = system("s", { a: array(3, bool) });
    const { a } = s.vars;
    s.process(
      "p",
      {},
      {
        set: { do: choose(3, (i) => when(a.at(i).not(), a.at(i).set(true))), fair: "weak" },
        clear: { when: a.every((x) => x), do: [ifElse(a.at(0), [a.at(0).set(false)], [])] },
      },
    );
    expect(s.processes[0]!.steps.map((step) => step.name)).toEqual([
      "set(0)",
      "set(1)",
      "set(2)",
      "clear(then)",
      "clear(else)",
    ]);
    expect(await answer(s, "F (a[0] & a[1] & a[2])")).toBe("holds");
  });
});

describe("a sequential process", () => {
  it("takes a step for each statement, and names their lines", async () => {
    const s = system("s", { x: int(0, 3) }, { deadlock: "stutter" });
    const { x } = s.vars;
    s.process("p", { fair: "weak" }, () => [
      label("start", x.set(1)),
      whileDo(x.lt(3), x.set(x.plus(1))),
      branch(x.is(3), [label("end", x.set(0))], [goto("start")]),
    ]);
    expect(await answer(s, "F (p.pc = done & x = 0) & F x = 3")).toBe("holds");
    const { counterexample } = await check(s, "G p.pc != end");
    expect(counterexample?.text).toMatch(/p\.start:\d+ /);
    expect(counterexample?.text).toMatch(/p\.L\d+\(true\)/);
  });

  it("tests and acts in two steps, unless that is atomic", async () => {
    const race = (isAtomic: boolean) => {
      const s = system("s", { free: bool.init(true), inside: int(0, 2) }, { deadlock: "stutter" });
      const { free, inside } = s.vars;
      const body = () => [branch(free, [atomic(free.set(false), inside.set(inside.plus(1)))])];
      s.family("p", { count: 2, fair: "weak" }, () => (isAtomic ? [atomic(...body())] : body()));
      return s;
    };
    expect(await answer(race(false), "G inside < 2")).toBe("fails");
    expect(await answer(race(true), "G inside < 2")).toBe("holds");
  });

  it("sees in what is atomic what came before, also through an index", async () => {
    const s = system("s", { a: array(3, int(0, 3)), i: int(0, 2), x: int(0, 3) }, { deadlock: "stutter" });
    const { a, i, x } = s.vars;
    s.process("p", { fair: "weak" }, () => [
      atomic(i.set(2), a.at(i).set(3), x.set(a.at(2)), a.at(i).set(1), i.set(i.minus(1)), a.at(i.minus(1)).set(2)),
    ]);
    expect(await answer(s, "F (a[2] = 1 & x = 3 & i = 1 & a[0] = 2 & a[1] = 0)")).toBe("holds");
  });

  it("has fairness as a whole, except where it says that it need not", async () => {
    const s = system("s", { n: int(0, 1) });
    const { n } = s.vars;
    s.process("p", { fair: "weak" }, () => [loop(label("rest", unfair(n.set(1))), n.set(0))]);
    expect(await answer(s, "G (n = 1 -> F n = 0)")).toBe("holds");
    expect(await answer(s, "F n = 1")).toBe("fails");
  });

  it("has fairness together with others", async () => {
    const s = system("s", { x: bool, y: bool, t: bool });
    const { x, y, t } = s.vars;
    s.process("a", {}, { go: { do: [x.set(true)] } });
    s.process("b", {}, { go: { do: [y.set(true)] } });
    s.process("clock", { fair: "weak" }, { tick: { do: [t.set(t.not())] } });
    s.fairTogether("one of both", "weak", ["a.go", "b.go"]);
    expect(await answer(s, "F (x | y)")).toBe("holds");
    expect(await answer(s, "F x")).toBe("fails");
    expect(() => s.fairTogether("z", "weak", ["a.og"])).toThrow("there is no step 'a.og' (did you mean 'a.go'?)");
  });

  it("goes one of several ways, as its first statements allow", async () => {
    const s = system("s", { x: int(0, 2) }, { deadlock: "stutter" });
    const { x } = s.vars;
    s.process("p", { fair: "weak" }, () => [
      either([waitFor(x.is(1)), x.set(0)], [skip(), x.set(2)]),
      label("end", waitFor(x.is(1))),
    ]);
    expect(await answer(s, "F (p.pc = end & x = 2)")).toBe("holds");
  });

  it("with a wrong label is refused by its place", () => {
    const s = system("s", { x: bool });
    expect(() => s.process("p", {}, () => [label("a", skip()), goto("b")])).toThrow(
      /language\.test\.ts:\d+:\d+: there is no label 'b'/,
    );
    expect(() => s.process("q", {}, () => [loop()])).toThrow(/a loop needs a statement/);
  });
});

describe("a formula about a program", () => {
  const s = system("s", { a: array(3, int(0, 3)).init([0, 1, 2]), i: int(0, 2), m: mapOf(oneOf("u", "v"), bool) });
  const { a, i, m } = s.vars;
  s.process(
    "p",
    { fair: "weak" },
    { go: { do: [i.set(i.plus(1).mod(3)), a.at(i).set(a.at(i)), m.at("u").set(true)] } },
  );
  s.proposition("small", i.lt(1));

  it.each([
    ["G a[i] = i", "holds"],
    ["G a[i] + 1 > i", "holds"],
    ["G (a[(i + 1) mod 3] != a[i])", "holds"],
    ["forall k in a: G a[k] = k", "holds"],
    ["exists k in 0..2: G i = k", "fails"],
    ["forall k in {u, v}: F m[k]", "fails"],
    ["exists k in m: F m[k]", "holds"],
    ["forall k in 0..1: G (a[k] < a[k + 1])", "holds"],
    ["G (max(a[0], i) = i & min(i, 1) <= 1)", "holds"],
    ["G (2 * i - i = i & (small | i > 0))", "holds"],
  ])("%s: %s", async (formula, expected) => {
    expect(await answer(s, formula)).toBe(expected);
  });

  it("that has no value in some state, or makes no sense, is refused", async () => {
    expect(await problem(() => check(s, "G a[i + 1] = 0"))).toContain("has no value in some states");
    expect(await problem(() => check(s, "G a[i] = u"))).toContain("no variable or proposition 'u'");
    expect(await problem(() => check(s, "forall k in 0..9: G a[k] = 0"))).toContain("a[3]");
  });
});

describe("a formula of conditions", () => {
  it("is typed, and asks the same as its text", async () => {
    const s = system("s", { n: int(0, 2), on: bool });
    const { n, on } = s.vars;
    s.process("p", { fair: "weak" }, { go: { do: [n.set(n.plus(1).mod(3)), on.set(n.is(1))] } });
    s.property("comes", leadsTo(n.is(1), on));
    expect(s.properties[0]!.formula).toBe(`G (("comes#1") -> (F ("comes#2")))`);
    expect(await answer(s, s.properties[0]!.formula)).toBe("holds");
    expect(await answer(s, s.formula(always(n.is(0).or(n.is(1)))))).toBe("fails");
    expect(await answer(s, s.formula(until(n.lt(2), n.is(2)).and(eventually(next(n.is(0))))))).toBe("holds");
    expect(await answer(s, s.formula(always(implies(n.is(1), next(on)))))).toBe("holds");
    expect(await answer(s, s.formula(unless(on.not(), n.is(2))))).toBe("holds");
  });
});

describe("setAny", () => {
  const small = {
    flag: [bool, 2],
    number: [int(1, 3), 3],
    name: [oneOf("red", "green"), 2],
    array: [array(2, int(0, 2)), 9],
    record: [record({ x: bool, y: int(0, 2) }), 6],
    option: [option(record({ x: bool, y: int(0, 2) })), 7],
    set: [setOf(int(0, 2)), 8],
    map: [mapOf(bool, oneOf("red", "green")), 4],
    nested: [array(2, option(bool)), 9],
  } as const;

  it.each(Object.entries(small))("without values means every value of its domain: of %s", (_, [domain, values]) => {
    const s = system("s", { v: domain }, { deadlock: "stutter" });
    const v = s.vars.v as { setAny(): Action };
    s.process("p", {}, { go: { do: v.setAny() } });
    expect(reportOn(s)).toMatchObject({ states: values, isComplete: true });
  });

  it("takes values and expressions, for every kind of domain", () => {
    const s = system("s", { n: int(0, 4), flag: bool, pair: array(2, int(0, 4)) }, { deadlock: "stutter" });
    const { n, flag, pair } = s.vars;
    const steps = { go: { do: [n.setAny(n, n.plus(2).mod(5), 4), flag.setAny(n.is(2)), pair.setAny([n, 0], pair)] } };
    s.process("p", {}, steps);
    expect(s.processes[0]?.steps.map((step) => step.name)).toEqual([
      "go(#1, #1, #1)",
      "go(#1, #1, #2)",
      "go(#2, #1, #1)",
      "go(#2, #1, #2)",
      "go(#3, #1, #1)",
      "go(#3, #1, #2)",
    ]);
    expect(() => n.setAny(5)).toThrow("n cannot be 5");
  });

  it("is refused for what has channels in it, and unknown where there are too many values to visit", async () => {
    const s = system("s", { net: record({ x: channel(1, bool) }), wide: setOf(int(0, 63)) }, { deadlock: "stutter" });
    expect(() => s.vars.net.setAny()).toThrow("net.x has channels");
    s.process("p", {}, { go: { do: s.vars.wide.setAny() } });
    expect(await check(s, "G true")).toMatchObject({ answer: "unknown", reason: "bound" });
    expect(() => option(option(bool))).toThrow("an option of an option");
  });
});

describe("values that are shown otherwise", () => {
  const node = shown(int(0, 2), (k) => `node ${"abc"[k]}`);
  const message = shown(record({ to: node, ack: bool }), ({ to, ack }) => `${ack ? "ack" : "msg"}>${to}`);
  const made = () => {
    const s = system("s", {
      at: node.init(1),
      net: channel(1, message),
      seen: setOf(node),
      up: shown(bool, (is) => (is ? "<up>" : "down")),
    });
    const { at, net, seen, up } = s.vars;
    return s.process(
      "p",
      { fair: "weak" },
      {
        go: { when: net.isEmpty(), do: [net.send({ to: at, ack: up }), at.set(2), seen.add(at), up.set(true)] },
        stop: { do: net.receive() },
      },
    );
  };

  it("are so in traces, pictures, charts and value change dumps, in parts too", async () => {
    const s = made();
    const { counterexample } = await check(s, "G !up");
    expect(counterexample?.text).toContain("at = node b, net = [], seen = {}, up = down");
    expect(counterexample?.text).toContain("net: [] → [msg>1], seen: {} → {node b}, up: down → <up>");
    expect(counterexample?.states[1]).toMatchObject({ at: 2, up: true, net: [{ to: 1, ack: false }] });
    expect(sequenceChartText(s, counterexample!)).toContain("! net msg>1");
    const trace = programTrace(s, {
      states: [...new Semantics(s).initial()],
      steps: [null],
      loop: null,
    });
    expect(vcd(trace)).toMatch(/\$var wire 1 (.) up \$end\n\$var string 1 (.) up_shown \$end/);
    expect(vcd(trace)).toMatch(/\nsnode_b /);
    expect(svg(trace, "t")).toContain(">node b</text>");
    expect(JSON.parse(itf(trace, { source: "s", description: "d" })).states[0]).toMatchObject({
      at: { "#bigint": "1" },
      up: false,
    });
  });

  it("stay so as data, and formulas speak of the values themselves", async () => {
    const { data } = dataOf(made());
    const { program } = hosted(JSON.parse(JSON.stringify(data)));
    expect(program.variables.map((v) => v.domain.display?.size ?? 0)).toEqual([3, 0, 0, 2]);
    expect(await answer(made(), "G (at = 1 | at = 2)")).toBe("holds");
  });

  it("are refused where they are too many, or no text", () => {
    expect(() => shown(int(0, 5000), String)).toThrow("5001 values, more than 4096");
    expect(() => shown(channel(1, bool), () => "x")).toThrow("messages of a channel");
    expect(() => shown(bool, () => 1 as unknown as string)).toThrow("the text for false is 1");
  });
});

describe("a report on a program", () => {
  it("guesses how many states there are where not all were visited", () => {
    const s = system("s", { a: array(5, int(0, 9)) });
    for (let i = 0; i < 5; i++)
      s.process(`p${i}`, {}, { go: { do: [s.vars.a.at(i).set(s.vars.a.at(i).plus(1).mod(10))] } });
    const report = reportOn(s, { states: 3000 });
    expect(report).toMatchObject({ isComplete: false, atMost: 100_000 });
    // 100,000 there are; the guess is of the right order of magnitude.
    expect(report.estimate).toBeGreaterThan(20_000);
    expect(report.estimate).toBeLessThanOrEqual(100_000);
    expect(String(report)).toContain("more than 3000 states, perhaps ");
  });

  it("names what is of no use", () => {
    const s = system("s", { n: int(0, 3), unread: int(0, 3), net: channel(1, bool) });
    const { n, unread, net } = s.vars;
    s.process(
      "p",
      {},
      {
        go: { do: [n.set(n.plus(1).mod(3)), unread.set(n)] },
        dead: { when: n.is(3), do: [] },
        pick: { do: choose(4, (k) => when(n.is(k))) },
      },
    );
    s.process("q", {}, { get: { do: net.receive() } });
    s.proposition("high", n.gt(2)).proposition("low", n.lt(2));
    const report = reportOn(s);
    expect(report).toMatchObject({
      states: 4,
      isComplete: true,
      neverEnabled: ["p.dead", "q.get"],
      neverTaken: ["p.pick(3)"],
      neverTrue: ["high"],
      neverRead: ["unread"],
    });
    expect(String(report)).toContain("4 states, of 64 that the domains allow");
    expect(reportOn(s, { states: 2 }).isComplete).toBe(false);
    expect(report.estimate).toBe(4);
    expect(reportOn(s.property("asked", "G unread < 3")).neverRead).toEqual([]);
  });
});

describe("a sequence chart", () => {
  it("has a lane a process, and says from whom a message comes", async () => {
    const s = system("s", { net: channel(2, int(0, 2)), got: int(0, 2) });
    const { net, got } = s.vars;
    s.process("a", { fair: "weak" }, { send: { when: net.isEmpty(), do: net.send(got.plus(1).min(2)) } });
    s.process("b", { fair: "weak" }, { take: { do: net.receive((m) => got.set(m)) } });
    const { counterexample } = await check(s, "G got < 2");
    expect(sequenceChartText(s, counterexample!)).toBe(
      [
        "a     b",
        "send  |     ! net 1",
        "|     take  ? net 1 from a",
        "send  |     ! net 2",
        "|     take  ? net 2 from a",
        "",
      ].join("\n"),
    );
    const svg = sequenceChartSvg(s, counterexample!);
    expect(svg.match(/marker-end/g)).toHaveLength(2);
  });
});

describe("a word that is a value of what it is compared with and a variable as well", () => {
  const s = system("s", {
    turn: oneOf("left", "right"),
    turns: array(2, oneOf("left", "right")),
    left: oneOf("idle", "inside"),
    right: oneOf("left", "inside"),
  });
  s.process("p", {}, { go: { do: [s.vars.turn.set("left")] } });

  it.each(["G turn = left", "G left = turn", "G turns[0] = left", "forall i in 0..1: G left = turns[i]"])(
    "is the value, if the two variables are never equal: %s",
    async (formula) => expect(await answer(s, formula)).toBe("holds"),
  );

  it.each(["G turn = right", "G right = turn", "G turns[0] = right", "forall i in 0..1: G right = turns[i]"])(
    "is refused, if they can be equal: %s",
    async (formula) =>
      expect(await problem(() => check(s, formula))).toContain(
        "'right' is a variable, and a value of what it is compared with: rename one of them",
      ),
  );
});
