import { describe, expect, it } from "vitest";
import * as model from "../../src/program.js";

// A program in JavaScript is not checked by types. What would be dropped without a word is refused when it is put together.

/** The package without its types. */
type Untyped = { [name: string]: Untyped } & ((...given: unknown[]) => Untyped);
const js = model as unknown as Untyped;
const { array, bool, channel, check, int, mapOf, oneOf, option, record, setOf, system } = js as Required<Untyped>;
const { choose, cond, forAll, ifElse, when } = js as Required<Untyped>;
const { always, eventually, leadsTo } = js as Required<Untyped>;
const { atomic, branch, either, eitherOf, fairly, goto, label, loop, skip } = js as Required<Untyped>;

const fresh = () =>
  system!("s", {
    n: int!(0, 3),
    on: bool,
    mode: oneOf!("up", "down"),
    cells: array!(3, int!(0, 2)),
    point: record!({ x: int!(0, 2), y: bool }),
    maybe: option!(int!(0, 2)),
    seen: setOf!(int!(0, 2)),
    price: mapOf!(oneOf!("a", "b"), int!(0, 2)),
    net: channel!(2, int!(0, 2)),
  });
const { n, on, mode, cells, point, maybe, seen, price, net } = fresh().vars as Required<Untyped>;
const statements = (...list: unknown[]) => fresh().process!("p", {}, () => list);

type Case = readonly [string, () => unknown, string];

describe("arguments that a function does not take", () => {
  it.each<Case>([
    ["int(0, 3, 4)", () => int!(0, 3, 4), "int takes 2 arguments, not 3"],
    ["array.init(a, b)", () => array!(1, bool).init!([true], [false]), "init takes one argument, not 2"],
    ["option.init(1, 2)", () => option!(int!(0, 3)).init!(1, 2), "init takes one argument, not 2"],
    ["channel.init([1], [2])", () => channel!(2, int!(0, 3)).init!([1], [2]), "init takes one argument, not 2"],
    ["record(a, b)", () => record!({ x: bool }, { y: bool }), "record takes one argument, not 2"],
    ["channel(…, {}, {})", () => channel!(1, bool, {}, { lossy: true }), "channel takes 3 arguments, not 4"],
    ["system(…, {}, {})", () => system!("s", {}, {}, { deadlock: "end" }), "system takes 3 arguments, not 4"],
    ["process(…, steps, steps)", () => fresh().process!("p", {}, {}, {}), "process takes 3 arguments, not 4"],
    ["property(name, f, g)", () => fresh().property!("p", "true", "false"), "property takes 2 arguments, not 3"],
    ["n.is(1, 2)", () => n!.is!(1, 2), "is takes one argument, not 2"],
    ["n.plus(1, 2)", () => n!.plus!(1, 2), "plus takes one argument, not 2"],
    ["n.set(1, 2)", () => n!.set!(1, 2), "set takes one argument, not 2"],
    ["on.not(on)", () => on!.not!(on), "not takes no arguments, not 1"],
    ["mode.is(a, b)", () => mode!.is!("up", "down"), "is takes one argument, not 2"],
    ["cells.at(0, 1)", () => cells!.at!(0, 1), "at takes one argument, not 2"],
    ["point.set(a, b)", () => point!.set!({ x: 1 }, { y: true }), "set takes one argument, not 2"],
    ["maybe.set(1, 2)", () => maybe!.set!(1, 2), "set takes one argument, not 2"],
    ["seen.add(1, 2)", () => seen!.add!(1, 2), "add takes one argument, not 2"],
    ["seen.has(1, 2)", () => seen!.has!(1, 2), "has takes one argument, not 2"],
    ["price.at(a, b)", () => price!.at!("a", "b"), "at takes one argument, not 2"],
    ["net.send(1, 2)", () => net!.send!(1, 2), "send takes one argument, not 2"],
    ["choose(2, f, g)", () => choose!(2, () => [], () => []), "choose takes 2 arguments, not 3"], // biome-ignore format: one line
    ["cond(c, 1, 2, 3)", () => cond!(on, 1, 2, 3), "cond takes 3 arguments, not 4"],
    ["forAll(2, f, g)", () => forAll!(2, () => on, () => on), "forAll takes 2 arguments, not 3"], // biome-ignore format: one line
    ["ifElse(c, a, b, c)", () => ifElse!(on, [], [], []), "ifElse takes 3 arguments, not 4"],
    ["branch(c, a, b, c)", () => branch!(on, [], [], []), "branch takes 3 arguments, not 4"],
    ["goto(a, b)", () => goto!("a", "b"), "goto takes one argument, not 2"],
    ["always(p, q)", () => always!(on, on), "always takes one argument, not 2"],
    ["leadsTo(p, q, r)", () => leadsTo!(on, on, on), "leadsTo takes 2 arguments, not 3"],
  ])("are refused: %s", (_, call, problem) => {
    expect(call).toThrow(model.ModelError);
    expect(call).toThrow(problem);
  });

  it("are not the index and the list that map adds", () => {
    expect(["a", "b"].map(model.goto)).toHaveLength(2);
    expect([model.bool, model.int(0, 2)].map(model.setOf)).toHaveLength(2);
  });
});

