// Puts the command, its workers, and what runs in the process of a program into a few files, dist/bin: to load hundreds
// takes longer than most checks.
import { rmSync } from "node:fs";
import { rolldown } from "rolldown";
import { entries } from "./bundle-entries.mjs";

const folder = "dist/bin";
rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: entries,
  platform: "node",
  external: /^[^./]/,
});
// Names and lines stay, for the stack of an internal error.
await bundle.write({ dir: folder, format: "esm", comments: false });
await bundle.close();
