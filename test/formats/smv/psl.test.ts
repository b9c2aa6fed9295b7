import { describe, expect, it } from "vitest";
import { gsh } from "../../../src/engines/gsh.js";
import { readSmv } from "../../../src/formats/smv/read.js";
import { printFormula } from "../../../src/formula/print.js";
import type { Design } from "../../../src/model/property.js";
import { InputError } from "../../../src/text/input-error.js";
import { solved } from "../../cross-engine/solving.js";

/** A handshake: after a request the bus is busy for two steps, then the answer comes. */
const HANDSHAKE = `MODULE main
VAR state : {idle, first, second, done}; req : boolean;
ASSIGN init(state) := idle;
  next(state) := case state = idle & req : first; state = first : second; state = second : done; TRUE : idle; esac;
DEFINE busy := state = first | state = second; ack := state = done;
`;

const FREE = "MODULE main\nVAR a : boolean; b : boolean; c : boolean; n : 0..3; v : array 0..2 of boolean;\n";

const read = (text: string): Design => readSmv(text, "m.smv");

function formulaOf(psl: string): string {
  const [property] = read(`${FREE}PSLSPEC ${psl};`).properties;
  if (property?.kind !== "ltl" && property?.kind !== "ctl") throw new Error("not a formula");
  return printFormula(property.formula);
}

function answers(specs: readonly string[]): string[] {
  const { model, properties } = read(HANDSHAKE + specs.map((s) => `PSLSPEC ${s};\n`).join(""));
  return properties.map((p) => solved(model, p, gsh).verdict.answer);
}

