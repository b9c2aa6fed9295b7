import { OptionError } from "../engines/options.js";
import { InternalError } from "../evidence/outcome.js";
import { formulasOf, type Question } from "../loading/load.js";
import type { LoadedSystem } from "../loading/load-systems.js";
import { inModelFile } from "../loading/model-file-error.js";
import { loadKernels } from "../node/kernels.js";
import { spawnThread } from "../node/threads.js";
import {
  type Counterexample,
  checkProgram,
  type SystemCheckOptions,
  type SystemResult,
  systemResultText,
} from "../portfolio/check-system.js";
import { type ResultJson, vacuityJson } from "../present/json.js";
import type { Colours } from "../present/outcome.js";
import type { Row } from "../present/table.js";
import type { NamedQuestion } from "../program/system.js";
import { valueText } from "../program/values.js";
import { forTerminal } from "../text/escape.js";
import { recordOf } from "../text/record.js";
import type { Report } from "./event-log.js";
import { keepingBoth } from "./evidence-files.js";
import { UsageError } from "./exit.js";

/** A question about a system of a file, and its answer. */
export interface AnsweredSystem {
  readonly file: string;
  readonly property: string;
  readonly result: SystemResult;
}

/** The systems that a file exports; questions that are asked instead of theirs; the names of properties that are wanted, if not all. */
interface AskedSystems {
  readonly file: string;
  readonly systems: readonly LoadedSystem[];
  readonly questions: readonly Question[];
  readonly wanted: readonly string[];
}

/** Checks properties of systems, one after the other. Those that are not begun when the signal comes have no result. */
export async function* checkSystems(
  asked: AskedSystems,
  limits: SystemCheckOptions,
  report: Report,
): AsyncGenerator<AnsweredSystem | { readonly property: string; readonly result: null }> {
  const { file, systems } = asked;
  const host = { spawn: spawnThread, kernels: await loadKernels() };
  for (const { system, question, name } of selected(asked)) {
    const { logic, formula } = question;
    const property = systems.length > 1 ? `${system.name}: ${name}` : name;
    if (limits.signal?.aborted) {
      yield { property, result: null };
      continue;
    }
    const about = { file, property };
    try {
      const result = await keepingBoth({ file }, () =>
        checkProgram(
          system,
          logic === "ltl" ? { ltl: formula } : { ctl: formula },
          {
            ...limits,
            host,
            onEvent: (engine, event) => report.event(about, engine, event),
            onPause: (engine) => report.pause(about, engine),
            onEnd: (engine, ending) => report.end(about, engine, ending),
          },
          system.search,
        ),
      );
      yield { file, property, result };
    } catch (e) {
      throw e instanceof InternalError || e instanceof OptionError ? e : inModelFile(e, file);
    }
  }
}

export const systemText = ({ file, property, result }: AnsweredSystem, colours: Colours): string =>
  systemResultText(`${forTerminal(file)}: ${forTerminal(property)}`, result, colours);

export function systemRow({ file, property, result }: AnsweredSystem): Row {
  const { answer, reason, evidence, engine, seconds, vacuity } = result;
  return { file, property, answer, reason, evidence, engine, seconds, isVacuous: vacuity?.answer === "vacuous" };
}

export function systemJson({ file, property, result }: AnsweredSystem): ResultJson {
  const { answer, engine, seconds, stats, evidence, reason, detail, counterexample, notes, vacuity } = result;
  return {
    file,
    property,
    answer,
    engine,
    seconds: Math.round(seconds * 1e4) / 1e4,
    stats,
    evidence,
    ...(reason !== null && { reason }),
    ...((reason !== null || detail !== "") && { detail }),
    ...(counterexample !== null && { witness: witnessOf(counterexample) }),
    ...(notes.length > 0 && { notes }),
    ...(vacuity !== undefined && { vacuity: vacuityJson(vacuity, witnessOf) }),
  };
}

/** Elements of arrays are signals of their own. */
function witnessOf({ loop, states, steps, fairness, breach }: Counterexample): NonNullable<ResultJson["witness"]> {
  const flat = states.map((state) =>
    recordOf(Object.entries(state).flatMap(([name, value]) => flattened(name, value))),
  );
  const conditions = fairness.length > 0 && { conditions: fairness };
  const broken = breach !== null && { breach: { step: breach.state, text: breach.text } };
  return { ...(loop !== null && { loop }), steps: flat, moves: steps, ...conditions, ...broken };
}

/** Elements and fields by their own names; sets, maps and messages as a whole. */
function flattened(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((part, i) => flattened(`${name}[${i}]`, part));
  if (typeof value !== "object" || value === null || value instanceof Set || value instanceof Map)
    return [[name, valueText(value)]];
  return Object.entries(value).flatMap(([field, part]) => flattened(`${name}.${field}`, part));
}

interface Selected {
  readonly system: LoadedSystem;
  readonly question: Pick<NamedQuestion, "logic" | "formula">;
  readonly name: string;
}

function selected({ file, systems, questions, wanted }: AskedSystems): Selected[] {
  const all = systems.flatMap((system) => {
    const asked = questions.flatMap((q) => formulasOf(q, system));
    return (asked.length > 0 ? asked : system.properties).map((question) => ({
      system,
      question,
      name: question.name,
    }));
  });
  if (wanted.length === 0) return all;
  return wanted.flatMap((name) => {
    const byName = all.filter((s) => s.name === name || `${s.system.name}: ${s.name}` === name);
    const byNumber = /^\d+$/.test(name) ? all.slice(Number(name), Number(name) + 1) : [];
    const found = byName.length > 0 ? byName : byNumber;
    if (found.length > 0) return found;
    throw new UsageError(`${file} has no property '${name}' (it has ${all.map((s) => s.name).join(", ") || "none"})`);
  });
}
