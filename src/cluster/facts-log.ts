import type { Fact, PackedRemoval, StepRule } from "../model/fact.js";
import type { Database } from "./database.js";
import type { Hash } from "./hash.js";
import { among, Damaged, list, parsed, record, text, whole } from "./shape.js";

/** More than this is not worth keeping: whoever takes a fact proves it again. */
const MOST_LINES = 20_000;
const LONGEST_LINE = 1_000_000;
const MOST_LITERAL = 2 ** 30;
const RULES: readonly StepRule[] = ["reach", "split", "no-start", "no-end"];

/**
 * What attempts at a question found out, in the order in which it became known: whoever goes on from there reads it from the
 * start. Nothing in it is believed. Bounds are not kept, since what they say cannot be shown again by whoever reads them.
 */
export class FactsLog {
  /** Lines that were read. */
  private position = 0;
  /** Lines of our own, which come back when others' are read. */
  private readonly own = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly question: Hash,
  ) {}

  async append(facts: readonly Fact[]): Promise<void> {
    const lines = facts.filter(canBeShown).map((fact) => JSON.stringify(fact));
    const short = lines.filter((line) => line.length <= LONGEST_LINE && !this.own.has(line));
    for (const line of short) this.own.add(line);
    if (short.length > 0) await this.database.append(this.name, short, MOST_LINES);
  }

  /** What others told since the last call. Lines that are damaged are passed over. */
  async news(): Promise<readonly Fact[]> {
    const lines = await this.database.linesFrom(this.name, this.position);
    this.position += lines.length;
    return lines.filter((line) => !this.own.has(line)).flatMap((line) => readable(line));
  }

  private get name(): string {
    return `facts:${this.question}`;
  }
}

const canBeShown = ({ kind }: Fact): boolean => kind === "invariant" || kind === "step" || kind === "refuted";

function readable(line: string): readonly Fact[] {
  try {
    return [readFact(parsed(line, "a fact"))];
  } catch (e) {
    if (e instanceof Damaged) return [];
    throw e;
  }
}

/** A fact in the form that engines exchange. Whether it is true is for whoever takes it to find out. */
export function readFact(given: unknown): Fact {
  const fields = record(given, "a fact");
  const kind = among(fields.kind, ["invariant", "step", "refuted"], "the kind of a fact");
  const about = text(fields.about, "what a fact is about");
  if (kind === "invariant") return { kind, about, clauses: list(fields.clauses, "clauses of a fact").map(literals) };
  if (kind === "refuted")
    return { kind, about, set: literals(fields.set), removed: list(fields.removed, "removals").map(removalFrom) };
  return { kind, about, rule: among(fields.rule, RULES, "the rule of a fact"), predicate: literals(fields.predicate) };
}

const literals = (numbers: unknown): number[] =>
  list(numbers, "literals of a fact").map((l) => whole(l, "a literal of a fact", 0, MOST_LITERAL));

function removalFrom(given: unknown): PackedRemoval {
  const fields = record(given, "a removal");
  const operator = among(fields.operator, ["EU", "EX", "ES", "EY"], "an operator");
  const condition =
    operator === "EX" || operator === "EY" ? -1 : whole(fields.condition, "a condition", 0, MOST_LITERAL);
  return { operator, condition, states: literals(fields.states) };
}
