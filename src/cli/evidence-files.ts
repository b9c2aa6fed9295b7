import { Disagreement, InternalError } from "../evidence/outcome.js";
import { proofIn } from "../evidence/verdict.js";
import { writeAiger } from "../formats/aiger/from-design.js";
import { readAigerFile } from "../formats/aiger/read.js";
import { writeRankedWitness } from "../formats/ranked/write.js";
import { Stopped } from "../limits/stopped.js";
import { readBytes } from "../loading/read-bytes.js";
import type { Design } from "../model/property.js";
import { check } from "../node/check.js";
import { proveRanked } from "../node/ranked.js";
import type { AskOptions } from "../portfolio/subject.js";
import { ModelError } from "../program/model-error.js";
import { forTerminal } from "../text/escape.js";
import { type Answered, answeredOf, type CircuitAnswer } from "./answered.js";
import type { EvidenceKind, TraceForm } from "./evidence-text.js";
import { UsageError } from "./exit.js";
import { type ShowLimits, writtenEvidence } from "./long-answers.js";
import { type Output, writeOutput } from "./output-files.js";

/** Where evidence goes, if anywhere, and what of it. */
export interface EvidenceFlags extends TraceForm {
  readonly witness?: string;
  readonly certificate?: string;
  readonly certificateFormat?: "fairlead" | "ranked";
  readonly vcd?: string;
  readonly svg?: string;
  readonly sequence?: string;
  readonly itf?: string;
  readonly treeDot?: string;
}

export const outputsOf = ({
  witness,
  certificate,
  certificateFormat,
  vcd,
  svg,
  sequence,
  itf,
  treeDot,
}: EvidenceFlags): Output[] => [
  { option: "--witness", file: witness },
  { option: "--certificate", file: certificate },
  ...(certificate !== undefined && certificateFormat === "ranked"
    ? [{ option: "--certificate", file: modelBeside(certificate) }]
    : []),
  { option: "--vcd", file: vcd },
  { option: "--svg", file: svg },
  { option: "--sequence", file: sequence },
  { option: "--report", file: itf },
  { option: "--tree-dot", file: treeDot },
];

/** All but witnesses are about one property: say so before the work, not after it. */
export function expectOneProperty({ witness: _, ...flags }: EvidenceFlags, properties: number): void {
  for (const { option, file } of outputsOf(flags))
    if (file !== undefined && properties > 1)
      throw new UsageError(`${option} writes the evidence of one property: choose one with --property`);
}

/**
 * Writes what is asked for of each answer, and says what there is not. `searching`: for proofs that have to be found again, in another
 * form. The number of files that could not be written within the limits.
 */
export async function writeEvidence(
  flags: EvidenceFlags,
  results: readonly Answered[],
  limits: ShowLimits = {},
  searching: AskOptions = {},
): Promise<number> {
  const { signals, radix } = flags;
  const form: TraceForm = { ...(signals && { signals }), ...(radix && { radix }) };
  let undone = 0;
  const write = async (path: string, contents: () => Promise<string | Uint8Array | null>) => {
    try {
      const content = await contents();
      if (content !== null) await writeOutput(path, content);
    } catch (e) {
      if (!(e instanceof Stopped)) throw e;
      process.stderr.write(`${forTerminal(path)}: ${e.message}\n`);
      undone++;
    }
  };
  const content = async (kind: EvidenceKind, answered: Answered) => {
    const { content, said } = await writtenEvidence(kind, answered, limits, form);
    for (const line of said) process.stderr.write(`${line}\n`);
    return content;
  };
  const { witness, certificate, treeDot, vcd, svg, sequence, itf } = flags;
  if (witness !== undefined)
    await write(witness, async () => {
      const texts: string[] = [];
      for (const answered of results)
        texts.push(String((await content("witness", await ofCircuit(answered, searching))) ?? ""));
      return texts.join("");
    });
  for (const answered of results) {
    const { circuit } = answered;
    if (
      certificate !== undefined &&
      flags.certificateFormat === "ranked" &&
      circuit &&
      proofIn(circuit.outcome.verdict)
    )
      await writeRanked(certificate, circuit, searching);
    else if (certificate !== undefined) await write(certificate, () => content("certificate", answered));
    if (treeDot !== undefined) await write(treeDot, () => content("tree", answered));
    if (vcd !== undefined) await write(vcd, () => content("vcd", answered));
    if (svg !== undefined) await write(svg, () => content("svg", answered));
    if (sequence !== undefined)
      await write(sequence, () => content(/\.svg$/i.test(sequence) ? "sequence-svg" : "sequence", answered));
    if (itf !== undefined) await write(itf, () => content("itf", answered));
  }
  return undone;
}

