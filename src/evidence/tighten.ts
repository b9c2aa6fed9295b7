import { tightLasso } from "../logic/tight-lasso.js";
import type { Lasso } from "./verdict.js";

/** The shortest way to write the same infinite behaviour. Every step stays exactly what it was. */
export function tighten(lasso: Lasso): Lasso {
  const keys = lasso.steps.map(({ latches, inputs }) => `${latches.join("")} ${inputs.join("")}`);
  const { loop, length } = tightLasso(keys, lasso.loop);
  return { kind: "lasso", steps: lasso.steps.slice(0, length), loop };
}
