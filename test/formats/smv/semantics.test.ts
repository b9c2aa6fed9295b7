import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import { readSmv } from "../../../src/formats/smv/read.js";
import { InputError } from "../../../src/text/input-error.js";
import { decide } from "../../engines/running.js";
import { Branching, isInvariant } from "./branching.js";
import { compiledBehaviour, interpretedBehaviour, interpretedGraph } from "./graphs.js";
import { Interpreter } from "./interpreter.js";
import { randomModel } from "./random-models.js";

/** Compares what the compiled model does with what the interpreter says; false when the model is too large for it. */
function agrees(text: string): boolean {
  const interpreter = new Interpreter(text);
  const design = readSmv(text, "model.smv", { wholeStates: true });
  const expected = interpretedBehaviour(interpreter, design);
  if (expected === null) return false;
  const found = compiledBehaviour(design, interpreter.fairness().length);
  if (found === null) return false;
  expect(found).toEqual(expected);
  sameVerdicts(interpreter, text);
  return true;
}

function sameVerdicts(interpreter: Interpreter, text: string): void {
  const { model, properties } = readSmv(text, "model.smv");
  const graph = interpretedGraph(interpreter, { model, properties: [] })!;
  const branching = new Branching(interpreter, graph, interpreter.fairness().length);
  interpreter.specs().forEach((spec, k) => {
    const p = properties[k]!;
    if (p.kind === "ctl") {
      const { answer } = decide(reference, { kind: "ctl", model, formula: p.formula, atoms: p.atoms });
      expect(answer, p.name).toBe(branching.holds(spec.body, spec.scope) ? "holds" : "fails");
    }
    if (p.kind === "bad") {
      const { answer } = decide(reference, { kind: "reach", model: { ...model, fairness: [] }, bad: p.literal });
      expect(answer, p.name).toBe(isInvariant(interpreter, graph, spec.body, spec.scope) ? "holds" : "fails");
    }
  });
}

