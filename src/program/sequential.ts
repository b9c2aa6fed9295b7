import { didYouMean, suggest } from "../model/suggest.js";
import { Action, type Branch, NOTHING, possible } from "./action.js";
import { show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { CallPlace, FilePlace } from "./place.js";
import type { ProcessFairness } from "./program.js";
import { inSequence } from "./sequence.js";
import { Control, DONE, type Statement } from "./statement.js";
import type { Term } from "./term.js";

/** The steps of a sequential process, between places in its text. */
export interface Compiled {
  /** The names of all places where the process can be; it starts at the first. */
  readonly locations: readonly string[];
  /** Names of the author's, and the place that each stands for. */
  readonly labels: ReadonlyMap<string, number>;
  readonly steps: readonly CompiledStep[];
}

export interface CompiledStep {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly branches: readonly Branch[];
  readonly fairness: ProcessFairness | "none" | null;
  readonly place: FilePlace | null;
}

/** Where control can be. */
interface Location {
  name: string | null;
  readonly edges: Edge[];
  /** Offers what these offer: the first statements of several ways. */
  readonly joins: Location[];
  /** It is the same place as another one: the start of a loop, or a label that is gone to. */
  same: Location | null;
  readonly line: string;
}

interface Edge {
  name: string;
  /** Which statement it is of: two may be written in one place, by a function. */
  readonly statement: number;
  readonly branches: readonly Branch[];
  readonly to: Location;
  readonly fairness: ProcessFairness | "none" | null;
  readonly place: FilePlace | null;
}

export function compileSequence(statements: readonly Statement[]): Compiled {
  return new Compiler().compile(statements);
}

type Fairness = ProcessFairness | "none" | null;

class Compiler {
  private readonly made: Location[] = [];
  private readonly labels = new Map<string, Location>();
  private readonly jumps: { readonly from: Location; readonly label: string; readonly place: CallPlace }[] = [];
  private unknownLines = 0;
  private statements = 0;

  compile(statements: readonly Statement[]): Compiled {
    const done = this.location(null, DONE);
    done.name = DONE;
    const start = this.sequence(statements, done, null);
    for (const { from, label, place } of this.jumps) {
      const to = this.labels.get(label);
      if (to === undefined)
        throw at(place, `there is no label '${label}'${didYouMean(suggest(label, [...this.labels.keys()]))}`);
      from.same = to;
    }
    return this.numbered(resolved(start));
  }

  private sequence(statements: readonly Statement[], follow: Location, fairness: Fairness): Location {
    return statements.reduceRight((next, statement) => this.statement(statement, next, fairness), follow);
  }

  /** Where the statement begins, if control goes on at `next`. */
  private statement(statement: Statement, next: Location, fairness: Fairness): Location {
    if (statement instanceof Action) return this.simple(statement.branches, statement.place, next, fairness);
    if (!(statement instanceof Control)) throw noStatement(statement);
    const { what, place } = statement;
    switch (what.kind) {
      case "label":
        return this.labelled(what.name, what.body, next, fairness, place);
      case "fair":
        return this.sequence(what.body, next, what.fairness);
      case "atomic":
        return this.simple(atomicBranches(what.body, place), place, next, fairness);
      case "loop": {
        const start = this.location(place);
        const body = this.sequence(what.body, start, fairness);
        if (body === start) throw at(place, "a loop needs a statement");
        start.same = body;
        return body;
      }
      case "while": {
        const start = this.location(place);
        const body = this.sequence(what.body, start, fairness);
        this.test(start, what.condition, { yes: body, no: next }, fairness, place);
        return start;
      }
      case "if": {
        const start = this.location(place);
        const [yes, no] = [this.sequence(what.yes, next, fairness), this.sequence(what.no, next, fairness)];
        this.test(start, what.condition, { yes, no }, fairness, place);
        return start;
      }
      case "either": {
        const start = this.location(place);
        start.joins.push(...what.ways.map((way) => this.sequence(way, next, fairness)));
        return start;
      }
      case "goto": {
        const from = this.location(place);
        this.jumps.push({ from, label: what.label, place });
        return from;
      }
    }
  }

  private simple(branches: readonly Branch[], place: CallPlace, next: Location, fairness: Fairness): Location {
    const start = this.location(place);
    start.edges.push({
      name: start.line,
      statement: ++this.statements,
      branches,
      to: next,
      fairness,
      place: place.get(),
    });
    return start;
  }

  private test(
    start: Location,
    condition: Term,
    to: { yes: Location; no: Location },
    fairness: Fairness,
    place: CallPlace,
  ) {
    const statement = ++this.statements;
    const edge = (choice: string, required: Term, to: Location): Edge => ({
      name: start.line,
      statement,
      branches: possible([{ ...NOTHING, choices: [choice], requires: [required] }]),
      to,
      fairness,
      place: place.get(),
    });
    start.edges.push(edge("true", condition, to.yes), edge("false", { op: "not", arg: condition }, to.no));
  }

  private labelled(name: string, body: readonly Statement[], next: Location, fairness: Fairness, place: CallPlace) {
    const start = this.sequence(body, next, fairness);
    if (this.labels.has(name)) throw at(place, `there are two labels '${name}'`);
    this.labels.set(name, start);
    start.name ??= name;
    for (const edge of start.edges) edge.name = name;
    return start;
  }

  private location(place: CallPlace | null, line = this.lineOf(place)): Location {
    const made = { name: null, edges: [], joins: [], same: null, line };
    this.made.push(made);
    return made;
  }

  private lineOf(place: CallPlace | null): string {
    const known = place?.get() ?? null;
    return known === null ? `s${++this.unknownLines}` : `L${known.line}`;
  }

  /** All places where statements are, with numbers and names: first those that control can reach, then what is after a loop. */
  private numbered(start: Location): Compiled {
    const found: Location[] = [];
    const edges = new Map<Location, readonly Edge[]>();
    const offered = new Set<Edge>();
    for (const from of [start, ...this.made]) {
      const isDead = edgesOf(from).some((edge) => !offered.has(edge));
      if (found.length > 0 && !isDead) continue;
      const next = [resolved(from)];
      for (const location of next) {
        if (edges.has(location)) continue;
        const own = edgesOf(location);
        found.push(location);
        edges.set(location, own);
        for (const edge of own) offered.add(edge);
        next.push(...own.map(({ to }) => resolved(to)));
      }
    }
    const locations = distinctNames(found.map(({ name, line }) => name ?? line));
    const all = found.flatMap((location, from) =>
      edges.get(location)!.map((edge) => ({ ...edge, from, to: found.indexOf(resolved(edge.to)) })),
    );
    // The two tests of one `if` share a name.
    const names = new Map<string, number>();
    const steps = all.map(({ name, from, statement, ...rest }): CompiledStep => {
      const key = `${name} ${from} ${statement}`;
      if (!names.has(key)) names.set(key, [...names.keys()].filter((k) => k.startsWith(`${name} `)).length);
      const copies = names.get(key)!;
      return { ...rest, from, name: copies === 0 ? name : `${name}.${copies + 1}` };
    });
    const labels = [...this.labels].map(([name, location]) => [name, found.indexOf(resolved(location))] as const);
    return { locations, labels: new Map(labels.filter(([, k]) => k >= 0)), steps };
  }
}

function resolved(location: Location): Location {
  let at = location;
  for (let turns = 0; at.same !== null; at = at.same)
    if (++turns > 10_000) throw new ModelError("model-step", "a jump leads back to itself without a statement");
  return at;
}

function edgesOf(location: Location, seen: readonly Location[] = []): Edge[] {
  const own = resolved(location);
  if (seen.includes(own)) return [];
  return [...own.edges, ...own.joins.flatMap((join) => edgesOf(join, [...seen, own]))];
}

function distinctNames(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((n) => n === name).length;
    return before === 0 ? name : `${name}.${before + 1}`;
  });
}

