import { forGithub, forGithubProperty, forMessage } from "../../text/escape.js";
import { fileOf, headline, type Report, type Reported } from "./report.js";

/** The report as annotations of a GitHub workflow: lines for its log, which the runner takes for commands. What is good has none. */
export function annotations(report: Report): string {
  const results = report.results.filter((r) => r.judgement !== "good").map(annotationOf);
  const problems = report.problems.map(({ file, message }) => command("error", { file, title: "bad input" }, message));
  return [...results, ...problems].map((line) => `${line}\n`).join("");
}

function annotationOf(reported: Reported): string {
  const { result, place, judgement, text } = reported;
  const about = {
    file: fileOf(reported),
    ...(place !== null && { line: `${place.line}`, col: `${place.column}` }),
    title: `${result.property} ${headline(reported)}`,
  };
  return command(judgement === "wrong" ? "error" : "warning", about, text.trimEnd());
}

/** `::error file=a.smv,line=3::message` */
function command(name: "error" | "warning", about: Readonly<Record<string, string>>, message: string): string {
  const properties = Object.entries(about).map(([key, value]) => `${key}=${forGithubProperty(value)}`);
  return `::${name} ${properties.join(",")}::${forGithub(forMessage(message))}`;
}
