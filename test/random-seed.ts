/**
 * Random tests draw the same cases each time, so that a change is judged by what it changed: what fails has failed here
 * first. `npm run bench:seeds` runs them with other seeds, for as long as one likes.
 */
import fc from "fast-check";

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.FAIRLEAD_SEED ?? 20260),
  // For who asks only whether a test fails, and not for the smallest case.
  endOnFailure: process.env.FAIRLEAD_SHRINK === "no",
});
