/** The arrows of ARCHITECTURE.md: what each room may import, besides itself. Who is not listed imports what it likes. */
const ROOMS = {
  limits: [],
  text: [],
  logic: ["limits"],
  formula: ["logic", "text", "limits"],
  model: ["logic", "formula", "text", "limits"],
  automata: ["logic", "formula", "text", "limits"],
  evidence: ["logic", "model", "limits"],
  formats: ["logic", "model", "formula", "automata", "evidence", "text", "limits"],
  transform: ["logic", "model", "formula", "automata", "evidence", "text", "limits"],
  solvers: ["logic", "limits"],
  checkers: ["logic", "model", "formula", "evidence", "solvers/sat", "limits"],
  sets: ["logic", "model", "solvers", "limits"],
  symbolic: ["logic", "model", "formula", "sets", "solvers", "evidence", "limits"],
  safety: ["logic", "model", "formula", "solvers", "evidence", "limits"],
  reference: ["logic", "model", "formula", "evidence", "limits"],
  explicit: ["logic", "model", "formula", "automata", "reference", "evidence", "limits"],
  program: ["logic", "model", "formula", "automata", "explicit", "evidence", "text", "limits"],
  engines: [
    ...["logic", "model", "formula", "automata", "transform", "solvers", "sets", "symbolic", "safety", "reference"],
    ...["explicit", "evidence", "checkers", "text", "limits"],
  ],
  present: ["logic", "model", "formula", "automata", "program", "evidence", "text", "limits"],
  solving: [
    ...["logic", "model", "formula", "automata", "transform", "safety", "engines", "evidence", "checkers"],
    ...["text", "limits"],
  ],
  vacuity: ["logic", "model", "formula", "evidence", "checkers", "text", "limits"],
  watching: [
    ...["logic", "model", "formula", "formats", "reference", "evidence", "checkers", "engines", "solving", "present"],
    ...["text", "limits"],
  ],
  portfolio: [
    ...["logic", "model", "formula", "automata", "explicit", "program", "engines", "evidence", "checkers", "solving"],
    ...["vacuity", "text", "limits"],
  ],
  api: ["program", "evidence", "present", "portfolio", "text", "limits"],
  reading: ["logic", "model", "formula", "formats", "program", "transform", "text"],
  loading: ["logic", "model", "formula", "automata", "formats", "transform", "program", "reading", "text", "limits"],
  node: [
    "api",
    "logic",
    "model",
    "program",
    "engines",
    "evidence",
    "checkers",
    "solving",
    "portfolio",
    "loading",
    "text",
    "limits",
  ],
  suite: ["text"],
  cluster: [
    ...["logic", "model", "formula", "formats", "transform", "engines", "evidence", "checkers", "solving", "portfolio"],
    ...["node", "text", "limits"],
  ],
};

/** Rooms that need Node; all others also run in a browser. */
const NODE = "^src/(cli|cluster|loading|node)/";

const only = ([room, allowed]) => ({
  name: `${room}-imports`,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: { path: "^src/", pathNot: `^src/(${[room, ...allowed].join("|")})/` },
});

module.exports = {
  forbidden: [
    ...Object.entries(ROOMS).map(only),
    {
      name: "every-file-has-a-room",
      comment: "a new room needs a rule here and a line in ARCHITECTURE.md",
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: `^src/(${[...Object.keys(ROOMS), "cli"].join("|")})/` },
      to: {},
    },
    {
      name: "engines-never-import-each-other",
      severity: "error",
      from: { path: "^src/engines/(?!registry)" },
      to: { path: "^src/engines/(?!(engine|on-sets|dnc-options)\\.ts)" },
    },
    {
      name: "node-by-folder",
      severity: "error",
      from: { path: "^src/", pathNot: NODE },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "the-core-runs-in-a-browser",
      severity: "error",
      from: { path: "^src/(index|program|matchers|portfolio/web-worker-entry)\\.ts$" },
      to: { path: NODE, reachable: true },
    },
    { name: "nothing-imports-the-cli", severity: "error", from: { pathNot: "^src/cli/" }, to: { path: "^src/cli/" } },
    {
      name: "the-studio-uses-the-public-api",
      severity: "error",
      from: { path: "^studio/" },
      to: { path: "^src/", pathNot: "^src/(index|program)\\.ts$" },
    },
    {
      name: "the-page-runs-nothing-of-the-package",
      comment: "what takes long is asked of workers: the thread of the page knows the package's types alone",
      severity: "error",
      from: { path: "^studio/src/", pathNot: "^studio/src/(check|guest)/" },
      to: { path: "^src/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "views-are-data-in-and-markup-out",
      comment: "reports use them too: they know nothing of the page's state",
      severity: "error",
      from: { path: "^studio/src/views/" },
      to: { path: "^studio/src/(store|gallery|shell|editor)", dependencyTypesNot: ["type-only"] },
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-cycle-between-rooms",
      severity: "error",
      scope: "folder",
      from: { path: "^src/[^/]+$" },
      to: { circular: true },
    },
  ],
  options: {
    tsConfig: { fileName: require("node:path").join(__dirname, "studio/tsconfig.json") },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
  },
};
