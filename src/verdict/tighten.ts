import type { Lasso, Step } from "./verdict.js";

/**
 * The shortest way to write the same infinite behaviour: a loop that repeats itself is given once, and steps of the stem
 * that the loop shows anyway are left out. Every step stays exactly what it was.
 */
export function tighten(lasso: Lasso): Lasso {
  const ids = identify(lasso.steps);
  const loop = ids.slice(lasso.loop);
  const period = primitivePeriod(loop);
  let start = lasso.loop;
  let end = lasso.loop + period;
  while (start > 0 && ids[start - 1] === ids[end - 1]) {
    start--;
    end--;
  }
  return { kind: "lasso", steps: lasso.steps.slice(0, end), loop: start };
}

/** Equal steps get equal numbers. */
function identify(steps: readonly Step[]): number[] {
  const known = new Map<string, number>();
  return steps.map(({ latches, inputs }) => {
    const key = `${latches.join("")} ${inputs.join("")}`;
    const id = known.get(key) ?? known.size;
    known.set(key, id);
    return id;
  });
}

function primitivePeriod(loop: readonly number[]): number {
  for (let p = 1; p < loop.length; p++)
    if (loop.length % p === 0 && loop.every((id, i) => id === loop[i % p])) return p;
  return loop.length;
}
