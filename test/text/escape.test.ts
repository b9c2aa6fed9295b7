import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHoa } from "../../src/formats/hoa/read.js";
import {
  forBtor2,
  forDot,
  forHoa,
  forJson,
  forLine,
  forMessage,
  forTerminal,
  forVcd,
  forXml,
  spelled,
} from "../../src/text/escape.js";
import { InputError } from "../../src/text/input-error.js";
import { HOSTILE_NAMES, UNSEEN, unseenIn } from "../arbitraries/hostile-names.js";

const anyName = fc.oneof(
  fc.constantFrom(...HOSTILE_NAMES),
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
);

const forAnyName = (check: (name: string) => void): void => {
  for (const name of HOSTILE_NAMES) check(name);
  fc.assert(
    fc.property(anyName, (name) => void check(name)),
    { numRuns: 300 },
  );
};

describe("a name", () => {
  it("on a terminal has nothing that is obeyed or hidden, stays on its line, and is not endless", () => {
    forAnyName((name) => {
      expect(UNSEEN.test(forTerminal(name))).toBe(false);
      expect(forTerminal(name).length).toBeLessThanOrEqual(1000);
    });
    expect(forTerminal("a\u001b[31mRED\u0007\n\u202e\u{e0001}")).toBe("a\\x1b[31mRED\\x07\\n\\u202e\\u{e0001}");
    expect(forTerminal("é ✓ 😀 名")).toBe("é ✓ 😀 名");
    expect(forTerminal("x".repeat(2000))).toMatch(/^x+…x+ \(2000 characters\)$/);
  });

  it("is spelt out once: what is spelt out already stays", () => {
    forAnyName((name) => expect(spelled(spelled(name))).toBe(spelled(name)));
  });

  it("in JSON comes back as it was, and the document can be shown", () => {
    forAnyName((name) => {
      const text = forJson({ [`key ${name}`]: [name] }, 1);
      expect(unseenIn(text)).toBeNull();
      expect(JSON.parse(text)).toEqual({ [`key ${name}`]: [name] });
    });
  });

  it("in SVG and HTML is text: no tag, no entity of its own, no character that XML forbids", () => {
    forAnyName((name) => {
      const text = forXml(name);
      expect(UNSEEN.test(text)).toBe(false);
      expect(text).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
      const back = text.replace(/&(\w+|#39);/g, (_, e: string) => ENTITIES.get(e)!);
      expect(back).toBe(spelled(name));
    });
  });

  it("in a value change dump and in BTOR2 is one word that is none of the format's", () => {
    forAnyName((name) => expect(forVcd(name)).toMatch(/^[^\s$]\S*$/u));
    forAnyName((name) => expect(forBtor2(name)).toMatch(/^[^\s;]\S*$/u));
    expect(forVcd("$end")).toBe("\\$end");
  });

  it("for Graphviz is one string", () => {
    forAnyName((name) => {
      expect(forDot(name)).toMatch(/^"(?:[^"\\]|\\.)*"$/);
      expect(UNSEEN.test(forDot(name))).toBe(false);
    });
    expect(forDot('a "b"\nc')).toBe('"a \\"b\\"\\nc"');
  });

  it("in an automaton's file is read back as it is spelt out", () => {
    forAnyName((name) => {
      const text = `HOA: v1\nname: ${forHoa(name)}\nAP: 1 ${forHoa(name)}\nAcceptance: 0 t\n--BODY--\n--END--\n`;
      const [{ automaton, name: title }] = readHoa(text) as [ReturnType<typeof readHoa>[0]];
      expect([title, automaton.atoms]).toEqual([spelled(name), [spelled(name)]]);
    });
  });

  it("at the end of a line is all of that line", () => {
    forAnyName((name) => expect(UNSEEN.test(forLine(name))).toBe(false));
  });
});

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["#39", "'"],
]);

describe("a message", () => {
  it("may have lines, and nothing else that a terminal obeys, whatever it quotes and wherever it points", () => {
    forAnyName((name) => {
      expect(unseenIn(forMessage(`found '${name}'`))).toBeNull();
      const error = new InputError("code", `found '${name}'`, { line: 1, column: 2 }, `folder/${name}.smv`);
      expect(unseenIn(error.message)).toBeNull();
      expect(error.message.split(":1:2: ")[0]).not.toContain("\n");
      expect(error.in("x").in("x").message).toBe(error.in("x").message);
    });
    expect(forMessage("two\nlines\tand tabs")).toBe("two\nlines\tand tabs");
  });
});
