import { expect, it } from "vitest";
import { readAiger } from "../src/formats/aiger/to-design.js";
import * as forPages from "../src/index.js";
import * as forNode from "../src/node.js";
import { check, loadDesign } from "../src/node.js";
import { runPlan } from "../src/portfolio/portfolio.js";
import * as forModels from "../src/program.js";
import { system } from "../src/program.js";
import { ArgumentError } from "../src/text/argument-error.js";

const design = readAiger(new TextEncoder().encode("aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n"));

/** As from JavaScript, where no types stand in the way. */
const untyped = (call: unknown) => call as (...args: unknown[]) => unknown;

it.each([
  [check, [null, 0], "check: design: expected what a reader or loadDesign returns, found null"],
  [check, ["m.aag", 0], "check: design: expected what a reader or loadDesign returns, found 'm.aag'"],
  [check, [design, 1], "check: property: expected an index (the design has properties 0 to 0), found 1"],
  [check, [design, "p"], "check: property: expected an index (the design has properties 0 to 0), found 'p'"],
  [check, [design, 0, { seconds: "5" }], "check: options.seconds: expected a number above 0, found '5'"],
  [check, [design, 0, { threads: 0 }], "check: options.threads: expected a number above 0, found 0"],
  [check, [design, 0, { engine: "magic" }], "no engine 'magic'"],
  [loadDesign, [7], "loadDesign: file: expected a name, found 7"],
  [loadDesign, ["m.aag", "G x"], "loadDesign: questions: expected an array, found 'G x'"],
  [runPlan, [design, 2], "runPlan: property: expected an index (the design has properties 0 to 0), found 2"],
  [system, [{}], "system: name: expected a text, found an object"],
  [system, ["lamp"], "system: variables: expected an object of domains, by name, found undefined"],
])("%o of %j says which argument is wrong", async (call, args, message) => {
  await expect((async () => untyped(call)(...args))()).rejects.toThrow(message);
});

const functions = Object.entries({ ...forPages, ...forNode, ...forModels }).filter(
  ([name, value]) => typeof value === "function" && !/^[A-Z]/.test(name),
);

it.each(functions)("%s never stumbles over what it is given by mistake", async (_name, call) => {
  for (const args of [[], [null], [42], [{}], ["text"], [design], [undefined, null]]) {
    const problem = await (async () => untyped(call)(...args))().then(
      () => null,
      (e: unknown) => e,
    );
    if (problem instanceof TypeError) expect(problem, String(problem.stack)).toBeInstanceOf(ArgumentError);
  }
});
