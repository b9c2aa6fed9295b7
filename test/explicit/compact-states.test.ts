import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompactStates } from "../../src/explicit/compact-states.js";
import { QuotientTable } from "../../src/explicit/quotient-table.js";
import { StateTable } from "../../src/explicit/state-table.js";

/** Values of 44 bits from everywhere, and some that crowd together at an end. */
const values = fc
  .tuple(
    fc.array(
      fc.maxSafeInteger().map((n) => Math.abs(n) % 2 ** 44),
      { maxLength: 500 },
    ),
    fc.array(fc.nat(300), { maxLength: 60 }),
    fc.array(fc.nat(300), { maxLength: 60 }),
  )
  .map(([anywhere, low, high]) => [...anywhere, ...low, ...high.map((n) => 2 ** 44 - 1 - n)]);

describe("a table that keeps only what the place of a value does not say", () => {
  it.each([0, 1, 3, 20])("has what was put in, and nothing else, with its marks of %i conditions", (conditions) => {
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.nat()), values, (added, marks, others) => {
        const table = new QuotientTable(conditions);
        const expected = new Map<number, number>();
        for (const value of added) {
          const mark = marks.next().value! & (2 ** conditions - 1);
          expect(table.has(value)).toBe(expected.has(value));
          if (!expected.has(value)) table.insert();
          const before = expected.get(value) ?? 0;
          if (conditions > 0) expect(table.addMarks(Int32Array.of(mark))).toBe((mark & ~before) !== 0);
          expected.set(value, before | mark);
        }
        for (const value of [...added, ...others]) expect(table.has(value)).toBe(expected.has(value));
        for (const [value, mark] of expected) {
          table.has(value);
          if (conditions > 0) expect(table.addMarks(Int32Array.of(mark))).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("grows where more values than fit have neighbouring homes", () => {
    const table = new QuotientTable(1);
    const value = (n: number) => n * 2 ** 32; // all in the first 2^12 of 2^44
    for (let n = 0; n < 1000; n++) {
      expect(table.has(value(n))).toBe(false);
      table.insert();
    }
    for (let n = 0; n < 1000; n++) expect(table.has(value(n))).toBe(true);
    expect(table.has(value(1000))).toBe(false);
    expect(table.has(1)).toBe(false);
  });
});

describe("states as hash values", () => {
  it("take 5 to 6 bytes each, and less than half of what whole states of two words take", () => {
    const states = 1_300_000;
    const compact = new CompactStates(2, 1, 1, () => {});
    const whole = new StateTable(2, 64, 0);
    const state = new Int32Array(2);
    const label = Int32Array.of(0);
    for (let n = 0; n < states; n++) {
      state[0] = n;
      state[1] = Math.imul(n, 12345);
      compact.add(state, 0, label);
      whole.add(state, 0);
    }
    expect(compact.bytes / states).toBeGreaterThan(5);
    expect(compact.bytes / states).toBeLessThan(6.5);
    expect(compact.bytes).toBeLessThan(0.5 * whole.bytes);
  });

  it("are not added beyond the memory that is allowed", () => {
    const full = new Error("full");
    const compact = new CompactStates(1, 1, 1, (bytes) => {
      if (bytes > 200_000) throw full;
    });
    const add = () => {
      for (let n = 0; n < 1_000_000; n++) compact.add(Int32Array.of(n), 0, Int32Array.of(0));
    };
    expect(add).toThrow(full);
    expect(compact.bytes).toBeLessThanOrEqual(200_000);
  });
});
