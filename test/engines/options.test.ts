import { describe, expect, it } from "vitest";
import { bakery, synchronousArbiter, treeArbiter } from "../../bench/families/arbiters.js";
import { Builder } from "../../bench/families/builder.js";
import { counter, jumpingCounter } from "../../bench/families/counters.js";
import {
  bakery as bakeryProtocol,
  combinationLock,
  eisenbergMcGuire,
  elevator,
  type Protocol,
  peterson,
  philosophers,
} from "../../bench/families/protocols.js";
import { boundedQueues, servedQueues } from "../../bench/families/queues.js";
import { counterMiter, disguised, retimedMiter } from "../../bench/families/redundant.js";
import type { Engine, OptionSpec, OptionValues } from "../../src/engines/engine.js";
import { completed } from "../../src/engines/options.js";
import { engines } from "../../src/engines/registry.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { Stopped } from "../../src/limits/stopped.js";
import type { FairCycleTask, Model, Task } from "../../src/model/model.js";
import { prepare } from "../../src/solving/prepare.js";
import { kernelContext } from "./evidence.js";
import { decide } from "./running.js";

const asks = (model: Model): FairCycleTask => ({ kind: "fair-cycle", model });

function ofProtocol({ text, name }: Protocol): Task {
  const { model, properties } = readSmv(text, `${name}.smv`);
  const prepared = prepare(model, properties[0]!);
  if ("unsupported" in prepared) throw new Error(prepared.unsupported);
  return prepared.task;
}

/** Small questions, some that hold and some that fail: an option must matter to one of them. */
const QUESTIONS: readonly (() => Task)[] = [
  () => asks(boundedQueues(2, 1)),
  () => asks(servedQueues(2, 1, true)),
  () => asks(jumpingCounter(5, true)),
  () => asks(counter(4)),
  () => asks(synchronousArbiter(3)),
  () => asks(treeArbiter(2)),
  () => asks(bakery(2)),
  () => asks(disguised(boundedQueues(2, 1))),
  () => ({ kind: "reach", ...counterMiter(3) }),
  () => ({ kind: "reach", ...retimedMiter(3, 3) }),
  () => parity(),
  () => halves(),
  () => ofProtocol(bakeryProtocol(2, 3, true)),
  () => ofProtocol(elevator(4, true)),
  () => ofProtocol(philosophers(4)),
  () => ofProtocol(philosophers(4, true)),
  () => ofProtocol(elevator(4)),
  () => ofProtocol(peterson(3, true)),
  () => ofProtocol(eisenbergMcGuire(2)),
  () => ofProtocol(combinationLock(3, 4)),
  () => ofProtocol({ name: "modes", text: MODES, holds: false }),
];

/** Two bits change at a time: their parity stays, which no small lemma says, so that obligations come back many times. */
function parity(): Task {
  const b = new Builder();
  const word = b.word(8);
  const [first, second] = [b.inputWord(3), b.inputWord(3)];
  b.nextWord(
    word,
    word.map((bit, i) => b.xor(bit, b.xor(b.is(first, i), b.is(second, i)))),
  );
  return { kind: "reach", model: b.model(), bad: b.is(word, 1) };
}

/** Two words that know nothing of each other, and something bad in either: a question that falls into parts. */
function halves(): Task {
  const b = new Builder();
  const words = [b.word(4), b.word(4)];
  const together = words.map((word) => {
    b.nextWord(word, [b.not(word[3]!), ...word.slice(0, 3)]);
    return b.and(word[0]!, b.not(word[1]!), word[2]!);
  });
  return { kind: "reach", model: b.model(), bad: b.or(...together) };
}

/** Sets of states of both strengths, of which the weak one shows on fewer latches. */
const MODES = `MODULE main
VAR mode : {chooses, weak, strong}; c : boolean; d : 0..3;
ASSIGN
  init(mode) := chooses; next(mode) := mode = chooses ? {weak, strong} : mode;
  init(c) := FALSE; next(c) := case mode = weak : TRUE; TRUE : !c; esac;
  init(d) := 0; next(d) := d < 3 ? d + 1 : 3;
LTLSPEC !((G F c) & (G F mode != chooses) & (F G d = 3))`;

/** Values of numbers that are far from the default; where one is not enough, several. */
const FAR = new Map<string, readonly number[]>([
  ["dnc-sharp.share", [1]],
  ["dnc.member", [2]],
  ["fair.k", [0, 3]],
  ["ic3.ctp", [3]],
]);

