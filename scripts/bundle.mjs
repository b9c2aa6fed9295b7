// Puts the command and its workers into a few files, dist/bin: to load hundreds takes longer than most checks.
import { rmSync } from "node:fs";
import { rolldown } from "rolldown";

const folder = "dist/bin";
rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: { "command-line": "dist/cli/command-line.js", thread: "dist/node/thread.js" },
  platform: "node",
  external: /^[^./]/,
});
// Names and lines stay, for the stack of an internal error.
await bundle.write({ dir: folder, format: "esm", comments: false });
await bundle.close();
