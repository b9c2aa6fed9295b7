import { forMessage, forXml } from "../../text/escape.js";
import { fileOf, headline, type Report, type Reported } from "./report.js";

/** A test case of JUnit, and how it ended. */
interface Case {
  readonly suite: string;
  readonly name: string;
  readonly seconds: number;
  readonly at: string;
  readonly ending: {
    readonly tag: "failure" | "error" | "skipped";
    readonly type: string;
    readonly message: string;
    readonly text: string;
  } | null;
}

/**
 * The report as JUnit's XML: a suite for each file, a case for each property. What fails is a failure, what is not known or cannot be read an
 * error, so that nothing looks green that is not; what an interrupt came before is skipped.
 */
export function junit(report: Report): string {
  const cases = [
    ...report.results.map(caseOf),
    ...report.problems.map(({ file, code, message }) => ended(file, "reading", "error", code, message)),
    ...report.notBegun.map(({ file, property = "reading" }) =>
      ended(file, property, "skipped", "interrupt", "not begun"),
    ),
  ];
  const suites = [...new Set(cases.map((c) => c.suite))].map((suite) => cases.filter((c) => c.suite === suite));
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return `${head}<testsuites name="fairlead" ${counts(cases)}>\n${suites.map(suiteXml).join("")}</testsuites>\n`;
}

function caseOf(reported: Reported): Case {
  const { result, judgement, text, place } = reported;
  const at = place === null ? "" : ` file="${forXml(fileOf(reported))}" line="${place.line}"`;
  const one = { suite: result.file, name: result.property, seconds: result.seconds, at };
  if (judgement === "good" || judgement === "doubtful") return { ...one, ending: null };
  const tag = judgement === "wrong" ? "failure" : "error";
  return { ...one, ending: { tag, type: result.reason ?? result.answer, message: headline(reported), text } };
}

function ended(suite: string, name: string, tag: "error" | "skipped", type: string, message: string): Case {
  return { suite, name, seconds: 0, at: "", ending: { tag, type, message, text: "" } };
}

function counts(cases: readonly Case[]): string {
  const count = (tag: string) => cases.filter((c) => c.ending?.tag === tag).length;
  const seconds = cases.reduce((sum, c) => sum + c.seconds, 0);
  return `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}" time="${seconds.toFixed(3)}"`;
}

function suiteXml(cases: readonly Case[]): string {
  const name = forXml(cases[0]!.suite);
  return ` <testsuite name="${name}" ${counts(cases)}>\n${cases.map(caseXml).join("")} </testsuite>\n`;
}

function caseXml({ suite, name, seconds, at, ending }: Case): string {
  const start = `  <testcase classname="${forXml(suite)}" name="${forXml(name)}" time="${seconds.toFixed(3)}"${at}`;
  if (ending === null) return `${start}/>\n`;
  const { tag, type, message, text } = ending;
  if (tag === "skipped") return `${start}>\n   <skipped message="${forXml(message)}"/>\n  </testcase>\n`;
  const body = forMessage(text).split("\n").map(forXml).join("\n");
  return `${start}>\n   <${tag} message="${forXml(message)}" type="${forXml(type)}">${body}</${tag}>\n  </testcase>\n`;
}
