import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { serve } from "../../studio/server.mjs";
import { PATIENCE } from "../patience.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** An installed Chromium; null where there is none. */
export const CHROMIUM =
  ["chromium", "chromium-browser", "google-chrome"].map(where).find((path) => path !== null) ?? null;

function where(name: string): string | null {
  try {
    return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

/** Says once why tests are skipped; where they must not be (`FAIRLEAD_BROWSER=needed`), they fail instead. */
export function isSkipped(): boolean {
  if (CHROMIUM !== null) return false;
  if (process.env.FAIRLEAD_BROWSER === "needed") return false;
  console.log(
    "there is no Chromium: the tests of the studio are skipped. It comes with: sudo apt-get install chromium",
  );
  return true;
}

/** The built page, served, and a browser to look at it with. */
export class Studio implements AsyncDisposable {
  private constructor(
    private readonly folder: string,
    readonly browser: Browser,
  ) {}

  static async start(): Promise<Studio> {
    if (CHROMIUM === null) throw new Error("these tests need Chromium: sudo apt-get install chromium");
    const folder = mkdtempSync(join(tmpdir(), "fairlead-studio-"));
    await build({
      configFile: join(ROOT, "studio/vite.config.ts"),
      logLevel: "error",
      build: { outDir: folder },
    });
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    return new Studio(folder, browser);
  }

  /** A tab of its own context, on a server of its own. What goes wrong in it is kept. */
  async open(
    options: { link?: string; isolated?: boolean; bare?: boolean; width?: number; before?: string } = {},
  ): Promise<Tab> {
    const server = await serve({
      folder: this.folder,
      isolated: options.isolated ?? true,
      bare: options.bare ?? false,
    });
    const context = await this.browser.newContext({ viewport: { width: options.width ?? 1300, height: 900 } });
    context.setDefaultTimeout(120_000 * PATIENCE); // for what hangs
    const tab = new Tab(server, context, await context.newPage());
    if (options.before !== undefined) await tab.page.addInitScript(options.before); // not one of the page: its policy does not apply
    await tab.page.goto(tab.address + (options.link ?? ""));
    return tab;
  }

  /** A file of the built page, by its path in an address. */
  read(path: string): Uint8Array {
    return readFileSync(join(this.folder, path.endsWith("/") ? `${path}index.html` : path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    rmSync(this.folder, { recursive: true });
  }
}

export class Tab implements AsyncDisposable {
  /** What the page and its workers complain about: exceptions, and what the policy forbids. */
  readonly complaints: string[] = [];
  /** Addresses that were asked for. */
  readonly requests: string[] = [];
  readonly address: string;

  constructor(
    readonly server: Server,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    page.on("pageerror", (e) => this.complaints.push(String(e)));
    page.on("console", (m) => {
      if (m.type() === "error") this.complaints.push(m.text());
    });
    context.on("request", (request) => this.requests.push(request.url()));
  }

  /** Chooses an example of the gallery by its title. */
  async choose(title: string): Promise<void> {
    const [file] = await this.page.getByLabel("Example").selectOption({ label: title });
    await this.page.waitForFunction(
      (name) => document.querySelector<HTMLInputElement>(".model .bar input")?.value === name,
      file,
    );
  }

  /** Replaces the text, as somebody does who opens a file. */
  async give(name: string, text: string): Promise<void> {
    await this.page.getByLabel("Open…").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  }

  /** Presses the button and waits until everything is answered. */
  async check(): Promise<Row[]> {
    await this.page.locator("button.main").click();
    await this.page.locator("button.main", { hasText: /check/i }).waitFor();
    return this.rows();
  }

  /** Opens a view, and waits for its script. */
  async look(view: string): Promise<void> {
    await this.page.getByRole("tab", { name: view }).click();
    await this.page.getByText("Loading…").waitFor({ state: "detached" });
    if (view === "Algorithms") await this.page.getByText("Running…").waitFor({ state: "detached" });
  }

  /** Where the file is that a button of the lasso gives. */
  async download(format: string): Promise<string> {
    const downloading = this.page.waitForEvent("download");
    await this.page.getByRole("button", { name: format, exact: true }).click();
    return (await downloading).path();
  }

  /** What each task of the page's thread took of a processor, in milliseconds, while something is done: however busy the machine is. */
  async tasksDuring(work: () => Promise<void>): Promise<number[]> {
    const browser = this.context.browser()!;
    await browser.startTracing(this.page, { categories: ["toplevel", "devtools.timeline", "__metadata"] });
    await work();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] };
    const pages = traceEvents.filter((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain");
    const isPage = (e: TraceEvent) => pages.some(({ pid, tid }) => pid === e.pid && tid === e.tid);
    return traceEvents
      .filter((e) => /RunTask$/.test(e.name) && e.tdur !== undefined && isPage(e))
      .map((e) => e.tdur! / 1000);
  }

  /** The table of answers. */
  rows(): Promise<Row[]> {
    return this.page.locator(".verdicts:not(.trials) tbody tr").evaluateAll((rows) =>
      rows.map((row) => ({
        property: row.querySelector("th button")?.firstChild?.textContent?.trim() ?? "",
        answer: row.getAttribute("data-answer") ?? "",
        how: row.querySelector(".how")?.textContent ?? "",
      })),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** As Chromium writes it; `tdur`: microseconds of a processor. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What axe-core finds serious about a page as it is shown, and whether it is wider than the window. */
export async function faultsOf(page: Page): Promise<unknown[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map((n) => n.html) }));
  });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const serious = found.filter(({ impact }) => impact === "serious" || impact === "critical");
  return [...serious, ...(overflow > 0 ? [{ id: "wider than the window", by: overflow }] : [])];
}

export interface Row {
  readonly property: string;
  readonly answer: string;
  readonly how: string;
}
