import { forJson, forXml } from "../../text/escape.js";
import type { Report } from "./report.js";

/** The script and the style of a report's views, each with the hash by which a policy allows it. */
export interface ReportPage {
  readonly script: string;
  readonly scriptHash: string;
  readonly style: string;
  readonly styleHash: string;
}

/** By this a file is known as a report. */
export const REPORT_MARK = '<meta name="generator" content="Fairlead report">';

/** One file that needs nothing else: table, lassos, proofs and figures. Its policy allows its own script and style, and no request. */
export function html(report: Report, page: ReportPage): string {
  const policy = `default-src 'none'; script-src '${page.scriptHash}'; style-src '${page.styleHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const { version, command, complete, problems, notBegun } = report;
  const results = report.results.map(({ result, judgement, place, view }) => {
    const { file, property, evidence, stats } = result;
    return { file, property, evidence, stats, judgement, place, view };
  });
  const data = { version, command, complete, problems, notBegun, results };
  const files = [...new Set(results.map(({ file }) => file))];
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width">',
    REPORT_MARK,
    `<title>${forXml(`Fairlead: ${files.join(", ")}`)}</title>`,
    `<style>${page.style}</style>`,
    '<body><main id="report"><noscript>This report is drawn by a script that is part of it.</noscript></main>',
    `<script type="application/json" id="data">${inScript(forJson(data))}</script>`,
    `<script type="module">${page.script}</script>`,
    "</html>\n",
  ].join("\n");
}

/** A text in a script element must not end it, nor begin another one. */
const inScript = (json: string): string => json.replaceAll("<", "\\u003c");
