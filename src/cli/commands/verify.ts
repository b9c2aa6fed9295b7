import { type Command, Option } from "commander";
import type { CertificateCheck } from "../../checkers/check-certificate.js";
import { type ReadWitness, readWitnesses } from "../../formats/aiger/witness.js";
import { isBtor2Witness, readBtor2Witnesses } from "../../formats/btor2/read-witness.js";
import { isCertificate } from "../../formats/certificate/read.js";
import { loadDesign } from "../../loading/load.js";
import { readBytes } from "../../loading/read-bytes.js";
import type { Design } from "../../model/property.js";
import { traceText } from "../../present/text.js";
import { traceOf } from "../../present/trace.js";
import { type Verification, type VerifyJson, verificationText } from "../../present/verification.js";
import { forJson } from "../../text/escape.js";
import { InputError } from "../../text/input-error.js";
import { positiveNumber } from "../arguments.js";
import { EXIT, exitHelp } from "../exit.js";
import { showNotices } from "../notices.js";
import { deadlineOf, type OracleFlags, oracles } from "../oracles.js";
import { addQuestionOptions, type QuestionFlags, questionsOf } from "../questions.js";
import { type Means, verifyCertificate, verifyWitness } from "../verification.js";

interface VerifyFlags extends OracleFlags, QuestionFlags {
  readonly property?: string;
  readonly expect?: "holds" | "fails";
  readonly json?: boolean;
}

export function addVerifyCommand(program: Command): void {
  const command = program
    .command("verify")
    .summary("check somebody's counterexample or proof")
    .description(
      "Replays a counterexample (a witness of AIGER or BTOR2, of this or any other tool) on the model, or checks a certificate\n" +
        "step by step, and says what it shows of which property. Nothing is believed but the model.",
    )
    .argument("<model>", "the model")
    .argument("<evidence>", "a witness or a certificate")
    .option("-p, --property <name>", "the property that the evidence is about, where the file does not say it")
    .addOption(
      new Option("--expect <claim>", "what the evidence must show: anything else is not valid").choices([
        "holds",
        "fails",
      ]),
    )
    .option("-t, --time <seconds>", "stop after so long", positiveNumber)
    .option("-m, --memory <MB>", "a SAT solver may use so much memory (default: 4096)", positiveNumber)
    .option("--json", "one JSON document on standard output, by schema/verify.schema.json")
    .option("--lrat", "check each answer of the SAT solver too, step by step, by its LRAT proof")
    .option(
      "--solver <command>",
      "let an installed SAT solver decide each query of a certificate, for instance cadical",
    )
    .option("--dump <folder>", "also write each query of a certificate as a DIMACS file: all must be unsatisfiable");
  addQuestionOptions(command)
    .addHelpText(
      "after",
      exitHelp("0 valid, 1 not valid or not what is expected, 2 not decided: no time, or no evidence"),
    )
    .action(async (file: string, evidence: string, flags: VerifyFlags) => {
      const deadline = deadlineOf(flags);
      const limits = flags.time === undefined ? {} : { seconds: flags.time };
      const design = await loadDesign(file, await questionsOf(flags), { ...flags, ...limits });
      showNotices(file, design);
      const bytes = await readBytes(evidence);
      try {
        const isOver = () => performance.now() > deadline;
        process.exitCode = verify(design, bytes, flags, { isOver, oracle: await oracles(flags, deadline) });
      } catch (e) {
        throw e instanceof InputError ? e.in(evidence) : e;
      }
    });
}

function verify(design: Design, bytes: Uint8Array, flags: VerifyFlags, means: Means): number {
  const results: Verification[] = [];
  let check: CertificateCheck | null = null;
  if (isCertificate(bytes)) {
    const verified = verifyCertificate(design, bytes, flags.property, means);
    results.push(verified.verification);
    check = verified.check;
  } else
    for (const witness of witnessesIn(new TextDecoder().decode(bytes), design))
      results.push(...verifyWitness(design, witness, flags.property, means));

  const judged = results.map((r) => (flags.expect === undefined ? r : expecting(r, flags.expect)));
  if (flags.json) console.log(forJson({ results: judged } satisfies VerifyJson, 1));
  else {
    for (const r of judged) console.log(verificationText(r));
    if (check?.result === "rejected" && check.transition !== null)
      console.log(transitionText(design, check.transition));
  }
  const statuses = judged.map(statusOf);
  return statuses.includes(EXIT.fails) ? EXIT.fails : Math.max(...statuses);
}

/** In BTOR2's format only for files of BTOR2; in AIGER's for any. */
function witnessesIn(text: string, design: Design): ReadWitness[] {
  const { words } = design;
  return words !== undefined && isBtor2Witness(text)
    ? readBtor2Witnesses(text, { ...design, words })
    : readWitnesses(text, design.model);
}

const expecting = (r: Verification, expected: "holds" | "fails"): Verification =>
  r.claim === expected ? r : { ...r, expected };

const STATUS = { valid: EXIT.holds, "not valid": EXIT.fails, undecided: EXIT.unknown } as const;

const statusOf = (r: Verification): number => (r.expected === undefined ? STATUS[r.result] : EXIT.fails);

/** The part of a transition that is the model's. */
function transitionText({ model }: Design, transition: TransitionOf<CertificateCheck>): string {
  const steps = transition.map(({ latches, inputs }) => ({
    latches: latches.subarray(0, model.latches.length),
    inputs: inputs.subarray(0, model.inputs.length),
  }));
  return traceText(traceOf(model, { kind: "run", steps }, []));
}

type TransitionOf<C> = C extends { transition: infer T | null } ? Exclude<T, null> : never;
