import type { Ctl } from "./ctl.js";
import type { Ltl } from "./ltl.js";

/** The names of a formula's atoms, as often as they are written. */
export function* atomsOf(f: Ltl | Ctl): Generator<string> {
  if (f.op === "atom") yield f.name;
  if ("arg" in f) yield* atomsOf(f.arg);
  if ("left" in f) {
    yield* atomsOf(f.left);
    yield* atomsOf(f.right);
  }
}
