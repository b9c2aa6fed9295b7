import { describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import { readBlif } from "../../../src/formats/blif/to-design.js";
import { InputError } from "../../../src/text/input-error.js";
import { solved } from "../../cross-engine/solving.js";
import { allValues } from "../all-values.js";

const COUNTER = `
.model top            # two digits of base 3
.outputs carry low.v
.subckt digit low in=one out=v0 carry=c
.subckt digit high in=c out=v1 \\
  carry=carry
.table one
1
.mv v0, v1 3
.table v0 -> low.v
.default 0
2 1
.end
.model digit
.inputs in
.outputs out carry
.mv out, next 3
.latch next out
.reset out
0
.table in out -> next
0 - =out
1 0 1
1 1 2
1 2 0
.table in out carry
.default 0
1 2 1
.end
`;

/** Each model has two of the next, and nothing else. */
const doubled = (depth: number): string =>
  Array.from({ length: depth }, (_, k) => `.model m${k}\n.subckt m${k + 1}\n.subckt m${k + 1}\n.end\n`).join("") +
  `.model m${depth}\n.end\n`;

describe("BLIF-MV", () => {
  it("puts subcircuits in their places: a counter of two digits counts to nine", () => {
    const { model } = readBlif(COUNTER);
    expect(model.latches).toHaveLength(4);
    expect(model.modules).toEqual([
      [0, 1],
      [2, 3],
    ]);
    const next = [model.latches.slice(0, 2), model.latches.slice(2)].map((bits) => bits.map((l) => l.next));
    let state = [0, 0];
    const seen = [];
    for (let i = 0; i < 9; i++) {
      seen.push(state[0]! + 3 * state[1]!);
      const latches = state.flatMap((v) => [v & 1, v >> 1]);
      const [only, ...others] = allValues(model, next, latches);
      expect(others).toEqual([]);
      state = only!.split(",").map(Number);
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(state).toEqual([0, 0]);
  });

  it("first values are choices of their own: what they read need not be what the first step has", () => {
    const { model } = readBlif(
      ".model m\n.inputs a\n.outputs q r\n.latch a q\n.reset a -> q\n0 0\n1 1\n.latch a r\n.reset a -> r\n0 1\n1 0\n.end",
    );
    expect(model.inputs).toHaveLength(1);
    expect(model.latches[0]!.reset).toBe("free");
    expect(model.latches[1]!.reset).toBe(2 * model.latches[0]!.node + 1);
  });

  it.each([
    ["", "s={A,B,C};", "holds"],
    ["", "!s=C;", "fails"],
    [" re clk 3", "s={A,B,C};", "holds"],
    [".mv", "s={0,1,2};", "holds"],
    [".mv 1", "s=1;", "holds"],
  ])("a latch of three values has one of them from the first step on: .latch n s%s, %s", (first, text, answer) => {
    const [domain, value] = first.startsWith(".mv") ? ["3", first.slice(3)] : ["3 A B C", first];
    const blif = `.model m\n.inputs clk\n.outputs s\n.mv s, n ${domain}\n.latch n s${value}\n.table s -> n\n- =s\n.end`;
    const { model, properties } = readBlif(blif, { questions: [{ name: "m.inv", text }] });
    expect(solved(model, properties[0]!, reference).verdict.answer).toBe(answer);
  });

  it("takes conditions and pairs of fairness, and questions, from VIS's files", () => {
    const text =
      ".model m\n.inputs a\n.outputs s\n.mv s, n 3 A B C\n.latch n s\n.reset s\nA\n.table a s -> n\n0 - -\n1 - =s\n.end";
    const fairness = [{ name: "m.fair", text: "# often\ns=A;\nG F s=B -> G F s=C;" }];
    const questions = [
      { name: "m.ctl", text: "AG(s={A,B} -> AF s=A);" },
      { name: "m.inv", text: "!s=C;" },
      { name: "m.ltl", text: "\\define AB s=A + s=B\nG F \\AB;" },
    ];
    expect(() => readBlif(text, { fairness, questions })).toThrow(/pair.*branching time/);
    const { model, properties } = readBlif(text, { fairness, questions: questions.slice(1) });
    expect(model.fairnessNames).toEqual(["s=A", "G F s=B -> G F s=C"]);
    expect(properties.map((p) => [p.kind, p.name])).toEqual([
      ["bad", "!s=C"],
      ["ltl", "G F \\AB"],
    ]);
  });

  it.each([
    ["blif-unsupported", ".model m\n.exdc\n.end", 2, 1],
    ["blif-unsupported", ".model m\n.gate and2 a=x", 2, 1],
    ["blif-unsupported", ".model m\n.latch a b ah c 0", 2, 12],
    ["blif-syntax", ".model m\n1 1", 2, 1],
    ["blif-syntax", ".model m\n.names a x\n1 1\n0 0", 4, 3],
    ["blif-syntax", ".model m\n.mv x two", 2, 1],
    ["blif-syntax", ".model m\n.table a x\n(0,1 1", 3, 1],
    ["blif-value", ".model m\n.inputs a\n.table a -> x\n.default 0\n7 1", 5, 1],
    ["blif-unknown", ".model m\n.subckt n i a=b", 2, 9],
    ["blif-undriven", ".model m\n.outputs x", 2, 10],
    ["blif-twice", ".model m\n.names x\n1\n.names x\n1", 4, 8],
    ["blif-cycle", ".model m\n.names x y\n1 1\n.names y x\n1 1", 4, 1],
    ["blif-limit", ".model m\n.subckt m i", 1, 1],
    ["blif-domain", ".model m\n.mv a 3\n.subckt n i p=a\n.end\n.model n\n.inputs p", 3, 15],
    ["blif-limit", ".model m\n.mv a 100000", 2, 7],
    ["blif-value", ".model m\n.mv a 3 X Y Z\n.latch a a 1", 3, 8],
    ["blif-cycle", ".model m\n.latch a a\n.reset b -> a\n- =b\n.latch b b\n.reset a -> b\n0 1\n1 0", 2, 8],
    ["blif-twice", ".model m\n.names i.x\n1\n.subckt n i\n.end\n.model n\n.names x\n1", 7, 8],
    ["blif-limit", doubled(60), 235, 9],
  ])("refuses with a place: %s", (code, text, line, column) => {
    const error = (() => {
      try {
        readBlif(text);
      } catch (e) {
        return e;
      }
      return null;
    })();
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code, at: { line, column } });
  });

  it("a chain of twenty thousand gates is read without recursion", () => {
    const lines = [".model m", ".inputs n0", ".outputs n20000"];
    for (let i = 20_000; i > 0; i--) lines.push(`.names n${i - 1} n${i}`, "0 1");
    expect(readBlif(lines.join("\n")).model.aig.gateCount).toBe(0);
  });
});
