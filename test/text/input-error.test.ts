import { describe, expect, it } from "vitest";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { forMessage } from "../../src/text/escape.js";

const ESC = "\u001b";

describe("what a file says, where people read it", () => {
  it("cannot move the cursor or paint the screen", () => {
    expect(forMessage(`a${ESC}[31mb\u0007 é ✓\u009b\n\tc`)).toBe("a\\x1b[31mb\\x07 é ✓\\x9b\n\tc");
    const text = `aag 1 0 1 0 0 0 0 1\n2 3\n1\n2\nl0 q${ESC}[2J\nj0 j${ESC}[2J\n`;
    const { model, properties } = readAiger(new TextEncoder().encode(text));
    expect([model.signals[0]?.name, properties[0]?.name]).toEqual(["q\\x1b[2J", "j\\x1b[2J"]);
    expect(() => readSmv(`MODULE main\nVAR ${ESC}[31mx : boolean;`, "x.smv")).toThrow("found '\\x1b'");
  });
});
