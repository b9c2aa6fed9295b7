import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { example, fairlead, fileWith, temporaryFolder } from "./fairlead.js";

/** A lamp that stays on once it is lit: it is not switched on infinitely often, and never both lit and dark. */
const LAMP = "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n1\n8\n6 5 3\n8 5 2\nj0 again\n";
const LAMP_TWICE = "aag 5 1 1 0 3 1 0 1 0\n2\n4 7\n10\n1\n8\n6 5 3\n8 5 2\n10 6 4\nb0 both\nj0 again\n";

describe("fairlead check --certificate-format ranked", () => {
  const ranked = (model: string, proof: string, ...more: string[]) =>
    fairlead(["check", model, "--certificate", proof, "--certificate-format", "ranked", ...more]);

  it("writes a witness circuit that verify accepts, for this model and no other", async () => {
    const proof = join(temporaryFolder(), "proof.aag");
    const model = fileWith("lamp.aag", LAMP);
    const { status, stderr } = await ranked(model, proof);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(readFileSync(proof, "utf8")).toContain("c\nWITNESS j0 again\nMAPPING 2\n2 2\n");
    const verified = await fairlead(["verify", model, proof]);
    expect(verified.stdout).toBe("again holds: the proof is valid (10 queries)\n");
    const offAgain = fileWith("off-again.aag", LAMP.replace("4 7", "4 2"));
    const refused = await fairlead(["verify", offAgain, proof]);
    expect(refused.stdout).toContain("the proof is not valid: Transition: not true that");
    expect(refused.status).toBe(1);
    expect(existsSync(proof.replace(".aag", ".model.aag"))).toBe(false);
  });

  it.each(["both", "again"])("of two properties writes the file that has '%s' alone, and says so", async (name) => {
    const proof = join(temporaryFolder(), "proof.aag");
    const model = fileWith("lamp.aag", LAMP_TWICE);
    const { status, stderr } = await ranked(model, proof, "--property", name);
    const alone = proof.replace(".aag", ".model.aag");
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `the ranked witness is about ${alone}, which has ${name} alone\n`,
    });
    const holds = `${name} holds: the proof is valid (10 queries)\n`;
    expect((await fairlead(["verify", alone, proof])).stdout).toBe(holds);
    expect((await fairlead(["verify", model, proof, "--property", name])).stdout).toBe(holds);
  });

  it("is taken to be about all properties of a model where none is chosen, and says so when it is refused", async () => {
    const proof = join(temporaryFolder(), "proof.aag");
    const model = fileWith("lamp.aag", LAMP_TWICE);
    await ranked(model, proof, "--property", "both");
    const { stdout, status } = await fairlead(["verify", model, proof]);
    expect(stdout).toMatch(/^again: .* it was taken to be about all 2, --property chooses one$/m);
    expect(status).toBe(1);
  });

  it("proves again what does not fit, and says so", async () => {
    const proof = join(temporaryFolder(), "proof.aag");
    const { stderr } = await ranked(fileWith("lamp.aag", LAMP), proof, "--engine", "l2s");
    expect(stderr).toBe(
      "again: the proof of l2s does not fit: it is by liveness to safety; the ranked witness is of a proof by fair\n",
    );
    expect((await fairlead(["verify", fileWith("lamp.aag", LAMP), proof])).status).toBe(0);
  });

  it("is for proofs: what fails has none, and formulas are converted first", async () => {
    const proof = join(temporaryFolder(), "proof.aag");
    expect((await ranked(example("arbiter-unfair.aag"), proof)).stderr).toContain("no certificate to write");
    const { stderr } = await ranked(
      fileWith("lamp.aag", `${LAMP.trim()}\nl0 lit\n`),
      proof,
      "--ltl",
      "G(lit -> X lit)",
    );
    expect(stderr).toContain("no ranked witness to write");
    expect(existsSync(proof)).toBe(false);
  });
});
