import { expect, it } from "vitest";
import { timerMs } from "../../src/limits/timer.js";

// Node 22 and later warn on standard error of less than nothing, and all take too much for one millisecond.
it("a timer is given nothing less than nothing, and nothing that it cannot count", () => {
  expect([-267, 5, 2 ** 40].map(timerMs)).toEqual([0, 5, 2 ** 31 - 1]);
});
