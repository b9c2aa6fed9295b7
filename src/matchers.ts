/**
 * Matchers for Vitest, Jest and whatever else has `expect.extend`; depends on none of them.
 *
 * @module fairlead/matchers
 */

import type { SystemResult } from "./api/check-system.js";

interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

const answered =
  (wanted: SystemResult["answer"]) =>
  (received: unknown): MatcherResult => {
    // Also `.not.toHold()` must not be content with a promise.
    if (!isResult(received))
      throw new TypeError("expected the result of check(system, formula): is there an 'await' missing?");
    const pass = received.answer === wanted;
    return {
      pass,
      message: () => `expected that it ${pass ? `does not say '${wanted}'` : WORDS[wanted]}\n\n${received}`,
    };
  };

const WORDS = { holds: "holds", fails: "fails", unknown: "is unknown" } as const;

function isResult(value: unknown): value is SystemResult {
  return typeof value === "object" && value !== null && "answer" in value && "formula" in value;
}

/** `expect.extend(matchers)`, then `expect(await check(system, "G F served")).toHold()`. */
export const matchers = {
  /** The formula holds. What fails is printed as a lasso in the terms of the system. */
  toHold: answered("holds"),
  /** The formula fails, or the system has a deadlock. */
  toFail: answered("fails"),
};

/**
 * What `expect` learns. To tell Vitest: `declare module "vitest" { interface Matchers<T> extends FairleadMatchers<T> {} }`;
 * to tell Jest: `declare module "expect" { interface Matchers<R> extends FairleadMatchers<R> {} }`.
 */
export interface FairleadMatchers<R = unknown> {
  toHold(): R;
  toFail(): R;
}
