import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { counterAag, example, fairlead, fileWith } from "./fairlead.js";

/** A model with one input, about which one thing is asked; all of them fail when the input is always 1. */
const INPUT_IS_SEEN_AGAIN_AND_AGAIN = "aag 1 1 0 0 0 0 0 1 0\n2\n1\n2\n";
const INPUT_IS_BAD = "aag 1 1 0 0 0 1\n2\n2\n";
/** p is 0 at first, then the opposite of what it was. */
const TOGGLE = "aag 1 0 1 0 0\n2 3\nl0 p\n";
const FREE = "aag 1 1 0 0 0\n2\ni0 p\n";

/** A certificate whose monitor has the constraint 0: beside it no behaviour is left. */
const cuttingAll = (property: string, latches: number, step: string) =>
  `aag 1 1 0 0 0 0 1 0 0\n2\n0\nc\nfairlead certificate 1\nproperty ${property}\n` +
  `latches ${latches} inputs ${1 - latches} choices 0\n${step}\n`;

const verify = (model: string, evidence: string, ...more: string[]) =>
  fairlead(["verify", fileWith("model.aag", model), fileWith("evidence", evidence), ...more]);

describe("a monitor that cuts behaviours off proves nothing:", () => {
  it.each([
    ["justice", INPUT_IS_SEEN_AGAIN_AND_AGAIN, cuttingAll("j0", 0, "done 0"), []],
    ["bad states", INPUT_IS_BAD, cuttingAll("b0", 0, "safe"), []],
  ])("%s", async (_, model, certificate, more) => {
    const { status, stdout } = await verify(model, certificate, ...more);
    expect(stdout).toContain("the proof is not valid: step 0: the monitor has constraints or fairness");
    expect(status).toBe(1);
  });

  it("formulas, unless it is the automaton that the formula is translated to", async () => {
    const { status, stdout } = await verify(TOGGLE, cuttingAll("G p", 1, "done 0"), "--ltl", "G p");
    expect(stdout).toBe(
      "G p: not shown that it holds: the proof is not valid: " +
        "the automaton that it embeds is not the translation of the formula\n",
    );
    expect(status).toBe(1);
  });

  it("a monitor that guesses cuts nothing off, and may be used", async () => {
    // The lamp of the documentation, beside a latch that takes any value in every step.
    const text = readFileSync(new URL("../../docs/reference/certificates.md", import.meta.url), "utf8");
    const [lamp, proof] = [...text.matchAll(/```\n([^`]*)```/g)].map((m) => m[1]!) as [string, string];
    const guessing = proof
      .replace("aag 2 2 0 2 0 0 0 0 0\n2\n4\n", "aag 4 3 1 2 0 0 0 0 0\n2\n4\n6\n8 6 8\n")
      .replace("choices 0", "choices 1");
    const { status, stdout } = await verify(lamp, guessing);
    expect(stdout).toBe("on-again-and-again holds: the proof is valid (5 queries)\n");
    expect(status).toBe(0);
  });
});

describe("the claim is named:", () => {
  /** EG p fails: beside the automaton of G p, which has the constraint p, p is left after one step. */
  const REFUTATION =
    "aag 1 1 0 1 0 0 1 0 0\n2\n3\n2\ni0 latch 0\nc\nfairlead certificate 1\nproperty EG p\n" +
    "latches 1 inputs 0 choices 0\nsplit 0 forward\nexclude 0 skeleton 0 forward\ndone 0\n";

  it("a refutation shows that an E formula fails, relative to the automaton that it embeds", async () => {
    const { status, stdout } = await verify(TOGGLE, REFUTATION, "--ctl", "EG p");
    expect(stdout).toMatch(/^EG p fails: the refutation is valid, relative to the translation of the formula/);
    expect(status).toBe(0);
  });

  it("and relative to nothing where an engine for linear time proved it", async () => {
    const model = fileWith("m.aag", TOGGLE);
    const file = fileWith("eg.cert", "");
    expect((await fairlead(["check", model, "--ctl", "EG p", "-e", "rlive", "--certificate", file])).status).toBe(1);
    const { stdout } = await fairlead(["verify", model, file, "--ctl", "EG p"]);
    expect(stdout).toMatch(/^EG p fails: the refutation is valid \(/);
  });

  it("nor where one for branching time did", async () => {
    const model = fileWith("m.aag", TOGGLE);
    const file = fileWith("eg.cert", "");
    const checked = await fairlead(["check", model, "--ctl", "EG p", "-e", "gsh", "--certificate", file]);
    expect(checked.stdout).toMatch(/EG p fails, proof checked/);
    expect(checked.status).toBe(1);
    const json = await fairlead(["verify", model, file, "--ctl", "EG p", "--json", "--expect", "fails"]);
    const [result] = JSON.parse(json.stdout).results;
    expect(result).toMatchObject({ claim: "fails", by: "refutation", result: "valid" });
    expect(result.relativeTo).toBeUndefined();
    expect(json.status).toBe(0);
  });

  it("and an example that it holds", async () => {
    const model = fileWith("m.aag", TOGGLE);
    const file = fileWith("ef.w", "");
    expect((await fairlead(["check", model, "--ctl", "EF p", "-e", "rlive", "--witness", file])).status).toBe(0);
    const { status, stdout } = await fairlead(["verify", model, file, "--ctl", "EF p"]);
    expect(stdout).toBe("EF p holds: the example is valid\n");
    expect(status).toBe(0);
  });

  it.each([
    ["holds", 1],
    ["fails", 0],
  ])("--expect %s ends with %d for a counterexample", async (expected, status) => {
    const witness = "1\nb0\n\n1\n.\n";
    const result = await verify(INPUT_IS_BAD, witness, "--expect", expected);
    const remark = status === 0 ? "" : "; 'holds' was expected";
    expect(result.stdout).toBe(`b0 fails: the counterexample is valid${remark}\n`);
    expect(result.status).toBe(status);
  });

  it("an answer without evidence is not decided, and not what was expected", async () => {
    const claimed = "0\nb0\n.\n";
    const result = await verify(INPUT_IS_BAD, claimed);
    expect(result.stdout).toBe("b0: the file claims 'holds' without evidence\n");
    expect(result.status).toBe(2);
    expect((await verify(INPUT_IS_BAD, claimed, "--expect", "fails")).status).toBe(1);
  });

  it("an expectation that is none is wrong usage", async () => {
    expect((await verify(INPUT_IS_BAD, "0\nb0\n.\n", "--expect", "maybe")).status).toBe(64);
  });
});

describe("what check writes, verify accepts:", () => {
  /** Writes the counterexamples, and has them verified. */
  async function written(model: string, ...question: string[]) {
    const file = fileWith("model.aag", model);
    const witness = fileWith("w.txt", "");
    const checked = await fairlead(["check", file, ...question, "--witness", witness]);
    expect(checked.status).toBe(1);
    return { ...(await fairlead(["verify", file, witness, ...question])), witness, note: checked.stderr };
  }

  it("a lasso of a formula, which closes where its comment says", async () => {
    const { status, stdout, witness } = await written(FREE, "--ltl", "!(p & X G !p)");
    expect(stdout).toBe("!(p & X G !p) fails: the counterexample is valid\n");
    expect(status).toBe(0);
    expect(readFileSync(witness, "utf8")).toBe("1\nc fairlead property !(p & X G !p)\n\n1\n0\nc fairlead loop 1\n.\n");
  });

  it("several formulas in one file", async () => {
    const { status, stdout } = await written(FREE, "--ltl", "G p", "--ltl", "F G p", "--ltl", "G (p | !p)");
    expect(stdout).toBe(
      "G p fails: the counterexample is valid\nF G p fails: the counterexample is valid\n" +
        "G (p | !p): the file claims 'holds' without evidence\n",
    );
    expect(status).toBe(2);
  });

  it("a witness that names its properties is about these: --property chooses among them", async () => {
    const model = "aag 1 1 0 0 0 0 0 2 0\n2\n1\n1\n2\n3\nj0 high\nj1 low\n";
    const high = "1\nj0\n\n1\n.\n";
    const low = "1\nj1\n\n0\n.\n";
    const of = async (witness: string, property: string) => {
      const { status, stdout, stderr } = await verify(model, witness, "--property", property);
      return { status, said: stdout + stderr.replace(/^.*?evidence: /, "") };
    };
    expect(await of(high + low, "low")).toEqual({ status: 0, said: "low fails: the counterexample is valid\n" });
    expect(await of(high, "low")).toEqual({ status: 65, said: "it is about another property than 'low'\n" });
    expect(await of(high, "middle")).toEqual({ status: 65, said: "the model has no property 'middle'\n" });
  });

  it("evidence of properties that share a name, which is then about the number of each", async () => {
    const file = fileWith(
      "model.smv",
      "MODULE main\nVAR n : 0..3;\nASSIGN init(n) := 0; next(n) := (n + 1) mod 4;\n" +
        "LTLSPEC NAME p := F G n = 1\nLTLSPEC NAME p := G F n = 1\nINVARSPEC NAME q := n < 3\nCTLSPEC NAME p := AG EF n = 2\n",
    );
    const [witness, proof] = [fileWith("w.txt", ""), fileWith("c.aag", "")];
    await fairlead(["check", file, "--witness", witness]);
    expect((await fairlead(["verify", file, witness])).stdout).toBe(
      "p fails: the counterexample is valid\np: the file claims 'holds' without evidence\n" +
        "q fails: the counterexample is valid\np: the file claims 'holds' without evidence\n",
    );
    for (const number of ["1", "3"]) {
      await fairlead(["check", file, "-p", number, "--certificate", proof]);
      const { stdout } = await fairlead(["verify", file, proof]);
      expect(stdout).toMatch(/^p holds: the proof is valid/);
    }
    const { status, stderr } = await fairlead(["verify", file, proof, "-p", "p"]);
    expect(stderr).toContain("several properties are called 'p': say --property 0 or 1 or 3");
    expect(status).toBe(64);
  });

  /** A counter that nothing reads, beside an input that is asked for again and again. */
  const beside = (bits: number) =>
    counterAag(bits)
      .replace(
        /^aag (\d+) 0 (.*)$/m,
        (_, max: string, rest: string) => `aag ${Number(max) + 1} 1 ${rest}\n${input(max)}`,
      )
      .replace(/\n1\n\d+\n/, (_, _at: number, all: string) => `\n1\n${/^aag \d+ 1 .*\n(\d+)/.exec(all)![1]}\n`);
  const input = (max: string) => 2 * (Number(max) + 1);

  it("a lasso that goes round until a counter which nothing reads has come round, too", async () => {
    const { status, stdout, witness, note } = await written(beside(13));
    expect(stdout).toBe("j0 fails: the counterexample is valid\n");
    expect([status, note]).toEqual([0, ""]);
    const lines = readFileSync(witness, "utf8").split("\n");
    expect(lines.filter((line) => line === "1")).toHaveLength(1 + 2 ** 13);
    expect(lines).toContain("c fairlead loop 0");
  });

  it("a lasso of a formula that is false whatever its atoms are, which comes back on these all the same", async () => {
    const toggleBeside = beside(40).replace(
      /^aag (\d+) 1 40 (.*)\n(\d+)\n/,
      (_, max: string, rest: string, own: string) => {
        const toggle = 2 * (Number(max) + 1);
        return `aag ${Number(max) + 1} 1 41 ${rest}\n${own}\n${toggle} ${toggle + 1}\n`;
      },
    );
    const { status, stdout } = await written(toggleBeside, "--ltl", "l0 xor (l0 M l0)");
    expect(stdout).toContain("l0 xor (l0 M l0) fails: the counterexample is valid");
    expect(status).toBe(0);
  });

  it("a lasso of a formula on a model whose conditions ask for more latches than the formula reads", async () => {
    const file = fileWith("open.aag", "aag 5 1 3 0 1 0 0 1 0\n2\n4 5\n6 7\n8 8\n1\n2\n10 4 6\n");
    const witness = fileWith("w.txt", "");
    const asked = ["--ltl", "!(i0 & X G !i0)"];
    expect((await fairlead(["check", file, ...asked, "--witness", witness])).status).toBe(1);
    const { status, stdout } = await fairlead(["verify", file, witness, ...asked]);
    expect([status, stdout]).toEqual([0, "!(i0 & X G !i0) fails: the counterexample is valid\n"]);
  });

  it("one that would go round too often, with the latches that stay open", async () => {
    const { status, stdout, witness, note } = await written(beside(40));
    const open = "l0, l1, l2, l3, l4, l5, l6, l7 and 32 more";
    expect(stdout).toBe(
      `j0 fails: the counterexample is valid; ${open} need not come back, since nothing that is asked reads them\n`,
    );
    expect(status).toBe(0);
    expect(note).toContain(`these latches do not come back, and it would take too many steps until they do: ${open}`);
    expect(readFileSync(witness, "utf8")).toMatch(/^c fairlead open latches 0 1 2 3 .* 39$/m);
  });
});

describe("what others write, verify accepts:", () => {
  it("a bad state before the last step, also when a constraint is broken later", async () => {
    // The input is bad, and may not be 1 after it was.
    const model = "aag 3 1 1 0 1 1 1\n2\n4 2\n2\n7\n6 4 2\ni0 p\n";
    for (const rest of ["0\n0\n", "1\n"]) {
      const { status, stdout } = await verify(model, `1\nb0\n0\n0\n1\n${rest}.\n`);
      expect(stdout).toBe("b0 fails: the counterexample is valid\n");
      expect(status).toBe(0);
    }
  });

  it("a lasso of a formula that does not say where it closes, if some way to close it shows the claim", async () => {
    const [first, later] = [
      await verify(FREE, "1\n\n1\n0\n.\n", "--ltl", "!(p & X G !p)"),
      "1\n\n1\n0\nc fairlead loop 0\n.\n",
    ];
    expect(first.stdout).toBe("!(p & X G !p) fails: the counterexample is valid\n");
    expect(first.status).toBe(0);
    const wrong = await verify(FREE, later, "--ltl", "!(p & X G !p)");
    expect(wrong.stdout).toContain("not valid: the formula holds on this lasso");
    expect(wrong.status).toBe(1);
  });
});

describe("what check writes of the examples,", () => {
  it("of formulas, is relative to nothing", async () => {
    const certificate = fileWith("p.cert", "");
    const question = ["--ltl", "G !(grant0 & grant1)"];
    const fair = example("arbiter-fair.aag");
    const checked = await fairlead(["check", fair, ...question, "--certificate", certificate]);
    expect(checked.stdout).toContain("holds, proof checked (");
    const { status, stdout } = await fairlead(["verify", fair, certificate, ...question, "--expect", "holds"]);
    expect(stdout).toMatch(/^G !\(grant0 & grant1\) holds: the proof is valid \(\d+ queries\)\n$/);
    expect(status).toBe(0);
    // It proves nothing else.
    const other = await fairlead(["verify", fair, certificate, "--ltl", "G !grant0", "-p", "G !grant0"]);
    expect(other.status).toBe(1);
  });
});
