/**
 * What simplification is worth to each SAT engine: the same question with `simplify=off` and with `simplify=late` (or what `--on` says), in turns, in one process. CPU seconds, with
 * time-outs counted as the limit; evidence is checked, and its check is in the time. Bounded searches prove nothing, and are not asked about
 * what holds. "until" is the time until the engine begins with the smaller model, with its head start on the given one.
 *
 * `npm run bench:preprocessing -- --seconds 5 --engine ic3 --set safety --file eijkS444 --orders 3`; `--orders` asks each question again with latches
 * and inputs in another order, since one run of a search is chance to a good part..
 */
import { parseArgs } from "node:util";
import type { Model } from "../src/model/model.js";
import type { Design } from "../src/model/property.js";
import { bakery, busArbiter, synchronousArbiter, treeArbiter } from "./families/arbiters.js";
import { jumpingCounter, nim } from "./families/counters.js";
import { boundedQueues, servedQueues } from "./families/queues.js";
import { counterMiter, disguised, type Miter, retimedMiter } from "./families/redundant.js";
import { casesOf } from "./known-answers.js";
import { reordered } from "./reordered.js";
import { type Solved, solveFor } from "./solve-for.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    engine: { type: "string", multiple: true },
    set: { type: "string", multiple: true },
    file: { type: "string", multiple: true },
    orders: { type: "string", default: "1" },
    on: { type: "string", default: "late" },
    rows: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 1 : Number(values.seconds);
const orders = Number(values.orders);

interface Question {
  readonly name: string;
  readonly answer: "holds" | "fails" | null;
  load(): Promise<{ design: Design; property: number }>;
}
const justice = (name: string, answer: "holds" | "fails", model: () => Model): Question => ({
  name,
  answer,
  load: async () => ({
    design: { model: disguised(model()), properties: [{ kind: "justice", name, literals: [] }] },
    property: 0,
  }),
});
const miter = (name: string, made: () => Miter): Question => ({
  name,
  answer: "holds",
  load: async () => {
    const { model, bad } = made();
    return { design: { model, properties: [{ kind: "bad", name, literal: bad }] }, property: 0 };
  },
});

/** Disguised families for liveness; miters for reachability. */
const DISGUISED: readonly Question[] = [
  justice("abq4", "holds", () => boundedQueues(4, 2)),
  justice("abq4f", "fails", () => boundedQueues(4, 2, true)),
  justice("jc8", "holds", () => jumpingCounter(8)),
  justice("jc32f", "fails", () => jumpingCounter(32, true)),
  justice("nim3x3", "holds", () => nim(3, 3)),
  justice("nim4x4f", "fails", () => nim(4, 4, true)),
  justice("tarb4", "holds", () => treeArbiter(4)),
  justice("tarb8", "holds", () => treeArbiter(8)),
  justice("sarb8", "holds", () => synchronousArbiter(8)),
  justice("bus8", "holds", () => busArbiter(8)),
  justice("bus16f", "fails", () => busArbiter(16, true)),
  justice("gbak4", "holds", () => bakery(4)),
  justice("tf2x3", "holds", () => servedQueues(2, 3)),
  justice("tf2x3f", "fails", () => servedQueues(2, 3, true)),
];
const MITERS: readonly Question[] = [
  miter("counter4", () => counterMiter(4)),
  miter("counter6", () => counterMiter(6)),
  ...(
    [
      [8, 1],
      [16, 1],
      [32, 1],
      [8, 3],
    ] as const
  ).map(([width, depth]) => miter(`retimed${width}x${depth}`, () => retimedMiter(width, depth))),
];
const SETS: Readonly<Record<string, readonly Question[]>> = {
  aiger: casesOf("aiger") as unknown as readonly Question[],
  safety: casesOf("safety") as unknown as readonly Question[],
  disguised: DISGUISED,
  miters: MITERS,
};
const ENGINES: readonly { engine: string; sets: readonly string[] }[] = [
  { engine: "ic3", sets: ["safety", "miters"] },
  { engine: "bmc", sets: ["safety", "aiger", "disguised"] },
  { engine: "l2s", sets: ["aiger", "disguised"] },
  { engine: "k-liveness", sets: ["aiger", "disguised"] },
  { engine: "rlive", sets: ["aiger", "disguised"] },
  { engine: "fair", sets: ["aiger", "disguised"] },
];

interface Side {
  decided: number;
  wrong: number;
  unchecked: number;
  seconds: number;
}
const side = (): Side => ({ decided: 0, wrong: 0, unchecked: 0, seconds: 0 });

