import { describe, expect, it } from "vitest";
import { readSmv } from "../../../src/formats/smv/read.js";
import { InputError } from "../../../src/text/input-error.js";

function errorOf(text: string): InputError {
  try {
    readSmv(text, "m.smv");
  } catch (e) {
    if (e instanceof InputError) return e;
    throw e;
  }
  throw new Error("it was read without an error");
}

/** The body of `main`, and the message that people get for it (the position is in the body: its first line is 1). */
const MESSAGES: readonly (readonly [string, string, string])[] = [
  // Syntax
  ["VAR x boolean;", "smv-syntax", "m.smv:1:7: expected ':' after 'x', found 'boolean'"],
  ["VAR x : boolean", "smv-syntax", "m.smv:1:16: expected ';' after the type of 'x', found the end of the text"],
  ["VAR x : boolean; ASSIGN next(x) = TRUE;", "smv-syntax", "m.smv:1:33: expected ':=' after 'next(…)', found '='"],
  ["INIT TRUE TRUE", "smv-syntax", "m.smv:1:11: expected a section such as VAR, ASSIGN or SPEC, found 'TRUE'"],
  ["VAR x : boolean; SPEC E [ x ]", "smv-syntax", "m.smv:1:29: expected 'U' inside 'E [ … ]', found ']'"],
  ["VAR x : boolean; SPEC x = AX x", "smv-syntax", "m.smv:1:27: 'AX' needs parentheses here"],
  ["DEFINE x := @;", "smv-syntax", "m.smv:1:13: expected an expression, found '@'"],
  ["DEFINE x := 0b2_12;", "smv-syntax", "m.smv:1:13: '0b2_12' has digits beyond base 2"],
  ["DEFINE x := 0d_12;", "smv-syntax", "m.smv:1:13: '0d_12' needs a width: decimal digits have none"],
  ["DEFINE x := 0ud3_9;", "smv-range", "m.smv:1:13: the value of '0ud3_9' does not fit its width"],
  ["DEFINE x := max(1);", "smv-syntax", "m.smv:1:13: 'max' takes 2 arguments, not 1"],
  ["/-- no end", "smv-syntax", "m.smv:1:1: a comment '/--' without its closing '--/'"],
  // Names
  ["VAR x : boolean; x : 0..1;", "smv-name", "m.smv:1:18: 'x' is declared twice"],
  ["INIT y", "smv-name", "m.smv:1:6: 'y' is not declared"],
  ["VAR m : sub;", "smv-name", "m.smv:1:9: there is no module 'sub'"],
  [
    "VAR x : {a, b}; a : boolean; INIT a",
    "smv-name",
    "m.smv:1:35: 'a' is both a value of an enumeration and declared here",
  ],
  ["VAR x : boolean; INIT x.y", "smv-name", "m.smv:1:24: no instance of a module stands before '.y'"],
  ["VAR x : {a, a};", "smv-type", "m.smv:1:13: 'a' is listed twice"],
  ["FAIRNESS running", "smv-name", "m.smv:1:10: 'running' is not declared"],
  // Types
  ["VAR x : 0..3; INIT x & TRUE", "smv-type", "m.smv:1:22: the left operand of '&' must be a Boolean, not an integer"],
  ["VAR x : {a, b}; INIT x < a", "smv-type", "m.smv:1:24: '<' does not apply to a symbolic value and a symbolic value"],
  [
    "VAR w : word[3]; v : word[2]; INIT w = v",
    "smv-type",
    "m.smv:1:38: '=' does not apply to an unsigned word[3] and an unsigned word[2]",
  ],
  ["VAR w : word[3]; INIT w = 3", "smv-type", "m.smv:1:25: '=' does not apply to an unsigned word[3] and an integer"],
  ["VAR x : 0..3; ASSIGN next(x) := {0, 1} = 1;", "smv-type", "m.smv:1:40: '=' does not apply to a set and an integer"],
  [
    "VAR x : 0..3; ASSIGN next(x) := x + {0, 1};",
    "smv-type",
    "m.smv:1:37: a set can only be assigned, joined by 'union', or stand beside 'in'",
  ],
  [
    "VAR w : word[2]; ASSIGN next(w) := {0b_00, 0b_11};",
    "smv-type",
    "m.smv:1:36: a set cannot hold an unsigned word[2]",
  ],
  ["VAR x : 0..n; n : 0..3;", "smv-type", "m.smv:1:12: the upper bound must be a constant integer"],
  ["VAR x : {TRUE, FALSE};", "smv-type", "m.smv:1:10: TRUE and FALSE are values of 'boolean', not of an enumeration"],
  [
    "VAR x : 0..1; SPEC AG G x = 1",
    "smv-type",
    "m.smv:1:23: 'G' needs a path quantifier in CTL: did you mean AG or EG, or LTL (LTLSPEC, --ltl)?",
  ],
  [
    "VAR x : 0..1; LTLSPEC G AX x = 1",
    "smv-type",
    "m.smv:1:25: 'AX' quantifies over paths, which LTL does not: did you mean CTL (CTLSPEC, --ctl)?",
  ],
  ["VAR x : 0..1; INIT AX x = 1", "smv-type", "m.smv:1:20: the temporal operator 'AX' cannot stand here"],
  [
    "VAR x : boolean; SPEC AG (x ? AX x : x)",
    "smv-type",
    "m.smv:1:27: a temporal operator stands inside of something that is not a formula",
  ],
  // Ranges
  ["VAR x : 3..1;", "smv-range", "m.smv:1:9: the range 3..1 is empty"],
  [
    "VAR x : 0..3; ASSIGN next(x) := x + 1;",
    "smv-range",
    "m.smv:1:33: 'x' cannot have a value outside of 0..3 (for example with x = 3)",
  ],
  ["VAR x : 0..3; ASSIGN next(x) := {0, 7};", "smv-range", "m.smv:1:33: 'x' cannot have a value 7"],
  [
    "VAR x : {a, b}; y : {b, c}; ASSIGN next(x) := y;",
    "smv-range",
    "m.smv:1:47: 'x' cannot have a value such as c (for example with y = c)",
  ],
  [
    "VAR x : 0..3; b : boolean; ASSIGN next(x) := case b : 1; x = 0 : 2; esac;",
    "smv-range",
    "m.smv:1:46: no condition of this 'case' holds (for example with x = 1, b = FALSE)",
  ],
  ["VAR x : 0..3; INVAR 6 / x = 2", "smv-range", "m.smv:1:23: division by zero (for example with x = 0)"],
  [
    "VAR a : array 0..2 of boolean; i : 0..3; INVAR a[i]",
    "smv-range",
    "m.smv:1:49: index outside of 0..2 (for example with i = 3)",
  ],
  [
    "VAR w : word[2]; n : 0..3; INVAR w << n = w",
    "smv-range",
    "m.smv:1:36: '<<' by more bits than the word has (for example with n = 3)",
  ],
  ["VAR w : word[3]; INVAR w[3:1] = 0b_00", "smv-range", "m.smv:1:25: bits [3:1] are not within word[3]"],
  // Assignments
  [
    "VAR x : boolean; ASSIGN next(x) := x; next(x) := !x;",
    "smv-assign",
    "m.smv:1:39: next(x) is assigned a second time",
  ],
  ["VAR x : boolean; ASSIGN init(x) := TRUE; x := TRUE;", "smv-assign", "m.smv:1:42: 'x' is assigned a second time"],
  [
    "FROZENVAR x : boolean; ASSIGN next(x) := x;",
    "smv-assign",
    "m.smv:1:31: 'x' is frozen: only its initial value can be assigned",
  ],
  ["IVAR i : boolean; ASSIGN next(i) := TRUE;", "smv-assign", "m.smv:1:26: the input 'i' is assigned"],
  ["DEFINE d := 1; ASSIGN next(d) := 1;", "smv-assign", "m.smv:1:28: only a variable can be assigned"],
  [
    "VAR a : array 0..2 of boolean; i : 0..2; ASSIGN next(a[i]) := TRUE;",
    "smv-assign",
    "m.smv:1:55: only a variable can be assigned",
  ],
  [
    "VAR x : boolean; y : boolean; ASSIGN x := y; y := x;",
    "smv-circular",
    "m.smv:1:38: the definition of 'x' depends on itself",
  ],
  [
    "VAR x : boolean; y : boolean; ASSIGN next(x) := next(y); next(y) := next(x);",
    "smv-circular",
    "m.smv:1:38: the definition of 'next(x)' depends on itself",
  ],
  [
    "VAR x : boolean; y : boolean; ASSIGN init(x) := y; init(y) := x;",
    "smv-circular",
    "m.smv:1:38: the definition of 'init(x)' depends on itself",
  ],
  ["DEFINE a := b; b := !a;", "smv-circular", "m.smv:1:8: the definition of 'a' depends on itself"],
  // Where things may stand
  ["VAR x : boolean; INIT next(x)", "smv-next", "m.smv:1:23: 'next' cannot stand here"],
  ["VAR x : boolean; TRANS next(next(x))", "smv-next", "m.smv:1:29: 'next' cannot stand inside 'next'"],
  ["VAR x : boolean; SPEC AG next(x)", "smv-next", "m.smv:1:26: 'next' cannot stand here"],
  ["IVAR i : boolean; INVAR i", "smv-input", "m.smv:1:19: INVAR cannot read inputs"],
  ["IVAR i : boolean; INIT i", "smv-input", "m.smv:1:24: the input 'i' cannot be read in an initial condition"],
  ["IVAR i : boolean; TRANS next(i)", "smv-input", "m.smv:1:30: the input 'i' cannot be read under 'next'"],
  ["IVAR i : boolean; SPEC AG i", "smv-input", "m.smv:1:27: 'i' reads an input: formulas of CTL are about states"],
  // Not supported
  [
    "VAR x : integer;",
    "smv-unsupported",
    "m.smv:1:9: the type 'integer' (models are finite: use a range such as 0..7) is not supported",
  ],
  [
    "VAR x : real;",
    "smv-unsupported",
    "m.smv:1:9: the type 'real' (models are finite: use a range such as 0..7) is not supported",
  ],
  ["VAR x : array 0..1 of sub;", "smv-unsupported", "m.smv:1:23: an array of modules is not supported"],
  ["DEFINE x := 1.5;", "smv-syntax", "m.smv:1:13: real and fractional constants are not supported"],
  [
    "VAR x : boolean; COMPASSION(x, !x); SPEC AG x",
    "smv-unsupported",
    "m.smv:1:37: COMPASSION is supported for LTLSPEC, not for CTLSPEC",
  ],
];