const CONSTRUCTS: Readonly<Record<string, string>> = {
  "a variable that nothing constrains": "VAR x : boolean; y : 0..2;",
  "init and next assignments": "VAR x : 0..3; ASSIGN init(x) := 1; next(x) := (x + 1) mod 4;",
  "only a next assignment": "VAR x : 0..2; ASSIGN next(x) := 2 - x;",
  "only an init assignment": "VAR x : 0..2; ASSIGN init(x) := 2;",
  "assignments of current values": "VAR x : 0..2; y : boolean; z : 0..4; ASSIGN y := x > 1; z := x + x;",
  "current values chosen from a set": "VAR x : 0..2; y : 0..2; ASSIGN y := {x, 2 - x};",
  "initial values from other variables": "VAR x : 0..2; y : 0..2; z : 0..4; ASSIGN init(y) := x; init(z) := y + 1;",
  "initial values from a set": "VAR x : {a, b, c, d, e}; ASSIGN init(x) := {a, c}; next(x) := x;",
  "sets, unions and ranges": "VAR x : 0..5; ASSIGN init(x) := {0, 2, 4}; next(x) := {x, 1} union 3..4;",
  "sets inside case":
    "VAR x : 0..3; ASSIGN next(x) := case x = 0 : {1, 2}; x < 3 : {x, x + 1} union {0}; TRUE : 0; esac;",
  "a set of Booleans": "VAR x : boolean; y : boolean; ASSIGN next(x) := {TRUE, FALSE}; next(y) := {x, !y};",
  "in, with sets on both sides": "VAR x : 0..3; y : 0..3; INVAR x in {y, 1}; INVAR {x, 1} in {1, 2, 3}",
  "case without default that is exhaustive":
    "VAR x : 0..2; ASSIGN next(x) := case x = 0 : 1; x > 0 & x < 2 : 2; x = 2 : 0; esac;",
  "conditional expressions": "VAR x : 0..3; b : boolean; ASSIGN next(x) := b ? 0 : x = 1 ? 3 : x = 3 ? 1 : 2;",
  "enumerations of symbols and integers":
    "VAR x : {a, 1, 4, b}; y : {4, b, 7}; INVAR x != y; ASSIGN next(x) := case x = a : 1; x = 1 : y = 4 ? 4 : b; TRUE : a; esac;",
  "integers that are not consecutive":
    "VAR x : {7, -3, 2}; y : -3..7; ASSIGN next(x) := x = 7 ? 2 : x = 2 ? -3 : 7; y := x;",
  "negative ranges": "VAR x : -5..-2; ASSIGN init(x) := -3; next(x) := x = -5 ? -2 : x - 1;",
  "a type with one value": "VAR x : 3..3; y : {only}; z : 0..3; ASSIGN init(z) := x; next(z) := y = only ? 0 : 1;",
  "integer arithmetic": "VAR x : -3..3; y : -2..2; INVAR y != 0; INVAR x * y + x / y - x mod y > y - 2 * x",
  "division and remainder cut towards zero": "VAR x : -7..7; q : -3..3; r : -1..1; ASSIGN q := x / 2; r := x mod 2;",
  "min, max, abs and count":
    "VAR x : -2..2; a : boolean; b : boolean; INVAR max(x, 1) + min(x, 0) - abs(x) < count(a, b, x = 0)",
  "casts between Booleans and integers":
    "VAR x : 0..2; b : boolean; INVAR bool(x) | toint(b) = 1; ASSIGN next(x) := toint(b) + toint(x = 1);",
  "unsigned words":
    "VAR w : word[3]; v : word[3]; ASSIGN next(w) := w + v * 0ud3_3 - !v; next(v) := v & w | v xor 0b_101;",
  "signed words": "VAR w : signed word[3]; b : boolean; ASSIGN next(w) := -w * 0sd3_2 - 0sb3_011; b := w < -0sd3_1;",
  "division of words": "VAR w : signed word[3]; q : signed word[3]; ASSIGN q := w = 0sd3_0 ? w : 0sd3_3 / w;",
  "remainder of words": "VAR v : word[3]; r : word[3]; ASSIGN r := v != 0ud3_0 ? 0ud3_6 mod v : 0ud3_0;",
  shifts: "VAR w : word[3]; s : signed word[3]; n : 0..3; ASSIGN next(w) := w << n; next(s) := s >> (n / 2);",
  "shifts by words": "VAR w : word[4]; n : word[2]; ASSIGN next(w) := w >> n;",
  "concatenation and bits":
    "VAR w : word[2]; s : signed word[2]; x : word[4]; y : word[2]; ASSIGN x := w :: s; y := x[2:1];",
  extend:
    "VAR w : word[2]; s : signed word[2]; a : word[3]; b : signed word[3]; ASSIGN a := extend(w, 1); b := extend(s, 1);",
  resize:
    "VAR w : word[2]; s : signed word[3]; c : signed word[2]; d : word[1]; ASSIGN c := resize(s, 2); d := resize(w, 1);",
  "signed, unsigned, word1, sizeof":
    "VAR w : word[2]; s : signed word[2]; b : boolean; ASSIGN s := signed(w); b := unsigned(s) = w & bool(word1(b2)) & sizeof(w) = 2; VAR b2 : boolean;",
  "word constants":
    "VAR w : word[6]; ASSIGN init(w) := 0h6_2a; next(w) := w = 0o_52 ? uwconst(5, 6) : unsigned(swconst(-3, 6));",
  "integers from words":
    "VAR w : word[2]; s : signed word[2]; x : 0..3; y : -2..1; ASSIGN x := toint(w); y := toint(s);",
  "comparison of words":
    "VAR w : word[2]; v : word[2]; s : signed word[2]; t : signed word[2]; INVAR (w < v) = (s >= t)",
  arrays: "VAR a : array 1..3 of boolean; ASSIGN next(a[1]) := a[3]; next(a[2]) := !a[1]; init(a[3]) := TRUE;",
  "an index that is a variable":
    "VAR a : array 0..2 of boolean; i : 0..2; b : boolean; ASSIGN b := a[i]; next(a[2]) := a[2 - i];",
  "an index that is a word": "VAR a : array 0..3 of boolean; i : word[2]; INVAR a[i]",
  "arrays of arrays": "VAR a : array 0..1 of array -1..0 of boolean; i : 0..1; INVAR a[i][i - 1] = a[0][0]",
  "whole arrays":
    "VAR a : array 0..2 of boolean; b : array 0..2 of boolean; ASSIGN next(a) := b; init(b) := a; INVAR a != b",
  "array definitions": "VAR i : 0..2; x : 0..5; DEFINE d := [i, 5, i + 1]; ASSIGN x := d[i];",
  "an index checked before its use": "VAR a : array 0..1 of boolean; i : 0..3; INVAR i < 2 & a[i] | i = 3",
  FROZENVAR: "FROZENVAR f : 0..2; VAR x : 0..2; ASSIGN next(x) := f; init(f) := {0, 2};",
  IVAR: "IVAR i : 0..2; VAR x : 0..2; ASSIGN init(x) := 0; next(x) := i; TRANS i != x",
  DEFINE: "VAR x : 0..3; DEFINE big := x > limit; limit := 1 + one; one := 1; ASSIGN next(x) := big ? 0 : x + 1;",
  CONSTANTS: "CONSTANTS red; VAR x : {red, blue}; ASSIGN next(x) := red;",
  "INIT, INVAR and TRANS":
    "VAR x : 0..3; y : 0..3; INIT x = y | x = 3; INVAR x + y < 5; TRANS next(x) = y -> next(y) >= x",
  "a transition relation that is not total": "VAR x : 0..3; INIT x < 3; TRANS next(x) = x + 1 | x = 1 & next(x) = 0",
  "invariants that cut transitions off":
    "VAR x : 0..3; ASSIGN init(x) := 0; next(x) := {x, (x + 1) mod 4}; INVAR x < 2",
  "no initial state": "VAR x : 0..3; INIT x = 1; INIT x = 2",
  "next values in assignments": "VAR x : 0..2; y : 0..2; ASSIGN next(y) := next(x); next(x) := {0, y};",
  "next of an expression": "VAR x : 0..2; y : boolean; DEFINE d := x = 1; TRANS next(d | y) != d",
  fairness: "VAR x : boolean; y : 0..2; FAIRNESS x; JUSTICE y = 2; LTLSPEC G F x",
  "long chains of one operator":
    "VAR x : 0..3; y : 0..3; INVAR x - y - 1 < 2 - x - 1; INVAR (x = 1 xor y = 1 xnor x = 2) | x < y",
  "implication to the right": "VAR a : boolean; b : boolean; c : boolean; INVAR a -> b -> c; TRANS a <-> next(a) <-> b",
};

