import { InternalError, type Outcome } from "../evidence/outcome.js";
import type { Told } from "../evidence/verdict.js";
import { Stopped } from "../limits/stopped.js";
import type { Design } from "../model/property.js";
import type { CheckJson, NotBegunJson } from "../present/json.js";
import type { Radix } from "../present/radix.js";
import { refinementText } from "../present/refinement-tree.js";
import type { Row } from "../present/table.js";
import { forJson } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import { type Answered, answeredOf } from "./answered.js";
import { isColoured } from "./colours.js";
import { EXIT } from "./exit.js";
import { type ShowLimits, shownAnswer } from "./long-answers.js";

/** Each answer as text, one after the other. */
export function formatter(
  flags: {
    readonly json?: boolean;
    readonly nusmv?: boolean;
    readonly tree?: boolean;
    readonly why?: boolean;
    readonly pattern?: readonly string[];
    readonly radix?: Radix;
    readonly signals?: readonly string[];
    readonly all?: boolean;
  },
  limits: ShowLimits,
): (answered: Answered) => Promise<string> {
  let traces = 0;
  const remarked = new Set<Design>();
  return async (answered) => {
    const { circuit, outcome } = answered;
    const how = {
      why: flags.why === true,
      // What a pattern stands for is long: the words say it.
      echo: flags.pattern !== undefined,
      all: flags.all === true,
      ...(flags.signals && { signals: flags.signals }),
      ...(flags.radix && { radix: flags.radix }),
    };
    if (flags.json) return shownAnswer(answered, { as: "json", ...how }, limits);
    if (outcome.verdict.answer === "fails") traces++;
    const form = flags.nusmv
      ? ({ as: "nusmv", number: traces } as const)
      : ({ as: "text", isColoured, ...how } as const);
    const isSaid = circuit !== null && remarked.has(circuit.design);
    if (circuit?.outcome.vacuity && circuit.outcome.vacuity.remarks.length > 0) remarked.add(circuit.design);
    const once = isSaid ? answeredOf({ ...circuit, outcome: withoutRemarks(circuit.outcome) }) : answered;
    const text = await shownAnswer(once, form, limits);
    return flags.tree ? text + treeOf(outcome) : text;
  };
}

/** What is strange about a model is said once. */
const withoutRemarks = ({ vacuity, ...outcome }: Outcome): Outcome =>
  vacuity === undefined ? outcome : { ...outcome, vacuity: { ...vacuity, remarks: [] } };

function treeOf({ verdict }: Outcome<Told>): string {
  const tree = verdict.answer === "unknown" ? undefined : verdict.refinement;
  return tree === undefined ? "no refinement tree: dnc and dnc-sharp make one\n" : refinementText(tree);
}

export function rowOf({ file, property, answer, outcome }: Answered): Row {
  const { verdict, evidence, engine, seconds } = outcome;
  const reason = verdict.answer === "unknown" ? verdict.reason : null;
  const isVacuous = outcome.vacuity?.answer === "vacuous";
  return { file, property, answer, reason, evidence, engine, seconds, isVacuous };
}

/** What went wrong with a file while others could be checked. */
export type Problem = NonNullable<CheckJson["problems"]>[number] & { readonly status: number };

export interface Trouble {
  readonly problems: Problem[];
  readonly notBegun: NotBegunJson[];
  readonly hasOthers: boolean;
}

/** The trouble with one of several files does not keep the others from being checked, nor what is known from being shown. */
export async function orTrouble<T>(
  file: string,
  { problems, notBegun, hasOthers }: Trouble,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (e) {
    if (!hasOthers) throw e;
    if (e instanceof Stopped && e.reason === "cancelled") {
      notBegun.push({ file });
      return null;
    }
    if (e instanceof InputError) problems.push({ file, code: e.code, message: e.message, status: EXIT.input });
    else if (e instanceof Stopped) {
      problems.push({ file, code: `stopped-${e.reason}`, message: e.message, status: EXIT.unknown });
    } else if (e instanceof InternalError) {
      const message = `internal error: ${e.message}`;
      problems.push({ file, code: "internal-error", message, status: EXIT.internal });
    } else throw e;
    process.stderr.write(`${problems.at(-1)!.message}\n`);
    return null;
  }
}

/** The document by schema/check.schema.json, with the texts of answers, which may be long, as they are. */
export function documentText(results: readonly string[], { complete, ...rest }: Omit<CheckJson, "results">): string {
  const all = results.map((text) => text.replace(/^/gm, "  ")).join(",\n");
  const end = forJson(rest, 1).slice(1); // after its brace
  return `{\n "complete": ${complete},\n "results": [${all && `\n${all}\n `}]${end === "}" ? "\n}" : `,${end}`}\n`;
}
