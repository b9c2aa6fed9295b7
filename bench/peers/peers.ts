import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ltlToTgba } from "../../src/automata/translate.js";
import type { Outcome } from "../../src/evidence/outcome.js";
import { writeAiger } from "../../src/formats/aiger/from-design.js";
import { writeHoa } from "../../src/formats/hoa/write.js";
import { writeSmv } from "../../src/formats/smv/write.js";
import { printLtl } from "../../src/formula/print.js";
import type { Design } from "../../src/model/property.js";

/** What a peer says of a question, compared with what we say: `null` where it cannot be asked this. */
export type Comparison =
  /** `asks otherwise`: it differs where the same words mean something else to it. */
  { readonly result: "agrees" | "open" | "asks otherwise" } | { readonly result: "differs"; readonly said: string };

/** A question, our answer, and the evidence as `check --witness` writes it. */
export interface Asked {
  readonly design: Design;
  readonly outcome: Outcome;
  readonly witness: string;
}

/** Another tool, found by its program in the PATH. */
export interface Peer {
  readonly name: string;
  readonly programs: readonly string[];
  compare(asked: Asked, folder: string): Comparison | null;
}

const SECONDS = 20;

function run(
  program: string,
  args: readonly string[],
  input = "",
): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", input, timeout: SECONDS * 1000 });
  return { status, text: `${stdout ?? ""}${stderr ?? ""}` };
}

export const isInstalled = (program: string): boolean => spawnSync("which", [program]).status === 0;

/** `answer`: null for a peer that did not decide. */
function compared({ outcome }: Asked, answer: "holds" | "fails" | null, text: string): Comparison {
  if (answer === null) return { result: "open" };
  if (answer === outcome.verdict.answer) return { result: "agrees" };
  return { result: "differs", said: `it says ${answer}, we say ${outcome.verdict.answer}: ${text.slice(0, 200)}` };
}

/** The question as an AIGER file with this property alone; null where the format cannot say it. */
function aigerFile({ design }: Asked, folder: string, encoding: "ascii" | "binary"): string | null {
  const kind = design.properties[0]!.kind;
  if (kind !== "bad" && kind !== "justice") return null;
  const file = join(folder, encoding === "ascii" ? "m.aag" : "m.aig");
  writeFileSync(file, writeAiger(design, encoding).aiger);
  return file;
}

/** Steps that suffice for a counterexample of systems as small as these, if there is one. */
const BOUND = 70;

const aigbmc: Peer = {
  name: "aigbmc",
  programs: ["aigbmc"],
  compare(asked, folder) {
    const file = aigerFile(asked, folder, "ascii");
    if (file === null) return null;
    const { text } = run("aigbmc", [file, String(BOUND)]);
    return compared(asked, /^1$/m.test(text) ? "fails" : /^[02]$/m.test(text) ? "holds" : null, text);
  },
};

const aigsim: Peer = {
  name: "aigsim, of our witnesses",
  programs: ["aigsim"],
  compare(asked, folder) {
    const file = aigerFile(asked, folder, "ascii");
    if (file === null || asked.outcome.verdict.answer !== "fails") return null;
    const witness = join(folder, "witness");
    writeFileSync(witness, asked.witness);
    const { status, text } = run("aigsim", ["-c", file, witness]);
    return status === 0
      ? { result: "agrees" }
      : { result: "differs", said: `our witness is refused: ${text.slice(0, 200)}` };
  },
};

const iimc: Peer = {
  name: "IIMC",
  programs: ["iimc"],
  compare(asked, folder) {
    const file = aigerFile(asked, folder, "binary");
    if (file === null) return null;
    const { text } = run("iimc", ["-r", "1", "--pi", "0", file]);
    const said = /^[012]$/m.exec(text)?.[0]; // the first such line: a witness may follow
    return compared(asked, said === "0" ? "holds" : said === "1" ? "fails" : null, text);
  },
};

/** It reads no justice, and takes a free reset for 0; with constraints folded in, it decides bad states. */
const abc: Peer = {
  name: "ABC",
  programs: ["berkeley-abc"],
  compare(asked, folder) {
    const { model, properties } = asked.design;
    if (properties[0]!.kind !== "bad" || model.latches.some((l) => l.reset === "free")) return null;
    const file = aigerFile(asked, folder, "binary");
    if (file === null) return null;
    const { text } = run("berkeley-abc", ["-c", `read_aiger ${file}; fold; pdr -T ${SECONDS}`]);
    const proved = /Property proved|Networks are equivalent|was proved/i.test(text);
    return compared(asked, proved ? "holds" : /was asserted/i.test(text) ? "fails" : null, text);
  },
};

/** Initial states without a fair path are none to NuSMV; to us no E formula holds there. */
function startsWithoutFairPath({ outcome: { verdict } }: Asked): boolean {
  if (verdict.answer === "unknown" || verdict.initialStates === undefined) return false;
  const { all, withoutFairPath } = verdict.initialStates;
  return all === 0 || withoutFairPath > 0;
}

const nusmv: Peer = {
  name: "NuSMV",
  programs: ["NuSMV"],
  compare(asked, folder) {
    const { text: model, leftOut } = writeSmv(asked.design);
    if (leftOut.length > 0) return null;
    const file = join(folder, "m.smv");
    writeFileSync(file, model);
    const { text } = run("NuSMV", ["-dcx", file]);
    const said = /-- (?:specification|invariant) .* is (true|false)$/m.exec(text)?.[1];
    const found = compared(asked, said === "true" ? "holds" : said === "false" ? "fails" : null, text);
    return found.result === "differs" && said === "true" && startsWithoutFairPath(asked)
      ? { result: "asks otherwise" }
      : found;
  },
};

/** Does its automaton of a formula accept the words that ours does? */
const spot: Peer = {
  name: "Spot, of our automata",
  programs: ["ltl2tgba", "autfilt"],
  compare({ design }, folder) {
    const property = design.properties[0]!;
    if (property.kind !== "ltl") return null;
    const text = printLtl(property.formula);
    if (/\b[YZOHST]\b/.test(text)) return null; // it has no past
    const ours = join(folder, "ours.hoa");
    writeFileSync(ours, writeHoa(ltlToTgba(property.formula), text));
    const theirs = run("ltl2tgba", ["-f", text]);
    if (theirs.status !== 0) return { result: "open" };
    const { status, text: said } = run("autfilt", ["-q", `--equivalent-to=${ours}`], theirs.text);
    if (status === 0) return { result: "agrees" };
    return status === 1 ? { result: "differs", said: `another language for ${text} ${said}` } : { result: "open" };
  },
};

export const PEERS: readonly Peer[] = [aigbmc, aigsim, iimc, abc, nusmv, spot];
