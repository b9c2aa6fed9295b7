/** The arrows of ARCHITECTURE.md. A room may import what stands before it, never what stands after. */
const only = (room, allowed) => ({
  name: `${room}-imports`,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: { path: "^src/", pathNot: `^src/(${[room, ...allowed].join("|")})(/|\\.ts$)` },
});

module.exports = {
  forbidden: [
    only("logic", []),
    only("model", ["logic", "formula", "formats/text"]),
    only("formula", ["logic", "formats/text"]),
    only("formats", ["logic", "model", "formula", "automata", "verdict/verdict", "verdict/certificate"]),
    only("automata", ["logic", "formula", "formats/text"]),
    only("transform", [
      "logic",
      "model",
      "formula",
      "automata",
      "formats/text",
      "verdict/verdict",
      "verdict/certificate",
    ]),
    only("solvers", ["logic"]),
    only("sets", ["logic", "model", "solvers"]),
    only("symbolic", [
      "logic",
      "model",
      "formula",
      "sets",
      "solvers",
      "verdict/verdict",
      "verdict/certificate",
      "verdict/refinement-tree",
    ]),
    only("safety", ["logic", "model", "solvers", "verdict/verdict", "verdict/certificate"]),
    only("explicit", ["logic", "model", "formula", "automata", "verdict/verdict", "verdict/certificate"]),
    only("program", ["logic", "model", "formula", "automata", "explicit", "formats/text", "verdict/verdict"]),
    only("verdict", ["logic", "model", "formula", "solvers/sat"]),
    {
      name: "engines-import-algorithms-and-never-each-other",
      severity: "error",
      from: { path: "^src/engines/(?!registry)" },
      to: { path: "^src/(engines/(?!(engine|on-sets)\\.ts)|formats|present|cli|run)" },
    },
    {
      name: "node-only-at-the-edge",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(cli|run)/|^src/solvers/external" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "the-core-runs-in-a-browser",
      severity: "error",
      from: { path: "^src/(index|program|matchers|run/web-worker-entry)\\.ts$" },
      to: {
        path: "^src/(cli/|solvers/external|node\\.ts|run/(check|kernels|load|load-systems|model-hooks|node-workers|worker)\\.ts)",
        reachable: true,
      },
    },
    { name: "nothing-imports-the-cli", severity: "error", from: { pathNot: "^src/cli/" }, to: { path: "^src/cli/" } },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
  },
};