describe("what is no value, option or statement", () => {
  it.each<Case>([
    ["init without a value", () => int!(0, 3).init!(), "init needs a value to start with"],
    ["a set that starts with a number", () => setOf!(int!(0, 3)).init!(1), "the initial value 1 is not in its domain"],
    ["a map that starts with an object", () => mapOf!(bool, bool).init!({}), "the initial value an object is not"],
    ["an option that a channel has not", () => channel!(1, bool, { losy: true }), "channel has no option 'losy'"],
    ["an option that is no Boolean", () => channel!(1, bool, { lossy: "no" }), 'lossy is "no", expected true, false'],
    ["options that are none", () => system!("s", {}, null), "the options are null, expected an object"],
    ["a field that a record has not", () => point!.is!({ x: 1, y: true, z: 2 }), "the record has no z"],
    ["a number for a record", () => point!.set!(1), "1 is not one of records of x, y"],
    ["a number for a set", () => seen!.set!(1), "1 is no set: expected a set or a list of 0..2"],
    ["a key that a map has not", () => price!.set!(new Map([["a", 1], ["b", 1], ["c", 1]])), "is not one of a value for each"], // biome-ignore format: one line
    ["a function without return", () => choose!(2, () => {}), "not undefined; a function in braces needs a return"],
    ["a message that is dropped", () => net!.receive!(n!.set!(1)), "receive: body: expected a function"],
    ["a fairness that does not exist", () => fairly!("wek", skip!()), 'the fairness is "wek", expected weak, strong'],
    ["fairness that is not said", () => fairly!(skip!()), "the fairness is an object"],
    ["a statement for a list", () => branch!(on, skip!()), "branch takes lists of statements, not an object"],
    ["no way to go", () => either!(), "either needs a way to go"],
    ["a way that is none", () => eitherOf!(2, () => {}), "eitherOf takes lists of statements, not undefined"],
    ["a list for a statement", () => statements(atomic!([skip!()])), "expected a statement"],
    ["a channel as a message", () => channel!(1, record!({ x: channel!(1, bool) })), "a message cannot have channels"],
    ["a channel that may be none", () => option!(channel!(1, bool)), "an option cannot have channels"],
    [
      "an operator of JavaScript",
      () => when!((n as unknown as number) > 1),
      "JavaScript's own operators look at the object",
    ],
    ["a text made of a variable", () => label!(`at_${String(mode)}`), "JavaScript's own operators look at the object"],
    ["a label that means the end", () => label!("done"), "'done' is where a process is that has executed all"],
    ["a label that is none", () => label!(), "undefined cannot be a label"],
    ["steps that are none", () => fresh().process!("p", {}), "what process 'p' does is undefined: expected steps"],
    [
      "an action for a step",
      () => fresh().process!("p", {}, { go: skip!() }),
      "p.go is an object: expected { when, do }",
    ],
    [
      "locals that nobody sees",
      () => fresh().process!("p", { locals: { x: bool } }, {}),
      "locals are for a process that",
    ],
    ["locals that are no domains", () => fresh().process!("p", { locals: { x: 1 } }, () => []), "x needs a domain"],
    ["a family that no function describes", () => fresh().family!("p", { count: 2 }, {}), "expected a function"],
    [
      "a group of no steps",
      () => fresh().fairTogether!("g", "weak", []),
      "g is a group of steps: expected a list of some",
    ],
    ["one fairness condition of two", () => fresh().fair!("f", () => true).fair!("f", () => true), "two fairness conditions 'f'"], // biome-ignore format: one line
    [
      "two formulas in one",
      () => fresh().property!("p", { ltl: "true", ctl: "true" }),
      "expected a text, { ltl: text }",
    ],
    ["a condition for a formula", () => fresh().property!("p", on), "the formula of p is a condition: expected a text"],
    ["a place of a process that has none", () => fresh().process!("p", {}, () => ({})).isAt!("x"), "has steps by name, and no labels"], // biome-ignore format: one line
    ["no place at all", () => statements(label!("a")).isAt!(), "isAt needs a label"],
  ])("is refused: %s", (_, call, problem) => {
    expect(call).toThrow(problem);
  });
});

