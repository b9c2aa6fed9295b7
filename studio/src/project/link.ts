import { EMPTY, type Project, type QuestionText, VIEWS } from "./project.js";

/** The first character of what is after the `#`: another way of writing gets another one. */
const VERSION = "1";
/** Longer texts make links that browsers and mail programs cut. */
export const MOST_LINKED = 500_000;
/** Whatever a link says, no more than this is unpacked. */
const MOST_UNPACKED = 4_000_000;

/** The project as the part of an address after the `#`: JSON, deflated, in base 64 without padding. */
export async function toLink(project: Project): Promise<string> {
  const packed = new Blob([JSON.stringify(project)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return VERSION + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The project of a link; null for what is none. Anybody may have written it: every field is looked at. */
export async function fromLink(link: string): Promise<Project | null> {
  if (!link.startsWith(VERSION)) return null;
  try {
    const binary = atob(link.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    return projectFrom(JSON.parse(await unpacked(Uint8Array.from(binary, (c) => c.charCodeAt(0)))));
  } catch {
    return null;
  }
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const parts = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (let part = await parts.read(); !part.done; part = await parts.read()) {
    length += part.value.length;
    if (length > MOST_UNPACKED) {
      await parts.cancel();
      throw new RangeError("too large");
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function projectFrom(given: unknown): Project | null {
  if (typeof given !== "object" || given === null) return null;
  const { file, text, questions, engine, seconds, megabytes, off, skipped, property, view, algorithms, moment } =
    given as Partial<Record<keyof Project, unknown>>;
  if (typeof file !== "string" || typeof text !== "string") return null;
  return {
    file: file.slice(0, 200),
    text,
    questions: Array.isArray(questions) ? questions.flatMap(questionFrom) : EMPTY.questions,
    engine: typeof engine === "string" ? engine : EMPTY.engine,
    seconds: within(seconds, 1, 86_400) ?? EMPTY.seconds,
    megabytes: within(megabytes, 16, 65_536) ?? EMPTY.megabytes,
    off: positions(off),
    skipped: positions(skipped),
    property: positions([property])[0] ?? 0,
    view: VIEWS.find((v) => v === view) ?? EMPTY.view,
    algorithms: names(algorithms) ?? EMPTY.algorithms,
    moment: positions([moment])[0] ?? 0,
  };
}

function questionFrom(given: unknown): QuestionText[] {
  if (typeof given !== "object" || given === null) return [];
  const { logic, text } = given as Partial<Record<keyof QuestionText, unknown>>;
  if (typeof text !== "string" || (logic !== "ltl" && logic !== "ctl")) return [];
  return [{ logic, text }];
}

const within = (value: unknown, low: number, high: number): number | null =>
  typeof value === "number" && value >= low && value <= high ? value : null;

/** One or two. */
function names(given: unknown): readonly string[] | null {
  const isName = (name: unknown): name is string => typeof name === "string" && name.length <= 50;
  return Array.isArray(given) && given.length >= 1 && given.length <= 2 && given.every(isName) ? given : null;
}

const positions = (given: unknown): number[] =>
  Array.isArray(given) ? given.filter((k): k is number => Number.isInteger(k) && (k as number) >= 0) : [];
