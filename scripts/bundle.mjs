// Puts the command, its workers, and what runs in the process of a program into a few files, dist/bin: to load hundreds
// takes longer than most checks.
import { rmSync } from "node:fs";
import { rolldown } from "rolldown";

const folder = "dist/bin";
rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: {
    "command-line": "dist/cli/command-line.js",
    tasks: "dist/cli/tasks.js",
    thread: "dist/node/thread.js",
    guest: "dist/loading/guest.js",
    "guest-watch": "dist/loading/guest-watch.js",
    "model-hooks": "dist/loading/model-hooks.js",
    program: "dist/program.js",
    matchers: "dist/matchers.js",
  },
  platform: "node",
  external: /^[^./]/,
});
// Names and lines stay, for the stack of an internal error.
await bundle.write({ dir: folder, format: "esm", comments: false });
await bundle.close();
