import { forJson, forMessage } from "../../text/escape.js";
import { own, recordOf } from "../../text/record.js";
import type { ResultJson } from "../json.js";
import { fenced } from "./markdown.js";
import { fileOf, headline, type Judgement, type Report, type Reported } from "./report.js";

/** Longer traces are cut: viewers show a step as a line of a list. */
const MOST_STEPS = 500;

/** What results are about. A property that holds, or was not decided, is a result too. */
const RULES = [
  { id: "property", text: "A property must hold, and a cover be covered." },
  { id: "vacuity", text: "A property that holds should say something about the model." },
  { id: "input", text: "A model must be readable." },
] as const;

const KINDS: Readonly<Record<Judgement, { readonly kind: string; readonly level: string }>> = {
  good: { kind: "pass", level: "none" },
  wrong: { kind: "fail", level: "error" },
  doubtful: { kind: "fail", level: "warning" },
  open: { kind: "open", level: "none" },
};

/** The report as SARIF 2.1.0 (OASIS). A counterexample is a code flow, a step each; those of the loop are nested. */
export function sarif(report: Report): string {
  const problems = report.problems.map(({ file, code, message }) => ({
    ...ruleOf("input"),
    kind: "fail",
    level: "error",
    message: { text: forMessage(message) },
    locations: [locationOf(file)],
    properties: { code },
  }));
  const document = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Fairlead",
            version: report.version,
            rules: RULES.map(({ id, text }) => ({ id, shortDescription: { text } })),
          },
        },
        invocations: [{ executionSuccessful: report.complete }],
        columnKind: "utf16CodeUnits",
        results: [...report.results.map(resultOf), ...problems],
      },
    ],
  };
  return `${forJson(document, 1)}\n`;
}

function ruleOf(id: (typeof RULES)[number]["id"]) {
  return { ruleId: id, ruleIndex: RULES.findIndex((r) => r.id === id) };
}

function resultOf(reported: Reported) {
  const { result, place, judgement, text } = reported;
  const { engine, seconds, evidence, witness } = result;
  const location = locationOf(fileOf(reported), place ?? undefined);
  const markdown = judgement === "good" ? {} : { markdown: fenced(text) };
  return {
    ...ruleOf(result.vacuity?.answer === "vacuous" ? "vacuity" : "property"),
    ...KINDS[judgement],
    message: { text: forMessage(`${result.property} ${headline(reported)}`), ...markdown },
    locations: [{ ...location, logicalLocations: [{ name: result.property, kind: "member" }] }],
    ...(witness !== undefined && { codeFlows: [{ threadFlows: [{ locations: steps(witness, location) }] }] }),
    properties: { engine, seconds, evidence },
  };
}

function locationOf(file: string, place?: { readonly line: number; readonly column: number }) {
  const region = place === undefined ? {} : { region: { startLine: place.line, startColumn: place.column } };
  return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } };
}

/** A path as a reference that every reader of URIs takes. */
export function uriOf(file: string): string {
  const path = file.replaceAll("\\", "/").replace(/\p{Surrogate}/gu, "\ufffd");
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${escaped}` : escaped.replace(/^[^/]*%3A/, (start) => `./${start}`) || ".";
}

/** What changes in each step; the first one in full. */
function steps({ steps: all, loop, moves, conditions = [] }: NonNullable<ResultJson["witness"]>, location: object) {
  return all.slice(0, MOST_STEPS).map((step, i) => {
    const before = i === 0 || i === loop ? undefined : all[i - 1];
    const changed = Object.entries(step).filter(([name, value]) => before === undefined || own(before, name) !== value);
    const met = conditions.filter((c) => c.metIn.includes(i)).map((c) => c.name);
    const said = [
      `step ${i}`,
      ...(i === loop ? ["the loop starts here"] : []),
      ...(moves?.[i] ? [moves[i]] : []),
      ...(loop === undefined || i >= loop ? met : []),
      ...(i === MOST_STEPS - 1 && all.length > MOST_STEPS
        ? [`${all.length - MOST_STEPS} further steps are left out`]
        : []),
      ...(i === all.length - 1 && loop !== undefined ? [`back to step ${loop}`] : []),
    ];
    return {
      location: { ...location, message: { text: forMessage(said.join("; ")) } },
      state: recordOf(changed.map(([name, value]) => [name, { text: value }])),
      nestingLevel: loop !== undefined && i >= loop ? 1 : 0,
      executionOrder: i + 1,
    };
  });
}
