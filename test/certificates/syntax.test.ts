import { describe, expect, it } from "vitest";
import { readCertificate } from "../../src/formats/certificate/read.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";

/** A certificate with one output, and these lines behind its head. */
const read = (...lines: readonly string[]) => {
  const head = ["aag 0 0 0 1 0", "1", "c", "fairlead certificate 1", "property p", "latches 0 inputs 0 choices 0"];
  return readCertificate(new TextEncoder().encode(`${[...head, ...lines].join("\n")}\n`));
};

const STEPS = [
  "reach 0",
  "split 0 forward",
  "exclude 0 no-start",
  "exclude 0 no-end",
  "exclude 0 condition 1 backward",
  "exclude 0 skeleton 2 forward",
  "exclude 0 skeleton 2 forward meeting 0 1",
  "done 3",
  "done 3 meeting",
  "safe",
];

describe("a step of a certificate", () => {
  it.each(STEPS)("%s is written as it is read", (step) => {
    for (const line of [step, `${step} using`, `${step} using 4 5`]) {
      const { certificate, property } = read(line);
      const text = new TextDecoder().decode(writeCertificate(certificate, { property }));
      expect(text.trimEnd().split("\n").at(-1)).toBe(line);
    }
  });

  it.each(STEPS)("%s with more than belongs to it is refused, with its line", (step) => {
    expect(() => read("safe", `${step} 7x`)).toThrow(/^8:1: expected (the end of the line|a number|'meeting')/);
    expect(() => read("safe", `${step} using 1 using 2`)).toThrow("8:1: 'using' stands here twice");
    expect(() => read("safe", `${step} using 1 holds`)).toThrow("8:1: expected a number, not 'holds'");
  });
});

describe("a proof of a CTL formula", () => {
  it.each([
    [["ctl holds", "reach 0 0"], "8:1: expected one number"],
    [["ctl holds", "reach 0", "fair 0 0"], "9:1: expected one number"],
    [["ctl holds", "reach 0", "fair 0", "way rank 0 choose 0 choose 0"], "10:1: expected 'way rank' NUMBERS"],
    [["ctl holds", "reach 0", "fair 0", "", "part 1 0"], "11:1: expected nothing behind an empty line"],
    [["ctl holds now", "reach 0"], "7:1: expected 'ctl holds'"],
  ])("has nothing that nobody reads: %j", (lines, problem) => {
    expect(() => read(...lines)).toThrow(problem);
    expect(read("ctl holds", "reach 0", "fair 0", "").certificate.kind).toBe("ctl-certificate");
  });
});
