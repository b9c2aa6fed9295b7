import { computed, effect, signal } from "@preact/signals";
import type { Answer, Asked, EngineInfo, EngineProgress, ModelInfo, News, Problem, Request } from "./check/protocol.js";
import { Ended, Failure, Service } from "./check/service.js";
import { pngOf, save } from "./files.js";
import { firstProject } from "./gallery.js";
import { fromLink, MOST_LINKED, toLink } from "./project/link.js";
import { isReadLater, type Project } from "./project/project.js";
import type { Download } from "./views/lasso.js";
import { columnsOf } from "./views/trace-table.js";
import type { Tried } from "./views/what-if.js";

/** What is known of the model in the editor. */
export type Reading =
  | { readonly state: "reading" }
  | { readonly state: "read"; readonly model: ModelInfo }
  | { readonly state: "wrong"; readonly problem: Problem }
  /** Not before the user says so. */
  | { readonly state: "not run" };

/** What is known of a property since it was last asked. */
export interface Asking {
  readonly state: "waiting" | "running" | "answered";
  readonly answer: Answer | null;
  /** By engine, in the order in which they began. */
  readonly progress: ReadonlyMap<string, readonly EngineProgress[]>;
}

export interface Run {
  /** What was asked: a text that has changed since makes its answers old. */
  readonly project: Project;
  readonly model: ModelInfo | null;
  /** What a program exported. */
  readonly systems?: readonly unknown[];
  readonly askings: ReadonlyMap<number, Asking>;
  readonly state: "running" | "done" | "stopped";
  readonly problem: Problem | null;
}

/** After the last change of a text, before it is read. */
const PAUSE_MS = 250;

export const project = signal<Project>((await fromLink(location.hash.slice(1))) ?? firstProject());
export const reading = signal<Reading>({ state: "reading" });
export const run = signal<Run | null>(null);
export const engineList = signal<readonly EngineInfo[]>([]);
/** The step of the trace that is looked at, by its column. */
export const step = signal(0);
/** Said to who uses a screen reader, and shown for a while. */
export const announcement = signal("");

const reader = new Service();
const checker = new Service((engines) => {
  engineList.value = engines;
});

/** The answers are about another text than the one in the editor. */
export const isOld = computed(() => {
  const asked = run.value?.project;
  const { file, text, questions } = project.value;
  return asked !== undefined && (asked.file !== file || asked.text !== text || asked.questions !== questions);
});

/** The model that the answers are about, or the one in the editor. */
export const model = computed<ModelInfo | null>(() => {
  if (run.value?.model && !isOld.value) return run.value.model;
  return reading.value.state === "read" ? reading.value.model : null;
});

export function change(changed: Partial<Project>): void {
  // What is switched off is known by its position, which another text may have something else at.
  const isOther = changed.text !== undefined || changed.file !== undefined;
  project.value = { ...project.value, ...(isOther && { off: [] }), ...changed };
}

/** Looks at the answer to another property. */
export function select(property: number): void {
  step.value = 0;
  change({ property, moment: 0 });
}

/** Another model takes the place of this one. */
export function open(opened: Project): void {
  stop();
  run.value = null;
  reading.value = { state: "reading" };
  project.value = opened;
}

/** The answer that is looked at. */
export const answer = computed<Answer | null>(() => run.value?.askings.get(project.value.property)?.answer ?? null);

/** The value of a signal in the step that is looked at. */
export function valueNow(name: string): string | null {
  const trace = answer.value?.trace;
  const index = trace?.signals.findIndex((s) => s.name === name) ?? -1;
  if (!trace || index < 0) return null;
  const column = columnsOf(trace)[step.value];
  return column === undefined ? null : `${name} = ${trace.values[column.step]![index]} in step ${column.step}`;
}

/** What was asked when the answers were given, with what a program exported. */
export function askedOf({ project: { file, text, questions }, systems }: Run): Asked {
  return { file, text, questions, ...(systems && { systems }) };
}

