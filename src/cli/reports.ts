import { appendFile } from "node:fs/promises";
import type { CheckJson, ResultJson } from "../present/json.js";
import { REPORT_FORMATS, reportFormatOf } from "../present/reports/formats.js";
import { annotations } from "../present/reports/github.js";
import { markdown } from "../present/reports/markdown.js";
import type { Judgement, Report, Reported } from "../present/reports/report.js";
import type { Answered } from "./answered.js";
import { UsageError } from "./exit.js";
import { type ShowLimits, shownAnswer, viewOfAnswer } from "./long-answers.js";
import { cannotWrite, type Output, writeOutput } from "./output-files.js";
import { NO_PAGE, reportPage } from "./report-page.js";
import { version } from "./version.js";

/** What `--report` names: a file, by its ending, or the runner of GitHub's workflows. */
const GITHUB = "github";
const ITF = ".itf.json";
const ENDINGS = [...REPORT_FORMATS.flatMap((f) => f.endings), ITF];

export const REPORT_HELP =
  `write what was found to a file, by its ending: ${REPORT_FORMATS.map((f) => `${f.endings.join(", ")} (${f.what})`).join("; ")}; ` +
  `${ITF} (a counterexample for Apalache's and Quint's tools); or '${GITHUB}': annotations and a summary of a workflow (may be repeated)`;

/** The file that gets the counterexample in the Informal Trace Format, which is one trace and no report. */
export function itfFileOf(reports: readonly string[] = []): { readonly itf?: string } {
  const [file, second] = reports.filter(isItf);
  if (second !== undefined) throw new UsageError(`--report ${file} and ${second}: one counterexample is written once`);
  return file === undefined ? {} : { itf: file };
}

const isItf = (file: string): boolean => file.toLowerCase().endsWith(ITF);

/** Collects answers for the reports that were asked for, and writes these. */
export class Reports {
  private readonly files: readonly string[];
  private readonly isForGithub: boolean;
  private readonly reported: Reported[] = [];

  /** Throws a UsageError where an ending says nothing. */
  constructor(
    names: readonly string[] = [],
    private readonly limits: ShowLimits,
  ) {
    this.isForGithub = names.includes(GITHUB);
    this.files = names.filter((n) => n !== GITHUB && !isItf(n));
    for (const file of this.files)
      if (reportFormatOf(file) === undefined)
        throw new UsageError(`--report ${file}: expected a name that ends in ${ENDINGS.join(", ")}, or ${GITHUB}`);
  }

  get outputs(): Output[] {
    return this.files.map((file) => ({ option: "--report", file }));
  }

  /** The part of standard output that belongs to nobody else. */
  get printsTo(): string | null {
    return this.isForGithub ? `--report ${GITHUB}` : null;
  }

  /** `expected`: where something else was found. */
  async add(answered: Answered, judgement: Judgement, expected: string | null): Promise<void> {
    if (this.files.length === 0 && !this.isForGithub) return;
    const result = JSON.parse(await shownAnswer(answered, { as: "json" }, this.limits)) as ResultJson;
    const text = await shownAnswer(answered, { as: "text", isColoured: false }, this.limits);
    const hasViews = this.files.some((file) => reportFormatOf(file)?.hasViews);
    const view: unknown = hasViews && JSON.parse(await viewOfAnswer(answered, this.limits));
    const { place } = answered;
    this.reported.push({ result, place, judgement, expected, text, ...(hasViews && { view }) });
  }

  async write(rest: Required<Pick<CheckJson, "complete" | "problems" | "notBegun">>): Promise<void> {
    const command = ["fairlead", ...process.argv.slice(2)];
    const report: Report = { version: version(), command, results: this.reported, ...rest };
    for (const file of this.files) {
      const format = reportFormatOf(file)!;
      await writeOutput(file, format.write(report, format.hasViews ? await reportPage() : NO_PAGE));
    }
    if (!this.isForGithub) return;
    process.stdout.write(annotations(report));
    const summary = process.env.GITHUB_STEP_SUMMARY;
    if (!summary) return;
    try {
      await appendFile(summary, markdown(report)); // other steps have written there, too
    } catch (e) {
      throw cannotWrite(summary, e);
    }
  }
}
