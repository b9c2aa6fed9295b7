import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

it("starts workers without the loaders of the program that asks, such as those for TypeScript", () => {
  const loader =
    'import { isMainThread } from "node:worker_threads"; if (!isMainThread) throw new Error("in a worker");';
  const program = `
    import { check, loadDesign } from ${JSON.stringify(pathToFileURL(at("dist/node.js")).href)};
    const design = await loadDesign(${JSON.stringify(at("examples/arbiter-fair.aag"))});
    console.log((await check(design, 0)).verdict.answer);`;
  const args = [
    "--import",
    `data:text/javascript,${encodeURIComponent(loader)}`,
    "--input-type=module",
    "--eval",
    program,
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "holds\n", stderr: "" });
});