const MODULES: Readonly<Record<string, string>> = {
  "instances with parameters": `MODULE main VAR a : counter(TRUE); b : counter(a.carry);
    MODULE counter(go) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := x xor go; DEFINE carry := x & go;`,
  "parameters that are assigned": `MODULE main VAR x : 0..2; m : up(x, 2);
    MODULE up(v, top) ASSIGN init(v) := 0; next(v) := v = top ? 0 : v + 1;`,
  "parameters that are instances": `MODULE main VAR a : cell; b : copy(a);
    MODULE cell VAR q : boolean; MODULE copy(c) VAR p : boolean; ASSIGN next(p) := c.q;`,
  "self as a parameter": `MODULE main VAR a : cell(self); b : boolean;
    MODULE cell(up) VAR q : boolean; ASSIGN next(q) := up.b & self.q;`,
  "types that depend on parameters": `MODULE main DEFINE n := 2; VAR a : cell(n, 1); b : cell(n + 1, n);
    MODULE cell(high, low) VAR x : low..high; w : word[low]; ASSIGN init(x) := low;`,
  "instances inside instances": `MODULE main VAR a : outer; MODULE outer VAR i : inner(x); x : boolean;
    MODULE inner(p) VAR y : boolean; ASSIGN next(y) := !p;`,
  "parameters of expressions over next values": `MODULE main VAR x : boolean; m : sub(next(x));
    MODULE sub(p) VAR y : boolean; TRANS next(y) = p`,
  processes: `MODULE main VAR s : boolean; p : process user(s); q : process user(s); FAIRNESS running
    MODULE user(s) VAR x : 0..2; ASSIGN init(x) := 0; next(x) := x = 2 ? {0, 2} : x + 1; next(s) := x = 1; FAIRNESS running`,
  "modules inside of processes": `MODULE main VAR p : process outer; z : boolean; ASSIGN next(z) := !z;
    MODULE outer VAR i : inner; MODULE inner VAR y : boolean; ASSIGN next(y) := !y;`,
  "constraints hold whoever runs": `MODULE main VAR p : process m; x : boolean; INVAR x | p.y
    MODULE m VAR y : boolean; ASSIGN next(y) := !y; TRANS next(y) | running`,
};

describe("SMV against the interpreter", () => {
  it.each(Object.entries(CONSTRUCTS))("%s", (_, body) => {
    expect(agrees(`MODULE main\n${body}\n`)).toBe(true);
  });

  it.each(Object.entries(MODULES))("%s", (_, text) => {
    expect(agrees(text)).toBe(true);
  });

  it("specifications of every kind", () => {
    const specs = [
      "SPEC AG (x = 0 -> AF x = 2)",
      "SPEC EF (x = 2 & EX x = 0)",
      "SPEC E [ x < 2 U x = 2 ]",
      "SPEC A [ x < 2 U x = 2 ]",
      "SPEC AG EBF 1..3 x = 0",
      "SPEC ABF 0..2 x = 2",
      "SPEC EBG 0..2 x < 2",
      "SPEC ABG 1..2 x > 0",
      "SPEC E [ x < 2 BU 1..2 x = 2 ]",
      "SPEC A [ x < 2 BU 0..3 x = 2 ]",
      "SPEC !EG x = 0 & (EX x = 1 <-> AX x = 1) xor AX x = 0",
      "INVARSPEC x < 2",
      "INVARSPEC x in 0..2",
      "INVARSPEC next(x) != 0",
      "INVARSPEC x = 0 -> next(x) < 2",
      "LTLSPEC G (x = 0 -> F next(x) = 2)",
    ];
    const model = "MODULE main VAR x : 0..2; ASSIGN init(x) := 0; next(x) := {x, (x + 1) mod 3};";
    expect(agrees(`${model} FAIRNESS x = 1\n${specs.join("\n")}`)).toBe(true);
    expect(agrees(`${model}\n${specs.join("\n")}`)).toBe(true);
    expect(agrees(`MODULE main VAR x : 0..2; TRANS next(x) = x + 1\n${specs.join("\n")}`)).toBe(true);
  });

  it("random models", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 30 }),
        fc.record({ relations: fc.boolean(), processes: fc.boolean(), inputs: fc.boolean() }),
        (seed, features) => {
          const { text } = randomModel(seed, { ...features, careless: false });
          try {
            if (agrees(text)) compared++;
          } catch (e) {
            // Random assignments may be circular.
            if (!(e instanceof InputError)) throw e;
          }
        },
      ),
      { numRuns: Number(process.env.FAIRLEAD_SMV_MODELS ?? 40) },
    );
    expect(compared).toBeGreaterThan(5);
  });
});
