import { describe, expect, it } from "vitest";
import type { Atom, Relation } from "../../src/formula/atom.js";
import { Aig } from "../../src/logic/aig.js";
import { nodeOf, not } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { SignalTable } from "../../src/model/signal-table.js";
import type { Signal, SignalType } from "../../src/model/symbols.js";
import { InputError } from "../../src/text/input-error.js";
import { evaluateLit } from "../arbitraries/aigs.js";

const RELATIONS: Record<Relation, (a: number, b: number) => boolean> = {
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** What a person reads off the bits of a signal. */
function meaning({ type, bits }: Signal, values: readonly boolean[]): number | string {
  const natural = values.reduce((sum, b, i) => sum + (b ? 2 ** i : 0), 0);
  switch (type.kind) {
    case "enum":
      return type.values[natural] ?? "impossible";
    case "range":
      return natural + type.low;
    case "signed":
      return natural >= 2 ** (bits.length - 1) ? natural - 2 ** bits.length : natural;
    default:
      return natural;
  }
}

function modelWith(types: Record<string, readonly [SignalType, number]>): Model {
  const aig = new Aig();
  const signals = Object.entries(types).map(
    ([name, [type, width]]): Signal => ({
      name,
      kind: "input",
      type,
      bits: Array.from({ length: width }, () => aig.leaf()),
    }),
  );
  const inputs = signals.flatMap((s) => s.bits.map(nodeOf));
  return { aig, inputs, latches: [], constraints: [], fairness: [], signals, modules: [] };
}

const MODEL = modelWith({
  b: [{ kind: "bool" }, 1],
  u: [{ kind: "unsigned" }, 3],
  s: [{ kind: "signed" }, 3],
  r: [{ kind: "range", low: -2 }, 2],
  q: [{ kind: "range", low: 3 }, 2],
  e: [{ kind: "enum", values: ["idle", "busy", "done"] }, 2],
  f: [{ kind: "enum", values: ["done", "idle"] }, 1],
  n: [{ kind: "enum", values: ["1", "-5", "7", "12"] }, 2],
});
const table = new SignalTable(MODEL);
const signal = (name: string): Signal => MODEL.signals.find((s) => s.name === name)!;

/** All pairs of meanings of two signals, with the leaf values that give them. */
function* assignments(
  names: readonly string[],
): Generator<{ leaf: (n: number) => boolean; values: (number | string)[] }> {
  const bits = [...new Set(names)].flatMap((n) => signal(n).bits.map(nodeOf));
  for (let k = 0; k < 2 ** bits.length; k++) {
    const leaf = (n: number): boolean => ((k >> bits.indexOf(n)) & 1) === 1;
    const values = names.map((n) =>
      meaning(
        signal(n),
        signal(n).bits.map((b) => leaf(nodeOf(b))),
      ),
    );
    if (!values.includes("impossible")) yield { leaf, values };
  }
}

function holds(atom: Atom, leaf: (n: number) => boolean): boolean {
  return evaluateLit(table.aig, table.literal(atom), leaf);
}

const compare = (left: string, relation: Relation, right: string | number): Atom => ({
  kind: "compare",
  left,
  relation,
  right,
});

describe("comparisons mean what they say, on every assignment", () => {
  const numeric = ["b", "u", "s", "r", "q", "n"];
  it.each(numeric)("%s with numbers", (name) => {
    for (const relation of Object.keys(RELATIONS) as Relation[])
      for (let c = -9; c <= 14; c++) {
        const possible = [...assignments([name])].some(({ values }) => Number(values[0]) === c);
        if (!possible && (relation === "=" || relation === "!=")) {
          expect(() => table.literal(compare(name, relation, c))).toThrow(`'${name}' is never ${c}`);
          continue;
        }
        for (const { leaf, values } of assignments([name]))
          expect(holds(compare(name, relation, c), leaf)).toBe(RELATIONS[relation](Number(values[0]), c));
      }
  });

  it.each(numeric.flatMap((a) => numeric.map((b) => [a, b])))("%s with %s", (a, b) => {
    for (const relation of Object.keys(RELATIONS) as Relation[])
      for (const { leaf, values } of assignments([a!, b!]))
        expect(holds(compare(a!, relation, b!), leaf)).toBe(RELATIONS[relation](Number(values[0]), Number(values[1])));
  });

  it("named values", () => {
    for (const { leaf, values } of assignments(["e"])) {
      for (const value of ["idle", "busy", "done"]) {
        expect(holds(compare("e", "=", value), leaf)).toBe(values[0] === value);
        expect(holds(compare("e", "!=", value), leaf)).toBe(values[0] !== value);
        expect(holds(compare(value, "=", "e"), leaf)).toBe(values[0] === value);
      }
    }
    for (const { leaf, values } of assignments(["e", "f"]))
      expect(holds(compare("e", "=", "f"), leaf)).toBe(values[0] === values[1]);
  });

  it("a signal that is called like a number, in quotes, and not the value that is written so", () => {
    const model = modelWith({ n: [{ kind: "enum", values: ["0", "1"] }, 1], "1": [{ kind: "bool" }, 1] });
    const called = new SignalTable(model);
    const [n, one] = ["n", "1"].map((name) => nodeOf(model.signals.find((s) => s.name === name)!.bits[0]!));
    for (const [x, y] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ]) {
      const leaf = (node: number): boolean => (node === n ? x! : node === one && y!);
      const value = (atom: Atom): boolean => evaluateLit(called.aig, called.literal(atom), leaf);
      expect(value(compare("n", "=", "1"))).toBe(x === y);
      expect(value(compare("1", "!=", "n"))).toBe(x !== y);
      expect(value(compare("n", "<", "1"))).toBe(!x && y);
      expect(value(compare("n", "=", 1))).toBe(x);
    }
  });

  it("Booleans with 0 and 1: words of formulas for them are none of names", () => {
    const b = signal("b").bits[0]!;
    expect(table.literal({ kind: "signal", name: "b" })).toBe(b);
    expect(table.literal(compare("b", "=", 1))).toBe(b);
    expect(table.literal(compare("b", "=", 0))).toBe(not(b));
    expect(() => table.literal(compare("b", "=", "TRUE"))).toThrow("the model has no signal 'TRUE'");
  });

  it("bits and slices, in either kind of brackets", () => {
    const { bits } = signal("u");
    expect(table.literal({ kind: "signal", name: "u<2>" })).toBe(bits[2]);
    expect(table.literal({ kind: "signal", name: "u[0]" })).toBe(bits[0]);
    expect(table.signal("u[2:1]")).toMatchObject({ bits: [bits[1], bits[2]], type: { kind: "unsigned" } });
  });

  it("all atoms of a formula at once", () => {
    const atoms = new Map<string, Atom>([["b", { kind: "signal", name: "b" }]]);
    expect([...table.literals(atoms)]).toEqual([["b", signal("b").bits[0]]]);
  });
});

