// What a worker loads before the program that it runs. The worker is made of a blob by the page: it inherits the page's policy, and
// so asks nobody but the server of the page for anything.
import * as model from "fairlead/model";
import { type About, type Body, type FromGuest, RUN, type ToGuest } from "./protocol.js";
import { segmentsOf, writtenAt } from "./source-map.js";

/** Lines of the script before the program's first. */
const LINES_BEFORE = 1;

/** What V8 says of a frame. */
interface Frame {
  getFileName(): string | undefined;
  getFunctionName(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

const scope = globalThis as unknown as {
  readonly location: { readonly href: string };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
};

const connected = new Promise<MessagePort>((resolve) => {
  scope.addEventListener("message", ({ ports }) => {
    if (ports[0] !== undefined) resolve(ports[0]);
  });
});

function required(name: string): unknown {
  if (name === "fairlead/model") return model;
  throw new Error(`Cannot find module '${name}': in a page a program can import 'fairlead/model'`);
}

/** Stacks speak of the program as it was written. */
function mapStacks({ path, mappings }: About): void {
  const segments = segmentsOf(mappings);
  const place = (frame: Frame): string => {
    const at = { line: frame.getLineNumber() ?? 1, column: frame.getColumnNumber() ?? 1 };
    const file = frame.getFileName() ?? "";
    const isProgram = file === scope.location.href;
    const written = isProgram ? writtenAt(segments, { ...at, line: at.line - LINES_BEFORE }) : null;
    return written === null ? `${file}:${at.line}:${at.column}` : `${path}:${written.line}:${written.column}`;
  };
  (Error as unknown as { prepareStackTrace: unknown }).prepareStackTrace = (error: unknown, frames: readonly Frame[]) =>
    [String(error), ...frames.map((f) => `    at ${f.getFunctionName() ?? ""} (${place(f)})`)].join("\n");
}

/** What is exported, in the order of names, as modules have it. */
const inOrder = (exported: object): unknown[] =>
  Object.entries(exported)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value);

async function run(about: About, body: Body): Promise<void> {
  const port = await connected;
  const say = (message: FromGuest) => port.postMessage(message);
  const failed = (e: unknown) => say({ type: "failed", error: model.thrownData(e) });
  mapStacks(about);
  Error.stackTraceLimit = 50;
  try {
    const exported = {};
    await body(exported, required);
    const guest = new model.Guest(inOrder(exported));
    say({ type: "loaded", systems: guest.data });
    port.onmessage = ({ data }: MessageEvent<ToGuest>) => {
      try {
        say({ type: "answer", answer: guest.search(data.request, (event) => say({ type: "event", event })) });
      } catch (e) {
        failed(e);
      }
    };
  } catch (e) {
    failed(e);
  }
}

Object.defineProperty(globalThis, Symbol.for(RUN), { value: run });
