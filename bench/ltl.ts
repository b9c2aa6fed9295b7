import { readFileSync } from "node:fs";
import { join } from "node:path";
import { edgeCount, stateCount } from "../src/automata/tgba.js";
import { ltlToTgba } from "../src/automata/translate.js";
import { parseLtl } from "../src/formula/parse.js";

const folder = process.env.FAIRLEAD_BENCHMARKS!;
const lines = readFileSync(join(folder, "ltl/spot-sizes.tsv"), "utf8").trim().split("\n").slice(1);
let total = 0,
  spotTotal = 0,
  edges = 0,
  spotEdges = 0;
const sets = [0, 0];
for (const line of lines) {
  const [set, text, s, e, a] = line.split("\t") as [string, string, string, string, string];
  const start = process.hrtime.bigint();
  const automaton = ltlToTgba(parseLtl(text).formula);
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  total += stateCount(automaton);
  spotTotal += Number(s);
  edges += edgeCount(automaton);
  spotEdges += Number(e);
  sets[0]! += automaton.acceptanceSets;
  sets[1]! += Number(a);
  const mark =
    stateCount(automaton) > Number(s)
      ? "+"
      : stateCount(automaton) < Number(s)
        ? "-"
        : edgeCount(automaton) !== Number(e) || automaton.acceptanceSets !== Number(a)
          ? "~"
          : " ";
  if (process.argv.includes("--all") || mark === "+" || mark === "-" || (mark === "~" && process.argv.includes("-v")))
    console.log(
      mark,
      set,
      text,
      `${stateCount(automaton)}/${s} ${edgeCount(automaton)}/${e} ${automaton.acceptanceSets}/${a}`,
      ms.toFixed(1),
    );
}
console.log({ total, spotTotal, edges, spotEdges, sets });
