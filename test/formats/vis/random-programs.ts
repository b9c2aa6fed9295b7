import type { Random } from "../../../src/logic/random.js";

/** Values of the variables by name; `s` is an index into the values of its type. */
export type Values = Map<string, number>;

/** A piece of a text together with what it does, as a function: the oracle knows nothing of circuits. */
interface Piece<T> {
  readonly text: string;
  readonly run: (values: Values) => T;
}

export const WIDTHS = new Map([
  ["a", 3],
  ["b", 2],
  ["s", 2],
  ["m0", 2],
  ["m1", 2],
  ["m2", 2],
  ["i", 2],
]);
const STATES = ["RED", "GREEN", "BLUE"];
const cut = (value: number, width: number): number => ((value % 2 ** width) + 2 ** width) % 2 ** width;

/** A number in so many bits: both sides of every operator have that width. */
function number(random: Random, width: number, depth: number): Piece<number> {
  if (depth > 0) {
    const [l, r] = [number(random, width, depth - 1), number(random, width, depth - 1)];
    const c = condition(random, depth - 1);
    switch (random.below(7)) {
      case 0:
        return { text: `(${l.text} + ${r.text})`, run: (v) => cut(l.run(v) + r.run(v), width) };
      case 1:
        return { text: `(${l.text} - ${r.text})`, run: (v) => cut(l.run(v) - r.run(v), width) };
      case 2:
        return { text: `(${l.text} & ~${r.text})`, run: (v) => cut(l.run(v) & ~r.run(v), width) };
      case 3:
        return { text: `(${l.text} ^ ${r.text})`, run: (v) => l.run(v) ^ r.run(v) };
      case 4:
        return { text: `(${c.text} ? ${l.text} : ${r.text})`, run: (v) => (c.run(v) ? l : r).run(v) };
    }
  }
  const name = width === 3 ? "a" : ["b", "i"][random.below(2)]!;
  switch (random.below(width === 2 ? 4 : 2)) {
    case 0: {
      const value = random.below(2 ** width);
      return { text: `${width}'d${value}`, run: () => value };
    }
    case 1: {
      // Of three elements: what lies outside reads as zero.
      if (width !== 2) break;
      return { text: "m[i]", run: (v) => v.get(`m${v.get("i")}`) ?? 0 };
    }
    case 2:
      return { text: "{a[0], b[1]}", run: (v) => 2 * (v.get("a")! & 1) + (v.get("b")! >> 1) };
  }
  return { text: name, run: (v) => v.get(name)! };
}

function condition(random: Random, depth: number): Piece<boolean> {
  if (depth > 0 && random.below(3) === 0) {
    const [l, r] = [condition(random, depth - 1), condition(random, depth - 1)];
    return random.below(2) === 0
      ? { text: `(${l.text} && !${r.text})`, run: (v) => l.run(v) && !r.run(v) }
      : { text: `(${l.text} || ${r.text})`, run: (v) => l.run(v) || r.run(v) };
  }
  if (random.below(3) === 0) {
    const k = random.below(3);
    return { text: `(s == ${STATES[k]})`, run: (v) => v.get("s") === k };
  }
  const width = 2 + random.below(2);
  const [l, r] = [number(random, width, 0), number(random, width, 0)];
  return random.below(2) === 0
    ? { text: `(${l.text} < ${r.text})`, run: (v) => l.run(v) < r.run(v) }
    : { text: `(${l.text} != ${r.text})`, run: (v) => l.run(v) !== r.run(v) };
}

function statement(random: Random, depth: number): Piece<void> {
  if (depth > 0) {
    const parts = Array.from({ length: 1 + random.below(3) }, () => statement(random, depth - 1));
    const block = `begin ${parts.map((p) => p.text).join(" ")} end`;
    const all = (v: Values): void => {
      for (const p of parts) p.run(v);
    };
    const other = statement(random, depth - 1);
    switch (random.below(4)) {
      case 0: {
        const c = condition(random, 1);
        return {
          text: `if ${`(${c.text})`} ${block} else ${other.text}`,
          run: (v) => (c.run(v) ? all(v) : other.run(v)),
        };
      }
      case 1: {
        const [k, n] = [random.below(3), random.below(3)];
        const labels = [...new Set([STATES[k]!, STATES[n]!])].join(", ");
        const text = `case (s) ${labels}: ${block} default: ${other.text} endcase`;
        return { text, run: (v) => ([k, n].includes(v.get("s")!) ? all(v) : other.run(v)) };
      }
      case 2:
        return {
          text: `for (k = 0; k < 3; k = k + 1) begin m[k] = m[k] + 1; if (k == b) a = a + k; end`,
          run: (v) => {
            for (let k = 0; k < 3; k++) {
              v.set(`m${k}`, cut(v.get(`m${k}`)! + 1, 2));
              if (k === v.get("b")) v.set("a", cut(v.get("a")! + k, 3));
            }
          },
        };
      default:
        return { text: block, run: all };
    }
  }
  switch (random.below(4)) {
    case 0: {
      const value = number(random, 3, 2);
      return { text: `a = ${value.text};`, run: (v) => void v.set("a", value.run(v)) };
    }
    case 1: {
      const value = number(random, 2, 2);
      return { text: `b = ${value.text};`, run: (v) => void v.set("b", value.run(v)) };
    }
    case 2: {
      const k = random.below(3);
      const c = condition(random, 1);
      return { text: `s = ${c.text} ? ${STATES[k]} : s;`, run: (v) => void (c.run(v) && v.set("s", k)) };
    }
    default: {
      const value = number(random, 2, 1);
      return {
        text: `m[b] = ${value.text};`,
        run: (v) => {
          const at = `m${v.get("b")}`;
          const to = value.run(v);
          if (v.has(at)) v.set(at, to);
        },
      };
    }
  }
}

/** A module with registers of all kinds and one block that is random, and what a step of it does. */
export function randomProgram(random: Random): Piece<void> {
  const { text, run } = statement(random, 3);
  return {
    text: `typedef enum {RED, GREEN, BLUE} colour;
module m(clk, i);
  input clk; input [1:0] i;
  reg [2:0] a; reg [0:1] r; reg [1:0] b; colour reg s; reg [1:0] m[0:2];
  initial begin a = 0; b = 0; r = 0; s = RED; for (k = 0; k < 3; k = k + 1) m[k] = 0; end
  always @(posedge clk) ${text}
endmodule`,
    run,
  };
}
