import {
  type Design,
  DesignSubject,
  engines,
  type FormulaText,
  type Host,
  InputError,
  type Property,
  pageWorkers,
  type RunYosys,
  readDesign,
  Stopped,
} from "fairlead";
import { isProgram } from "../project/project.js";
import { answerOf } from "./answers.js";
import { demandsOf, withoutDemands } from "./demands.js";
import type { RunScript } from "./guest-link.js";
import { kernels } from "./kernels.js";
import { limitsOf } from "./limits.js";
import type {
  Asked,
  CheckOptions,
  EngineProgress,
  ModelInfo,
  News,
  PageMessage,
  Posing,
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

/** Answers the page's requests. It is stopped by ending the worker, and its engines with it. */
export function serveSession(scope: SessionScope): void {
  const say = (response: Response) => scope.postMessage(response);
  let running: ((port: MessagePort) => void) | null = null;
  let died: (message: string) => void = () => {};
  const run: RunScript = (script, gone) => {
    died = gone;
    return new Promise((resolve) => {
      running = resolve;
      say({ type: "run", script });
    });
  };
  scope.addEventListener("message", ({ data }: MessageEvent<PageMessage>) => {
    switch (data.type) {
      case "running":
        running?.(data.port);
        return;
      case "died":
        died(data.message);
        return;
      case "request": {
        const { id, request } = data;
        answer(request, run, (news) => say({ type: "news", id, news })).then(
          (reply) => say({ type: "reply", id, reply }),
          (e: unknown) => say({ type: "failed", id, problem: problemOf(e) }),
        );
      }
    }
  });
  scope.postMessage({
    type: "ready",
    engines: engines.map(({ name, summary, suits }) => ({ name, summary, suits })),
  });
  void kernels();
}

async function answer(request: Request, run: RunScript, tell: (news: News) => void): Promise<Reply> {
  switch (request.type) {
    case "read":
      return { type: "read", model: infoOf(await read(request.asked, request.megabytes)) };
    case "check": {
      const { asked, options } = request;
      const host: Host = { kernels: await kernels(), spawn };
      if (isProgram(asked.file)) {
        const { checkProgram } = await import("./programs.js");
        await checkProgram(asked, questionsOf(asked), options, { host, run, tell });
      } else await checkDesign(asked, options, host, tell);
      return { type: "checked" };
    }
    case "proof": {
      const { walkProof } = await import("./proofs.js");
      const { design, property } = await posed(request.asked, request.options);
      return { type: "proof-checked", check: await walkProof(design.model, property, request.options, tell) };
    }
    case "film": {
      const { filmOf } = await import("./films.js");
      const { design, property } = await posed(request.asked, request.options);
      return { type: "film", film: await filmOf(design, property, request.options) };
    }
    case "as-text": {
      const { aigerText } = await import("./files.js");
      const text = aigerText(await readDesign(request.bytes, request.file));
      return { type: "text", file: request.file.replace(/\.aig$/i, ".aag"), text };
    }
    case "witness": {
      const { witnessText } = await import("./files.js");
      const { design, property } = await posed(request.asked, request.about);
      return { type: "text", file: "counterexample.wit", text: witnessText(design, property, request.witness) };
    }
    case "write": {
      const { traceFile } = await import("./files.js");
      const { trace, format, about } = request;
      return { type: "text", file: `counterexample.${format}`, text: traceFile(trace, format, about) };
    }
  }
}

/** Workers are kept for the next question. */
const spawn = pageWorkers(() => new Worker(self.location.href, { type: "module", name: "engine" }));

const questionsOf = ({ questions }: Asked): FormulaText[] =>
  questions.map(({ logic, text }, k) => ({ logic, text, source: sourceOf(k), isFile: false }));

/** What messages call the question at a position. */
const sourceOf = (k: number): string => `question ${k + 1}`;

function read(asked: Asked, megabytes: number): Promise<Design> {
  const bytes = new TextEncoder().encode(asked.text);
  return readDesign(bytes, asked.file, questionsOf(asked), { memoryBytes: megabytes * 2 ** 20, loadYosys });
}

/** A question about what is read, as it was asked. Of a program: about the circuit that it becomes. */
async function posed(asked: Asked, about: Posing): Promise<{ readonly design: Design; readonly property: Property }> {
  if (isProgram(asked.file)) {
    const { circuitOf } = await import("./programs.js");
    return circuitOf(asked, questionsOf(asked), about);
  }
  const design = withoutDemands(await read(asked, about.megabytes), about.off);
  const property = design.properties[about.property];
  if (property === undefined) throw new Error("the question is gone");
  return { design, property };
}

/** From where the page comes from, when a design in Verilog is checked. */
async function loadYosys(): Promise<RunYosys> {
  const { runYosys } = await import("@yowasp/yosys");
  return runYosys as RunYosys;
}

async function checkDesign(asked: Asked, options: CheckOptions, host: Host, tell: (news: News) => void): Promise<void> {
  const design = await read(asked, options.megabytes);
  tell({ type: "model", model: infoOf(design) });
  const changed = withoutDemands(design, options.off);
  const subject = new DesignSubject(changed, host);
  for (const [index, property] of changed.properties.entries()) {
    if (options.skipped.includes(index)) continue;
    tell({ type: "begins", property: index });
    const said = (progress: EngineProgress) => tell({ type: "progress", property: index, progress });
    const outcome = await subject.ask(index, limitsOf(options, said));
    tell({ type: "answer", property: index, answer: answerOf(changed, property, outcome) });
  }
}

function infoOf(design: Design): ModelInfo {
  return {
    properties: design.properties.map((p) => ({
      name: p.name,
      kind: p.kind === "bad" && p.isCover ? "cover" : p.kind,
    })),
    demands: demandsOf(design),
    notices: (design.notices ?? []).map(({ text, source }) => ({
      message: `${source.line}:${source.column}: ${text}`,
      text,
      source: source.file ?? "",
      at: source,
    })),
  };
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
