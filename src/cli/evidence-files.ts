import { checkWitness } from "../checkers/check-witness.js";
import { Replay } from "../checkers/replay.js";
import { Disagreement, InternalError, type Outcome } from "../evidence/outcome.js";
import type { Lasso, Run, Tree } from "../evidence/verdict.js";
import { closingOf } from "../formats/aiger/closing.js";
import { writeAiger } from "../formats/aiger/from-design.js";
import { readAigerFile } from "../formats/aiger/read.js";
import { subjectOf, writeAnswer, writeWitness } from "../formats/aiger/witness.js";
import { writeBtor2Answer, writeBtor2Witness } from "../formats/btor2/witness.js";
import { writeCertificate } from "../formats/certificate/write.js";
import { writeRankedWitness } from "../formats/ranked/write.js";
import { readBytes } from "../loading/read-bytes.js";
import { litOf } from "../logic/lit.js";
import type { Design, Property } from "../model/property.js";
import type { CheckOptions } from "../node/check.js";
import { proveRanked } from "../node/ranked.js";
import { conditionsFor } from "../present/outcome.js";
import { refinementDot } from "../present/refinement-tree.js";
import { svg } from "../present/svg.js";
import { traceOf } from "../present/trace.js";
import { vcd } from "../present/vcd.js";
import { listed } from "../present/verification.js";
import { forTerminal } from "../text/escape.js";
import { UsageError } from "./exit.js";
import { type Output, writeOutput } from "./output-files.js";

/** A property and its answer. */
export interface Answered {
  readonly file: string;
  readonly design: Design;
  readonly property: Property;
  readonly outcome: Outcome;
}

/** Where evidence goes, if anywhere. */
export interface EvidenceFlags {
  readonly witness?: string;
  readonly certificate?: string;
  readonly certificateFormat?: "fairlead" | "ranked";
  readonly vcd?: string;
  readonly svg?: string;
  readonly treeDot?: string;
}

export const outputsOf = ({ witness, certificate, certificateFormat, vcd, svg, treeDot }: EvidenceFlags): Output[] => [
  { option: "--witness", file: witness },
  { option: "--certificate", file: certificate },
  ...(certificate !== undefined && certificateFormat === "ranked"
    ? [{ option: "--certificate", file: modelBeside(certificate) }]
    : []),
  { option: "--vcd", file: vcd },
  { option: "--svg", file: svg },
  { option: "--tree-dot", file: treeDot },
];

/** All but witnesses are about one property: say so before the work, not after it. */
export function expectOneProperty({ witness: _, ...flags }: EvidenceFlags, properties: number): void {
  for (const { option, file } of outputsOf(flags))
    if (file !== undefined && properties > 1)
      throw new UsageError(`${option} writes the evidence of one property: choose one with --property`);
}

/** `limits`: for proofs that have to be found again, in another form. */
export async function writeEvidence(
  flags: EvidenceFlags,
  results: readonly Answered[],
  limits: CheckOptions = {},
): Promise<void> {
  if (flags.witness !== undefined) await writeOutput(flags.witness, results.map(witnessText).join(""));
  for (const { file, design, property, outcome } of results) {
    const { verdict } = outcome;
    if (flags.certificate !== undefined) {
      const proof =
        verdict.answer === "holds" ? verdict.certificate : verdict.answer === "fails" ? verdict.refutation : null;
      if (proof && flags.certificateFormat === "ranked")
        await writeRanked(flags.certificate, { file, design, property, outcome }, limits);
      else if (proof) await writeOutput(flags.certificate, writeCertificate(proof, { property: property.name }));
      else process.stderr.write(`no certificate to write: ${forTerminal(property.name)} ${missing(outcome)}\n`);
    }
    if (flags.treeDot !== undefined) {
      const { tree } = verdict.stats;
      if (tree) await writeOutput(flags.treeDot, refinementDot(tree));
      else process.stderr.write(`no tree to write: ${forTerminal(property.name)} was decided by ${outcome.engine}\n`);
    }
    if (flags.vcd !== undefined || flags.svg !== undefined) {
      const witness =
        verdict.answer === "fails" ? verdict.witness : verdict.answer === "holds" ? verdict.example : null;
      if (!witness) {
        process.stderr.write(`no trace to write: ${forTerminal(property.name)} ${missing(outcome)}\n`);
        continue;
      }
      const path = witness.kind === "tree" ? witness.path : witness;
      const conditions = conditionsFor(design.model, property);
      if (flags.vcd !== undefined) await writeOutput(flags.vcd, vcd(design.model, path, conditions));
      if (flags.svg !== undefined) {
        const title = `A counterexample to '${property.name}'`;
        await writeOutput(flags.svg, svg(traceOf(design.model, path, conditions), title));
      }
    }
  }
}