describe("what is made and lost", () => {
  const lost = async (make: (s: Untyped) => unknown): Promise<string> => {
    const s = fresh();
    make(s);
    return (check!(s, "true") as unknown as Promise<unknown>).then(
      () => "nothing",
      (e: Error) => e.message,
    );
  };

  it("is an action, which && drops", async () => {
    const make = (s: Untyped) => s.process!("p", {}, { go: { do: s.vars!.n!.set!(1) && s.vars!.on!.set!(true) } });
    expect(await lost(make)).toMatch(/wrong-calls\.test\.ts:\d+:\d+: an action that is made here is not used/);
  });

  it("is a formula, which && drops", async () => {
    const make = (s: Untyped) => s.property!("p", always!(s.vars!.on) && eventually!(s.vars!.on));
    expect(await lost(make)).toMatch(/wrong-calls\.test\.ts:\d+:\d+: a formula that is made here is not used/);
  });

  it("is nothing of what is said twice, or made for a way that is not possible", async () => {
    const make = (s: Untyped) =>
      s.process!("p", {}, () => [loop!(choose!(2, (k: unknown) => when!(k === 0, s.vars!.n!.set!(k))))]);
    expect(await lost(make)).toBe("nothing");
  });

  it("is found by reportOn as well", () => {
    const s = model.system("s", { a: model.int(0, 1), b: model.bool });
    s.process("p", {}, { go: { when: s.vars.a.is(1) && s.vars.b, do: [] } });
    expect(() => model.reportOn(s)).toThrow("a condition that is made here is not used");
    expect(() => model.reportOn(model.system("t", {}), { states: 0 })).toThrow("a number above 0");
  });
});

describe("a variable that is set to another one", () => {
  it("keeps its values, in whatever order domains list them", async () => {
    const s = model.system("s", {
      from: model.array(2, model.oneOf("x", "y")).init(["x", "y"]),
      to: model.array(2, model.oneOf("y", "x")),
      few: model.setOf(model.oneOf("x", "y")).init(["x"]),
      more: model.setOf(model.oneOf("y", "x")),
      low: model.mapOf(model.oneOf("k", "l"), model.bool).init([["k", true]]),
      high: model.mapOf(model.oneOf("l", "k"), model.bool),
      small: model.option(model.int(1, 2)),
      large: model.option(model.int(0, 3)).init(3),
    });
    const { from, to, few, more, low, high, small, large } = s.vars;
    const copy = [to.set(from), more.set(few), high.set(low), large.set(small)];
    s.process("p", { fair: "weak" }, { go: { do: copy } });
    s.proposition("same", model.all(to.is(from), more.is(few), high.is(low), large.is(small), large.is(null)));
    const asked = "X G (same & to[0] = x & to[1] = y & more[x] & !more[y] & high[k] & !high[l] & !large.isSome)";
    expect((await model.check(s, asked)).answer).toBe("holds");
  });

  it("has as many elements", () => {
    const s = model.system("s", { three: model.array(3, model.bool), two: model.array(2, model.bool) });
    expect(() => s.vars.three.set(s.vars.two)).toThrow("is not one of arrays of 3");
  });
});

it("an expression whose shared parts are too many to write out is refused, at once", () => {
  const s = model.system("s", { n: model.int(0, 3) });
  let deep: model.IntExpr = s.vars.n;
  for (let k = 0; k < 60; k++) deep = model.cond(deep.is(1), deep, 2);
  expect(() => s.process("p", {}, { go: { do: [s.vars.n.set(deep)] } })).toThrow("keep parts of it in variables");
});

it("a statement that control never comes to is a step that is never enabled", () => {
  const s = model.system("s", { on: model.bool });
  const p = s.process("p", { fair: "weak" }, () => [
    model.loop(model.label("turns", s.vars.on.set(s.vars.on.not()))),
    model.label("late", s.vars.on.set(true)),
  ]);
  s.proposition("late", p.isAt("late"));
  expect(model.reportOn(s)).toMatchObject({ states: 2, neverEnabled: ["p.late"], neverTrue: ["late"] });
});
