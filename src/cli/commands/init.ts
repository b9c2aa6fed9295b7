import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { forTerminal } from "../../text/escape.js";
import { EXIT, exitHelp, OutputError } from "../exit.js";
import { cannotWrite } from "../output-files.js";

/** A small model that can be changed and asked about, the suite that checks it, and a test for a runner. */
const FILES: ReadonlyMap<string, string> = new Map([
  [
    "crossing.smv",
    `-- A crossing: cars in the north wait for a green light, which a controller gives to either side.
MODULE main
VAR
  green : {north, east};
  car   : {away, waiting, crossing}; -- in the north
ASSIGN
  init(green) := east;
  next(green) := {north, east};
  init(car) := away;
  next(car) := case
    car = away : {away, waiting};
    car = waiting & green = north : crossing;
    car = waiting : waiting;
    TRUE : away;
  esac;

-- The controller does not forget the north for ever. Without this line 'served' fails: 'fairlead check' shows how.
FAIRNESS green = north

LTLSPEC NAME served := G (car = waiting -> F car = crossing);
-- Too much to ask: a car may have to wait for a while.
LTLSPEC NAME at_once := G (car = waiting -> X car = crossing);
`,
  ],
  [
    "fairlead.config.json",
    `{
  "$schema": "./node_modules/fairlead/schema/suite.schema.json",
  "name": "crossing",
  "time": 60,
  "vacuity": "error",
  "checks": [{ "files": "crossing.smv", "expect": { "served": "holds", "at_once": "fails" } }]
}
`,
  ],
  [
    "crossing.test.mjs",
    `// node --test
import assert from "node:assert/strict";
import { test } from "node:test";
import { check, loadDesign } from "fairlead/node";

const design = await loadDesign(new URL("./crossing.smv", import.meta.url).pathname);
const answer = async (name) => {
  const { verdict } = await check(design, design.properties.findIndex((p) => p.name === name), { seconds: 60 });
  return verdict.answer;
};

test("every car gets through", async () => {
  assert.equal(await answer("served"), "holds");
});

test("but not at once", async () => {
  assert.equal(await answer("at_once"), "fails");
});
`,
  ],
]);

export function addInitCommand(program: Command): void {
  program
    .command("init")
    .summary("write a small example with a test")
    .description("Writes a small model, a suite that checks it, and a test for 'node --test'. Nothing is written over.")
    .argument("[folder]", "where", ".")
    .addHelpText("after", exitHelp("0 written"))
    .action(async (folder: string) => {
      process.exitCode = await init(folder);
    });
}

async function init(folder: string): Promise<number> {
  const files = [...FILES].map(([name, text]) => ({ file: join(folder, name), text }));
  for (const { file } of files)
    if (existsSync(file)) throw new OutputError(`${file} is there already`, EXIT.cannotCreate);
  for (const { file, text } of files) {
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(file, text, { flag: "wx" });
    } catch (e) {
      throw cannotWrite(file, e);
    }
    process.stdout.write(`${forTerminal(file)}\n`);
  }
  process.stdout.write("'fairlead check' there checks the suite, and 'node --test' runs the test.\n");
  return EXIT.holds;
}
