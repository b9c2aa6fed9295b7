import { didYouMean, suggest } from "../model/suggest.js";
import { expectText } from "./author-checks.js";
import { ArrayDomain, type Fields, RecordDomain, record } from "./compound.js";
import { EnumDomain, show } from "./domain.js";
import { exactMethods } from "./exact-calls.js";
import { all, BoolExpr, constant, count, type EnumExpr, type IntExpr, some } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { Me } from "./process-spec.js";
import { Ref } from "./ref.js";
import type { Compiled } from "./sequential.js";
import { DONE } from "./statement.js";
import type { Term } from "./term.js";
import { variable } from "./variable.js";

/** All processes of one kind. */
export class Processes<L extends Fields> {
  constructor(private readonly each: readonly Me<L>[]) {}

  get length(): number {
    return this.each.length;
  }

  at(id: number): Me<L> {
    const found = this.each[id];
    if (found === undefined)
      throw new ModelError("model-index", `there is no process ${show(id)}: they are 0 to ${this.length - 1}`);
    return found;
  }

  map<R>(f: (process: Me<L>) => R): R[] {
    return this.each.map(f);
  }

  every(f: (process: Me<L>) => BoolExpr): BoolExpr {
    return all(...this.each.map(f));
  }

  some(f: (process: Me<L>) => BoolExpr): BoolExpr {
    return some(...this.each.map(f));
  }

  /** For how many of them it is true. */
  count(f: (process: Me<L>) => BoolExpr): IntExpr {
    return count(...this.each.map(f));
  }
}

exactMethods(Processes);

/** What the processes of one kind keep for themselves, each for its own: where it is, and its variables. */
export class Family<L extends Fields> {
  constructor(
    private readonly owner: object,
    private readonly name: string,
    /** Null: a process that is alone, without a number. */
    private readonly count: number | null,
    private readonly locals: L | undefined,
  ) {
    for (const local of Object.keys(locals ?? {}))
      if (["id", "isAt", "pc"].includes(local))
        throw new ModelError("model-name", `'${local}' cannot be a variable of process '${name}'`);
    // As fields of a record, which they become: names and domains.
    if (locals !== undefined) record(locals);
  }

  nameOf(id: number): string {
    return this.count === null ? this.name : `${this.name}[${id}]`;
  }

  /** The domain of all that they keep; null for nothing. `places`: where they can be, null when they are nowhere. */
  domain(places: Compiled | null): RecordDomain<Fields> | ArrayDomain<RecordDomain<Fields>> | null {
    const own = this.memberDomain(places);
    return Object.keys(own.fields).length === 0 ? null : this.whole(own);
  }

  /** The processes as their own texts see them, with slots from `first` on. */
  members(places: Compiled | null | "unknown", first: number): Processes<L> {
    const { name } = this;
    const ids = Array.from({ length: this.count ?? 1 }, (_, id) => id);
    return new Processes(
      ids.map((id) => {
        const me: object = variable(this.member(id, places === "unknown" ? null : places, first)) as object;
        Object.defineProperty(me, "id", { value: id, enumerable: true });
        Object.defineProperty(me, "isAt", {
          value: (...labels: readonly string[]) =>
            places === "unknown"
              ? new BoolExpr({ op: "equal", left: constant(id), right: constant(-1) })
              : isAt(name, places, Reflect.get(me, "pc") as EnumExpr<string> | undefined, labels),
        });
        return me as Me<L>;
      }),
    );
  }

  /** Where a process is, with slots from `first` on: its first variable. */
  pc(id: number, places: Compiled, first: number): Ref<EnumDomain<string>> {
    const member = this.member(id, places, first);
    return member.part(member.domain.fields.pc as EnumDomain<string>, 0, ".pc");
  }

  private memberDomain(places: Compiled | null): RecordDomain<Fields> {
    const pc = places === null ? {} : { pc: new EnumDomain(places.locations) };
    return new RecordDomain({ ...pc, ...this.locals });
  }

  private whole(own: RecordDomain<Fields>): RecordDomain<Fields> | ArrayDomain<RecordDomain<Fields>> {
    return this.count === null ? own : new ArrayDomain(own, this.count);
  }

  private member(id: number, places: Compiled | null, first: number): Ref<RecordDomain<Fields>> {
    const own = this.memberDomain(places);
    const ref = Ref.variable(this.owner, this.name, this.whole(own), first);
    return this.count === null ? (ref as Ref<typeof own>) : ref.element(own, this.count, constant(id), 0);
  }
}

/** Processes of one kind have the same text, or none. */
export function commonPlaces(name: string, texts: readonly (Compiled | null)[]): Compiled | null {
  const [first = null] = texts;
  for (const text of texts)
    if (JSON.stringify(text?.locations) !== JSON.stringify(first?.locations))
      throw new ModelError(
        "model-step",
        `the processes '${name}' have different statements: only what these say may differ`,
      );
  return first;
}

function isAt(
  name: string,
  places: Compiled | null,
  pc: EnumExpr<string> | undefined,
  wanted: readonly string[],
): BoolExpr {
  if (places === null || pc === undefined)
    throw new ModelError("model-name", `process '${name}' has steps by name, and no labels to be at`);
  if (wanted.length === 0) throw new ModelError("model-name", "isAt needs a label");
  const { labels, locations } = places;
  const codes = wanted.map((label) => {
    expectText("a label", label);
    const code = labels.get(label) ?? (label === DONE ? locations.indexOf(DONE) : -1);
    if (code >= 0) return code;
    throw new ModelError(
      "model-name",
      `process '${name}' has no label '${label}'${didYouMean(suggest(label, [...labels.keys()]))}`,
    );
  });
  return new BoolExpr({
    op: "or",
    args: codes.map((code): Term => ({ op: "equal", left: pc.term, right: constant(code) })),
  });
}
