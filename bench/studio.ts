/**
 * What the studio's page takes, in a real Chromium, for a quiet machine: from a cold load to the first verdict, the longest tasks of the
 * page's thread while engines work, bytes before the first verdict, and what axe-core says of every view.
 *
 *     npm run bench:studio            three minutes, about; --quick for one load and one look; --write puts the table into docs/guide/studio.md
 */
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { faultsOf, Studio, type Tab } from "../test/studio/browser.js";
import { writeMeasured } from "./measured.js";

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
const LOADS = values.quick ? 1 : 9;
const VIEWS = ["Lasso", "Proof", "What if", "Algorithms", "Progress"];
const LOOKS = values.quick
  ? ([["light", 1300]] as const)
  : ([
      ["light", 1300],
      ["dark", 1300],
      ["light", 390],
      ["dark", 390],
    ] as const);

/** Presses the button as soon as it is there, and keeps when the first verdict was shown, in milliseconds since the page was asked for. */
const PRESS = `
  const look = () => {
    const button = document.querySelector("button.main");
    if (button && !window.pressed) { window.pressed = performance.now(); button.click(); }
    if (!window.shown && document.querySelector("tr[data-answer=holds], tr[data-answer=fails]")) window.shown = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
`;

/** A counter that takes long to go round, whoever looks. */
const LONG = "MODULE main\nVAR x : unsigned word[24];\nASSIGN next(x) := x + 0ud24_3;\nLTLSPEC F G x != 0ud24_1\n";
/** With the automaton of its formula, some 360 states. */
const WIDE =
  "MODULE main\nVAR x : 0..179;\nIVAR up : boolean;\nASSIGN init(x) := 0; next(x) := up ? (x + 7) mod 180 : (x + 1) mod 180;\nFAIRNESS x = 5\nLTLSPEC G F x = 3\n";

interface Cold {
  readonly pressed: number;
  readonly shown: number;
}

/** With a cache of its own, which is empty. */
async function coldLoad(): Promise<Cold> {
  await using tab = await studio.open({ bare: false, before: PRESS });
  await tab.page.waitForFunction(() => (globalThis as Partial<Cold>).shown);
  return await tab.page.evaluate(() => {
    const { pressed, shown } = globalThis as unknown as Cold;
    return { pressed, shown };
  });
}

/** Milliseconds of a processor that the longest task took. */
async function longest(work: (tab: Tab) => Promise<void>, prepared: (tab: Tab) => Promise<void>): Promise<string> {
  await using tab = await studio.open();
  await prepared(tab);
  const tasks = await tab.tasksDuring(() => work(tab));
  return `${Math.max(...tasks).toFixed(0)} ms of ${tasks.length} tasks`;
}

async function bytes(): Promise<number> {
  await using tab = await studio.open();
  await tab.check();
  const loaded = new Set(tab.requests.map((url) => new URL(url).pathname));
  return [...loaded].reduce((sum, path) => sum + gzipSync(studio.read(path)).length, 0);
}

async function serious(): Promise<number> {
  let found = 0;
  for (const [scheme, width] of LOOKS)
    for (const example of ["An arbiter with a favourite", "An arbiter that takes turns"]) {
      await using tab = await studio.open({ width });
      await tab.page.emulateMedia({ colorScheme: scheme });
      await tab.choose(example);
      await tab.check();
      for (const view of VIEWS) {
        await tab.look(view);
        const faults = await faultsOf(tab.page);
        for (const fault of faults) console.error(`${scheme}, ${width} pixels, ${view}: ${JSON.stringify(fault)}`);
        found += faults.length;
      }
    }
  return found;
}

const views = async (tab: Tab) => {
  for (const view of VIEWS) await tab.page.getByRole("tab", { name: view }).click();
  await tab.page.locator(".progress .curve canvas").first().waitFor();
};

await using studio = await Studio.start();
const loads: Cold[] = [];
for (let k = 0; k < LOADS; k++) loads.push(await coldLoad());
const shown = loads.map((l) => l.shown).sort((a, b) => a - b);
const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(2);
const rows = [
  [
    "cold load to the first verdict",
    `${seconds(shown[shown.length >> 1])} s (median of ${LOADS}), ${seconds(shown.at(-1))} s (longest)`,
    "3 s",
  ],
  ["loaded before the first verdict, compressed", `${(await bytes()).toLocaleString("en")} bytes`, "400,000 bytes"],
  [
    "longest task of the page's thread while an engine works and all views are opened, in time of a processor",
    await longest(
      async (tab) => {
        await tab.page.locator("button.main").click();
        await views(tab);
      },
      async (tab) => {
        await tab.give("long.smv", LONG);
        await tab.page.getByLabel("Engine").selectOption("gsh");
      },
    ),
    "50 ms",
  ],
  [
    "the same, while some 360 states are drawn and a film of them is stepped through",
    await longest(
      async (tab) => {
        await tab.page.getByRole("tab", { name: "Algorithms" }).click();
        await tab.page.locator(".film .screen [data-state]").first().waitFor();
        const forward = tab.page.getByRole("button", { name: "Forward" });
        for (let k = 0; k < 5 && (await forward.isEnabled()); k++) await forward.click();
      },
      (tab) => tab.give("wide.smv", WIDE),
    ),
    "50 ms",
  ],
  [
    `serious findings of axe-core in ${VIEWS.length} views of two answers, ${LOOKS.length} looks`,
    `${await serious()}`,
    "0",
  ],
];
const table = [
  "| what | measured | at most |",
  "| --- | --- | --- |",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
].join("\n");
console.log(table);
if (values.write) writeMeasured("guide/studio.md", "page", table);