/** A file for the user, as browsers do it. */
export async function download(format: Download): Promise<void> {
  const request = requestFor(format);
  if (request === null) return;
  try {
    const reply = await reader.ask(request);
    if (reply.type !== "text") return;
    const type = reply.file.endsWith(".svg") ? "image/svg+xml" : "text/plain";
    const blob = new Blob([reply.text], { type });
    if (format === "png") save(await pngOf(blob), "counterexample.png");
    else save(blob, reply.file);
  } catch (e) {
    announcement.value = problemOf(e).message;
  }
}

function requestFor(format: Download): Request | null {
  const asked = run.value;
  const shown = answer.value;
  if (!asked || !shown?.trace) return null;
  const { property, megabytes } = project.value;
  const { file, off } = asked.project;
  if (format !== "witness") {
    const title = `A counterexample to '${model.value?.properties[property]?.name ?? ""}'`;
    const about = { source: file, title };
    return { type: "write", trace: shown.trace, format: format === "png" ? "svg" : format, about };
  }
  const about = { property, off, megabytes };
  return shown.witness && { type: "witness", asked: askedOf(asked), about, witness: shown.witness };
}

// Reading ---------------------------------------------------------------------------------------------------------------

let timer: ReturnType<typeof setTimeout> | undefined;
let wanted = 0;

const file = computed(() => project.value.file);
const text = computed(() => project.value.text);
const questions = computed(() => project.value.questions);
/** Another one only where something of it is another. */
const source = computed(() => ({ file: file.value, text: text.value, questions: questions.value }));

effect(() => {
  const asked = source.value;
  clearTimeout(timer);
  if (isReadLater(asked.file)) {
    reading.value = { state: "not run" };
    return;
  }
  timer = setTimeout(() => void read(asked), wanted === 0 ? 0 : PAUSE_MS);
});

async function read(asked: typeof source.value): Promise<void> {
  const number = ++wanted;
  if (reader.isBusy) reader.restart(); // what it reads is old
  reading.value = { state: "reading" };
  try {
    const reply = await reader.ask({ type: "read", asked, megabytes: project.peek().megabytes });
    if (number === wanted && reply.type === "read") reading.value = { state: "read", model: reply.model };
  } catch (e) {
    if (number === wanted && !(e instanceof Ended)) reading.value = { state: "wrong", problem: problemOf(e) };
  }
}

const problemOf = (e: unknown): Problem =>
  e instanceof Failure ? e.problem : { message: String(e), text: String(e), source: "", at: null };

/** A file that was dropped on the page, or chosen. */
export async function openFile(file: File): Promise<void> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const isBinary = /\.aig$/i.test(file.name);
    const reply = isBinary ? await reader.ask({ type: "as-text", file: file.name, bytes }) : null;
    const opened = reply?.type === "text" ? reply : { file: file.name, text: new TextDecoder().decode(bytes) };
    open({ ...project.value, file: opened.file, text: opened.text, questions: [], off: [], skipped: [], property: 0 });
  } catch (e) {
    announcement.value = problemOf(e).message;
  }
}

// Running ---------------------------------------------------------------------------------------------------------------

export async function start(): Promise<void> {
  stop();
  const asked = project.value;
  const begun: Run = { project: asked, model: null, askings: new Map(), state: "running", problem: null };
  run.value = begun;
  announcement.value = "Checking";
  const { file, text, questions, ...options } = asked;
  try {
    await checker.ask({ type: "check", asked: { file, text, questions }, options }, hear);
    finish("done", null);
  } catch (e) {
    if (!(e instanceof Ended)) finish("done", problemOf(e));
  }
}

/** What was found, by what was switched off, as long as the text stays the same. */
export const tried = signal<readonly Tried[]>([]);

