import { OptionError } from "../engines/options.js";
import type { Explanation } from "../evidence/explanation.js";
import { InternalError, type Outcome } from "../evidence/outcome.js";
import { proofIn, type Told, witnessIn } from "../evidence/verdict.js";
import { inWords } from "../formula/in-words.js";
import type { LoadedSystem } from "../loading/load-systems.js";
import { inModelFile } from "../loading/model-file-error.js";
import type { Design } from "../model/property.js";
import { withSpelledNames } from "../model/spelled-names.js";
import { DesignSubject } from "../portfolio/design-subject.js";
import type { Host } from "../portfolio/portfolio.js";
import { ProgramSubject } from "../portfolio/program-subject.js";
import type { ProgramWitness } from "../portfolio/program-witness.js";
import type { AskOptions, Subject } from "../portfolio/subject.js";
import { mistakeInWords } from "../present/mistake.js";
import { shown } from "../present/shown.js";
import { programExplanation } from "../program/explanation.js";
import type { NamedQuestion, Program } from "../program/program.js";
import { type ProgramQuestion, readQuestion } from "../program/question.js";
import { NO_DEADLOCK, programDesign } from "../program/to-design.js";
import { signalNamesOf } from "../program/trace.js";
import { type FormulaText, formulasOf } from "../reading/questions.js";
import { type Answered, answeredOf, type CircuitAnswer } from "./answered.js";
import type { Report } from "./event-log.js";
import { keepingBoth } from "./evidence-files.js";
import { UsageError } from "./exit.js";

/** A question that can be asked. */
export interface FileQuestion {
  readonly file: string;
  readonly property: string;
  /** What `--property` calls it. */
  readonly names: readonly string[];
  /** No engine is asked it. */
  readonly isRefused?: true;
  answer(limits: AskOptions, report: Report): Promise<Answered>;
}

/** The properties of a circuit. */
export function questionsOfDesign(file: string, design: Design, host: Host): FileQuestion[] {
  const subject = new DesignSubject(design, host);
  return design.properties.map((property, index) => {
    const about = { file, property: property.name };
    return {
      ...about,
      names: [property.name],
      async answer(limits, report) {
        const ask = () => asked(subject, index, limits, about, report);
        const outcome = await keepingBoth({ file, design, property }, ask);
        return answeredOf({ file, design, property, outcome });
      },
    };
  });
}

/** Those that no engine can be asked: unknown, and why. */
export function refusedQuestions(file: string, { refused = [] }: Design): FileQuestion[] {
  return refused.map(({ name, why, source }) => {
    const about = { file, property: name };
    const verdict = { answer: "unknown", reason: "unsupported", detail: why, stats: {} } as const;
    const outcome: Outcome = { engine: "auto", verdict, evidence: "none", seconds: 0, notes: [] };
    const shownAs = {
      ...about,
      specification: { kind: "ltl", text: name },
      ...shown(outcome, neverTold, String),
    } as const;
    const answered = { ...about, place: source, outcome, answer: verdict.answer, circuit: null, shown: () => shownAs };
    return { ...about, names: [name], isRefused: true, answer: async () => answered };
  });
}

function neverTold(): never {
  throw new Error("a refused question has no behaviour");
}

