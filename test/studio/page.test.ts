import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CheckJson } from "../../src/present/json.js";
import { fromLink, toLink } from "../../studio/src/project/link.js";
import { EMPTY } from "../../studio/src/project/project.js";
import { PATIENCE } from "../patience.js";
import { isSkipped, Studio } from "./browser.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMMAND = `${ROOT}dist/cli/main.js`;

interface Listed {
  readonly file: string;
  readonly title: string;
  readonly questions?: readonly { readonly logic: string; readonly text: string }[];
}

const gallery = JSON.parse(readFileSync(`${ROOT}studio/gallery/index.json`, "utf8")) as Listed[];

/** What `fairlead check` says about files, by file. */
async function commandLine(...args: string[]): Promise<Map<string, [string, string][]>> {
  const ran = promisify(execFile)(process.execPath, [COMMAND, "check", "--json", ...args], { cwd: ROOT });
  const { stdout } = await ran.catch((e: { readonly stdout: string }) => e); // some fail: so does the command
  const said = new Map<string, [string, string][]>();
  for (const { file, property, answer } of (JSON.parse(stdout) as CheckJson).results)
    said.set(file, [...(said.get(file) ?? []), [property, answer]]);
  return said;
}

/** Waits for what the page will show, as long as it takes. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 120_000 * PATIENCE, interval: 20 });

const isRead = (file: string): boolean => !/\.(ts|sv)$/.test(file);

const WRONG = "MODULE main\nVAR x : boolean;\nASSIGN next(x) := y;\n";

describe.skipIf(isSkipped())("the studio, in Chromium", () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await Studio.start();
  });
  afterAll(() => studio?.[Symbol.asyncDispose]());

  test("every example of the gallery gets the verdicts that the command line gives", async () => {
    const own = gallery.filter(({ file, questions }) => isRead(file) && questions === undefined);
    const saying = commandLine(...own.map(({ file }) => `studio/gallery/${file}`));
    await using tab = await studio.open();
    const shown = new Map<string, unknown>();
    for (const { file, title } of own) {
      await tab.choose(title);
      const rows = await tab.check();
      shown.set(
        `studio/gallery/${file}`,
        rows.map(({ property, answer }) => [property, answer]),
      );
    }
    expect(shown).toEqual(await saying);
    expect(tab.complaints).toEqual([]);
    expect(tab.requests.filter((url) => !url.startsWith(tab.address))).toEqual([]);
  });

  test("formulas that are asked about an automaton get the verdicts of the command line", async () => {
    const { file, title, questions = [] } = gallery.find((example) => example.questions !== undefined)!;
    const asked = questions.flatMap(({ logic, text }) => [`--${logic}`, text]);
    const saying = commandLine(`studio/gallery/${file}`, ...asked);
    await using tab = await studio.open();
    await tab.choose(title);
    const rows = await tab.check();
    expect([rows.map(({ property, answer }) => [property, answer])]).toEqual([...(await saying).values()]);
  });

  test("up to the first answer no more than 400 kB are loaded, as they are sent when compressed", async () => {
    await using tab = await studio.open();
    await tab.check();
    const loaded = new Set(tab.requests.map((url) => new URL(url).pathname));
    const sizes = [...loaded].map((path) => [path, gzipSync(studio.read(path)).length] as const);
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(all, JSON.stringify(sizes)).toBeLessThanOrEqual(400_000);
    expect(sizes.length).toBeGreaterThan(5); // page, style, script, worker, kernels
  });

  test("says what is wrong with a text in the words of the command line, at its place", async () => {
    await using tab = await studio.open();
    await tab.give("wrong.smv", WRONG);
    const problem = tab.page.locator(".model .problem");
    await problem.waitFor();
    const folder = mkdtempSync(join(tmpdir(), "fairlead-wrong-"));
    writeFileSync(join(folder, "wrong.smv"), WRONG);
    const { stderr } = spawnSync(process.execPath, [COMMAND, "check", "wrong.smv"], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(await problem.textContent()).toBe(stderr.trim());
    expect(stderr).toMatch(/^wrong\.smv:3:19: /);
    expect(await tab.page.locator(".cm-lintRange-error").textContent()).toBe("y");
  });

  test("a link brings the whole state back, in another tab", async () => {
    await using tab = await studio.open();
    await tab.choose("The towers of Hanoi");
    await tab.page.getByLabel("Engine").selectOption("gsh");
    await tab.page.getByLabel("Seconds").fill("7");
    await tab.page.getByRole("tab", { name: "Progress" }).click();
    const linked = async () => fromLink((await tab.page.evaluate(() => location.hash)).slice(1));
    await eventually(linked).toMatchObject({ file: "hanoi.smv", engine: "gsh", seconds: 7, view: "progress" });
    const text = await tab.page.locator(".model .cm-content").first().innerText();
    const other = await tab.context.newPage();
    await other.goto(tab.page.url());
    await other.locator(".model .cm-content").first().waitFor();
    expect(await other.locator(".model .cm-content").first().innerText()).toBe(text);
    expect(await other.getByLabel("Engine").inputValue()).toBe("gsh");
    expect(await other.getByLabel("Seconds").inputValue()).toBe("7");
    expect(await other.getByLabel("File").inputValue()).toBe("hanoi.smv");
    expect(await other.getByRole("tab", { name: "Progress" }).getAttribute("aria-selected")).toBe("true");
  });

  test("an engine that would run for ever is stopped at once, and the next check works", async () => {
    const text = "MODULE main\nVAR x : unsigned word[24];\nASSIGN next(x) := x + 0ud24_3;\nLTLSPEC F G x != 0ud24_1\n";
    const link = `#${toLink({ ...EMPTY, file: "long.smv", text, engine: "nested-emptiness", seconds: 3600 })}`;
    await using tab = await studio.open({ link });
    const button = tab.page.locator("button.main");
    await button.click();
    await tab.page.locator('tr[data-answer="running"]').waitFor();
    await eventually(() => tab.page.workers().length).toBeGreaterThan(2);
    await button.click();
    await button.filter({ hasText: "Check" }).waitFor();
    await eventually(() => tab.page.workers().length).toBe(2);
    await tab.choose("An arbiter with a favourite");
    expect(await tab.check()).toMatchObject([{ answer: "fails" }]);
  });

  test("two tabs check at the same time, with and without shared memory", async () => {
    await using isolated = await studio.open({ isolated: true });
    await using bare = await studio.open({ bare: true });
    expect(await isolated.page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await bare.page.evaluate(() => crossOriginIsolated)).toBe(false);
    const tabs = [isolated, bare];
    const rows = await Promise.all(tabs.map((tab) => tab.check()));
    expect(rows[0]!.map((row) => row.answer)).toEqual(["holds", "fails"]);
    expect(rows[1]!.map((row) => row.answer)).toEqual(["holds", "fails"]);
    for (const tab of tabs) expect(tab.complaints).toEqual([]);
  });

  test("goes on when the server is gone", async () => {
    await using tab = await studio.open();
    await tab.check();
    tab.server.closeAllConnections();
    tab.server.close();
    await tab.choose("The towers of Hanoi");
    expect((await tab.check()).map((row) => row.answer)).toEqual(["fails", "fails", "holds"]);
  });

  test.for([
    { scheme: "light", width: 1300 },
    { scheme: "dark", width: 390 },
  ] as const)("axe-core has no serious finding ($scheme, $width pixels)", async ({ scheme, width }) => {
    await using tab = await studio.open({ width });
    await tab.page.emulateMedia({ colorScheme: scheme });
    await tab.check();
    await tab.page.evaluate(axe.source);
    const found = await tab.page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map((n) => n.html) }));
    });
    expect(found.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
    const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
