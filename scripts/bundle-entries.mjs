// What is put into a few files each: the command, its workers, and what runs in the process of a program.
export const entries = {
  "command-line": "dist/cli/command-line.js",
  tasks: "dist/cli/tasks.js",
  "recheck-task": "dist/cluster/recheck-task.js",
  "ranked-task": "dist/node/ranked-task.js",
  thread: "dist/node/thread.js",
  guest: "dist/loading/guest.js",
  "guest-watch": "dist/loading/guest-watch.js",
  "model-hooks": "dist/loading/model-hooks.js",
  program: "dist/program.js",
  matchers: "dist/matchers.js",
};
