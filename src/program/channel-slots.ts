import type { Assignment, Branch } from "./action.js";
import { type ChannelDomain, columnsOf, type Domain } from "./compound.js";
import { constant } from "./expression.js";
import type { Ref } from "./ref.js";
import type { Term } from "./term.js";

/**
 * A channel as it lies in the state: its length, then a place for each message. Places beyond the length are blank, and the
 * messages of a bag are sorted, so that equal contents are equal states; every way to change a channel here keeps that.
 */
export class ChannelSlots<M extends Domain> {
  constructor(private readonly ref: Ref<ChannelDomain<M>>) {}

  get capacity(): number {
    return this.ref.domain.capacity;
  }

  get isBag(): boolean {
    return this.ref.domain.options.order === "bag";
  }

  get length(): Term {
    return this.ref.read()[0]![0]!;
  }

  positions(): number[] {
    return Array.from({ length: this.capacity }, (_, k) => k);
  }

  /** Message `k`, to be read only. */
  message(k: number): Ref<M> {
    return this.ref.element(this.ref.domain.of, this.capacity, constant(k), 1, true);
  }

  /** One message more, where there is room. */
  sent(values: readonly (readonly Term[])[]): Branch {
    const put = this.isBag ? this.inserted(values) : this.place(this.length).write(values);
    return { choices: [], requires: [this.hasRoom()], assignments: [...this.longer(), ...put] };
  }

  /** Message `k` is taken, where there is one: in a bag, where it is the first of its equals, which is as good as any. */
  taken(k: number): Branch {
    const isFirst = k === 0 || !this.isBag ? [] : [this.differs(k)];
    return {
      choices: this.isBag ? [`#${k + 1}`] : [],
      requires: [this.isThere(k), ...isFirst],
      assignments: this.removed(k),
    };
  }

  /** No message is left. */
  cleared(): Branch {
    const blanks = this.positions().flatMap((k) => this.place(constant(k)).write(blankTerms(this.ref.domain.of)));
    return { choices: [], requires: [], assignments: [...this.setLength(constant(0)), ...blanks] };
  }

  /** Message `k` gets lost. */
  lost(k: number): Branch {
    return { choices: [`#${k + 1}`], requires: [this.isThere(k)], assignments: this.removed(k) };
  }

  /** Message `k` is there twice, where there is room: the copy comes right after it. */
  doubled(k: number): Branch {
    // Behind the copy everything moves on; what lies beyond the end stays blank.
    const moved = this.positions()
      .filter((j) => j > k)
      .flatMap((j) => this.place(constant(j)).write(this.place(constant(j - 1)).read()));
    return {
      choices: [`#${k + 1}`],
      requires: [this.isThere(k), this.hasRoom()],
      assignments: [...this.longer(), ...moved],
    };
  }

  private isThere(k: number): Term {
    return { op: "less", left: constant(k), right: this.length };
  }

  private hasRoom(): Term {
    return { op: "less", left: this.length, right: constant(this.capacity) };
  }

  private longer(): Assignment[] {
    return this.setLength({ op: "plus", left: this.length, right: constant(1) });
  }

  private setLength(value: Term): Assignment[] {
    const domain = columnsOf(this.ref.domain)[0]!.domain;
    return this.ref.part(domain, 0, ".length").write([[value]]);
  }

  private place(index: Term): Ref<M> {
    return this.ref.element(this.ref.domain.of, this.capacity, index, 1);
  }

  /** All messages after `k` move up. */
  private removed(k: number): Assignment[] {
    const shorter: Term = { op: "minus", left: this.length, right: constant(1) };
    const moved = this.positions()
      .slice(k)
      .flatMap((j) =>
        this.place(constant(j)).write(
          j + 1 < this.capacity ? this.place(constant(j + 1)).read() : blankTerms(this.ref.domain.of),
        ),
      );
    return [...this.setLength(shorter), ...moved];
  }

  /** Message `k` is another one than that before it. */
  private differs(k: number): Term {
    const [a, b] = [
      this.place(constant(k - 1))
        .read()
        .flat(),
      this.place(constant(k)).read().flat(),
    ];
    return { op: "not", arg: { op: "and", args: a.map((left, i): Term => ({ op: "equal", left, right: b[i]! })) } };
  }

  /** A bag is sorted: what is greater moves down by one. */
  private inserted(values: readonly (readonly Term[])[]): Assignment[] {
    const rank = (terms: readonly (readonly Term[])[]) => rankOf(this.ref.domain.of, terms);
    const own = rank(values);
    /** The message at k is there and comes before the new one, or is equal to it. */
    const stays = (k: number): Term => ({
      op: "and",
      args: [
        this.isThere(k),
        { op: "not", arg: { op: "less", left: own, right: rank(this.place(constant(k)).read()) } },
      ],
    });
    return this.positions().flatMap((k) => {
      const place = this.place(constant(k));
      const old = place.read();
      const before = k === 0 ? null : this.place(constant(k - 1)).read();
      const next = old.map((column, c) =>
        column.map((kept, i): Term => {
          const isNew = values[c]![i]!;
          const pushed: Term =
            before === null ? isNew : { op: "if", condition: stays(k - 1), yes: isNew, no: before[c]![i]! };
          const isBeyond: Term = { op: "less", left: this.length, right: constant(k) };
          const moved: Term = k === 0 ? pushed : { op: "if", condition: isBeyond, yes: kept, no: pushed };
          return { op: "if", condition: stays(k), yes: kept, no: moved };
        }),
      );
      return place.write(next);
    });
  }
}

/** What is in the slots of a value that is not there. */
export const blankTerms = (domain: Domain): Term[][] =>
  columnsOf(domain).map(({ domain: { low }, names }) => names.map(() => constant(low)));

/** A number for each message that orders them. */
function rankOf(domain: Domain, terms: readonly (readonly Term[])[]): Term {
  return columnsOf(domain).reduce<Term>(
    (rank, { domain: { low, high } }, c) =>
      terms[c]!.reduce<Term>(
        (sum, term) => ({
          op: "plus",
          left: { op: "times", left: sum, right: constant(high - low + 1) },
          right: { op: "minus", left: term, right: constant(low) },
        }),
        rank,
      ),
    constant(0),
  );
}