/** The file that has a ranked witness's property alone: `proof.aag` is about `proof.model.aag`. */
const modelBeside = (certificate: string): string => `${certificate.replace(/\.a[ai]g$/, "")}.model.aag`;

async function writeRanked(path: string, answered: Answered, limits: CheckOptions): Promise<void> {
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

type About = Omit<Answered, "outcome">;

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
    await writeEvidence(outcome.verdict.answer === "holds" ? { certificate } : { witness }, [{ ...about, outcome }]);
  const { file, property } = about;
  const circuit = other === null ? "" : `, the circuit in ${CIRCUIT}`;
  return new InternalError(
    `${file}: ${property.name}: ${message}; their evidence is in ${certificate} and ${witness}, as far as they have any${circuit}`,
  );
}

const missing = ({ verdict }: Outcome): string =>
  verdict.answer === "holds" ? "holds" : verdict.answer === "fails" ? "fails" : "is unknown";

/** What is written for an answer. A branching counterexample is left out where no path of it shows everything. */
export function witnessText({ file, design, property, outcome }: Answered): string {
  const { verdict } = outcome;
  const about = subjectOf(design.properties, property);
  const evidence = verdict.answer === "fails" ? verdict.witness : verdict.answer === "holds" ? verdict.example : null;
  if (evidence) {
    const path = evidence.kind === "tree" ? pathOf(evidence) : evidence;
    if (checkWitness(design.model, property, path) === null) return pathText(file, design, property, path);
  }
  if (verdict.answer !== "fails")
    return (design.words === undefined ? writeAnswer : writeBtor2Answer)(about, verdict.answer);
  process.stderr.write(`no witness to write: no single behaviour shows that ${forTerminal(property.name)} fails\n`);
  return "";
}

/** A counterexample as a witness file. The user is told of latches that do not come back. */
export function pathText(file: string, design: Design, property: Property, path: Lasso | Run): string {
  const { model, properties, words } = design;
  const closing = path.kind === "lasso" ? closingOf(model, path) : undefined;
  if (closing !== undefined && closing.open.length > 0) {
    const names = new Replay(model, []);
    const open = listed(closing.open.map((i) => names.name(litOf(model.latches[i]!.node))));
    process.stderr.write(
      `${forTerminal(file)}: note: in the witness of ${forTerminal(property.name)} these latches do not come back, and it would take too many steps ` +
        `until they do: ${open}; nothing that is asked reads them\n`,
    );
  }
  const about = subjectOf(properties, property);
  return words === undefined
    ? writeWitness(about, path, closing)
    : writeBtor2Witness({ ...design, words }, about, path, closing);
}

/** The way through a tree that goes on where its main path ends. */
function pathOf({ path, branches }: Tree): Lasso | Run {
  if (path.kind === "lasso") return path;
  const last = path.steps.length - 1;
  for (const { step, tree } of branches) {
    if (step !== last) continue;
    const rest = pathOf(tree);
    if (rest.kind === "lasso")
      return { kind: "lasso", steps: [...path.steps.slice(0, last), ...rest.steps], loop: last + rest.loop };
  }
  return path;
}
