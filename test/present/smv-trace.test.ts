import { describe, expect, it } from "vitest";
import { reference } from "../../src/engines/reference.js";
import { traceOf } from "../../src/evidence/trace.js";
import { type Lasso, none, type Verdict, witnessIn } from "../../src/evidence/verdict.js";
import { readSmv } from "../../src/formats/smv/read.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { smvReport, smvTrace } from "../../src/present/smv-trace.js";
import { decide } from "../engines/running.js";

/** The text that NuSMV 2.6.0 prints for the same model and behaviour. */
const EXPECTED = `\
-- invariant x < 3  is false
-- as demonstrated by the following execution sequence
Trace Description: AG alpha Counterexample 
Trace Type: Counterexample 
  -> State: 1.1 <-
    s = FALSE
    x = 0
  -> Input: 1.2 <-
    i = FALSE
  -> State: 1.2 <-
    x = 2
  -> Input: 1.3 <-
    i = TRUE
  -> State: 1.3 <-
    x = 3
`;

const COUNTER = `
MODULE main
VAR s : boolean; x : 0..3;
IVAR i : boolean;
ASSIGN init(s) := FALSE; next(s) := s; init(x) := 0;
  next(x) := case i & x < 3 : x + 1; !i & x = 0 : 2; TRUE : 0; esac;
INVARSPEC x < 3
LTLSPEC G F x = 3
`;

function reported(model: Model, property: Property, verdict: Verdict): string {
  const shown = witnessIn(verdict);
  const trace = shown === null ? null : traceOf(model, property, shown);
  return smvReport({ kind: property.kind, text: property.text ?? property.name }, verdict, trace, 1);
}

describe("traces in NuSMV's text format", () => {
  it("list the first state in full, then what changes, with the inputs between states", () => {
    const { model, properties } = readSmv(COUNTER, "counter.smv");
    const property = properties[0]!;
    if (property.kind !== "bad") throw new Error("an invariant was asked");
    const verdict = decide(reference, { kind: "reach", model, bad: property.literal });
    expect(reported(model, property, verdict)).toBe(EXPECTED);
  });

  it("mark where the loop starts and close it with the state that comes again", () => {
    const { model, properties } = readSmv(COUNTER, "counter.smv");
    const step = (x: number, i: number) => ({
      latches: Uint8Array.of(0, x & 1, x >> 1),
      inputs: Uint8Array.of(i),
    });
    const lasso: Lasso = { kind: "lasso", steps: [step(0, 1), step(1, 0), step(0, 0), step(2, 0)], loop: 2 };
    expect(smvTrace("ltl", traceOf(model, properties[1]!, lasso), 3)).toBe(`\
Trace Description: LTL Counterexample 
Trace Type: Counterexample 
  -> State: 3.1 <-
    s = FALSE
    x = 0
  -> Input: 3.2 <-
    i = TRUE
  -> State: 3.2 <-
    x = 1
  -> Input: 3.3 <-
    i = FALSE
  -- Loop starts here
  -> State: 3.3 <-
    x = 0
  -> Input: 3.4 <-
  -> State: 3.4 <-
    x = 2
  -> Input: 3.5 <-
  -> State: 3.5 <-
    x = 0
`);
  });

  it("write values as the language does", () => {
    const { model, properties } = readSmv(
      `MODULE main
       FROZENVAR fz : 5..7;
       VAR w : word[3]; s : signed word[3]; e : {idle, busy}; n : -2..1; a : array 1..2 of boolean; one : {only};
       DEFINE neg := n - 1; big := w > 0ud3_4;
       ASSIGN init(fz) := 6; init(w) := 0ud3_5; init(s) := -0sd3_3; init(e) := busy; init(n) := -2;
       INIT a[1] & !a[2]
       ASSIGN next(w) := w; next(s) := s; next(e) := e; next(n) := n; next(a) := a;
       LTLSPEC F e = idle`,
      "values.smv",
    );
    const latches = model.latches.map((l) => (l.reset === 1 ? 1 : 0));
    const lasso: Lasso = {
      kind: "lasso",
      steps: [{ latches: Uint8Array.from(latches), inputs: new Uint8Array(model.inputs.length) }],
      loop: 0,
    };
    const values = smvTrace("ltl", traceOf(model, properties[0]!, lasso), 1)
      .split("\n")
      .filter((l) => l.startsWith("    "))
      .map((l) => l.trim());
    expect(values).toEqual([
      "fz = 6",
      "w = 0ud3_5",
      "s = -0sd3_3",
      "e = busy",
      "n = -2",
      "a[1] = TRUE",
      "a[2] = FALSE",
      "one = only",
      "neg = -3",
      "big = TRUE",
    ]);
  });

  it("show the selected process among the inputs", () => {
    const { model, properties } = readSmv(
      `MODULE main VAR p : process m; INVARSPEC !p.x
       MODULE m VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := TRUE;`,
      "process.smv",
    );
    const property = properties[0]!;
    if (property.kind !== "bad") throw new Error("an invariant was asked");
    const verdict = decide(reference, { kind: "reach", model, bad: property.literal });
    const text = reported(model, property, verdict);
    expect(text).toContain(
      "  -> Input: 1.2 <-\n    _process_selector_ = p\n    running = FALSE\n    p.running = TRUE\n",
    );
    expect(text.endsWith("  -> State: 1.2 <-\n    p.x = TRUE\n")).toBe(true);
  });

  it("show the transition that violates an invariant about it", () => {
    const { model, properties } = readSmv(
      `MODULE main VAR x : 0..2; ASSIGN init(x) := 0; next(x) := (x + 1) mod 3; INVARSPEC next(x) != 0`,
      "next.smv",
    );
    const property = properties[0]!;
    if (property.kind !== "bad") throw new Error("an invariant was asked");
    const verdict = decide(reference, { kind: "reach", model, bad: property.literal });
    expect(reported(model, property, verdict)).toContain("  -> State: 1.3 <-\n    x = 2\n");
  });

  it("say in one line what holds or is not known", () => {
    const { model, properties } = readSmv(COUNTER, "counter.smv");
    expect(reported(model, properties[1]!, { answer: "holds", by: none("a test has none"), stats: {} })).toBe(
      "-- specification  G ( F x = 3)  is true\n",
    );
    expect(reported(model, properties[1]!, { answer: "unknown", reason: "time", detail: "", stats: {} })).toBe(
      "-- specification  G ( F x = 3)  is unknown (time)\n",
    );
  });
});
