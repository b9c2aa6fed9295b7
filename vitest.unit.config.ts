import { configDefaults, mergeConfig } from "vitest/config";
import all from "./vitest.config.js";

/** `npm run test:unit`: without what starts processes or workers, needs the built command, or runs long random campaigns. */
export default mergeConfig(all, {
  test: {
    exclude: [
      ...configDefaults.exclude,
      "test/{certificates,forgeries,cli,cross-engine,engines,fuzz,loading,papers,solving}/**",
      "test/portfolio/{check-system,deterministic,facts,plan,portfolio,web-worker,worker-cache}.test.ts",
      "test/cluster/{command,evidence,stores}.test.ts",
      "test/program/{agreement,data,examples,explicit,protocols}.test.ts",
      "test/sets/bdd-sets.test.ts",
      "test/explicit/{hash,search}.test.ts",
      "test/transform/{simplify,transforms}.test.ts",
      "test/formats/verilog/{cells,read,refusals}.test.ts",
      "test/formats/smv/{public-models,robustness,semantics}.test.ts",
      "test/formats/btor2/semantics.test.ts",
      "test/solvers/{bdd/random,sat/z3}.test.ts",
      "test/{checkers,vacuity,watching,symbolic}/**",
      "test/present/svg.test.ts",
      "test/studio/page.test.ts",
      "test/{api-examples,docs,check-names,terminal-pictures,types}.test.ts",
    ],
  },
});