function remember({ project: { off }, askings }: Run): void {
  const answers = new Map([...askings].flatMap(([k, { answer }]) => (answer === null ? [] : [[k, answer] as const])));
  const others = tried.value.filter((trial) => trial.off.join() !== off.join());
  tried.value = [...others, { off, answers }].sort((a, b) => a.off.length - b.off.length);
}

effect(() => {
  source.value; // another text
  tried.value = [];
});

/** Switches a demand, and asks again if this text was asked before. */
export function switchDemand(demand: number, isOff: boolean): void {
  const { off } = project.value;
  const others = off.filter((k) => k !== demand);
  change({ off: isOff ? [...others, demand].sort((a, b) => a - b) : others });
  if (run.value !== null && !isOld.value) void start();
}

/** At once: the worker is ended, with its engines. */
export function stop(): void {
  if (run.value?.state !== "running") return;
  checker.restart();
  finish("stopped", null);
}

function finish(state: "done" | "stopped", problem: Problem | null): void {
  const ended = run.value!;
  lookAtTrace(ended);
  run.value = { ...ended, state, problem };
  remember(ended);
  const answers = [...ended.askings.values()].flatMap(({ answer }) => answer ?? []);
  const count = (a: Answer["answer"]) => answers.filter(({ answer }) => answer === a).length;
  const covers = count("covered") + count("uncoverable") > 0;
  const said =
    `${count("holds")} hold, ${count("fails")} fail, ${count("unknown")} unknown` +
    (covers ? `, ${count("covered")} covered, ${count("uncoverable")} uncoverable` : "");
  announcement.value = problem?.message ?? (state === "stopped" ? `Stopped. ${said}` : said);
}

/** Who looks for a behaviour and has selected an answer without one gets the first that has one. */
function lookAtTrace({ askings }: Run): void {
  const { view, property } = project.value;
  if (view !== "lasso" || !askings.get(property)?.answer || askings.get(property)?.answer?.trace) return;
  for (const [k, asking] of askings)
    if (asking.answer?.trace) {
      select(k);
      return;
    }
}

function hear(news: News): void {
  if (news.type === "walk" || news.type === "obligation") return;
  const before = run.value!;
  if (news.type === "model") {
    run.value = { ...before, model: news.model, ...(news.systems && { systems: news.systems }) };
    return;
  }
  const asking = before.askings.get(news.property) ?? { state: "waiting", answer: null, progress: new Map() };
  run.value = { ...before, askings: new Map(before.askings).set(news.property, after(asking, news)) };
}

/** So many points of a curve are kept: then every other one. */
const MOST_POINTS = 400;

function after(asking: Asking, news: Extract<News, { property: number }>): Asking {
  switch (news.type) {
    case "begins":
      return { ...asking, state: "running" };
    case "progress": {
      const { progress } = news;
      const earlier = asking.progress.get(progress.engine) ?? [];
      const kept = earlier.length < MOST_POINTS ? earlier : earlier.filter((_, k) => k % 2 === 0);
      return { ...asking, progress: new Map(asking.progress).set(progress.engine, [...kept, progress]) };
    }
    case "answer":
      if (news.property === project.value.property) step.value = 0;
      return { ...asking, state: "answered", answer: news.answer };
  }
}

// The link --------------------------------------------------------------------------------------------------------------

let written = location.hash.slice(1);
let linkTimer: ReturnType<typeof setTimeout> | undefined;

/** The address that says all this; null for texts that are too long for one. */
export async function link(): Promise<string | null> {
  if (project.value.text.length > MOST_LINKED) return null;
  return `${location.origin}${location.pathname}#${await toLink(project.value)}`;
}

effect(() => {
  const now = project.value;
  if (now.text.length > MOST_LINKED) return;
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => {
    const hash = await toLink(now);
    if (project.value !== now) return;
    written = hash;
    history.replaceState(null, "", `#${written}`);
  }, PAUSE_MS);
});

addEventListener("hashchange", async () => {
  const hash = location.hash.slice(1);
  const linked = hash === written ? null : await fromLink(hash);
  if (linked !== null) open(linked);
});