function count(total: Side, { answer, evidence, seconds: took }: Solved, expected: Question["answer"]): boolean {
  const wrong = answer !== "unknown" && expected !== null && answer !== expected;
  const decided = answer !== "unknown" && !wrong;
  if (wrong) total.wrong++;
  if (decided) total.decided++;
  if (decided && evidence !== "checked") total.unchecked++;
  total.seconds += decided ? took : seconds;
  return decided;
}

/** Below this, times are those of the clock and of the compiler. */
const SHORTEST = 0.01;

interface Compared {
  readonly asked: number;
  readonly off: Side;
  readonly on: Side;
  /** Seconds with over seconds without: the geometric mean over what either decided. */
  readonly ratio: number;
  readonly simplifying: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

async function compare(engine: string, questions: readonly Question[]): Promise<Compared> {
  const [off, on] = [side(), side()];
  const before = [0, 0, 0];
  const after = [0, 0, 0];
  let [asked, simplifying, logs, ratios] = [0, 0, 0, 0];
  for (const [i, question] of questions.entries()) {
    if (engine === "bmc" && question.answer !== "fails") continue;
    for (let order = 0; order < orders; order++) {
      const loaded = await question.load();
      const { model } = loaded.design;
      // Now: engines add to the graph.
      const sizes = [model.inputs.length, model.latches.length, model.aig.gateCount];
      const design = reordered(loaded.design, order) as never;
      const run = (isOn: boolean) =>
        solveFor(design, loaded.property, engine, { simplify: isOn ? values.on : "off" }, seconds);
      const firstOn = (i + order) % 2 === 1;
      const first = run(firstOn);
      const second = run(!firstOn);
      const [without, having] = firstOn ? [second, first] : [first, second];
      asked++;
      const decided = [count(off, without, question.answer), count(on, having, question.answer)];
      const took = [without, having].map((s, k) => Math.max(SHORTEST, decided[k] ? s.seconds : seconds));
      if (decided[0] || decided[1]) {
        logs += Math.log(took[1]! / took[0]!);
        ratios++;
      }
      const { figures, seconds: until } = having.simplified ?? { figures: {}, seconds: 0 };
      const left = [figures.inputs ?? sizes[0]!, figures.latches ?? sizes[1]!, figures.gates ?? sizes[2]!];
      sizes.forEach((n, k) => {
        before[k]! += n;
        after[k]! += left[k]!;
      });
      simplifying += until;
      if (values.rows)
        console.log(
          `  ${engine.padEnd(10)} ${question.name.padEnd(17)} ${cell(without)} ${cell(having)} ${until.toFixed(3)} s ${sizes.join("/")} to ${left.join("/")}`,
        );
    }
  }
  return { asked, off, on, ratio: Math.exp(logs / Math.max(1, ratios)), simplifying, before, after };
}

const cell = ({ answer, seconds: took }: Solved): string => `${answer.padEnd(7)} ${took.toFixed(3).padStart(7)}`;

const columns = ["asked", "decided", "", "seconds", "", "on/off", "until", "in/latches/gates", "after"];
const widths = [6, 8, 8, 8, 8, 7, 7, 18, 18];
const line = (cells: readonly string[]) => cells.map((c, k) => c.padStart(widths[k]!)).join(" ");
console.log(`${"".padEnd(22)} ${line(columns)}`);
console.log(`${"engine, models".padEnd(22)} ${line(["", "off", "on", "off", "on", "", "s", "before", ""])}`);
const results: Record<string, Compared> = {};
for (const { engine, sets } of ENGINES) {
  if (values.engine !== undefined && !values.engine.includes(engine)) continue;
  for (const set of sets) {
    if (values.set !== undefined && !values.set.includes(set)) continue;
    const questions = SETS[set]!.filter(
      ({ name }, i) => (values.file === undefined || values.file.includes(name)) && (!values.quick || i % 6 === 0),
    );
    // The compiler's part goes before the first question.
    if (questions.length > 0) await compare(engine, questions.slice(0, 1));
    const c = await compare(engine, questions);
    results[`${engine} ${set}`] = c;
    const wrong = c.off.wrong + c.on.wrong;
    const unchecked = c.off.unchecked + c.on.unchecked;
    const cells = [
      `${c.asked}`,
      `${c.off.decided}`,
      `${c.on.decided}`,
      c.off.seconds.toFixed(1),
      c.on.seconds.toFixed(1),
      c.ratio.toFixed(2),
      c.simplifying.toFixed(2),
      c.before.join("/"),
      c.after.join("/"),
    ];
    const remarks = [wrong > 0 ? ` WRONG ${wrong}` : "", unchecked > 0 ? ` without evidence ${unchecked}` : ""].join(
      "",
    );
    console.log(`${`${engine}, ${set}`.padEnd(22)} ${line(cells)}${remarks}`);
  }
}
console.log(JSON.stringify({ seconds, orders, results }));
