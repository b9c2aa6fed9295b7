// Pictures of the studio for the documents, from the page itself: `npm run docs:screenshots`. Needs Chromium.
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Studio, type Tab } from "../test/studio/browser.js";

const at = (name: string): string => fileURLToPath(new URL(`../docs/pictures/studio-${name}.png`, import.meta.url));
const MOST_BYTES = 150_000;

async function open(tab: Tab, view: string): Promise<void> {
  await tab.page.getByRole("tab", { name: view }).click();
}

const PICTURES: readonly { readonly name: string; readonly example: string; show(tab: Tab): Promise<void> }[] = [
  {
    name: "lasso",
    example: "An arbiter with a favourite",
    async show(tab) {
      await tab.check();
      await tab.page.getByRole("button", { name: "Next step" }).click();
    },
  },
  {
    name: "proof",
    example: "An arbiter that takes turns",
    async show(tab) {
      await tab.page.getByLabel("Engine").selectOption("gsh");
      await tab.check();
      await open(tab, "Proof");
      await tab.page.getByText(/obligations were checked/).waitFor();
    },
  },
  {
    name: "what-if",
    example: "Mutual exclusion with fairness",
    async show(tab) {
      await tab.check();
      await open(tab, "What if");
      const left = tab.page.getByLabel("FAIRNESS step = left");
      await left.uncheck();
      await tab.page.locator(".what-if tbody tr").nth(1).getByText("fails").waitFor();
    },
  },
  {
    name: "algorithm",
    example: "Mutual exclusion with fairness",
    async show(tab) {
      await tab.check();
      await tab.page.locator(".verdicts tbody tr").nth(1).locator("th button").click();
      await open(tab, "Algorithms");
      const choices = tab.page.locator(".algorithms select");
      await choices.nth(1).selectOption({ label: "GSH, HH: both tenses in turn" });
      await tab.page.locator(".film .screen").nth(1).waitFor();
      const forward = tab.page.getByRole("button", { name: "Forward" });
      for (let k = 0; k < 8; k++) await forward.click();
    },
  },
];

await using studio = await Studio.start();
for (const { name, example, show } of PICTURES) {
  await using tab = await studio.open({ width: 1500 });
  await tab.page.emulateMedia({ colorScheme: "light" });
  await tab.choose(example);
  await show(tab);
  await tab.page.locator(".panel.results").screenshot({ path: at(name), animations: "disabled" });
  const { size } = statSync(at(name));
  if (size > MOST_BYTES) throw new Error(`${at(name)} has ${size} bytes: more than ${MOST_BYTES}`);
  console.log(`${at(name)}: ${size} bytes`);
}
