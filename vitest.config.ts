import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./test/patience.js";

const entry = (name: string): string => fileURLToPath(new URL(`src/${name}.ts`, import.meta.url));

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/random-seed.ts"],
    // One for each core: by default one is kept free, which leaves a single one where there are two.
    maxWorkers: "100%",
    // For what hangs: no test is meant to take a tenth of it.
    testTimeout: 300_000 * PATIENCE,
    hookTimeout: 300_000 * PATIENCE,
  },
  // The package by its own name, as examples import it: the sources that are being tested, not what was built.
  resolve: { alias: { "fairlead/model": entry("program"), "fairlead/matchers": entry("matchers") } },
});
