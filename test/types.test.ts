import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fairlead-types-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const USE = `import * as all from "fairlead";
import { bool, system } from "fairlead/model";
import { check, loadDesign } from "fairlead/node";
import * as matchers from "fairlead/matchers";
import "fairlead/worker";
const lamp = system("lamp", { on: bool });
lamp.process("p", {}, { flip: { do: [lamp.vars.on.set(lamp.vars.on.not())] } }).property("blinks", "G F on");
export async function answers(): Promise<string[]> {
  const { verdict } = await check(await loadDesign("m.aag"), 0, { seconds: 1 });
  const { answer } = await check(lamp, "G F on");
  return [verdict.answer, answer, ...Object.keys(all), ...Object.keys(matchers)];
}
`;
mkdirSync(join(folder, "node_modules"));
symlinkSync(ROOT, join(folder, "node_modules/fairlead"));
symlinkSync(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"));
writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
writeFileSync(join(folder, "use.ts"), USE);

/** A strict project of Node, without the types of the DOM, that looks into every declaration. */
it.each([
  ["node16", ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
  ["nodenext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
])(
  "the package compiles in a strict project with moduleResolution %s and without skipLibCheck",
  (_, module, resolution) => {
    const program = ts.createProgram([join(folder, "use.ts")], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts"],
      types: ["node"],
      typeRoots: [join(ROOT, "node_modules/@types")],
      module,
      moduleResolution: resolution,
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
    expect(problems).toEqual([]);
  },
);
