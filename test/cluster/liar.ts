import { readFileSync } from "node:fs";
import type { Report } from "../../src/cluster/attempt.js";
import { readAttempt } from "../../src/cluster/attempt.js";
import { Blobs } from "../../src/cluster/blobs.js";
import { workingQueue } from "../../src/cluster/bullmq-queue.js";
import { openDatabase } from "../../src/cluster/connect.js";
import { writeEvidence } from "../../src/cluster/evidence.js";
import { hashOf } from "../../src/cluster/hash.js";
import { questionOf, readQuestion } from "../../src/cluster/question.js";
import { PutBack } from "../../src/cluster/queue.js";
import { queueAddress } from "../../src/cluster/queue-url.js";
import { record } from "../../src/cluster/shape.js";
import { shownBy } from "../../src/cluster/shown-by.js";
import { catalogue } from "../../src/engines/registry.js";
import { Aig } from "../../src/logic/aig.js";
import { litOf, nodeOf, not } from "../../src/logic/lit.js";
import { fingerprint } from "../../src/model/fact.js";
import type { Design } from "../../src/model/property.js";
import { prepare } from "../../src/solving/prepare.js";
import { solved } from "../cross-engine/solving.js";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};

/** Somebody who can write to the queue, takes attempts as a worker does, and sends what suits them: every lie about each question. */
export interface Liar {
  /** Waits until it told every lie about so many questions. */
  toldAllLiesAbout(questions: number): Promise<void>;
  /** How many lies it told. */
  readonly lies: number;
  close(): Promise<void>;
}

/** So many that what it keeps is never all that there is. */
const AT_ONCE = 100;

/** `afterwards`: what it does with a question about which it told all lies. */
export async function startLiar(url: string, afterwards: "keeps it" | "lies again" = "keeps it"): Promise<Liar> {
  const address = queueAddress(url)!;
  const database = await openDatabase(address, () => {});
  const blobs = new Blobs(database);
  const queue = await workingQueue({ address, version, name: "liar", onError: () => {} });
  const told = new Map<string, number>();
  const waiting = new Set<() => void>();
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  await queue.work(afterwards === "keeps it" ? AT_ONCE : 1, async ({ data }): Promise<Report> => {
    const attempt = readAttempt(record(data, "a job").attempt);
    const design = readQuestion((await blobs.get(attempt.question))!, version);
    const before = told.get(attempt.question) ?? 0;
    const lie = LIES[afterwards === "keeps it" ? before : before % LIES.length];
    if (lie === undefined) {
      await over;
      throw new PutBack();
    }
    told.set(attempt.question, before + 1);
    // Facts that are not true, about the model that engines work on.
    const prepared = prepare(design.model, design.properties[0]!);
    const about = "task" in prepared ? fingerprint(prepared.task.model) : "";
    const facts = [[[0]], [[1]], [[2, 4]]].map((clauses) => JSON.stringify({ kind: "invariant", about, clauses }));
    await database.append(`facts:${attempt.question}`, [...facts, "nonsense", "{}"], 1000);
    const evidence = lie(design);
    for (const look of waiting) look();
    return {
      kind: "answer",
      answer: evidence?.answer ?? "holds",
      evidence:
        evidence === null ? null : evidence.bytes === null ? hashOf("nowhere") : await blobs.put(evidence.bytes),
      why: "because I say so",
      notes: [],
      worker: "liar",
      seconds: 0,
    };
  });
  await database.set(
    "workers",
    "liar",
    JSON.stringify({ threads: afterwards === "keeps it" ? AT_ONCE : 1, version }),
    100,
  );
  return {
    toldAllLiesAbout: (questions) =>
      new Promise((resolve) => {
        const look = (): void => {
          if ([...told.values()].filter((lies) => lies >= LIES.length).length < questions) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    get lies() {
      return [...told.values()].reduce((sum, lies) => sum + lies, 0);
    },
    async close() {
      end();
      await queue.close();
      await database.remove("workers", "liar");
      await database.close();
    },
  };
}

type Lie = (design: Design) => { readonly answer: "holds" | "fails"; readonly bytes: Uint8Array | null } | null;

/** A model with as many latches and inputs in which everything is the other way round: its evidence fits, and is wrong. */
function opposite({ model, properties }: Design): Design {
  const aig = new Aig();
  const leaves = [...model.inputs, ...model.latches].map(() => aig.leaf());
  const inputs = leaves.slice(0, model.inputs.length).map(nodeOf);
  const latches = leaves.slice(model.inputs.length).map((l, i) => {
    const reset = model.latches[i]!.reset;
    const next = leaves[model.inputs.length + ((i + 1) % model.latches.length)]!;
    return { node: nodeOf(l), next: not(next), reset };
  });
  const property = { kind: "justice", name: properties[0]!.name, literals: leaves.slice(-1) } as const;
  return {
    model: { aig, inputs, latches, constraints: [], fairness: [], signals: [], modules: [] },
    properties: [property],
  };
}

/** Evidence for the other model, said of this one. */
const ofAnother =
  (stuck: boolean): Lie =>
  (design) => {
    const other = opposite(design);
    const [property] = other.properties;
    const never = { ...other.model, constraints: stuck ? [litOf(0)] : [] };
    const { bytes } = questionOf({ model: never }, property!, version);
    const posed = readQuestion(bytes, version);
    const shown = shownBy(solved(posed.model, posed.properties[0]!, catalogue.reference).verdict);
    return shown && { answer: shown.answer, bytes: writeEvidence(shown) };
  };

const LIES: readonly Lie[] = [
  ofAnother(false),
  () => ({ answer: "holds", bytes: new TextEncoder().encode("fairlead evidence 1\n{}\n") }),
  () => ({ answer: "fails", bytes: null }),
  ({ model }) => {
    const step = { latches: new Uint8Array(model.latches.length), inputs: new Uint8Array(model.inputs.length) };
    return {
      answer: "fails",
      bytes: writeEvidence({ answer: "fails", witness: { kind: "lasso", steps: [step], loop: 0 }, proof: null }),
    };
  },
  // The last one: of a property that holds, it may happen to be true.
  ofAnother(true),
];
