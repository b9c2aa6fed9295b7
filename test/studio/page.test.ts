import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CheckJson } from "../../src/present/json.js";
import { fromLink, toLink } from "../../studio/src/project/link.js";
import { EMPTY } from "../../studio/src/project/project.js";
import { PATIENCE } from "../patience.js";
import { faultsOf, isSkipped, Studio } from "./browser.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMMAND = `${ROOT}dist/cli/main.js`;

interface Listed {
  readonly file: string;
  readonly title: string;
  readonly questions?: readonly { readonly logic: string; readonly text: string }[];
}

const gallery = JSON.parse(readFileSync(`${ROOT}studio/gallery/index.json`, "utf8")) as Listed[];
/** Examples are the gallery's own, or those of the package. */
const pathOf = (file: string): string =>
  ["studio/gallery", "examples", "examples/systems"]
    .map((folder) => `${folder}/${file}`)
    .find((path) => existsSync(`${ROOT}${path}`)) ?? file;

/** What `fairlead check` says about files, by file. */
async function commandLine(...args: string[]): Promise<Map<string, [string, string][]>> {
  const ran = promisify(execFile)(process.execPath, [COMMAND, "check", "--json", ...args], { cwd: ROOT });
  const { stdout } = await ran.catch((e: { readonly stdout: string }) => e); // some fail: so does the command
  const said = new Map<string, [string, string][]>();
  for (const { file, property, answer } of (JSON.parse(stdout) as CheckJson).results)
    said.set(file, [...(said.get(file) ?? []), [property, answer]]);
  return said;
}

