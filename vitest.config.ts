import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const entry = (name: string): string => fileURLToPath(new URL(`src/${name}.ts`, import.meta.url));

export default defineConfig({
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/random-seed.ts"], testTimeout: 60_000 },
  // The package by its own name, as examples import it: the sources that are being tested, not what was built.
  resolve: { alias: { "fairlead/model": entry("program"), "fairlead/matchers": entry("matchers") } },
});
