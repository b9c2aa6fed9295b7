import type { Ltl } from "../formula/ltl.js";
import type { Progress } from "../limits/progress.js";
import { InputError } from "../text/input-error.js";
import { type AnswerData, answerData } from "./answer-data.js";
import { dataOf, type ProgramData } from "./data.js";
import { type ExplicitOptions, searchProgram } from "./explicit.js";
import { readQuestion } from "./question.js";
import { type ProgramReport, reportOn } from "./report.js";
import { isSystem, type System } from "./system.js";

/** Something that was thrown, as far as it can be told. `code`: an error of this package. `name` is empty for what is no error. */
export interface Thrown {
  readonly code: string | null;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause: Thrown | null;
}

/** A search of the states of a system whose functions only its own process can call. */
export interface SearchRequest {
  /** Its position among those that are exported. */
  readonly system: number;
  /** The formula as it was written: where its atoms are read. */
  readonly text: string;
  /** What is asked: it may have been changed since. */
  readonly formula: Ltl;
  readonly seconds: number | null;
  readonly options: Omit<ExplicitOptions, "shouldStop">;
}

/** A report on one of the systems. */
export interface ReportRequest {
  readonly reportOn: number;
}

/** Between two signs of life of a search. */
const EVENT_MS = 200;
/** Of a message that somebody throws, and of the frames of its stack. */
const MAX_MESSAGE = 2_000;
const MAX_STACK = 20_000;

/**
 * The systems that a program exports, where it runs: in a process or a worker of its own. What it tells its host is data, which the host
 * (`hostedSystem`) looks at before it believes it.
 */
export class Guest {
  private readonly systems: readonly System[];

  constructor(exported: object) {
    const values = Object.values(exported).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
    this.systems = [...new Set(values.filter(isSystem))];
    if (this.systems.length === 0)
      throw new InputError("model-file", "exports no system: `export const … = system(…)` of 'fairlead/model'");
  }

  get data(): readonly ProgramData[] {
    return this.systems.map((system) => dataOf(system).data);
  }

  /** What is said to a request. */
  reply(
    request: SearchRequest | ReportRequest,
    told: (event: Progress) => void,
  ):
    | { readonly type: "answer"; readonly answer: AnswerData<Thrown> }
    | { readonly type: "report"; readonly report: ProgramReport } {
    if (!isReport(request)) return { type: "answer", answer: this.search(request, told) };
    return { type: "report", report: reportOn(this.systems[request.reportOn]!) };
  }

  /** Looks for a behaviour that violates a formula, and says now and then how far it is. */
  search(request: SearchRequest, told: (event: Progress) => void): AnswerData<Thrown> {
    const system = this.systems[request.system]!;
    const { atoms } = readQuestion(system, "ltl", request.text);
    const question = { logic: "ltl", text: request.text, formula: request.formula, atoms } as const;
    const started = performance.now();
    const until = started + 1000 * (request.seconds ?? Number.POSITIVE_INFINITY);
    const shouldStop = () => (performance.now() > until ? "time" : null);
    const searching = searchProgram(system, question, { ...request.options, shouldStop });
    let last = started;
    for (;;) {
      const { done, value } = searching.next();
      if (done) return answerData(system, dataOf(system).functions, value, thrownData);
      if (performance.now() - last < EVENT_MS) continue;
      last = performance.now();
      told(value);
    }
  }
}

const isReport = (request: SearchRequest | ReportRequest): request is ReportRequest => "reportOn" in request;

export function thrownData(e: unknown, depth = 0): Thrown {
  const cut = (text: unknown) => {
    const whole = String(text);
    return whole.length > MAX_MESSAGE ? `${whole.slice(0, MAX_MESSAGE)}…` : whole;
  };
  if (!(e instanceof Error)) return { code: null, name: "", message: cut(e), stack: "", cause: null };
  const isOurs = "problem" in e && "code" in e; // of any copy of this package
  return {
    code: isOurs ? cut(e.code) : null,
    name: cut(e.name),
    message: cut(isOurs ? e.problem : e.message),
    stack: String(e.stack).slice(-MAX_STACK),
    cause: isOurs && depth === 0 && e.cause !== undefined ? thrownData(e.cause, 1) : null,
  };
}