describe("messages for SMV texts that are wrong", () => {
  it.each(MESSAGES)("%s", (body, code, message) => {
    // `MODULE main` stands on a line of its own, so that columns are those of the body.
    const e = errorOf(`MODULE main\n${body}`);
    expect(e.message.replace(/^m\.smv:2:/, "m.smv:1:")).toBe(message);
    expect(e.code).toBe(code);
  });

  it("say where modules are wrong", () => {
    expect(errorOf("VAR x : boolean;").message).toBe("m.smv:1:1: expected 'MODULE', found 'VAR'");
    expect(errorOf("MODULE m").message).toBe("m.smv:1:1: there is no module 'main'");
    expect(errorOf("MODULE main(x)").message).toBe("m.smv:1:1: 'main' takes no parameters");
    expect(errorOf("MODULE main VAR a : m; MODULE m VAR b : m;").message).toBe(
      "m.smv:1:41: module 'm' contains itself",
    );
    expect(errorOf("MODULE main VAR a : m(1); MODULE m(p, q)").message).toBe(
      "m.smv:1:21: module 'm' takes 2 parameters, not 1",
    );
    expect(errorOf("MODULE main MODULE main").message).toBe("m.smv:1:13: module 'main' is declared twice");
    expect(errorOf("MODULE main VAR a : m; MODULE m INIT x").message).toBe(
      "m.smv:1:38: 'x' is not declared in module 'm'",
    );
  });

  it("name the file of a formula given beside the model", () => {
    const options = { formulas: [{ logic: "ltl" as const, text: "G (x ->", file: "p.ltl" }] };
    expect(() => readSmv("MODULE main VAR x : boolean;", "m.smv", options)).toThrow(
      "p.ltl:1:8: expected an expression, found the end of the text",
    );
    const unknown = { formulas: [{ logic: "ltl" as const, text: "G y", file: "p.ltl" }] };
    expect(() => readSmv("MODULE main VAR x : boolean;", "m.smv", unknown)).toThrow("p.ltl:1:3: 'y' is not declared");
  });
});

describe("what is understood but not answered", () => {
  it("is said, with its place, and the rest of the file is read", () => {
    const { properties, notices, refused } = readSmv(
      "MODULE main\nVAR x : boolean;\nCOMPUTE MIN [ x, !x ]\nPSLSPEC always {x; x} @ x;\nSPEC AG x",
      "m.smv",
    );
    expect(properties.map((p) => p.name)).toEqual(["AG x"]);
    expect(notices).toEqual([
      {
        code: "smv-unsupported-spec",
        text: "COMPUTE is not supported: it is not computed",
        source: { line: 3, column: 1 },
      },
    ]);
    const why = "a clock ('@') in PSL is not supported";
    expect(refused).toEqual([{ name: "always {x; x} @ x", source: { line: 4, column: 1 }, why }]);
  });

  it("is remarked on once where an old way of writing is accepted", () => {
    const { notices } = readSmv(
      "MODULE main VAR x : boolean; ASSIGN init(x) := 0; next(x) := case x : 0; 1 : 1; esac;",
      "m.smv",
    );
    expect(notices?.map((n) => n.code)).toEqual(["smv-integer-as-boolean"]);
  });
});
