import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { keepingBoth } from "../../src/cli/evidence-files.js";
import { reference } from "../../src/engines/reference.js";
import { Disagreement, InternalError, type Outcome } from "../../src/evidence/outcome.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { readCertificate } from "../../src/formats/certificate/read.js";
import type { Property } from "../../src/model/property.js";
import { solved } from "../cross-engine/solving.js";
import { example, fairlead, temporaryFolder } from "./fairlead.js";

const here = process.cwd();
afterEach(() => process.chdir(here));

describe("two engines that disagree", () => {
  it("are an internal error, and the evidence of both is in files that verify reads", async () => {
    const [fair, unfair] = ["arbiter-fair.aag", "arbiter-unfair.aag"].map(example) as [string, string];
    const about = aboutFile(unfair);
    const answers: [Outcome, Outcome] = [answerFor(fair), answerFor(unfair)];
    process.chdir(temporaryFolder());
    const error = await keepingBoth(about, () => Promise.reject(new Disagreement(answers))).catch((e) => e);
    expect(error).toBeInstanceOf(InternalError);
    expect(error.message).toContain("reference says 'holds', reference says 'fails'");
    expect(readCertificate(readFileSync("fairlead-disagreement.certificate.aag")).property).toBe(about.property.name);
    const { stdout } = await fairlead(["verify", unfair, "fairlead-disagreement.witness.txt"]);
    expect(stdout).toContain("the counterexample is valid");
  });

  it("about a system keep the circuit that it became", async () => {
    const [fair, unfair] = ["arbiter-fair.aag", "arbiter-unfair.aag"].map(example) as [string, string];
    const { design, property } = aboutFile(unfair);
    const disagreement = new Disagreement([answerFor(fair), answerFor(unfair)], { design, property });
    process.chdir(temporaryFolder());
    const error = await keepingBoth({ file: "model.ts" }, () => Promise.reject(disagreement)).catch((e) => e);
    expect(error.message).toMatch(
      /^model\.ts: client 1 is served: .*the circuit in fairlead-disagreement\.model\.aag$/,
    );
    const files = ["fairlead-disagreement.model.aag", "fairlead-disagreement.witness.txt"];
    const { stdout } = await fairlead(["verify", ...files]);
    expect(stdout).toContain("the counterexample is valid");
  });

  it("are the only error that is kept in files", async () => {
    const asked = aboutFile(example("arbiter-unfair.aag"));
    await expect(keepingBoth(asked, () => Promise.reject(new Error("other")))).rejects.toThrow("other");
  });
});

function aboutFile(file: string) {
  const design = readAiger(readFileSync(file));
  const property: Property = design.properties[0]!;
  return { file, design, property };
}

function answerFor(file: string): Outcome {
  const { design, property } = aboutFile(file);
  return solved(design.model, property, reference);
}
