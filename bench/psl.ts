/**
 * PSL: random formulas on random words, answered by the translation and by the standard's definitions; and random PSLSPECs of random
 * models through NuSMV, where it is in the PATH. `npm run bench:psl -- --formulas 4000 --peer 500 --seed 1`, or `-- --quick`
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gsh } from "../src/engines/gsh.js";
import { readSmv } from "../src/formats/smv/read.js";
import { Random } from "../src/logic/random.js";
import { InputError } from "../src/text/input-error.js";
import { solved } from "../test/cross-engine/solving.js";
import { answered } from "../test/formats/psl/asking.js";
import { satisfies } from "../test/formats/psl/definition.js";
import { randomPsl, randomWord } from "../test/formats/psl/random-formulas.js";
import { randomSpec } from "../test/formats/psl/random-texts.js";
import { isInstalled } from "./peers/peers.js";

const { values } = parseArgs({
  options: {
    formulas: { type: "string", default: "4000" },
    peer: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const random = new Random(Number(values.seed));
const words = { formulas: 0, holds: 0, open: 0, wrong: 0 };
for (let i = 0; i < (values.quick ? 200 : Number(values.formulas)); i++) {
  const formula = randomPsl(random, 1 + random.below(6));
  const word = randomWord(random);
  const expected = satisfies(word, formula) ? "holds" : "fails";
  const found = answered(word, formula);
  words.formulas++;
  if (expected === "holds") words.holds++;
  if (found === "unknown") words.open++;
  else if (found !== expected) {
    words.wrong++;
    console.log(`WRONG: ${found}: ${JSON.stringify(formula)} on`, word);
  }
}
console.log("words", JSON.stringify(words));

const peer = { asked: 0, refused: 0, agrees: 0, differs: 0 };
if (isInstalled("NuSMV")) {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-psl-"));
  for (let i = 0; i < (values.quick ? 30 : Number(values.peer)); i++) ask(randomSpec(random), join(folder, "m.smv"));
  rmSync(folder, { recursive: true });
  console.log("NuSMV", JSON.stringify(peer));
} else console.log("NuSMV: skipped, it is not in the PATH");
process.exitCode = words.wrong + peer.differs === 0 ? 0 : 1;

function ask(spec: string, file: string): void {
  const text = `MODULE main
VAR a : boolean; b : boolean; c : boolean; n : 0..3;
ASSIGN init(n) := 0; next(n) := case a : (n + 1) mod 4; TRUE : n; esac;
TRANS (n = 2 -> next(b)) & (c -> next(a | b)) & (!a & !b -> next(a))
FAIRNESS a
PSLSPEC ${spec};
`;
  writeFileSync(file, text);
  peer.asked++;
  const theirs = answerOfNusmv(file);
  if (theirs === null) {
    peer.refused++;
    return;
  }
  try {
    const { model, properties } = readSmv(text, file);
    const { answer } = solved(model, properties[0]!, gsh).verdict;
    if (answer === theirs) peer.agrees++;
    else {
      peer.differs++;
      console.log(`DIFFERS: NuSMV says ${theirs}, we say ${answer}: ${spec}`);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    peer.differs++;
    console.log(`DIFFERS: NuSMV says ${theirs}, we refuse: ${error.message}: ${spec}`);
  }
}

function answerOfNusmv(file: string): "holds" | "fails" | null {
  try {
    const out = execFileSync("NuSMV", ["-dcx", file], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    if (/ is true$/m.test(out)) return "holds";
    return / is false$/m.test(out) ? "fails" : null;
  } catch {
    return null;
  }
}