describe("PSLSPEC", () => {
  it.each([
    ["always {state = idle & req} |=> {busy[*2]; ack}!", "holds"],
    ["always {state = idle & req} |=> {busy[*3]; ack}!", "fails"],
    ["always {state = idle & req; [*]; ack} |-> {!busy}", "holds"],
    ["never {ack; ack}", "holds"],
    ["never {req[->2]; ack}", "fails"],
    ["always {{busy[+]} : {state = second}} |=> {ack}!", "holds"],
    ["always {{state = first; [*2]} && {[*]; ack}} |=> {state = idle}!", "holds"],
    ["always {{busy; busy}[+]; ack}(next !ack)", "holds"],
    ["always {{busy; busy}[*]; ack} |-> {ack; {!ack; !ack}[*]; ack}!", "fails"],
    ["always ({ack; [*2]; state = first}(next_event(ack)(!busy)))", "holds"],
    ["eventually! {busy; busy; ack}", "fails"],
    ["always (busy -> next_e[1:2](ack))", "holds"],
    ["always (state = first -> next_a[1:2](!ack))", "fails"],
    ["always ((busy until! ack) abort !busy)", "holds"],
    ["ack before busy", "fails"],
    ["busy before_ ack", "holds"],
    ["AG (busy -> AF ack)", "holds"],
    ["AG EF ack", "holds"],
  ])("%s %s", (spec, answer) => {
    expect(answers([spec])).toEqual([answer]);
  });

  it("binds as in NuSMV's grammar of PSL, which is not that of its LTL", () => {
    expect(formulaOf("a -> b -> c")).toBe("(a -> b) -> c");
    expect(formulaOf("X a & b")).toBe("X(a & b)");
    expect(formulaOf("always a -> b")).toBe("G(a -> b)");
    expect(formulaOf("eventually! a -> b")).toBe("F a -> b");
    expect(formulaOf("a & b -> next c until a")).toBe("a & b -> X(c W a)");
    expect(formulaOf("a until b until c")).toBe("(a W b) W c");
    expect(formulaOf("a | b xor c")).toBe("a | b ^ c");
    expect(formulaOf("[a U b] | [b W c]")).toBe("a U b | b W c");
    expect(formulaOf("X! [a W b] & c")).toBe("X(a W b & c)");
    expect(formulaOf("AG a -> b")).toBe("AG a -> b");
  });

  it("has each operator mean what it is defined by", () => {
    expect(formulaOf("a until!_ b")).toBe("a U (a & b)");
    expect(formulaOf("a before! b")).toBe("!b U (a & !b)");
    expect(formulaOf("next[2](a)")).toBe("X X a");
    expect(formulaOf("next_a[0:1](a)")).toBe("a & X a");
    expect(formulaOf("next_event!(b)[2](a)")).toBe("!b U (b & X(!b U (b & a)))");
    expect(formulaOf("next_event_e(b)[1:2](a)")).toBe("!b W (b & a) | !b W (b & X(!b W (b & a)))");
    expect(formulaOf("forall i in {0:1, 2}: v[i]")).toBe("v[0] & v[1] & v[2]");
    expect(formulaOf("forany i in {0, 2}: eventually! v[i]")).toBe("F v[0] | F v[2]");
    expect(formulaOf("n in {1, 2} -> n != 3 && n == 1 || a")).toBe('"n in 1 union 2" -> n != 3 & n = 1 | a');
  });

  it("reads a sequence that is not marked as NuSMV does, and says where the standard would differ", () => {
    const { properties, notices } = read(`${FREE}PSLSPEC always {a; b[*]; c};\nPSLSPEC always {a; b[*]};\n`);
    expect(properties).toHaveLength(2);
    expect(notices?.map((n) => [n.code, n.source.line])).toEqual([["psl-strong", 3]]);
    expect(answers(["always {state != idle} |-> {[*]; req}!", "always {state != idle} |-> {[*]; req}"])).toEqual([
      "fails",
      "holds",
    ]);
  });

  it("takes names, contexts and comments, and shows the text as it stands", () => {
    const text = `MODULE m VAR a : boolean; PSLSPEC NAME p := always -- soon
      eventually! a;
MODULE main VAR x : m; y : m; PSLSPEC a until! a IN x;`;
    expect(read(text).properties.map((p) => [p.name, p.text])).toEqual([
      ["a until! a IN x", "a until! a IN x"],
      ["x.p", "always eventually! a IN x"],
      ["y.p", "always eventually! a IN y"],
    ]);
  });

  it.each([
    ["within!(a, b){c}", "'within!' in PSL is not supported"],
    ["always whilenot(a){b; c}", "'whilenot' in PSL is not supported"],
    ["always (a -> b) @ c", "a clock ('@') in PSL is not supported"],
    ["AG (a until b)", "a mixture of branching and linear time in PSL is not supported"],
    ["forall i[0:1] in boolean: a", "'forall' over a vector in PSL is not supported"],
    ["{a[*1001]}", "at most 1000 repetitions are supported"],
    ["{{{{a[*999]; b}[*999]}}}", "a sequence has more than 4000 states, or more edges than are followed"],
    ["forall i in {0:99}: forall j in {0:999}: v[i]", "this makes 100000 copies of a formula: at most 10000 are read"],
    ["next_a[0:1000](next_e[1:10](a))", "this makes 10010 copies of a formula: at most 10000 are read"],
    [
      "always {a; b} |-> {{{a[*999]; b}[*999]}}",
      "a sequence has more than 4000 states, or more edges than are followed",
    ],
  ])("leaves %s unanswered, by name, and goes on with the rest", (spec, why) => {
    const { properties, refused } = read(`${FREE}PSLSPEC ${spec};\nLTLSPEC G a\n`);
    expect(properties.map((p) => p.name)).toEqual(["G a"]);
    expect(refused).toEqual([{ name: spec, source: { line: 3, column: 1 }, why }]);
  });

  it.each([
    ["until_", `a${" until_ b".repeat(40)}`, "written out it has more than 100000 operators"],
    ["before", `${"a before (".repeat(40)}b${")".repeat(40)}`, "written out it has more than 100000 operators"],
    ["sequences with &", `{${"{a; b} & ".repeat(40)}{b; a}}`, "written out it has more than 100000 operators"],
    ["<-> of sequences", `{a; b}${" <-> {b; a}".repeat(40)}`, "written out it has more than 100000 operators"],
    ["until", `a${" until b".repeat(20_000)}`, "it is more than 1000 operators deep"],
  ])("leaves a long row of %s unanswered, and soon", (_, spec, why) => {
    const { properties, refused } = read(`${FREE}PSLSPEC ${spec};\nLTLSPEC G a\n`);
    expect(properties).toHaveLength(1);
    expect(refused?.map((r) => r.why)).toEqual([why]);
  });

  it.each([
    ["always {a; b)", "m.smv:3:21: expected '}' or an operator of sequences, found ')'"],
    ["a until", "m.smv:3:16: expected an expression, found ';'"],
    ["{a; G b}", "m.smv:3:13: a Boolean expression must stand here, without temporal operators"],
    ["{a[*3:1]}", "m.smv:3:11: the range 3:1 is empty"],
    ["{a[*n]}", "m.smv:3:13: the number of repetitions must be a constant"],
    ["{{a; b}[->2]}", "m.smv:3:16: '[->' repeats a Boolean expression"],
    ["forall i in {0:3}: forall i in {1}: v[i]", "m.smv:3:28: 'i' is replicated already"],
    ["a -> d", "m.smv:3:14: 'd' is not declared"],
    ["!next a", "m.smv:3:10: 'next' needs parentheses here"],
    ["a b", "m.smv:3:11: expected ';' after the formula of PSL, found 'b'"],
  ])("%s is refused with its place", (spec, message) => {
    expect(() => read(`${FREE}PSLSPEC ${spec};`)).toThrow(new InputError("", message).message);
  });
});
