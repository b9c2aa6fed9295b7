import { readFile } from "node:fs/promises";
import type { ReportPage } from "../present/reports/html.js";

/** For formats without views. */
export const NO_PAGE: ReportPage = { script: "", scriptHash: "", style: "", styleHash: "" };

/** The views of reports, as scripts/report-page.mjs has built them: from dist/cli and from dist/bin the way is the same. */
export async function reportPage(): Promise<ReportPage> {
  return JSON.parse(await readFile(new URL("../report/page.json", import.meta.url), "utf8")) as ReportPage;
}
