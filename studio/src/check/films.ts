import { type Design, engineNamed, type Film, film, type NotFilmed, type Property } from "fairlead";
import { kernels } from "./kernels.js";
import type { FilmOptions } from "./protocol.js";

/** Nobody watches longer searches. */
const SECONDS = 20;

/** An engine at work on a property of a small model. */
export async function filmOf(design: Design, property: Property, options: FilmOptions): Promise<Film | NotFilmed> {
  const engine = engineNamed(options.engine);
  if (engine === undefined) return { reason: "there is nothing to watch" };
  const end = performance.now() + 1000 * SECONDS;
  return film(design, property, engine, options.settings, {
    kernels: await kernels(),
    seed: 1,
    shouldStop: () => (performance.now() > end ? "time" : null),
    memoryLimit: options.megabytes * 2 ** 20,
  });
}