const OPEN = { answer: "unknown", reason: "time", detail: "", stats: {} } as const;

/**
 * The same about the circuit of a program: witnesses have a line of inputs for each step of a circuit. Where a behaviour is to be shown, one of the
 * circuit is looked for.
 */
async function ofCircuit(answered: Answered, searching: AskOptions): Promise<Answered> {
  if (answered.circuit !== null || answered.asCircuit === undefined) return answered;
  const { file, outcome } = answered;
  const { verdict } = outcome;
  try {
    const { design, property: index } = answered.asCircuit();
    const property = design.properties[index]!;
    const { engine: _, options: __, ...limits } = searching;
    const found = verdict.answer === "unknown" ? null : await check(design, index, { ...limits, vacuity: false });
    const { engine, seconds, notes } = outcome;
    if (found === null || found.verdict.answer === "unknown")
      return answeredOf({
        file,
        design,
        property,
        outcome: { engine, seconds, notes, evidence: "none", verdict: OPEN },
      });
    if (found.verdict.answer !== verdict.answer)
      throw new InternalError(`${property.name}: the program and its circuit differ`);
    return answeredOf({ file, design, property, outcome: found });
  } catch (e) {
    if (e instanceof ModelError) return answered;
    throw e;
  }
}

/** The file that has a ranked witness's property alone: `proof.aag` is about `proof.model.aag`. */
const modelBeside = (certificate: string): string => `${certificate.replace(/\.a[ai]g$/, "")}.model.aag`;

async function writeRanked(path: string, answered: CircuitAnswer, limits: AskOptions): Promise<void> {
  const { file, design, property, outcome } = answered;
  const name = forTerminal(property.name);
  const ranked = await proveRanked(design, design.properties.indexOf(property), outcome, limits);
  if (ranked.witness === null) {
    process.stderr.write(`no ranked witness to write: ${name}: ${ranked.problem}\n`);
    return;
  }
  if (ranked.provedAgain !== undefined)
    process.stderr.write(`${name}: ${ranked.provedAgain}; the ranked witness is of a proof by ${ranked.engine}\n`);
  const subject = property.kind === "bad" ? "b0" : "j0";
  await writeOutput(path, writeRankedWitness(ranked.witness, `${subject} ${property.name}`));
  if (await isAlone(file, design)) return;
  const beside = modelBeside(path);
  await writeOutput(beside, writeAiger({ ...design, properties: [property] }, "ascii").aiger);
  process.stderr.write(`the ranked witness is about ${forTerminal(beside)}, which has ${name} alone\n`);
}

/** Is this an AIGER file with one property, numbered as tools for ranked witnesses want it? */
async function isAlone(file: string, { properties }: Design): Promise<boolean> {
  if (properties.length !== 1 || !/\.a[ai]g$/.test(file)) return false;
  const { inputs, latches } = readAigerFile(await readBytes(file));
  return [...inputs, ...latches.filter((_, i) => i % 3 === 0)].every((lit, i) => lit === 2 * (i + 1));
}

type About = Omit<CircuitAnswer, "outcome">;

/**
 * Two engines that disagree are a bug: the evidence of both is kept, in this folder, for whoever looks into it, and with it
 * the circuit that a system became.
 */
export async function keepingBoth<T>(about: Pick<About, "file"> & Partial<About>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof Disagreement)) throw e;
    if (e.about !== null) await writeOutput(CIRCUIT, writeAiger(e.about.design, "ascii").aiger);
    const { design, property } = { ...about, ...e.about };
    throw design && property ? await keepBoth({ file: about.file, design, property }, e) : e;
  }
}

const CIRCUIT = "fairlead-disagreement.model.aag";

export async function keepBoth(
  about: About,
  { outcomes, message, about: other }: Disagreement,
): Promise<InternalError> {
  const [certificate, witness] = ["fairlead-disagreement.certificate.aag", "fairlead-disagreement.witness.txt"];
  for (const outcome of outcomes)
    await writeEvidence(outcome.verdict.answer === "holds" ? { certificate } : { witness }, [
      answeredOf({ ...about, outcome }),
    ]);
  const { file, property } = about;
  const circuit = other === null ? "" : `, the circuit in ${CIRCUIT}`;
  return new InternalError(
    `${file}: ${property.name}: ${message}; their evidence is in ${certificate} and ${witness}, as far as they have any${circuit}`,
  );
}