/** What `fairlead check` has against a file. */
function commandSays(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-wrong-"));
  writeFileSync(join(folder, name), text);
  const { stderr } = spawnSync(process.execPath, [COMMAND, "check", name], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return stderr.trim();
}

/** Waits for what the page will show, as long as it takes. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 120_000 * PATIENCE, interval: 20 });

/** `url`: an expression. */
const fetching = (url: string): string => `import { bool, system } from "fairlead/model";
const answer = await fetch(${url});
export const s = system("s", { x: bool }).process("p", {}, { go: { do: [] } }).property("stays", "G !x");
`;

const FUNCTIONS = `import { int, system } from "fairlead/model";
export const s = system("s", { n: int(0, 5) })
  .process("p", { fair: "weak" }, { go: { when: ({ n }) => n < 4, do: (s) => { s.n += 1; } }, back: { when: ({ n }) => n === 4, do: (s) => { s.n = 0; } } })
  .property("small", "G n < 3")
  .property("bounded", "G n < 5");
`;

const LAMP = `import { oneOf, system } from "fairlead/model";
export const lamp = system("lamp", { light: oneOf("off", "on") });
const { light } = lamp.vars;
lamp.process("p", { fair: "weak" }, {
  lights: { when: light.is("off"), do: [light.set("on")] },
  goesOut: { when: light.is("on"), do: [light.set("off")] },
}).fair("burns again", light.is("on")).property("blinks", "G F light = on").property("burns", "F G light = on");
`;

/** A counter that takes long to go round, whoever looks. */
const LONG = "MODULE main\nVAR x : unsigned word[24];\nASSIGN next(x) := x + 0ud24_3;\nLTLSPEC F G x != 0ud24_1\n";

const WRONG = "MODULE main\nVAR x : boolean;\nASSIGN next(x) := y;\n";

describe.skipIf(isSkipped())("the studio, in Chromium", () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await Studio.start();
  });
  afterAll(() => studio?.[Symbol.asyncDispose]());

  test("every example of the gallery gets the verdicts that the command line gives", async () => {
    const own = gallery.filter(({ questions }) => questions === undefined);
    const saying = commandLine(...own.map(({ file }) => pathOf(file)));
    await using tab = await studio.open();
    const shown = new Map<string, unknown>();
    for (const { file, title } of own) {
      await tab.choose(title);
      const rows = await tab.check();
      shown.set(
        pathOf(file),
        rows.map(({ property, answer }) => [property, answer]),
      );
    }
    expect(shown).toEqual(await saying);
    expect(tab.complaints).toEqual([]);
    expect(
      tab.requests.filter((url) => !url.startsWith(tab.address) && !url.startsWith(`blob:${tab.address}`)),
    ).toEqual([]);
  });

  test("formulas that are asked about an automaton get the verdicts of the command line", async () => {
    const { file, title, questions = [] } = gallery.find((example) => example.questions !== undefined)!;
    const asked = questions.flatMap(({ logic, text }) => [`--${logic}`, text]);
    const saying = commandLine(pathOf(file), ...asked);
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

  test("who edits a text can search in it", async () => {
    await using tab = await studio.open();
    const loaded = tab.page.waitForResponse(/\/searching-[^/]*\.js$/);
    await tab.page.locator(".model .cm-content").first().click();
    await loaded;
    await eventually(async () => {
      await tab.page.keyboard.press("Control+f");
      return tab.page.locator(".cm-search").count();
    }).toBe(1);
    expect(tab.complaints).toEqual([]);
  });

  test("a lasso is drawn step by step: parts, values, conditions with their reasons, as ring too", async () => {
    await using tab = await studio.open();
    await tab.choose("An arbiter with a favourite");
    await tab.check();
    const cells = (row: string) => tab.page.locator(row).locator("td").allInnerTexts();
    expect(await cells(".waves .parts")).toEqual(["", "stem", "loop", "and again, for ever"]);
    const { results } = JSON.parse(
      spawnSync(process.execPath, [COMMAND, "check", "--json", "examples/arbiter-unfair.aag"], {
        cwd: ROOT,
        encoding: "utf8",
      }).stdout,
    ) as CheckJson;
    const { steps, loop, conditions } = results[0]!.witness!;
    const columns = [...steps, ...steps.slice(loop)];
    for (const name of Object.keys(steps[0]!))
      expect(await cells(`.waves tr.signal[data-name="${name}"]`)).toEqual(columns.map((step) => step[name]));
    const marks = [...steps.keys(), ...[...steps.keys()].slice(loop)];
    const met = marks.map((step) => (conditions![0]!.metIn.includes(step) ? "met●" : ""));
    expect((await cells(".waves tr.condition")).map((text) => text.replace(/\s/g, ""))).toEqual(met);
    await tab.page.getByRole("button", { name: "Next step" }).click();
    await tab.page.locator(".lasso .detail h3", { hasText: "Step 1, in the loop" }).waitFor();
    expect(await tab.page.locator(".lasso .detail li").innerText()).toMatch(
      /client 1 is served condition 0, because starving = 1/,
    );
    await tab.page.locator(".waves").press("ArrowLeft");
    await tab.page.locator(".lasso .detail h3", { hasText: /^Step 0$/ }).waitFor();
    await tab.page.getByLabel("Stem and ring").check();
    expect(await tab.page.locator(".ring .node").count()).toBe(steps.length);
    expect(await tab.page.locator(".ring .edge").count()).toBe(steps.length);
  });

  test("a lasso can be had as a file in every format", async () => {
    await using tab = await studio.open();
    await tab.choose("An arbiter with a favourite");
    await tab.check();
    const starts = { VCD: /^\$timescale/, JSON: /^\{\n "loop": 1,/, SVG: /^<svg /, PNG: /^.PNG/ };
    for (const [format, start] of Object.entries(starts))
      expect(readFileSync(await tab.download(format), "latin1")).toMatch(start);
    const witness = await tab.download("WITNESS");
    const verify = [COMMAND, "verify", "examples/arbiter-unfair.aag", witness];
    const { stdout, status } = spawnSync(process.execPath, verify, { cwd: ROOT, encoding: "utf8" });
    expect([stdout, status]).toEqual([expect.stringMatching(/the counterexample is valid/), 0]);
    expect(tab.complaints).toEqual([]);
  });

  test("a program is seen like a circuit: its lasso with reasons, its proof, and engines at work on it", async () => {
    await using tab = await studio.open();
    await tab.give("lamp.ts", LAMP);
    await tab.page.getByLabel("Engine").selectOption("gsh");
    expect((await tab.check()).map((row) => row.answer)).toEqual(["holds", "fails"]);
    await tab.page.locator(".verdicts tbody tr").nth(1).locator("th button").click();
    const told: string[] = [];
    const next = tab.page.getByRole("button", { name: "Next step" });
    for (; await next.isEnabled(); await next.click()) told.push(await tab.page.locator(".lasso .detail").innerText());
    expect(told.join("\n")).toMatch(/burns again, because light = on/);
    expect(readFileSync(await tab.download("ITF"), "utf8")).toMatch(/"format": "ITF"/);
    await tab.page.locator(".verdicts tbody tr").first().locator("th button").click();
    await tab.page.getByRole("tab", { name: "Proof" }).click();
    await tab.page.getByText(/obligations were checked on the model/).waitFor();
    expect(await tab.page.locator(".proof .steps > li").count()).toBeGreaterThan(1);
    await tab.page.getByRole("tab", { name: "Algorithms" }).click();
    await tab.page.locator(".film .screen [data-state]").first().waitFor();
    await tab.give("functions.ts", FUNCTIONS);
    await tab.page.getByText("it has not run yet").waitFor();
    await tab.check();
    await tab.page.getByText("the program has functions, and only expressions become circuits").waitFor();
    expect(tab.complaints).toEqual([]);
  });

  test("names of a hostile model stay names in every view", async () => {
    const name = "</script><img src=http://evil.invalid/ onerror=alert(1)>";
    const text = `aag 2 1 1 0 0 0 0 1 1\n2\n4 5\n1\n4\n4\ni0 ${name}\nl0 __proto__\nj0 javascript:alert(1) ${name}\nf0 constructor ${name}\n`;
    await using tab = await studio.open();
    const dialogs: string[] = [];
    tab.page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await tab.give("hostile.aag", text);
    expect((await tab.check()).map(({ property }) => property)).toEqual([`javascript:alert(1) ${name}`]);
    expect(
      await tab.page.locator(".waves tr.signal").evaluateAll((all) => all.map((r) => r.getAttribute("data-name"))),
    ).toEqual(expect.arrayContaining([name, "__proto__"]));
    for (const view of ["Proof", "What if", "Progress", "Algorithms"]) await tab.look(view);
    await tab.page.locator(".film .screen [data-state]").first().waitFor();
    expect(await tab.page.locator("img").count()).toBe(0);
    expect([dialogs, tab.complaints]).toEqual([[], []]);
    expect(tab.requests.filter((url) => url.includes("evil"))).toEqual([]);
  });

  test("while engines work no task of the page's thread takes 50 ms of a processor", async () => {
    const link = `#${await toLink({ ...EMPTY, file: "long.smv", text: LONG, engine: "gsh", view: "progress" })}`;
    await using tab = await studio.open({ link });
    await tab.page.locator("tr[data-answer], .verdicts tbody tr").first().waitFor();
    const tasks = await tab.tasksDuring(async () => {
      await tab.page.locator("button.main").click();
      await tab.page.locator(".progress .curve canvas").first().waitFor();
      for (const view of ["Lasso", "Algorithms", "Progress"]) await tab.page.getByRole("tab", { name: view }).click();
      await tab.page.locator(".progress .curve canvas").first().waitFor();
    });
    expect(tasks.length).toBeGreaterThan(20);
    expect(Math.max(...tasks)).toBeLessThan(50);
    await tab.page.locator("button.main").click();
  });

  test("a proof is gone through step by step, and one that was changed is refused by a transition", async () => {
    await using tab = await studio.open();
    await tab.choose("An arbiter that takes turns");
    await tab.page.getByLabel("Engine").selectOption("gsh");
    await tab.check();
    await tab.page.getByRole("tab", { name: "Proof" }).click();
    const steps = tab.page.locator(".proof .steps > li");
    const states = () => steps.evaluateAll((all) => all.map((li) => li.getAttribute("data-state")));
    await tab.page.getByText(/obligations were checked on the model/).waitFor();
    expect(new Set(await states())).toEqual(new Set(["checked"]));
    const regions = await tab.page.locator(".proof .state text").allTextContents();
    const excluding = await steps.evaluateAll((all) =>
      all.flatMap((li, k) => (li.getAttribute("data-rule") === "exclude" ? [`${k}`] : [])),
    );
    expect(regions.length).toBeGreaterThan(10);
    expect(excluding).toEqual(expect.arrayContaining([...new Set(regions)]));
    await steps.nth(Number(excluding[0])).locator("button.plain").click();
    await tab.page.getByRole("button", { name: "Say the opposite" }).click();
    await tab.page.getByText("This is no proof").waitFor();
    expect(await states()).toContain("not true");
    expect(await tab.page.locator(".rejection .waves thead button").allInnerTexts()).toEqual(["0", "1"]);
    await tab.page.getByRole("button", { name: "As it was" }).click();
    await tab.page.getByText(/obligations were checked on the model/).waitFor();
    expect(tab.complaints).toEqual([]);
  });

  test("two schedules of GSH are stepped through side by side, forth and back, with their counts", async () => {
    await using tab = await studio.open();
    await tab.choose("An arbiter that takes turns");
    await tab.page.getByRole("tab", { name: "Algorithms" }).click();
    const choices = tab.page.locator(".algorithms select");
    await choices.nth(0).selectOption({ label: "GSH, EL: EU and EX in turn" });
    await choices.nth(1).selectOption({ label: "Catch-them-young" });
    const screens = tab.page.locator(".film .screen");
    await eventually(() => screens.count()).toBe(2);
    const sizes = () => tab.page.locator(".film .sets li").allTextContents();
    const steps = () => tab.page.locator(".film .figures div", { hasText: /^steps/ }).allTextContents();
    const states = await screens.first().locator("[data-state]").count();
    expect([await sizes(), await steps()]).toEqual([
      [`Z: ${states}`, `b: ${states}`],
      ["steps0", "steps0"],
    ]);
    await screens.first().press("End"); // a key that says nothing to it
    const forward = tab.page.getByRole("button", { name: "Forward" });
    while (await forward.isEnabled()) await forward.click();
    expect(await sizes()).toEqual(["Z: 0", "b: 0"]);
    expect(await screens.first().locator("[data-look=in]").count()).toBe(0);
    await tab.page.getByRole("button", { name: "To the start" }).click();
    expect(await sizes()).toEqual([`Z: ${states}`, `b: ${states}`]);
    expect(tab.complaints).toEqual([]);
  });

  test("without a fairness condition the answer changes, and with it again", async () => {
    await using tab = await studio.open();
    await tab.choose("Mutual exclusion with fairness");
    const answers = async () => (await tab.rows()).map((row) => row.answer);
    expect((await tab.check()).map((row) => row.answer)).toEqual(["holds", "holds"]);
    await tab.page.getByRole("tab", { name: "What if" }).click();
    const left = tab.page.getByLabel("FAIRNESS step = left");
    await left.uncheck();
    await eventually(answers).toEqual(["holds", "fails"]);
    await left.check();
    await eventually(answers).toEqual(["holds", "holds"]);
    const tried = await tab.page.locator(".what-if tbody tr").allInnerTexts();
    expect(tried.map((row) => row.split("\t").map((cell) => cell.trim()))).toEqual([
      ["nothing: as it is given", "holds", "holds"],
      ["FAIRNESS step = left", "holds", "fails"],
    ]);
  });

  test("engines say how far they are, with curves of their own figures", async () => {
    const link = `#${await toLink({ ...EMPTY, file: "long.smv", text: LONG, engine: "gsh", view: "progress" })}`;
    await using tab = await studio.open({ link });
    await tab.page.locator("button.main").click();
    await tab.page.locator(".progress .curve canvas").first().waitFor();
    expect(await tab.page.locator(".progress section").first().getAttribute("aria-label")).toBe("gsh");
    expect(await tab.page.locator(".progress p").first().innerText()).toMatch(/nodes [\d,]+/);
    await tab.page.locator("button.main").click();
    expect(tab.complaints).toEqual([]);
  });

  test("a program of a link runs when the button is pressed, not before", async () => {
    await using tab = await studio.open({
      link: `#${await toLink({ ...EMPTY, file: "link.ts", text: fetching('self.location.origin + "/ran"') })}`,
    });
    await tab.page.getByText("What a program asks is known when it has run").waitFor();
    const ran = () => tab.requests.filter((url) => url.endsWith("/ran")).length;
    expect(ran()).toBe(0);
    expect(await tab.check()).toMatchObject([{ property: "stays", answer: "holds" }]);
    expect(ran()).toBe(1);
  });

  test.for([{ bare: true }, { bare: false }])(
    "a program reaches nobody but the server of the page (without headers: $bare)",
    async ({ bare }) => {
      await using elsewhere = await studio.open();
      await using tab = await studio.open({ bare });
      const heard: string[] = [];
      // The other page may still be asking for parts of itself.
      elsewhere.server.on("request", ({ url = "" }) => url.endsWith("/far") && heard.push(url));
      await tab.give("far.ts", fetching(`"${elsewhere.address}far"`));
      await tab.check();
      expect(await tab.page.locator(".results .problem").textContent()).toMatch(
        /^far\.ts:2:\d+: TypeError: Failed to fetch/,
      );
      expect(heard).toEqual([]);
    },
  );

  /** A Node that strips types itself has words of its own for what does not parse; the place is the same. */
  const { typescript } = process.features as { readonly typescript?: string | false };
  const withoutWords = (problem: string): string =>
    typescript ? problem.replace(/SyntaxError: .*/, "SyntaxError") : problem;

  test("what is wrong with a program is said in the words of the command line", async () => {
    await using tab = await studio.open();
    for (const text of [
      'import { bool, system } from "fairlead/model";\ninterface Left { out: string }\nexport const s = system("s", { x: bool }); throw new RangeError("too far");\n',
      "export const nothing = 1;\n",
      'import { system } from "fairlead/model";\nexport const s = system("s", {);\n',
      'import { int, system } from "fairlead/model";\n\nexport const s = system("s", { x: int(0, 1) });\ns.process("p", {}, { go: { do: [s.vars.x.set(2)] } }).property("a", "G x < 1");\n',
    ]) {
      await tab.give("wrong.ts", text);
      await tab.check();
      const said = (await tab.page.locator(".results .problem").textContent()) ?? "";
      expect(withoutWords(said)).toBe(withoutWords(commandSays("wrong.ts", text)));
    }
  });

  test("a program with functions is searched where they are; one that loops is given up", async () => {
    await using tab = await studio.open();
    await tab.give("functions.ts", FUNCTIONS);
    expect(await tab.check()).toMatchObject([
      { property: "small", answer: "fails", how: "counterexample replayed" },
      { property: "bounded", answer: "holds" },
    ]);
    await tab.give("loop.ts", "for (;;);\n");
    const button = tab.page.locator("button.main");
    await button.click();
    await eventually(() => tab.page.workers().filter((w) => w.url().startsWith("blob:")).length).toBe(1);
    await button.click();
    await eventually(() => tab.page.workers().filter((w) => w.url().startsWith("blob:")).length).toBe(0);
  });

  test("says what is wrong with a text in the words of the command line, at its place", async () => {
    await using tab = await studio.open();
    await tab.give("wrong.smv", WRONG);
    const problem = tab.page.locator(".model .problem");
    await problem.waitFor();
    const said = commandSays("wrong.smv", WRONG);
    expect(said).toMatch(/^wrong\.smv:3:19: /);
    expect(await problem.textContent()).toBe(said);
    expect(await tab.page.locator(".cm-lintRange-error").textContent()).toBe("y");
  });

  test("a link brings the whole state back, in another tab", async () => {
    await using tab = await studio.open();
    await tab.choose("An arbiter that takes turns");
    await tab.page.getByLabel("Engine").selectOption("gsh");
    await tab.page.getByLabel("Seconds").fill("7");
    await tab.page.getByRole("tab", { name: "Algorithms" }).click();
    await tab.page.locator(".algorithms select").nth(1).selectOption({ label: "Lockstep" });
    await tab.page.locator(".film .screen").nth(1).waitFor();
    await tab.page.getByRole("button", { name: "Forward" }).click();
    const linked = async () => fromLink((await tab.page.evaluate(() => location.hash)).slice(1));
    await eventually(linked).toMatchObject({
      ...{ file: "arbiter-fair.aag", engine: "gsh", seconds: 7, view: "algorithm" },
      ...{ algorithms: ["gsh-el2", "lockstep"], moment: 1 },
    });
    const text = await tab.page.locator(".model .cm-content").first().innerText();
    const other = await tab.context.newPage();
    await other.goto(tab.page.url());
    await other.locator(".model .cm-content").first().waitFor();
    expect(await other.locator(".model .cm-content").first().innerText()).toBe(text);
    expect(await other.getByLabel("Engine").inputValue()).toBe("gsh");
    expect(await other.getByLabel("Seconds").inputValue()).toBe("7");
    expect(await other.getByLabel("File").inputValue()).toBe("arbiter-fair.aag");
    expect(await other.getByRole("tab", { name: "Algorithms" }).getAttribute("aria-selected")).toBe("true");
    await other.locator(".film .screen").nth(1).waitFor();
    expect(await other.locator(".film .player output").innerText()).toMatch(/^2 of/);
  });

  test("an engine that would run for ever is stopped at once, and the next check works", async () => {
    const link = `#${await toLink({ ...EMPTY, file: "long.smv", text: LONG, engine: "nested-emptiness", seconds: 3600 })}`;
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

  test("a report of the command line is one file with the same views and no request; names in it stay names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fairlead-report-"));
    const name = "</script><img src=http://evil.invalid/ onerror=alert(1)>";
    const hostile = readFileSync(`${ROOT}examples/arbiter-unfair.aag`, "utf8").replace("l0 grant0", `l0 ${name}`);
    writeFileSync(join(folder, "hostile.aag"), hostile);
    const files = [join(folder, "hostile.aag"), `${ROOT}examples/arbiter-fair.aag`];
    const report = join(folder, "report.html");
    expect(spawnSync(process.execPath, [COMMAND, "check", ...files, "--report", report], { cwd: ROOT }).status).toBe(1);
    const page = await studio.browser.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (e) => complaints.push(String(e)));
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(`file://${report}`);
    const rows = page.locator("tbody tr[data-answer]");
    expect(await rows.evaluateAll((all) => all.map((r) => r.getAttribute("data-answer")))).toEqual(["fails", "holds"]);
    const signals = page.locator(".waves tr.signal");
    expect(await signals.evaluateAll((all) => all.map((r) => r.getAttribute("data-name")))).toContain(name);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator(".proof .steps > li[data-state=checked]").count()).toBeGreaterThan(1);
    expect(await page.locator(".proof [data-state][data-look]").count()).toBeGreaterThan(5);
    expect(await page.locator("footer code").innerText()).toMatch(/^fairlead check .*hostile\.aag/);
    expect([asked, complaints]).toEqual([[`file://${report}`], []]);
    await page.close();
    rmSync(folder, { recursive: true });
  });

  test.for([
    { scheme: "light", width: 1300, title: "An arbiter with a favourite" },
    { scheme: "dark", width: 390, title: "An arbiter that takes turns" },
  ] as const)("axe-core has no serious finding in any view ($scheme, $width pixels)", async (look) => {
    await using tab = await studio.open({ width: look.width });
    await tab.page.emulateMedia({ colorScheme: look.scheme });
    await tab.choose(look.title);
    await tab.page.getByLabel("Engine").selectOption("gsh");
    await tab.check();
    for (const view of ["Lasso", "Proof", "What if", "Algorithms", "Progress"]) {
      await tab.look(view);
      expect(await faultsOf(tab.page)).toEqual([]);
    }
  });

  test("axe-core has no serious finding in a report, light and dark, as wide as a phone too", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fairlead-report-"));
    const report = join(folder, "report.html");
    const files = ["examples/arbiter-unfair.aag", "examples/arbiter-fair.aag"];
    spawnSync(process.execPath, [COMMAND, "check", ...files, "--report", report], { cwd: ROOT });
    const page = await studio.browser.newPage();
    await page.goto(`file://${report}`);
    for (const [colorScheme, width] of [
      ["light", 1300],
      ["dark", 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.locator(".proof [data-state][data-look]").first().waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.close();
    rmSync(folder, { recursive: true });
  });
});
