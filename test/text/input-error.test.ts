import { describe, expect, it } from "vitest";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { readBtor2 } from "../../src/formats/btor2/to-design.js";
import { readHoa } from "../../src/formats/hoa/read.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { parseLtl } from "../../src/formula/parse.js";
import { readSuite } from "../../src/suite/suite.js";
import { forMessage, forProblem } from "../../src/text/escape.js";
import { InputError } from "../../src/text/input-error.js";

const ESC = "\u001b";

describe("what a message quotes", () => {
  const long = "p".repeat(5_000_000);
  const read = (work: () => unknown): string => {
    try {
      work();
    } catch (e) {
      return e instanceof InputError ? e.message : `not an InputError: ${e}`;
    }
    return "nothing";
  };

  it("is cut to what it can be recognized by, whatever the format", () => {
    const messages = [
      read(() => parseLtl(`G ${long} q`)),
      read(() => parseLtl(`"${long} ${long}" q ${long}`)),
      read(() => parseLtl("1".repeat(5_000_000))),
      read(() => readSmv(`MODULE main\nVAR x : ${long};`, "x.smv")),
      read(() => readHoa(`HOA: ${long}`)),
      read(() => readAiger(new TextEncoder().encode(`aag ${long}`))),
      read(() => readBtor2(new TextEncoder().encode(`1 ${long}`))),
      read(() => readSuite(`{"name": "s", "${long}": 1}`)),
    ];
    for (const message of messages) {
      expect(message).not.toMatch(/^no/);
      expect(message.length).toBeLessThan(500);
    }
    expect(messages[2]).toContain("…");
  });

  it("stays as it is where it is short, and so do paths, lists and the words between quotes", () => {
    const list = Array.from({ length: 40 }, (_, i) => `name${i}`).join(", ");
    const path = "folder/".repeat(20);
    const problem = `no 'a b' in ${path}: it has ${list} and 'c d'`;
    expect(forProblem(problem)).toBe(problem);
    const formula = "p & ".repeat(50);
    expect(forProblem(`expected 'x', found '${formula}', which is no 'y'`)).toMatch(
      /^expected 'x', found 'p & .{74}& ', which is no 'y'$/,
    );
    expect(forProblem(forProblem(formula + long))).toBe(forProblem(formula + long));
  });
});

describe("what a file says, where people read it", () => {
  it("cannot move the cursor or paint the screen", () => {
    expect(forMessage(`a${ESC}[31mb\u0007 é ✓\u009b\n\tc`)).toBe("a\\x1b[31mb\\x07 é ✓\\x9b\n\tc");
    const text = `aag 1 0 1 0 0 0 0 1\n2 3\n1\n2\nl0 q${ESC}[2J\nj0 j${ESC}[2J\n`;
    const { model, properties } = readAiger(new TextEncoder().encode(text));
    expect([model.signals[0]?.name, properties[0]?.name]).toEqual(["q\\x1b[2J", "j\\x1b[2J"]);
    expect(() => readSmv(`MODULE main\nVAR ${ESC}[31mx : boolean;`, "x.smv")).toThrow("found '\\x1b'");
  });
});
