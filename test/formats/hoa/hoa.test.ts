import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { degeneralized, stateBased } from "../../../src/automata/acceptance.js";
import { accepts } from "../../../src/automata/membership.js";
import { edgeCount, stateCount } from "../../../src/automata/tgba.js";
import { ltlToTgba } from "../../../src/automata/translate.js";
import { readHoa } from "../../../src/formats/hoa/read.js";
import { writeHoa } from "../../../src/formats/hoa/write.js";
import { parseLtl } from "../../../src/formula/parse.js";
import { InputError } from "../../../src/text/input-error.js";
import { lassoWords, listedWord, ltlFormulas } from "../../arbitraries/formulas.js";

const automatonOf = (text: string) => ltlToTgba(parseLtl(text).formula);
const read = (text: string) => readHoa(text)[0]!.automaton;

const file = (lines: string, body: string) => `HOA: v1\n${lines}\n--BODY--\n${body}\n--END--\n`;

describe("HOA", () => {
  it("is written with labels, marks and what is known of the automaton", () => {
    expect(writeHoa(automatonOf('G F "a b"'), 'G F "a b"')).toBe(
      [
        "HOA: v1",
        'name: "G F \\"a b\\""',
        "States: 1",
        "Start: 0",
        'AP: 1 "a b"',
        "acc-name: Buchi",
        "Acceptance: 1 Inf(0)",
        "properties: trans-labels explicit-labels trans-acc deterministic",
        "--BODY--",
        "State: 0",
        "[!0] 0",
        "[0] 0 {0}",
        "--END--",
        "",
      ].join("\n"),
    );
  });

  it("comes back as it was written, also with acceptance on states", () => {
    fc.assert(
      fc.property(ltlFormulas({ depth: 3 }), fc.array(lassoWords(), { minLength: 5 }), (formula, words) => {
        const automaton = ltlToTgba(formula);
        for (const form of [automaton, degeneralized(automaton), stateBased(automaton)]) {
          const again = read(writeHoa(form));
          expect([stateCount(again), edgeCount(again), again.acceptanceSets]).toEqual([
            stateCount(form),
            edgeCount(form),
            form.acceptanceSets,
          ]);
          for (const word of words) expect(accepts(again, word)).toBe(accepts(form, word));
          expect(writeHoa(again)).toBe(writeHoa(form));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is read with aliases, comments, state labels, implicit labels and several initial states", () => {
    const automaton = read(`HOA: v1 /* a /* nested */ comment */
      tool: "some" "tool" Start: 0 Start: 1
      AP: 2 "a" "b" Alias: @x 0&!1 acc-name: generalized-Buchi 2
      Acceptance: 3 (Inf(2)) & Inf(0)
      properties: whatever
      --BODY--
      State: [@x | 1] 0 "first" {0} 1
      State: 1 0 1 {2} 0 1
      --END--`);
    expect([stateCount(automaton), automaton.initial, automaton.acceptanceSets]).toEqual([3, 2, 2]);
    const word = (letters: string[][], loop: number) => accepts(automaton, listedWord(letters, loop));
    expect(word([["a"], ["a"], ["b"]], 0)).toBe(true);
    expect(word([["a"]], 0)).toBe(false); // stays in 1, without set 0
    expect(word([[]], 0)).toBe(false);
  });

  it("refuses other acceptance with a message", () => {
    for (const acceptance of ["1 Fin(0)", "2 Inf(0) | Inf(1)", "1 Inf(!0)", "0 f"]) {
      expect(() => read(file(`Start: 0\nAP: 0\nAcceptance: ${acceptance}`, "State: 0"))).toThrow(
        /only Büchi and generalized Büchi acceptance is supported/,
      );
    }
  });

  it.each([
    ["", "1:1: expected 'HOA: v1'"],
    ["HOA: v2", "1:6: expected 'v1', found 'v2'"],
    ["HOA: v1\nStates: 1\n--BODY--", "3:1: expected 'Acceptance:' in the header, found '--BODY--'"],
    [file('Start: 0\nAP: 1 "a"\nAcceptance: 0 t', "State: 0\n[1] 0"), "7:2: there are only 1 atomic propositions"],
    [file("States: 1\nAP: 0\nAcceptance: 0 t", "State: 0\n[t] 1"), "7:5: state 1 is not one of the 1 declared states"],
    [file("Start: 0&1\nAP: 0\nAcceptance: 0 t", "State: 0"), "2:9: alternating automata are not supported"],
    [
      file("States: 99999999\nAcceptance: 0 t", ""),
      "2:9: expected the number of states, found '99999999', which is too large",
    ],
    [file("Start: 0\nAP: 0\nAcceptance: 0 t", "State: 0 {0}"), "6:11: there are only 0 acceptance sets"],
    [file("Start: 0\nAP: 0\nAcceptance: 0 t", "State: 0\nState: 0"), "7:8: state 0 is described twice"],
    ["HOA: v1 /* no end", "1:9: the comment does not end"],
    [file('AP: 1 "p"\nAP: 1 "q"\nAcceptance: 0 t', "State: 0"), "3:1: the header 'AP:' is given twice"],
    [file("AP: 0\nAcceptance: 1 Inf(0)\nAcceptance: 1 t", ""), "4:1: the header 'Acceptance:' is given twice"],
    [file('States: 1\nname: "a"\nname: "b"\nAcceptance: 0 t', ""), "4:1: the header 'name:' is given twice"],
    [file("States: 1\nStates: 1\nAcceptance: 0 t", ""), "3:1: the header 'States:' is given twice"],
    [file('AP: 2 "p" "p"\nAcceptance: 0 t', "State: 0"), "2:11: the atomic proposition 'p' is given twice"],
    [file('AP: 1 "p"\nAlias: @a 0\nAlias: @a !0\nAcceptance: 0 t', ""), "4:8: the alias '@a' is defined twice"],
  ])("refuses %j with a position", (text, message) => {
    expect(() => readHoa(text)).toThrow(message);
  });

  it("discards what its writer gave up, wherever that was", () => {
    const whole = file("States: 1\nStart: 0\nAP: 0\nAcceptance: 0 t", "State: 0\n[t] 0");
    const tokens = whole.split(/(?<=\s)/);
    for (let n = 0; n < tokens.length; n++) {
      const aborted = `${tokens.slice(0, n).join("")}--ABORT--\n`;
      expect(readHoa(aborted + whole), aborted).toHaveLength(1);
      expect(readHoa(whole + aborted), aborted).toHaveLength(1);
    }
    expect(() => readHoa(`HOA: v1\nAP: 1 ${whole}--ABORT--`)).toThrow("2:7: expected the name");
  });

  it("of which nothing is left says where the writer gave up", () => {
    const problem = "there is no automaton: who wrote it gave up with '--ABORT--'";
    expect(() => readHoa("HOA: v1\n --ABORT--\n")).toThrow(`2:2: ${problem}`);
    expect(() => readHoa("--ABORT--\nHOA: v1 Start: 0\n--ABORT--")).toThrow(`3:1: ${problem}`);
    expect(() => readHoa("")).toThrow("1:1: expected 'HOA: v1'");
  });

  it("never fails otherwise than with an input error, whatever is changed in a file", () => {
    const text = writeHoa(automatonOf("G(a -> F b) & G F c"));
    const junk = fc.constantFrom("", "{", "[", "(", "!", "99", "State:", "--END--", '"', "@x", "t", "Start: 7", "&");
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(4), junk, (at, length, insert) => {
        try {
          readHoa(text.slice(0, at) + insert + text.slice(at + length));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
