import type { Command } from "commander";
import { checkCertificate } from "../../checkers/check-certificate.js";
import { checkWitness } from "../../checkers/check-witness.js";
import { claimOf } from "../../checkers/claim.js";
import { isRelative } from "../../evidence/certificate.js";
import { closeLasso, readWitnesses, referredTo, runOf, type Stimulus } from "../../formats/aiger/witness.js";
import { isCertificate, readCertificate } from "../../formats/certificate/read.js";
import { loadDesign } from "../../loading/load.js";
import { readBytes } from "../../loading/read-bytes.js";
import type { Design, Property } from "../../model/property.js";
import { traceText } from "../../present/text.js";
import { traceOf } from "../../present/trace.js";
import { InputError } from "../../text/input-error.js";
import { positiveNumber } from "../arguments.js";
import { EXIT, UsageError } from "../exit.js";
import { showNotices } from "../notices.js";
import { type OracleFlags, oracles } from "../oracles.js";
import { addQuestionOptions, type QuestionFlags, questionsOf } from "../questions.js";

interface VerifyFlags extends OracleFlags, QuestionFlags {
  readonly property?: string;
}

export function addVerifyCommand(program: Command): void {
  const command = program
    .command("verify")
    .summary("check somebody's counterexample or proof")
    .description(
      "Replays a counterexample (an AIGER witness, of this or any other tool) on the model, or checks a certificate\n" +
        "step by step. Nothing is believed but the model.",
    )
    .argument("<model>", "the model")
    .argument("<evidence>", "a witness or a certificate")
    .option("-p, --property <name>", "the property that the evidence is about, where the file does not say it")
    .option("-t, --time <seconds>", "stop after so long", positiveNumber)
    .option("--lrat", "check each answer of the SAT solver too, step by step, by its LRAT proof")
    .option(
      "--solver <command>",
      "let an installed SAT solver decide each query of a certificate, for instance cadical",
    )
    .option("--dump <folder>", "also write each query of a certificate as a DIMACS file: all must be unsatisfiable");
  addQuestionOptions(command)
    .addHelpText("after", "\nExit status: 0 valid, 1 not valid, 2 not decided in the time given.")
    .action(async (file: string, evidence: string, flags: VerifyFlags) => {
      const design = await loadDesign(file, await questionsOf(flags), flags);
      showNotices(file, design);
      const bytes = await readBytes(evidence);
      try {
        process.exitCode = isCertificate(bytes)
          ? await verifyCertificate(design, bytes, flags)
          : verifyWitnesses(design, new TextDecoder().decode(bytes), flags);
      } catch (e) {
        throw e instanceof InputError ? e.in(evidence) : e;
      }
    });
}

function verifyWitnesses(design: Design, text: string, flags: VerifyFlags): number {
  let status: number = EXIT.holds;
  for (const witness of readWitnesses(text, design.model)) {
    if (witness.answer !== "fails") {
      console.log(`the file claims '${witness.answer}' without evidence`);
      status = Math.max(status, EXIT.unknown);
      continue;
    }
    const named = witness.properties.map((r) => referredTo(design.properties, r) ?? missing(`${r.kind} ${r.index}`));
    for (const property of named.length > 0 ? named : [chosen(design, flags.property)]) {
      const problem = replay(design, property, witness.stimulus);
      console.log(`${property.name}: ${problem === null ? "the counterexample is valid" : `not valid: ${problem}`}`);
      if (problem !== null) return EXIT.fails;
    }
  }
  return status;
}

function replay(design: Design, property: Property, stimulus: Stimulus): string | null {
  if (property.kind === "bad") return checkWitness(design.model, property, runOf(design.model, stimulus));
  const lasso = closeLasso(design.model, stimulus);
  return lasso === null ? "no state comes back: there is no loop" : checkWitness(design.model, property, lasso);
}

async function verifyCertificate(design: Design, bytes: Uint8Array, flags: VerifyFlags): Promise<number> {
  const { certificate, property: name } = readCertificate(bytes);
  const property = chosen(design, flags.property ?? name);
  const claim = claimOf(design.model, property);
  if (claim === null) throw new UsageError(`there are no certificates for ${property.name}`);
  const outcome = checkCertificate(claim, certificate, { oracle: await oracles(flags) });
  switch (outcome.result) {
    case "checked": {
      const relative = isRelative(certificate) ? ", relative to the automaton that it embeds" : "";
      console.log(`${property.name}: the proof is valid${relative} (${outcome.queries} queries)`);
      return EXIT.holds;
    }
    case "rejected":
      console.log(`${property.name}: not a proof: step ${outcome.step}: ${outcome.problem}`);
      if (outcome.transition !== null) {
        const steps = outcome.transition.map(({ latches, inputs }) => ({
          latches: latches.subarray(0, design.model.latches.length),
          inputs: inputs.subarray(0, design.model.inputs.length),
        }));
        console.log(traceText(traceOf(design.model, { kind: "run", steps }, [])));
      }
      return EXIT.fails;
    case "not-checked":
      console.log(`${property.name}: not checked: step ${outcome.step}: ${outcome.problem}`);
      return EXIT.unknown;
  }
}

function chosen(design: Design, name: string | undefined): Property {
  if (name === undefined && design.properties.length === 1) return design.properties[0]!;
  if (name === undefined) throw new UsageError("which property? say --property NAME");
  const byNumber = /^\d+$/.test(name) ? design.properties[Number(name)] : undefined;
  return design.properties.find((p) => p.name === name) ?? byNumber ?? missing(name);
}

function missing(name: string): never {
  throw new InputError("property-missing", `the model has no property '${name}'`);
}
