import { html, type ReportPage } from "./html.js";
import { junit } from "./junit.js";
import { markdown } from "./markdown.js";
import type { Report } from "./report.js";
import { sarif } from "./sarif.js";

/** A report that is written to a file of its ending. */
export interface ReportFormat {
  readonly endings: readonly string[];
  readonly what: string;
  /** It shows lassos and proofs in views, of which `page` has the script: answers have a `view`. */
  readonly hasViews?: true;
  write(report: Report, page: ReportPage): string;
}

export const REPORT_FORMATS: readonly ReportFormat[] = [
  { endings: [".sarif", ".sarif.json"], what: "SARIF 2.1.0", write: sarif },
  { endings: [".junit.xml", ".xml"], what: "JUnit", write: junit },
  {
    endings: [".html"],
    what: "a page with lassos and proofs, for 'fairlead view' or any browser",
    hasViews: true,
    write: html,
  },
  { endings: [".md"], what: "Markdown", write: markdown },
];

export const reportFormatOf = (file: string): ReportFormat | undefined =>
  REPORT_FORMATS.find((f) => f.endings.some((ending) => file.toLowerCase().endsWith(ending)));
