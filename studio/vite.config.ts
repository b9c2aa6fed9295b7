import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { POLICY } from "./policy.mjs";
import { withoutNames } from "./without-names.js";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Hosts of static files send no headers of ours: the page says itself what it may do. */
const policy: Plugin = {
  name: "policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

/** The page waits for its kernels: they come without what only a debugger reads. */
const smallKernels: Plugin = {
  name: "small-kernels",
  apply: "build",
  generateBundle(_, bundle) {
    for (const asset of Object.values(bundle))
      if (asset.type === "asset" && /\b(bdd|sat)-[^/]*\.wasm$/.test(asset.fileName) && typeof asset.source !== "string")
        asset.source = withoutNames(asset.source);
  },
};

export default defineConfig({
  root: at("."),
  base: "./",
  plugins: [policy, smallKernels],
  resolve: {
    // The public entries of the package, by their names.
    alias: [
      { find: /^fairlead$/, replacement: at("../src/index.ts") },
      { find: /^fairlead\/model$/, replacement: at("../src/program.ts") },
      { find: /^fairlead\/wasm\//, replacement: at("../wasm/") },
    ],
  },
  build: {
    outDir: at("dist"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false, // of 31 MB of Yosys, too
    modulePreload: { polyfill: false },
    // What is loaded on demand is large; test/studio/size.test.ts looks at the rest.
    chunkSizeWarningLimit: 5000,
  },
  worker: {
    format: "es",
    // No module of the package does anything when it is imported: what is not used need not be loaded, nor lie beside what is.
    rollupOptions: { treeshake: { moduleSideEffects: (id) => !id.startsWith(at("../src/")) } },
  },
});