/** All ways through statements that are one step. */
function atomicBranches(body: readonly Statement[], place: CallPlace): Branch[] {
  return body.reduce<Branch[]>(
    (before, statement) => possible(before.flatMap((b) => waysOf(statement, place).map((way) => inSequence(b, way)))),
    [NOTHING],
  );
}

function waysOf(statement: Statement, place: CallPlace): readonly Branch[] {
  if (statement instanceof Action) return statement.branches;
  if (!(statement instanceof Control)) throw noStatement(statement);
  const { what } = statement;
  switch (what.kind) {
    case "atomic":
      return atomicBranches(what.body, place);
    case "either":
      return what.ways.flatMap((way, i) => chosen(`way ${i + 1}`, null, atomicBranches(way, place)));
    case "if":
      return [
        ...chosen("true", what.condition, atomicBranches(what.yes, place)),
        ...chosen("false", { op: "not", arg: what.condition }, atomicBranches(what.no, place)),
      ];
    default:
      throw at(statement.place, `what is atomic has no ${what.kind}`);
  }
}

const chosen = (choice: string, required: Term | null, branches: readonly Branch[]): Branch[] =>
  branches.map((b) => ({
    ...b,
    choices: [choice, ...b.choices],
    requires: required === null ? b.requires : [required, ...b.requires],
  }));

const noStatement = (given: unknown): ModelError =>
  new ModelError(
    "model-step",
    `expected a statement (what a variable does, loop, either, waitFor, …), not ${show(given)}`,
  );

const at = (place: CallPlace, problem: string): ModelError =>
  new ModelError("model-step", problem).writtenAt(place.get());
