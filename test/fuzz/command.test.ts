import { describe, expect, it } from "vitest";
import { MAIN, run, temporaryFolder } from "../cli/fairlead.js";
import { fuzzCommand } from "./command.js";

describe("the command, on files as users have them", () => {
  it("says of random circuits and programs what is true, and writes evidence and models that say the same", async () => {
    const { counts, problems } = await fuzzCommand({
      files: 4,
      seed: 1,
      folder: temporaryFolder(),
      run: (args, folder) => run(process.execPath, [MAIN, ...args], undefined, folder),
      ways: 1,
    });
    expect(problems).toEqual([]);
    expect(counts.holds).toBeGreaterThan(10);
    expect(counts.fails).toBeGreaterThan(10);
    expect(counts.verified).toBeGreaterThan(0);
    expect(counts.converted).toBeGreaterThan(0);
  });
});
