// `node --import ./scripts/typescript.mjs bench/NAME.ts`: runs TypeScript sources as they are, for benchmarks.
import { register } from "node:module";

register("./typescript-hooks.mjs", import.meta.url);