/** Those of all systems of a program file, or the formulas that are asked instead. */
export function questionsOfSystems(
  file: string,
  systems: readonly LoadedSystem[],
  given: readonly FormulaText[],
  host: Host,
): FileQuestion[] {
  return systems.flatMap((system): FileQuestion[] => {
    const formulas = given.flatMap((q) => formulasOf(q, system));
    const questions = formulas.length > 0 ? formulas : system.properties;
    return questions.map((question): FileQuestion => {
      const { name, logic, formula } = question;
      const about = { file, property: systems.length > 1 ? `${system.name}: ${name}` : name };
      return {
        ...about,
        names: [name, `${system.name}: ${name}`],
        async answer(limits, report) {
          try {
            const subject = new ProgramSubject(system, [question], host, system.search);
            const ask = () => asked(subject, 0, limits, about, report);
            const outcome = await keepingBoth({ file }, ask);
            const specification = { kind: logic, text: formula };
            const traced = shown(outcome, (behaviour) => subject.trace(0, behaviour), String);
            const { answer } = outcome.verdict;
            const read = readQuestion(system, logic, formula);
            const behaviour = witnessIn(outcome.verdict);
            return {
              ...about,
              place: null,
              outcome,
              answer,
              circuit: null,
              proved: provedOf(file, subject, outcome),
              reasons: () => behaviour && subject.reasons(behaviour),
              asCircuit: () => inCircuit(system, questions, question, behaviour),
              shown: (why) => ({
                ...about,
                asked: inWords(read.formula),
                specification,
                signalNames: () => signalNamesOf(system),
                ...traced,
                ...(why && behaviour !== null && { explanation: whyOf(system, read, behaviour) }),
              }),
            };
          } catch (e) {
            throw e instanceof InternalError || e instanceof OptionError ? e : inModelFile(mistakeInWords(e), file);
          }
        },
      };
    });
  });
}

/** The proof of an answer about a program, said of its circuit. */
function provedOf(file: string, subject: ProgramSubject, outcome: Outcome<ProgramWitness>): CircuitAnswer | null {
  const { verdict, evidence, engine, seconds } = outcome;
  const proof = evidence === "none" ? null : proofIn(verdict);
  const circuit = proof && subject.circuit(0);
  if (!circuit || verdict.answer === "unknown") return null;
  const { answer, stats } = verdict;
  return { file, ...circuit, outcome: { engine, evidence, seconds, notes: [], verdict: { answer, by: proof, stats } } };
}

/** What the behaviour shows is a deadlock, perhaps, and else that the formula fails. */
function inCircuit(
  system: Program,
  questions: readonly NamedQuestion[],
  asked: NamedQuestion,
  shown: ProgramWitness | null,
): { readonly design: Design; readonly property: number } {
  const { design } = programDesign(
    system,
    questions.map(({ logic, formula }) => readQuestion(system, logic, formula)),
    questions.map((q) => q.name),
  );
  const { properties } = design;
  const isDeadlock = shown?.kind === "behaviour" && shown.behaviour.isDeadlock === true;
  const deadlock = properties.findIndex((p) => p.kind === "bad" && p.name === NO_DEADLOCK);
  const property = properties.length - questions.length + questions.indexOf(asked);
  return { design: withSpelledNames(design), property: isDeadlock ? deadlock : property };
}

/** Of a behaviour of the program's own; null for one of its circuit. */
const whyOf = (program: Program, question: ProgramQuestion, shown: ProgramWitness): Explanation | null =>
  shown.kind === "behaviour" && question.logic === "ltl"
    ? programExplanation(program, question, shown.behaviour)
    : null;

function asked<W extends Told>(
  subject: Subject<W>,
  index: number,
  limits: AskOptions,
  about: Pick<FileQuestion, "file" | "property">,
  report: Report,
): Promise<Outcome<W>> {
  return subject.ask(index, {
    ...limits,
    onEvent: (engine, event) => report.event(about, engine, event),
    onPause: (engine) => report.pause(about, engine),
    onEnd: (engine, ending) => report.end(about, engine, ending),
  });
}

/** Those that are asked for: by name, which several may share, else by number; all when none is named. */
export function selected(questions: readonly FileQuestion[], wanted: readonly string[], file: string): FileQuestion[] {
  if (wanted.length === 0) return [...questions];
  return wanted.flatMap((name) => {
    const byName = questions.filter((q) => q.names.includes(name));
    if (byName.length > 0) return byName;
    const byNumber = /^\d+$/.test(name) ? questions[Number(name)] : undefined;
    if (byNumber !== undefined) return [byNumber];
    const known = questions.slice(0, MOST_LISTED).map((q) => q.names[0]);
    throw new UsageError(`${file} has no property '${name}' (it has ${known.join(", ") || "none"})`);
  });
}

const MOST_LISTED = 20;
