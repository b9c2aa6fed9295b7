import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseCtl, parseLtl } from "../../src/formula/parse.js";
import { printLtl } from "../../src/formula/print.js";
import { rowsAlong } from "../../src/formula/rows.js";
import { truthAlong } from "../../src/formula/words.js";
import { lassoWords } from "../arbitraries/formulas.js";

const read = (text: string): string => printLtl(parseLtl(text).formula);
const problemOf = (parse: () => unknown): string => {
  try {
    parse();
  } catch (e) {
    return (e as Error).message;
  }
  return "";
};

describe("bounds of temporal operators", () => {
  it("may be written as PSL, Spot and NuSMV write them", () => {
    for (const text of ["F[1,2] p", "F [1:2] p", "F[1..2]p"]) expect(read(text)).toBe("X(p | X p)");
    expect(read("X[3] p")).toBe("X X X p");
    expect(read("G[0,2] p -> q")).toBe("p & X(p & X p) -> q");
    expect(read("H[0,1] p & O[0,1] p & Y[2] p")).toBe("p & Z p & (p | Y p) & Y Y p");
  });

  it("say in how many steps, by the definition", () => {
    const along = (f: Ltl, word: Parameters<typeof truthAlong>[0]) => [...truthAlong(word, f)].slice(0, word.length);
    fc.assert(
      fc.property(lassoWords({ atoms: ["p"] }), fc.nat(3), fc.nat(3), (word, low, more) => {
        const at = (t: number) => (t < word.length ? t : word.loop + ((t - word.loop) % (word.length - word.loop)));
        const window = (t: number) => Array.from({ length: more + 1 }, (_, k) => word.holds("p", at(t + low + k)));
        const bounds = `[${low},${low + more}]`;
        const steps = [...Array(word.length).keys()];
        const truth = (text: string) => along(parseLtl(text).formula, word).map(Boolean);
        expect(truth(`F${bounds} p`)).toEqual(steps.map((t) => window(t).includes(true)));
        expect(truth(`G${bounds} p`)).toEqual(steps.map((t) => !window(t).includes(false)));
      }),
    );
  });

  it("are one row of the explanation of a lasso, and not written out there", () => {
    const word = { length: 2, loop: 1, holds: (atom: string, t: number) => atom === "p" && t === 1 };
    const rows = rowsAlong(word, parseLtl("G(F[1,3] p)").formula).map((row) => row.formula);
    expect(rows).toEqual(["G F[1,3] p", "F[1,3] p", "p"]);
  });

  it("are a bit of a signal where the model has one, and refused where they would be too large", () => {
    expect([...parseLtl("G X[3]", { isName: (w) => w === "X[3]" }).atoms.keys()]).toEqual(["X[3]"]);
    expect(problemOf(() => parseLtl("F[0,99999999] p"))).toBe(
      "1:1: 'F[0,99999999]' is written out step by step: the formula is nested more than 1000 levels deep",
    );
    expect(problemOf(() => parseLtl("F[0,200] G[0,200] p"))).toContain("unroll to 40401 copies");
    expect(problemOf(() => parseLtl("F[3,1] p"))).toContain("the wrong way round");
    expect(problemOf(() => parseLtl("X[1,2] p"))).toContain("'X' takes one bound");
  });
});

describe("words of other languages", () => {
  it("are operators where they mean the same everywhere", () => {
    expect(read("always (p -> eventually q)")).toBe("G(p -> F q)");
    expect(read("never p")).toBe("G !p");
    expect(read("p weakuntil q")).toBe("p W q");
    expect(read("p s_until next q")).toBe("p U X q");
    expect(read("[] (p -> <> q)")).toBe("G(p -> F q)");
  });

  it("are names where the model has them, and where no operand follows", () => {
    expect([...parseLtl("always & p").atoms.keys()]).toEqual(["always", "p"]);
    expect(read('G "always"')).toBe('G "always"');
  });

  it("are refused where they mean different things", () => {
    expect(problemOf(() => parseLtl("p until q"))).toContain("strong in SPIN and weak in PSL");
  });
});

describe("a formula of the other logic", () => {
  it("is told so", () => {
    expect(problemOf(() => parseLtl("AG p"))).toContain("'AG' quantifies over paths, which LTL does not: did you mean CTL (--ctl)?"); // biome-ignore format: one line
    expect(problemOf(() => parseLtl("G (p -> E [p U q])"))).toContain("did you mean CTL");
    expect(problemOf(() => parseCtl("G p"))).toContain("did you mean AG or EG, or LTL (--ltl)?");
    expect(problemOf(() => parseCtl("AG (p -> F q)"))).toContain("did you mean AF or EF");
  });

  it("is not suspected where the words are names", () => {
    expect([...parseLtl("AG & E").atoms.keys()]).toEqual(["AG", "E"]);
    expect([...parseLtl("AG", { isName: () => true }).atoms.keys()]).toEqual(["AG"]);
  });
});
