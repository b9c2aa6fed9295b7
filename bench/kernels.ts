/**
 * The two kernels against C packages: `npm run bench:kernels`, with `-- --quick` for a slice of less than a minute,
 * `--only bdd` or `--only sat` for one of them, `--filter TEXT` (may be repeated) for workloads whose name has it. Tables, and
 * as the last line a JSON object.
 *
 * A part is kernels/NAME.ts with `run({quick, filters})`, which prints its table and returns its figures, ratios first.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    filter: { type: "string", multiple: true, default: [""] },
  },
});

const figures: Record<string, unknown> = {};
for (const part of ["bdd", "sat"]) {
  const file = new URL(`./kernels/${part}.ts`, import.meta.url);
  if ((values.only !== undefined && values.only !== part) || !existsSync(file)) continue;
  const { run } = await import(file.href);
  figures[part] = await run({ quick: values.quick, filters: values.filter });
}
console.log(JSON.stringify(figures));