describe("mistakes get an answer that helps", () => {
  const named = modelWith({
    request: [{ kind: "bool" }, 1],
    "bus<0>": [{ kind: "bool" }, 1],
    Grant: [{ kind: "bool" }, 1],
  });
  const twice: Model = {
    ...named,
    signals: [...named.signals, { ...named.signals[0]!, bits: named.signals[1]!.bits }],
  };
  const cases: [string, Model, Atom, string, string][] = [
    ["a letter missing", named, { kind: "signal", name: "reqest" }, "unknown-signal", "did you mean 'request'?"],
    ["letters swapped", named, { kind: "signal", name: "rqeuest" }, "unknown-signal", "did you mean 'request'?"],
    ["wrong case", named, { kind: "signal", name: "grant" }, "unknown-signal", "did you mean 'Grant'?"],
    ["something else", named, { kind: "signal", name: "zz" }, "unknown-signal", "it has request, bus<0>, Grant"],
    ["no such bit", MODEL, { kind: "signal", name: "u<3>" }, "unknown-signal", "'u' has bits 2 to 0"],
    ["a number as a Boolean", MODEL, { kind: "signal", name: "u" }, "type-mismatch", "as in 'u = 1'"],
    ["an enum as a Boolean", MODEL, { kind: "signal", name: "f" }, "type-mismatch", "as in 'f = done'"],
    ["a bit of a range", MODEL, { kind: "signal", name: "r<0>" }, "type-mismatch", "as in 'r = -2'"],
    ["a misspelt value", MODEL, compare("e", "=", "bsuy"), "unknown-value", "did you mean 'busy'?"],
    ["an unknown value", MODEL, compare("e", "=", "zzzzzz"), "unknown-value", "its values are idle, busy, done"],
    ["order of names", MODEL, compare("e", "<", "busy"), "type-mismatch", "use = or !="],
    ["a name with a number", MODEL, compare("e", "<", 3), "type-mismatch", "its values are idle, busy, done"],
    ["a value it never has", MODEL, compare("e", "=", 3), "unknown-value", "its values are idle, busy, done"],
    ["too large a number", MODEL, compare("u", "<", Number.POSITIVE_INFINITY), "unknown-value", "below 2^53"],
    ["one name for two things", twice, { kind: "signal", name: "request" }, "ambiguous-signal", "the input 'bus<0>'"],
  ];
  it.each(cases)("%s", (_, model, atom, code, words) => {
    let error: unknown;
    try {
      new SignalTable(model).literal(atom);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).code).toBe(code);
    expect((error as InputError).message).toContain(words);
  });

  it("the other brackets are understood where only single bits have names", () => {
    expect(new SignalTable(named).literal({ kind: "signal", name: "bus[0]" })).toBe(named.signals[1]!.bits[0]);
  });
});

describe("a word that is a value of what it is compared with and a signal as well", () => {
  const model = modelWith({
    turn: [{ kind: "enum", values: ["left", "right"] }, 1],
    left: [{ kind: "enum", values: ["idle", "inside"] }, 1],
    right: [{ kind: "enum", values: ["left", "inside"] }, 1],
  });
  const isLeft = (relation: Relation, atom: Atom): void => {
    const both = new SignalTable(model);
    const turn = nodeOf(model.signals[0]!.bits[0]!);
    for (const bit of [false, true])
      expect(evaluateLit(both.aig, both.literal(atom), (n) => n === turn && bit)).toBe(RELATIONS[relation](+bit, 0));
  };

  it("is the value, on either side, if the two signals are never equal", () => {
    for (const relation of ["=", "!="] as const) {
      isLeft(relation, { kind: "compare", left: "turn", relation, right: "left" });
      isLeft(relation, { kind: "compare", left: "left", relation, right: "turn" });
    }
  });

  it("is refused if they can be equal: nobody knows which was meant", () => {
    for (const [left, right] of [
      ["turn", "right"],
      ["right", "turn"],
    ] as const)
      expect(() => new SignalTable(model).literal({ kind: "compare", left, relation: "=", right })).toThrow(
        "'right' is a signal, and a value of 'turn': rename one of them",
      );
  });
});
