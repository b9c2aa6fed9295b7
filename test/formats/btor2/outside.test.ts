import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bmc } from "../../../src/engines/bmc.js";
import { ic3 } from "../../../src/engines/ic3.js";
import { readBtor2 } from "../../../src/formats/btor2/to-design.js";
import { solved } from "../../cross-engine/solving.js";

const folder = process.env.FAIRLEAD_BENCHMARKS === undefined ? "" : join(process.env.FAIRLEAD_BENCHMARKS, "btor2");
const missing = !existsSync(folder);

const design = (name: string) => readBtor2(readFileSync(join(folder, `${name}.btor2`)));

/** ABC's answers (`pdr`) on the circuits that these files become. */
const FAILS = ["a08-p0", "anderson.3.prop1-back-serstep"];
const HOLDS = ["elevator.4.prop1-func-interl", "h_TreeArb", "vis_arrays_am2910_p2"];

describe.skipIf(missing)("public BTOR2 models (skipped when FAIRLEAD_BENCHMARKS has no btor2 folder)", () => {
  it("are all read, arrays of 32,768 bits included, and each asks one thing", () => {
    const names = missing ? [] : readdirSync(folder).filter((name) => name.endsWith(".btor2"));
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) expect(readBtor2(readFileSync(join(folder, name))).properties.length, name).toBe(1);
  });

  it.each(FAILS)("%s fails, as ABC says", (name) => {
    const { model, properties } = design(name);
    expect(solved(model, properties[0]!, bmc)).toMatchObject({ verdict: { answer: "fails" }, evidence: "checked" });
  });

  it.each(HOLDS)("%s holds, as ABC says", (name) => {
    const { model, properties } = design(name);
    expect(solved(model, properties[0]!, ic3)).toMatchObject({ verdict: { answer: "holds" }, evidence: "checked" });
  });
});
