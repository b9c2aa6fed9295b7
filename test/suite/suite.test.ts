import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answersIn, changesBetween } from "../../src/suite/changes.js";
import { readSuite } from "../../src/suite/suite.js";
import { InputError } from "../../src/text/input-error.js";
import { type JsonValue, readJson } from "../../src/text/positioned-json.js";

const read = (suite: object) => readSuite(JSON.stringify(suite));

describe("a suite", () => {
  it("has what `check` needs for each of its checks, and what is expected", () => {
    const { name, checks } = read({
      name: "nightly",
      time: 60,
      engine: "auto",
      checks: [
        { files: "a.aig", expect: "holds" },
        {
          files: ["b.smv", "c/"],
          properties: ["p"],
          ltl: "G F x",
          engine: "fair",
          options: { k: 2, loops: false },
          time: 5,
          priority: 9,
          expect: { p: "fails" },
        },
      ],
    });
    expect(name).toBe("nightly");
    expect(checks.map((c) => [c.files, c.options, c.priority])).toEqual([
      [["a.aig"], { time: 60, engine: "auto" }, 0],
      [["b.smv", "c/"], { time: 5, engine: "fair", opt: ["k=2", "loops=false"], property: ["p"], ltl: ["G F x"] }, 9],
    ]);
    expect(checks.map((c) => [c.expected("p"), c.expected("q")])).toEqual([
      ["holds", "holds"],
      ["fails", null],
    ]);
  });

  it.each([
    ["[]", "1:1: a suite: expected an object"],
    ["{}", "1:1: there is no 'name'"],
    ['{"name": 3, "checks": []}', "1:10: the name of a suite: expected a text"],
    ['{"name": "s",\n "checks": [{"file": "a"}]}', "2:14: a check has no 'file' (it has files, expect"],
    ['{"name": "s", "checks": []}', "1:25: the checks of a suite: expected a list of at least one"],
    ['{"name": "s", "checks": [{}]}', "1:26: there is no 'files'"],
    ['{"name": "s", "checks": [{"files": [1]}]}', "1:37: files: expected a text"],
    ['{"name": "s", "checks": [{"files": "a", "time": -1}]}', "1:49: time: expected a positive number"],
    ['{"name": "s", "checks": [{"files": "a", "expect": "true"}]}', "1:51: expect: expected holds, fails"],
    [
      '{"name": "s", "checks": [{"files": "a", "priority": 10}]}',
      "1:53: priority: expected a whole number from 0 to 9",
    ],
    ['{"name": "s", "name": "t", "checks": []}', "1:15: 'name' is there twice"],
    ['{"name": "s", "checks": [],}', "1:28: expected a text in double quotes"],
    ['{"name": "a\nb", "checks": []}', "1:10: a text has a character that must be written with a backslash"],
    [`${"[".repeat(1e5)}`, "more than 100 lists and objects inside one another"],
  ])("%.60s is refused: %s", (text, message) => {
    expect(() => readSuite(text)).toThrow(InputError);
    expect(() => readSuite(text)).toThrow(message);
  });
});

describe("JSON with places", () => {
  const plain = (json: JsonValue): unknown => {
    switch (json.kind) {
      case "null":
        return null;
      case "list":
        return json.items.map(plain);
      case "object":
        return Object.fromEntries([...json.members].map(([name, { value }]) => [name, plain(value)]));
      default:
        return json.value;
    }
  };

  it("is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(plain(readJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("is refused where JSON.parse refuses it, in words", () => {
    const parts = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      '"a"',
      "1",
      "-",
      "0",
      "e5",
      "true",
      "nul",
      " ",
      "\\",
      "\n",
    );
    const texts = fc.array(parts, { maxLength: 8 }).map((p) => p.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson) readJson(text);
        else expect(() => readJson(text)).toThrow(InputError);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("what changed since an earlier run", () => {
  const answer = (file: string, answer: string) => ({ file, property: "p", answer });

  it("is what has another answer, is new, or is not asked any more", () => {
    const before = [answer("a", "holds"), answer("b", "fails"), answer("c", "unknown")];
    const now = [answer("d", "holds"), answer("b", "holds"), answer("a", "holds")];
    expect(changesBetween(before, now)).toEqual([
      { file: "d", property: "p", before: null, now: "holds" },
      { file: "b", property: "p", before: "fails", now: "holds" },
      { file: "c", property: "p", before: "unknown", now: null },
    ]);
  });

  it("of properties that share a name is that of each", () => {
    const before = [answer("a", "holds"), answer("a", "fails"), answer("a", "holds")];
    expect(changesBetween(before, before)).toEqual([]);
    expect(changesBetween(before, before.slice(0, 2))).toEqual([
      { file: "a", property: "p", before: "holds", now: null },
    ]);
  });

  it("needs what check --json printed", () => {
    expect(
      answersIn('{"complete": true, "results": [{"file": "a", "property": "p", "answer": "holds", "engine": "gsh"}]}'),
    ).toEqual([answer("a", "holds")]);
    for (const text of ["", "{}", "[]", '{"results": [{}]}', '{"results": 1}'])
      expect(() => answersIn(text)).toThrow("expected what 'fairlead check --json' prints");
  });
});
