import { expect, it } from "vitest";
import { answerText } from "../../src/cli/answer-text.js";
import { shownOf } from "../../src/cli/answered.js";
import { reference } from "../../src/engines/reference.js";
import { readDesign } from "../../src/index.js";
import { solved } from "../cross-engine/solving.js";

const MODEL = `MODULE main
VAR x : 0..3; junk : boolean;
IVAR go : boolean;
ASSIGN init(x) := 0;
  next(x) := case go : (x + 1) mod 4; TRUE : x; esac;
  next(junk) := !junk;
LTLSPEC G (x = 1 -> F x = 0)
`;

async function answer() {
  const design = await readDesign(new TextEncoder().encode(MODEL), "m.smv");
  const property = design.properties[0]!;
  const { verdict } = solved(design.model, property, reference);
  const outcome = { engine: "reference", verdict, evidence: "checked", seconds: 0, notes: [] } as const;
  return shownOf({ file: "m.smv", design, property, outcome }, true);
}

const text = { as: "text", isColoured: false } as const;

it("a trace leaves out the signals that may be anything, and says so; --all shows them", async () => {
  const shown = await answer();
  const short = answerText(shown, text);
  expect(short).not.toContain("junk = ");
  expect(short).toContain("note: not shown, since they may be anything (--all shows them): junk\n");
  expect(short).toMatch(/ {2}x {2}= 1\n/);
  expect(answerText(shown, { ...text, all: true })).toMatch(/junk = [01]\n/);
});

it("--signals shows those that are named, with * for any part of a name, in text and JSON", async () => {
  const shown = await answer();
  const some = answerText(shown, { ...text, signals: ["g*", "nope"] });
  expect(some).toMatch(/ {2}go = [01]\n/);
  expect(some).not.toMatch(/\n {2}x/);
  expect(some).toContain("note: no signal is called 'nope'");
  const json = JSON.parse(answerText(shown, { as: "json", signals: ["x"] }));
  expect(json.witness.steps.every((step: object) => Object.keys(step).join() === "x")).toBe(true);
});

it("--why says in plain words what is asked, in which line, and where values are assigned", async () => {
  const shown = await answer();
  const why = answerText(shown, { ...text, why: true });
  expect(why).toContain("asked in line 7: always, if x = 1 then (now or later, x = 0)\n");
  expect(why).toContain("assigned: x in lines 4, 5; junk in line 6\n");
  const json = JSON.parse(answerText(shown, { as: "json", why: true }));
  expect(json.asked).toBe("always, if x = 1 then (now or later, x = 0)");
  expect(json.source.line).toBe(7);
  expect(json.why.assigned.map((a: { signal: string }) => a.signal)).toEqual(["x", "junk"]);
});
