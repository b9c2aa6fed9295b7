import { junit } from "./junit.js";
import { markdown } from "./markdown.js";
import type { Report } from "./report.js";
import { sarif } from "./sarif.js";

/** A report that is written to a file of its ending. */
export interface ReportFormat {
  readonly endings: readonly string[];
  readonly what: string;
  write(report: Report): string;
}

export const REPORT_FORMATS: readonly ReportFormat[] = [
  { endings: [".sarif", ".sarif.json"], what: "SARIF 2.1.0", write: sarif },
  { endings: [".junit.xml", ".xml"], what: "JUnit", write: junit },
  { endings: [".md"], what: "Markdown", write: markdown },
];

export const reportFormatOf = (file: string): ReportFormat | undefined =>
  REPORT_FORMATS.find((f) => f.endings.some((ending) => file.toLowerCase().endsWith(ending)));
