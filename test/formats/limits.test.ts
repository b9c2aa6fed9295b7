import { describe, expect, it } from "vitest";
import { ltlToAutomata } from "../../src/automata/translate.js";
import { readHoa } from "../../src/formats/hoa/read.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { parseLtl } from "../../src/formula/parse.js";
import { Stopped } from "../../src/limits/stopped.js";
import { Aig } from "../../src/logic/aig.js";
import { BooleanFunctions, type Fn, NEVER } from "../../src/logic/boolean-functions.js";

const MB = 2 ** 20;
const smv = (body: string, memoryBytes = 300 * MB) => readSmv(`MODULE main\n${body}`, "m.smv", { memoryBytes });

describe("a model that would not fit is refused, with the place and the figure", () => {
  it.each([
    [
      "arrays of arrays",
      "VAR a : array 0..65535 of array 0..65535 of boolean;",
      "m.smv:2:5: the variables up to here have 4294967296 bits: at most 614400 fit",
    ],
    [
      "arrays",
      "VAR a : array 0..65536 of boolean;",
      "m.smv:2:9: this array has 65537 elements: at most 65536 are read",
    ],
    [
      "arrays of words",
      "VAR p : boolean; a : array 0..65535 of word[64];",
      "m.smv:2:18: the variables up to here have 4194305 bits: at most 614400 fit",
    ],
    [
      "extend",
      "VAR w : word[8]; DEFINE e := extend(w, 1000000000); INVARSPEC e = e;",
      "m.smv:2:30: this word has 1000000008 bits: at most 65536 are read",
    ],
    [
      "resize",
      "VAR w : word[8]; INVARSPEC resize(w, 2000000000) = w;",
      "m.smv:2:28: this word has 2000000000 bits: at most 65536 are read",
    ],
    [
      "concatenation",
      "VAR w : word[4096]; DEFINE d := w :: w :: w :: w; e := d :: d :: d :: d; INVARSPEC e :: w = e;",
      "m.smv:2:86: this word has 69632 bits: at most 65536 are read",
    ],
    [
      "bounds of LTL",
      "VAR p : boolean; LTLSPEC G [0,1000] F [0,500] p;",
      "m.smv:2:37: the bounds around this unroll to 501501 copies: at most 10000 are read",
    ],
    [
      "bounds of CTL",
      "VAR p : boolean; CTLSPEC EBG 0..1000 A [p BU 0..1000 p];",
      "m.smv:2:38: the bounds around this unroll to 1002001 copies: at most 10000 are read",
    ],
  ])("%s", (_, body, message) => {
    expect(() => smv(body)).toThrow(message);
  });

  it("arithmetic on wide words, when its gates fill the memory allowed", () => {
    const body = "VAR w : word[192]; v : word[192]; INVARSPEC w * v = w;";
    expect(() => smv(body, 4 * MB)).toThrow(
      "m.smv:2:45: the model needs more than 65536 gates, inputs and latches here",
    );
    expect(smv(body, 64 * MB).properties).toHaveLength(1);
  });

  it("labels of automata", () => {
    const pairs = Array.from({ length: 34 }, (_, i) => `(${i} & ${i + 34})`).join(" | ");
    const names = Array.from({ length: 68 }, (_, i) => `"p${i}"`).join(" ");
    const text = `HOA: v1\nStart: 0\nAP: 68 ${names}\nAcceptance: 0 t\n--BODY--\nState: 0\n[${pairs}] 0\n--END--\n`;
    expect(() => readHoa(text)).toThrow(
      /^7:\d+: the labels up to here need more than 1048576 nodes of decision diagrams/,
    );
  });
});

describe("bounded operators within the limit", () => {
  it("are read", () => {
    expect(smv("VAR p : boolean; LTLSPEC G [0,1000] F [0,8] p;").properties).toHaveLength(1);
  });
});

describe("a graph with a limit", () => {
  it("stops there, and what it has stays", () => {
    const aig = new Aig(200);
    const leaves = Array.from({ length: 150 }, () => aig.leaf());
    expect(() => leaves.reduce((a, b) => aig.and(a, b))).toThrow(Stopped);
    expect(aig.size).toBe(200);
    expect(aig.and(leaves[0]!, leaves[1]!)).toBe(aig.and(leaves[1]!, leaves[0]!));
  });
});

describe("decision diagrams with a limit", () => {
  const adjacent = (store: BooleanFunctions): Fn => {
    let f = NEVER;
    for (let v = 0; v < 12; v++) f = store.or(f, store.and(store.literal(v), store.literal(v + 12)));
    return f;
  };

  it("stop there, and the store can still be used", () => {
    const small = new BooleanFunctions(1000);
    expect(() => adjacent(small)).toThrow(Stopped);
    expect(small.size).toBe(1000);
    expect(small.and(small.literal(0), NEVER)).toBe(NEVER);
  });

  it("let somebody look at the clock while they work", () => {
    let asked = 0;
    adjacent(new BooleanFunctions(undefined, () => asked++));
    expect(asked).toBeGreaterThan(5);
  });
});

describe("the translation of a formula", () => {
  /** `p0 U (p1 R (p2 U …))` */
  const alternating = (n: number): string =>
    `${Array.from({ length: n }, (_, i) => `(p${i} ${i % 2 === 0 ? "U" : "R"} `).join("")}p${")".repeat(n)}`;

  it.each([40, 400])("asks whether to go on in every part of the work: %i operators U and R in each other", (n) => {
    for (const patience of [0, 30, 60]) {
      let asked = 0;
      const shouldStop = () => (asked++ > patience ? "time" : null);
      expect(() => ltlToAutomata(parseLtl(alternating(n)).formula, { shouldStop })).toThrow("not enough time");
      expect(asked).toBe(patience + 2);
    }
  });
});
