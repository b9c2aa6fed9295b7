import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Attempt, type Report, readAttempt, readReport, shortReport } from "../../src/cluster/attempt.js";
import { hashOf } from "../../src/cluster/hash.js";
import { queueAddress, withoutSecrets } from "../../src/cluster/queue-url.js";
import { Damaged } from "../../src/cluster/shape.js";

const attempt: Attempt = {
  question: hashOf("q"),
  engine: "fair",
  options: { k: 1 },
  seed: 7,
  slice: 2.5,
  checkSeconds: null,
};
const report: Report = {
  kind: "answer",
  answer: "holds",
  evidence: hashOf("e"),
  why: "",
  notes: ["a note"],
  worker: "w",
  seconds: 1.5,
};
const travelled = (given: object): unknown => JSON.parse(JSON.stringify(given));

describe("an attempt that came from the queue", () => {
  it("is what was sent", () => {
    expect(readAttempt(travelled(attempt))).toEqual(attempt);
    expect(readAttempt(travelled({ ...attempt, checkSeconds: 3 })).checkSeconds).toBe(3);
  });

  it.each([
    [{ engine: "rm -rf" }, "its engine does not exist"],
    [{ engine: "__proto__" }, "its engine does not exist"],
    [{ options: { k: "many" } }, "option k"],
    [{ options: { file: "/etc/passwd" } }, "no option 'file'"],
    [{ question: "../../etc/passwd" }, "its question is no SHA-256"],
    [{ slice: 0 }, "its slice is no positive number"],
    [{ slice: "1e9" }, "its slice is no positive number"],
    [{ seed: 0.5 }, "its seed is no whole number"],
    [{ more: "x".repeat(5000) }, "an attempt is longer than 4096 bytes"],
  ])("with %j is refused: %s", (change, reason) => {
    expect(() => readAttempt({ ...attempt, ...change })).toThrow(reason);
  });

  it("is refused whatever else it is, in words", () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        expect(() => readAttempt(given)).toThrow(Damaged);
      }),
    );
  });
});

describe("a report that came from the queue", () => {
  it("is what was sent, with texts of at most a thousand characters", () => {
    expect(readReport(travelled(report))).toEqual(report);
    const long: Report = { kind: "error", detail: "x".repeat(1e6), worker: "w", seconds: 0 };
    expect(readReport(travelled(shortReport(long)))).toEqual({ ...long, detail: "x".repeat(1000) });
  });

  it("has figures, as far as they are some, and counts of facts that were refused", () => {
    const stats = { steps: 12, nodes: "many", "<b>": 1, __proto__: 5 };
    const read = readReport(
      JSON.parse(`{"refusedFacts": 3, "stats": ${JSON.stringify(stats)}, ${JSON.stringify(report).slice(1)}`),
    );
    expect(read).toMatchObject({ refusedFacts: 3, stats: { steps: 12 } });
    expect(Object.keys(read.stats!)).toEqual(["steps"]);
    expect(() => readReport({ ...report, refusedFacts: -1 })).toThrow(Damaged);
  });

  it("is refused where it says what no worker says", () => {
    for (const change of [{ answer: "maybe" }, { evidence: "here" }, { kind: "verdict" }, { worker: 5 }])
      expect(() => readReport({ ...report, ...change })).toThrow(Damaged);
  });
});

describe("the address of a queue", () => {
  it("may come from the environment", () => {
    expect(queueAddress("env:QUEUE", { QUEUE: "redis://host:6379" })).toMatchObject({
      kind: "redis",
      url: "redis://host:6379",
    });
    expect(queueAddress("env:QUEUE", {})).toBeNull();
  });

  it("is one of Redis or PostgreSQL", () => {
    expect(queueAddress("rediss://host/1")?.kind).toBe("redis");
    expect(queueAddress("postgresql://host/db?sslmode=require")?.kind).toBe("postgres");
    for (const other of ["", "host:6379", "http://host", "redis:", "mysql://host"])
      expect(queueAddress(other)).toBeNull();
  });

  it("is shown without user and password, also where a driver repeats them", () => {
    const address = queueAddress("postgres://me:s%23cret@host:5432/db")!;
    expect(address.shown).toBe("postgres://host:5432/db");
    const said = "cannot connect to postgres://me:s%23cret@host:5432/db: me:s%23cret, s#cret and s%23cret were refused";
    expect(withoutSecrets(said, address)).not.toMatch(/s#cret|s%23cret/);
  });
});
