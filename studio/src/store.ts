import { computed, effect, signal } from "@preact/signals";
import type { Answer, EngineInfo, EngineProgress, ModelInfo, News, Problem } from "./check/protocol.js";
import { Ended, Failure, Service } from "./check/service.js";
import { examples, projectOf } from "./gallery.js";
import { fromLink, MOST_LINKED, toLink } from "./project/link.js";
import { isProgram, type Project } from "./project/project.js";

/** What is known of the model in the editor. */
export type Reading =
  | { readonly state: "reading" }
  | { readonly state: "read"; readonly model: ModelInfo }
  | { readonly state: "wrong"; readonly problem: Problem }
  /** A program: it is not run before the user says so. */
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
  readonly askings: ReadonlyMap<number, Asking>;
  readonly state: "running" | "done" | "stopped";
  readonly problem: Problem | null;
}

/** After the last change of a text, before it is read. */
const PAUSE_MS = 250;

export const project = signal<Project>(fromLink(location.hash.slice(1)) ?? projectOf(examples[0]!));
export const reading = signal<Reading>({ state: "reading" });
export const run = signal<Run | null>(null);
export const engineList = signal<readonly EngineInfo[]>([]);
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
  project.value = { ...project.value, ...changed };
}

/** Another model takes the place of this one. */
export function open(opened: Project): void {
  stop();
  run.value = null;
  reading.value = { state: "reading" };
  project.value = opened;
}

// Reading ---------------------------------------------------------------------------------------------------------------

let timer: ReturnType<typeof setTimeout> | undefined;
let wanted = 0;

const source = computed(() => {
  const { file, text, questions } = project.value;
  return { file, text, questions };
});

effect(() => {
  const asked = source.value;
  clearTimeout(timer);
  if (isProgram(asked.file)) {
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

/** At once: the worker is ended, with its engines. */
export function stop(): void {
  if (run.value?.state !== "running") return;
  checker.restart();
  finish("stopped", null);
}

function finish(state: "done" | "stopped", problem: Problem | null): void {
  const ended = run.value!;
  run.value = { ...ended, state, problem };
  const answers = [...ended.askings.values()].flatMap(({ answer }) => answer ?? []);
  const count = (a: Answer["answer"]) => answers.filter(({ answer }) => answer === a).length;
  const said = `${count("holds")} hold, ${count("fails")} fail, ${count("unknown")} unknown`;
  announcement.value = problem?.message ?? (state === "stopped" ? `Stopped. ${said}` : said);
}

function hear(news: News): void {
  const before = run.value!;
  if (news.type === "model") {
    run.value = { ...before, model: news.model };
    return;
  }
  const asking = before.askings.get(news.property) ?? { state: "waiting", answer: null, progress: new Map() };
  run.value = { ...before, askings: new Map(before.askings).set(news.property, after(asking, news)) };
}

/** So many points of a curve are kept: then every other one. */
const MOST_POINTS = 400;

function after(asking: Asking, news: Exclude<News, { type: "model" }>): Asking {
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
      return { ...asking, state: "answered", answer: news.answer };
  }
}

// The link --------------------------------------------------------------------------------------------------------------

let written = location.hash.slice(1);
let linkTimer: ReturnType<typeof setTimeout> | undefined;

/** The address that says all this; null for texts that are too long for one. */
export function link(): string | null {
  if (project.value.text.length > MOST_LINKED) return null;
  return `${location.origin}${location.pathname}#${toLink(project.value)}`;
}

effect(() => {
  if (project.value.text.length > MOST_LINKED) return;
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => {
    written = toLink(project.value);
    history.replaceState(null, "", `#${written}`);
  }, PAUSE_MS);
});

addEventListener("hashchange", () => {
  const hash = location.hash.slice(1);
  const linked = hash === written ? null : fromLink(hash);
  if (linked !== null) open(linked);
});
