import { readFileSync } from "node:fs";
import Ajv from "ajv-draft-04";
import { parse } from "junit2json";
import { describe, expect, it } from "vitest";
import { type Trace, traceOf } from "../../src/evidence/trace.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { TRUE } from "../../src/logic/lit.js";
import { itf } from "../../src/present/itf.js";
import type { ResultJson } from "../../src/present/json.js";
import { annotations } from "../../src/present/reports/github.js";
import { junit } from "../../src/present/reports/junit.js";
import { markdown } from "../../src/present/reports/markdown.js";
import type { Report, Reported } from "../../src/present/reports/report.js";
import { sarif } from "../../src/present/reports/sarif.js";
import { HOSTILE_NAMES, unseenIn } from "../arbitraries/hostile-names.js";

const result = (property: string, answer: ResultJson["answer"], more: Partial<ResultJson> = {}): ResultJson => ({
  file: "models/a.smv",
  property,
  answer,
  engine: "gsh",
  seconds: 0.25,
  stats: {},
  evidence: "checked",
  ...more,
});

const LASSO = {
  loop: 1,
  steps: [{ x: "0" }, { x: "1" }, { x: "2" }],
  conditions: [{ name: "fairness 0", metIn: [2] }],
};

function reportOn(name: string): Report {
  const place = { line: 3, column: 7 };
  const text = "a.smv: p fails\nstep 0\n";
  const results: Reported[] = [
    { result: result(name, "holds"), place, judgement: "good", text },
    { result: result(`${name}2`, "fails", { witness: LASSO }), place, judgement: "wrong", text },
    { result: result(`${name}3`, "unknown", { reason: "time", detail: "" }), place: null, judgement: "open", text },
  ];
  const problems = [{ file: `${name}.smv`, code: "smv-syntax", message: "1:1: expected 'MODULE'" }];
  return {
    version: "1.2.3",
    command: ["fairlead", "check"],
    complete: false,
    results,
    problems,
    notBegun: [{ file: "late.smv" }],
  };
}

const SCHEMA = new URL("../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json", import.meta.url);

