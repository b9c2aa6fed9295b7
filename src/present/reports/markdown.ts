import { forMarkdown, forMessage } from "../../text/escape.js";
import { headline, type Judgement, type Report, type Reported } from "./report.js";

const SIGNS: Readonly<Record<Judgement, string>> = { good: "✅", wrong: "❌", doubtful: "⚠️", open: "❔" };

/** The report as Markdown: a table of all answers, then each that is not good in full. */
export function markdown(report: Report): string {
  const rows = report.results.map((r) => {
    const { file, property, engine, seconds, evidence } = r.result;
    const cells = [forMarkdown(file), forMarkdown(property), `${SIGNS[r.judgement]} ${forMarkdown(headline(r))}`];
    return `| ${[...cells, forMarkdown(evidence), forMarkdown(engine), `${seconds.toFixed(2)} s`].join(" | ")} |`;
  });
  const table =
    rows.length === 0
      ? []
      : [
          "| file | property | answer | evidence | engine | time |",
          "| --- | --- | --- | --- | --- | ---: |",
          ...rows,
          "",
        ];
  const problems = report.problems.map(({ message }) => `- ❌ ${forMarkdown(message)}`);
  const notBegun = report.notBegun.map(
    ({ file, property }) => `- ❔ not begun: ${forMarkdown(property === undefined ? file : `${file}: ${property}`)}`,
  );
  const details = report.results.filter((r) => r.judgement !== "good").flatMap(detailsOf);
  return `${["## Fairlead", "", ...table, ...problems, ...notBegun, "", ...details].join("\n")}\n`;
}

function detailsOf(reported: Reported): string[] {
  const { result, judgement, text } = reported;
  const summary = `${SIGNS[judgement]} ${forMarkdown(`${result.property} ${headline(reported)}`)}`;
  return [`<details><summary>${summary}</summary>`, "", fenced(text), "</details>", ""];
}

/** A text of several lines as it is, in a fence that is longer than any in it. */
export function fenced(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${forMessage(text).trimEnd()}\n${fence}\n`;
}
