import { configDefaults, mergeConfig } from "vitest/config";
import all from "./vitest.config.js";

/** `npm run test:unit`: without what starts processes or workers, needs the built command, or runs long random campaigns. */
export default mergeConfig(all, {
  test: {
    exclude: [
      ...configDefaults.exclude,
      "test/{certificates,forgeries,cli,cross-engine,engines,fuzz,loading,papers,solving}/**",
      "test/portfolio/{check-system,facts,plan,portfolio,web-worker,worker-cache}.test.ts",
      "test/cluster/{command,evidence,stores}.test.ts",
      "test/program/{agreement,examples,explicit}.test.ts",
      "test/sets/bdd-sets.test.ts",
      "test/explicit/hash.test.ts",
      "test/transform/simplify.test.ts",
      "test/formats/verilog/{cells,read,refusals}.test.ts",
      "test/formats/smv/{public-models,robustness}.test.ts",
      "test/solvers/sat/z3.test.ts",
      "test/present/svg.test.ts",
      "test/studio/page.test.ts",
      "test/{api-examples,docs,check-names,types}.test.ts",
    ],
  },
});