describe("a report", () => {
  it("is SARIF by the standard's schema, whatever the names", () => {
    const ajv = new Ajv.default({ strict: false, validateFormats: false, unicodeRegExp: false });
    const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
    for (const name of ["p", ...HOSTILE_NAMES]) {
      const text = sarif(reportOn(name));
      expect(unseenIn(text), name).toBeNull();
      expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it("shows in SARIF which property failed, where, and the loop step by step", () => {
    const [holds, fails, open, input] = JSON.parse(sarif(reportOn("p"))).runs[0].results;
    expect([holds.kind, fails.kind, open.kind, input.ruleId]).toEqual(["pass", "fail", "open", "input"]);
    expect(fails.message.text).toBe("p2 fails: a loop from step 1 to 2, for ever");
    expect(fails.locations[0].physicalLocation.region).toEqual({ startLine: 3, startColumn: 7 });
    const steps = fails.codeFlows[0].threadFlows[0].locations;
    expect(steps.map((s: { nestingLevel: number }) => s.nestingLevel)).toEqual([0, 1, 1]);
    expect(steps[1].location.message.text).toBe("step 1; the loop starts here");
    expect(steps[2].location.message.text).toBe("step 2; fairness 0; back to step 1");
    expect(steps[2].state).toEqual({ x: { text: "2" } });
  });

  it("is read as JUnit's XML by another tool, whatever the names", async () => {
    for (const name of ["p", ...HOSTILE_NAMES]) {
      const text = junit(reportOn(name));
      expect(unseenIn(text), name).toBeNull();
      const read = (await parse(text)) as {
        readonly tests: number;
        readonly failures: number;
        readonly errors: number;
        readonly testsuite: readonly { readonly testcase: readonly { failure?: unknown[]; error?: unknown[] }[] }[];
      };
      expect([read.tests, read.failures, read.errors]).toEqual([5, 1, 2]);
      const [holds, fails, open] = read.testsuite[0]!.testcase;
      expect([holds!.failure, fails!.failure?.length, open!.error?.length]).toEqual([undefined, 1, 1]);
    }
  });

  it("is annotations that a workflow's runner reads: one line each, with nothing that ends it early", () => {
    const [first, ...more] = annotations(reportOn("p")).trimEnd().split("\n");
    expect(first).toBe(
      "::error file=models/a.smv,line=3,col=7,title=p2 fails%3A a loop from step 1 to 2%2C for ever::a.smv: p fails%0Astep 0",
    );
    expect(more.map((line) => /^::(\w+)/.exec(line)![1])).toEqual(["warning", "error"]);
    for (const name of HOSTILE_NAMES) {
      const lines = annotations(reportOn(name)).trimEnd().split("\n");
      expect(
        lines.every((line) => /^::(error|warning) \w+=[^,:]*(,\w+=[^,:]*)*::/.test(line)),
        name,
      ).toBe(true);
    }
  });

  it("is Markdown in which names are text", () => {
    expect(markdown(reportOn("<b>|`x`"))).toContain(
      "| models/a.smv | &lt;b&gt;\\|\\`x\\`2 | ❌ fails: a loop from step 1 to 2, for ever | checked | gsh | 0.25 s |",
    );
    for (const name of HOSTILE_NAMES) expect(unseenIn(markdown(reportOn(name))), name).toBeNull();
  });
});

describe("a trace in the Informal Trace Format", () => {
  it("has states, typed values and the loop", () => {
    const signal = (name: string, type: Trace["signals"][number]["type"]) => ({ name, type, isState: true, key: name });
    const trace: Trace = {
      signals: [
        signal("b", { kind: "bool" }),
        signal("n", { kind: "signed" }),
        signal("s", { kind: "enum", values: ["idle"] }),
        signal("#meta", { kind: "bool" }),
      ],
      bits: [
        ["0", "101", "0", "1"],
        ["1", `0${(123456789012345678901234567890n).toString(2)}`, "0", "0"],
      ],
      values: [
        ["0", "-3", "idle", "1"],
        ["1", "123456789012345678901234567890", "idle", "0"],
      ],
      conditions: [],
      met: [[], []],
      loop: 1,
    };
    const document = JSON.parse(itf(trace, { source: "a.smv", description: "p fails" }));
    expect(document.vars).toEqual(["b", "n", "s", "_#meta"]);
    expect(document.loop).toBe(1);
    expect(document.states).toEqual([
      { "#meta": { index: 0 }, b: false, n: { "#bigint": "-3" }, s: "idle", "_#meta": true },
      {
        "#meta": { index: 1 },
        b: true,
        n: { "#bigint": "123456789012345678901234567890" },
        s: "idle",
        "_#meta": false,
      },
    ]);
  });

  const COUNTS_ON = `MODULE main
VAR s : {idle, busy}; n : 0..5; w : signed word[4]; go : boolean;
ASSIGN init(s) := idle; next(s) := case go : busy; TRUE : idle; esac; init(n) := 0; next(n) := (n + 1) mod 6; init(w) := -0sd4_3; next(w) := w;
LTLSPEC G F s = busy
`;
  /** The first state for ever, in which nobody goes. */
  function tracedIn(text: string) {
    const { model, properties } = readSmv(text, "m.smv");
    const latches = Uint8Array.from(model.latches, ({ reset }) => (reset === TRUE ? 1 : 0));
    const steps = [{ latches, inputs: new Uint8Array(model.inputs.length) }];
    const trace = traceOf(model, properties[0]!, { kind: "lasso", loop: 0, steps });
    return JSON.parse(itf(trace, { source: "m.smv", description: "p fails" }));
  }

  it("leaves out what does not come back with the loop, and says so", () => {
    const document = tracedIn(COUNTS_ON);
    expect(document.vars).toEqual(["s", "w", "go"]);
    expect(document["#meta"].description).toBe("p fails; left out, since they do not come back: n");
    expect(document).toMatchObject({ loop: 0, states: [{ s: "idle", w: { "#bigint": "-3" }, go: false }] });
  });

  // The folder of an installation of `@informalsystems/quint`.
  const QUINT = process.env.FAIRLEAD_QUINT;
  it.skipIf(QUINT === undefined)("is read by Quint", async () => {
    const { ofItf } = await import(`${QUINT}/dist/src/itf.js`);
    const [state, ...more] = ofItf(tracedIn(COUNTS_ON));
    expect(more).toEqual([]);
    const fields = state.args.map((a: { readonly value: unknown }) => a.value);
    expect([state.opcode, ...fields]).toEqual(["Rec", "s", "idle", "w", -3n, "go", false]);
  });
});