/** Other options that an option needs to matter. */
const NEEDS = new Map<string, OptionValues>([
  ["gsh.until", { tense: "both" }],
  ["gsh.schedule", { tense: "both" }],
  ["dnc.jump", { policy: "adaptive", most: 1 }],
  ["dnc.order", { cluster: 2, share: 1, reach: "none", "weak-first": false }],
  ["dnc.member", { cluster: 2, share: 0.6, reach: "none", strong: "hull" }],
  ["dnc.weak-first", { cluster: 2, share: 1, reach: "none" }],
  ["dnc-sharp.edges", { cluster: 2, share: 0.6, split: 1 }],
  ["dnc.parts", { cluster: 1, share: 1 }],
  ["dnc-sharp.parts", { cluster: 2, share: 1 }],
  ["nested-emptiness.field", { hash: "bitstate" }],
  ["nested-emptiness.functions", { hash: "bitstate" }],
]);

/** `late` looks at the clock: what is easy is not simplified. So it is left out here. */
const byTheClock = (name: string, value: unknown): boolean => name === "simplify" && value === "late";

function valuesBeside(engine: string, name: string, spec: OptionSpec): readonly (string | number | boolean)[] {
  switch (spec.kind) {
    case "flag":
      return [!spec.default];
    case "choice":
      return spec.values.filter((value) => value !== defaultOf(name, spec) && !byTheClock(name, value));
    case "number":
      return FAR.get(`${engine}.${name}`) ?? [spec.min];
  }
}

const defaultOf = (name: string, spec: OptionSpec): string | number | boolean =>
  byTheClock(name, spec.default) ? "off" : spec.default;

/** Searches that would not end are stopped when they have asked so often whether to go on: that does not depend on the clock. */
const mostPolls = ({ name }: Engine): number => (name === "ic3" ? 3000 : 300);

/** All that a user sees of an answer: itself, its figures, its evidence. */
function outcome(engine: Engine, task: Task, options: OptionValues): string {
  try {
    let polls = 0;
    const context = { ...kernelContext, shouldStop: () => (++polls > mostPolls(engine) ? "time" : null) } as const;
    return JSON.stringify(decide(engine, task, options, context), (key, value) =>
      key === "statesPerSecond" ? 0 : value,
    );
  } catch (error) {
    if (error instanceof Stopped) return JSON.stringify([error.reason, error.figures]);
    throw error;
  }
}

describe("named settings", () => {
  const { options } = engines.find(({ name }) => name === "dnc")!;

  it("change the defaults of other options, and what is given goes before", () => {
    const asPublished = { share: 0.3, strong: "emerson-lei", reach: "exact" };
    expect(completed(options, { settings: "paper" })).toMatchObject(asPublished);
    expect(completed(options, { settings: "paper", share: 0.5 })).toMatchObject({ ...asPublished, share: 0.5 });
    expect(completed(options, {})).toMatchObject({ share: 0.4, strong: "mixed", reach: "affordable" });
  });
});

describe("options that matter", () => {
  const options = engines.flatMap((engine) =>
    Object.entries(engine.options).flatMap(([name, spec]) =>
      valuesBeside(engine.name, name, spec).map((value) => ({ engine, name, value })),
    ),
  );

  it.each(options)(
    "$engine.name: $name=$value changes an answer, a figure or the evidence",
    ({ engine, name, value }) => {
      const standard = { [name]: defaultOf(name, engine.options[name]!) };
      const given: OptionValues = {
        ...("simplify" in engine.options && { simplify: "off" }),
        ...NEEDS.get(`${engine.name}.${name}`),
        ...standard,
      };
      const matters = QUESTIONS.some((question) => {
        const task = question();
        if (engine.decides[task.kind] === undefined) return false;
        return outcome(engine, task, given) !== outcome(engine, task, { ...given, [name]: value });
      });
      expect(matters).toBe(true);
    },
  );

  it.each(engines)("$name: the same options give the same, by which the others are judged", (engine) => {
    const task = QUESTIONS.map((question) => question()).find(({ kind }) => engine.decides[kind] !== undefined)!;
    const given = "simplify" in engine.options ? { simplify: "off" } : {};
    expect(outcome(engine, task, given)).toBe(outcome(engine, task, given));
  });
});
