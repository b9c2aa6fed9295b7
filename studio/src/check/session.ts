import {
  type Design,
  engines,
  type FormulaText,
  type Host,
  InputError,
  type Outcome,
  type Progress,
  pageWorkers,
  planFor,
  planNamed,
  proofIn,
  readDesign,
  runPlan,
  Stopped,
  witnessIn,
  writeAiger,
} from "fairlead";
import { demandsOf, withoutDemands } from "./demands.js";
import { kernels } from "./kernels.js";
import type {
  Answer,
  Asked,
  CheckOptions,
  EngineProgress,
  ModelInfo,
  News,
  Problem,
  Reply,
  Request,
  Response,
} from "./protocol.js";

/** The end of the page's channel: the worker's own scope. */
export interface SessionScope {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** Answers the page's requests, one after the other. It is stopped by ending the worker, and its engines with it. */
export function serveSession(scope: SessionScope): void {
  scope.addEventListener("message", ({ data }) => {
    const { id, request } = data as { readonly id: number; readonly request: Request };
    const say = (response: Response) => scope.postMessage(response);
    answer(request, (news) => say({ type: "news", id, news })).then(
      (reply) => say({ type: "reply", id, reply }),
      (e: unknown) => say({ type: "failed", id, problem: problemOf(e) }),
    );
  });
  scope.postMessage({
    type: "ready",
    engines: engines.map(({ name, summary, suits }) => ({ name, summary, suits })),
  });
  void kernels();
}

async function answer(request: Request, tell: (news: News) => void): Promise<Reply> {
  switch (request.type) {
    case "read":
      return { type: "read", model: infoOf(await read(request.asked, request.megabytes)) };
    case "check":
      await check(request.asked, request.options, tell);
      return { type: "checked" };
    case "as-text": {
      const design = await readDesign(request.bytes, request.file);
      const text = new TextDecoder().decode(writeAiger(design, "ascii").aiger);
      return { type: "text", file: request.file.replace(/\.aig$/i, ".aag"), text };
    }
  }
}

function read({ file, text, questions }: Asked, megabytes: number): Promise<Design> {
  const asked = questions.map(({ logic, text }, k): FormulaText => {
    return { logic, text, source: sourceOf(k), isFile: false };
  });
  return readDesign(new TextEncoder().encode(text), file, asked, { memoryBytes: megabytes * 2 ** 20 });
}

/** What messages call the question at a position. */
const sourceOf = (k: number): string => `question ${k + 1}`;

async function check(asked: Asked, options: CheckOptions, tell: (news: News) => void): Promise<void> {
  const design = await read(asked, options.megabytes);
  tell({ type: "model", model: infoOf(design) });
  const host: Host = { kernels: await kernels(), spawn };
  const changed = withoutDemands(design, options.off);
  for (const property of changed.properties.keys()) {
    if (options.skipped.includes(property)) continue;
    tell({ type: "begins", property });
    const said = (progress: EngineProgress) => tell({ type: "progress", property, progress });
    tell({ type: "answer", property, answer: answerOf(await ask(changed, property, options, host, said)) });
  }
}

/** Workers are kept for the next question. */
const spawn = pageWorkers(() => new Worker(self.location.href, { type: "module", name: "engine" }));

function ask(
  design: Design,
  property: number,
  { engine, seconds, megabytes }: CheckOptions,
  host: Host,
  said: (progress: EngineProgress) => void,
): Promise<Outcome> {
  const started = performance.now();
  const say = (name: string, rest: Partial<EngineProgress>) =>
    said({ engine: name, at: performance.now() - started, what: "", figures: [], ...rest });
  const threads = Math.max(1, Math.min(navigator.hardwareConcurrency, 4));
  const plan = engine === "auto" ? planFor(design, design.properties[property]!) : planNamed(engine, {}, threads);
  const limits = {
    threads,
    seconds,
    memoryBytes: megabytes * 2 ** 20,
    seed: 1,
    onEvent: (name: string, { what, figures }: Progress) => say(name, { what, figures: Object.entries(figures) }),
    onPause: (name: string) => say(name, { isPaused: true }),
    onEnd: (name: string, ended: Outcome | Error) =>
      say(name, { ended: ended instanceof Error ? ended.message : ended.verdict.answer }),
  };
  return runPlan(design, property, plan, limits, host);
}

function infoOf(design: Design): ModelInfo {
  return {
    properties: design.properties.map(({ name, kind }) => ({ name, kind })),
    demands: demandsOf(design),
    notices: (design.notices ?? []).map(({ text, source }) => ({
      message: `${source.line}:${source.column}: ${text}`,
      text,
      source: source.file ?? "",
      at: source,
    })),
  };
}

const EVIDENCE = {
  checked: "proof checked",
  relative: "proof checked relative to the formula's automaton",
  none: "uncertified",
} as const;

function answerOf({ verdict, evidence, engine, seconds, notes }: Outcome): Answer {
  const common = { answer: verdict.answer, evidence, engine, seconds, notes };
  if (verdict.answer === "unknown")
    return { ...common, why: [verdict.reason, verdict.detail].filter(Boolean).join(", ") };
  if (verdict.answer === "fails" && witnessIn(verdict) !== null && proofIn(verdict) === null)
    return { ...common, why: evidence === "checked" ? "counterexample replayed" : "" };
  return { ...common, why: EVIDENCE[evidence] };
}

function problemOf(e: unknown): Problem {
  if (e instanceof InputError) {
    const at = e.at !== null && "line" in e.at ? e.at : null;
    return { message: e.message, text: e.problem, source: e.source, at };
  }
  const message = e instanceof Error ? e.message : String(e);
  const limit = e instanceof Stopped && { isLimit: true as const };
  return { message, text: message, source: "", at: null, ...limit };
}
