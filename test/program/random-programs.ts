import { Random } from "../../src/logic/random.js";
import type { Action } from "../../src/program/action.js";
import { array, channel, type Domain, isScalar, mapOf, option, record, setOf } from "../../src/program/compound.js";
import { type AnyScalar, allCodes, bool, int, oneOf } from "../../src/program/domain.js";
import type { StepSpec, Variables } from "../../src/program/process-spec.js";
import type { Deadlock, ProcessFairness } from "../../src/program/program.js";
import type { IntVar } from "../../src/program/scalar-variable.js";
import {
  atomic,
  branch,
  either,
  eitherOf,
  fairly,
  goto,
  label,
  loop,
  type Statement,
  skip,
  unfair,
  waitFor,
  whileDo,
} from "../../src/program/statement.js";
import { System } from "../../src/program/system.js";
import { onTrial } from "../../src/program/unused.js";
import { recordOf } from "../../src/text/record.js";
import { COLOURS, RandomTerms } from "./random-terms.js";

/** What a random program may have. Everything when absent. */
export interface ProgramShape {
  /** Values that leave their domains, and indices out of bounds. */
  readonly mistakes?: boolean;
  readonly strong?: boolean;
  readonly deadlock?: Deadlock;
}

/** A small program of expressions: every kind of variable, expression, choice, statement, fairness and deadlock occurs. */
export function randomProgram(seed: number, shape: ProgramShape = {}): System {
  // Alternatives are made, and one is picked: what is not used is no mistake.
  return onTrial(() => new Maker(new Random(seed), shape).make());
}

class Maker {
  constructor(
    private readonly random: Random,
    private readonly shape: ProgramShape,
  ) {}

  make(): System {
    const deadlock = this.shape.deadlock ?? this.pick(["error", "stutter", "end"] as const);
    const domains: Record<string, Domain> = {};
    const variables = 2 + this.below(2);
    // More than a word: elements of one array, and fields, lie in different ones.
    if (this.below(3) === 0) domains.wide = array(5, int(0, 100));
    for (let i = 0; i < variables; i++) domains[`v${i}`] = this.started(this.domain());
    const stopping = this.pick(["allowed", "never"] as const);
    const system = new System("random", domains, { deadlock, stopping });
    const about: unknown[] = Object.values(system.vars);
    if (this.below(5) < 2) about.push(...this.sequential(system, about));
    const terms = this.terms(about);
    const processes = 1 + this.below(2);
    if (this.below(6) === 0) this.family(system, about);
    for (let p = 0; p < processes; p++) {
      const fair = this.below(5) < 2 ? undefined : this.fairness();
      const steps: Record<string, StepSpec<Variables>> = {};
      const count = 1 + this.below(3);
      for (let k = 0; k < count; k++) steps[`s${k}`] = this.step(terms);
      system.process(`p${p}`, fair === undefined ? {} : { fair }, steps);
    }
    if (this.below(5) === 0) {
      const names = system.processes.flatMap((p) => p.steps.map((s) => `${p.name}.${s.written}`));
      const kind = this.fairness();
      const steps = terms.some([...new Set(names)]);
      if (steps.length > 0) system.fairTogether("group", kind, steps);
    }
    const conditions = this.below(2);
    for (let c = 0; c < conditions; c++)
      system.fair(
        `c${c}`,
        terms.safe(() => terms.bool(2)),
      );
    for (const name of ["a", "b"])
      system.proposition(
        name,
        terms.safe(() => terms.bool(2)),
      );
    return system;
  }

  private terms(about: readonly unknown[]): RandomTerms {
    return new RandomTerms(this.random, this.shape.mistakes !== false, about);
  }

  /** One or two processes with a small text of every kind of statement. What others can see of them. */
  private sequential(system: System, about: readonly unknown[]): unknown[] {
    const fair = this.pick([undefined, "weak", "strong"] as const);
    const count = 1 + this.below(2);
    // The text is said twice: both times by the same random numbers.
    const seed = this.below(2 ** 30);
    const family = system.family(
      "q",
      { count, ...(fair && this.shape.strong !== false ? { fair } : {}), locals: { l: int(0, 1) } },
      (me) => {
        const maker = new Maker(new Random(seed), this.shape);
        const terms = maker.terms([...about, me.l]);
        return [label("first", skip()), ...new Text(terms, me.l, () => maker.fairness()).statements(2)];
      },
    );
    return [family.at(count - 1).l, family.at(0).isAt("first")];
  }

  /** Processes with variables of their own, and steps by name. */
  private family(system: System, about: readonly unknown[]): void {
    const fair = this.fairness();
    // Steps are said twice: both times by the same random numbers.
    const seed = this.below(2 ** 30);
    system.family("r", { count: 1 + this.below(2), fair, locals: { l: this.small() } }, (me) => {
      const maker = new Maker(new Random(seed), this.shape);
      const terms = maker.terms([me.l, ...about]);
      return { go: { ...maker.step(terms), when: terms.bool(1) } };
    });
  }

  private fairness(): ProcessFairness {
    return this.pick(["weak", this.shape.strong === false ? "weak" : "strong", "unconditional"] as const);
  }

  private scalar(): AnyScalar {
    switch (this.below(3)) {
      case 0:
        return this.pick([bool, bool.init(true), bool.free()]);
      case 1: {
        const low = this.below(5) - 2;
        const domain = int(low, low + this.below(4));
        return this.pick([domain, domain.free(), domain.init(domain.high), domain.init(domain.low, domain.high)]);
      }
      default: {
        const domain = this.pick([oneOf(...COLOURS), oneOf("blue", "red", "green")]);
        return this.pick([domain, domain.free(), domain.init("green"), domain.init("red", "blue")]);
      }
    }
  }

  private domain(): Domain {
    if (this.below(2) > 0) return this.scalar();
    switch (this.below(10)) {
      case 0:
        return record({ x: this.small(), y: this.part() });
      case 1:
        return option(this.part(false));
      case 2:
        return setOf(this.small());
      case 3:
        return mapOf(this.small(), this.below(3) === 0 ? record({ x: bool, y: this.small() }) : this.small());
      case 4:
      case 5:
        return this.channel(1 + this.below(2));
      case 6:
        return array(2, record({ x: this.small(), y: array(2, bool) }));
      case 7:
        return array(2, this.pick([this.channel(1), option(this.small()), array(2, this.small())]));
      case 8:
        return record({ x: this.channel(1), y: setOf(bool) });
      default:
        return array(1 + this.below(3), this.scalar());
    }
  }

  /** The domain, perhaps with something else to start with. */
  private started(domain: Domain): Domain {
    if (this.below(3) > 0) return domain;
    switch (domain.kind) {
      case "array":
        return this.below(4) === 0 && isScalar(domain.of) ? domain.free() : domain.starting(this.startOf(domain));
      case "record":
      case "option":
      case "set":
      case "map":
        return domain.starting(this.startOf(domain));
      case "channel":
        return domain.starting(Array.from({ length: this.below(domain.capacity + 1) }, () => this.startOf(domain.of)));
      default:
        return domain;
    }
  }

  /** A value to start with. */
  private startOf(domain: Domain): unknown {
    switch (domain.kind) {
      case "record":
        return recordOf(Object.entries(domain.fields).map(([name, of]) => [name, this.startOf(of)]));
      case "array":
        return Array.from({ length: domain.length }, () => this.startOf(domain.of));
      case "option":
        return this.below(3) === 0 ? null : this.startOf(domain.of);
      case "set":
        return allCodes(domain.of).flatMap((code) => (this.below(2) === 0 ? [domain.of.decode(code)] : []));
      case "map":
        return allCodes(domain.key).map((code) => [domain.key.decode(code), this.startOf(domain.of)]);
      case "channel":
        return [];
      default:
        return domain.decode(this.pick(allCodes(domain)));
    }
  }

  private small(): AnyScalar {
    return this.pick([bool, int(0, 2), oneOf(...COLOURS), int(-1, 0)]);
  }

  /** Something that may have parts, but not many. */
  private part(mayBeNone = true): Domain {
    return this.pick<Domain>([
      this.small(),
      this.small(),
      record({ x: bool, y: this.small() }),
      mayBeNone ? option(this.small()) : array(1, this.small()),
      array(2, bool),
      setOf(bool),
    ]);
  }

  private channel(capacity: number): Domain {
    return channel(capacity, this.part(), {
      order: this.pick(["fifo", "bag"] as const),
      lossy: this.below(3) === 0,
      duplicating: this.below(3) === 0,
    });
  }

  private step(terms: RandomTerms): StepSpec<Variables> {
    terms.isAlone = this.below(4) === 0;
    const written = terms.isAlone ? [terms.pick(terms.variables)] : terms.some(terms.variables);
    const assignments = written.flatMap((variable) => terms.assignment(variable));
    const fair = this.below(6) === 0 ? { fair: this.pick([this.fairness(), "none"] as const) } : {};
    if (this.below(5) === 0) return { ...fair, do: assignments };
    return { ...fair, when: terms.bool(2), do: assignments };
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  private below(limit: number): number {
    return this.random.below(limit);
  }
}

/** What a sequential process does. */
class Text {
  /** Those that are complete, and can be gone to. */
  private readonly labels: string[] = ["first"];

  constructor(
    private readonly terms: RandomTerms,
    private readonly local: IntVar,
    private readonly fairness: () => ProcessFairness,
  ) {
    terms.isAlone = true;
  }

  statements(depth: number): Statement[] {
    return Array.from({ length: 1 + this.terms.below(2) }, () => this.statement(depth));
  }

  private statement(depth: number): Statement {
    const { terms, local } = this;
    const inner = () => (depth === 0 ? [this.simple()] : this.statements(depth - 1));
    switch (terms.below(13)) {
      case 0:
        return branch(terms.bool(1), inner(), terms.below(2) === 0 ? [] : inner());
      case 1:
        return whileDo(terms.bool(1), ...inner());
      case 2:
        return either(this.simple(), inner());
      case 3:
        return this.atomic();
      case 4:
        return loop(...inner());
      case 5:
        return waitFor(terms.bool(1), local.set(0));
      case 6:
        return unfair(this.simple());
      case 7:
        return fairly(this.fairness(), this.simple());
      case 8:
        return eitherOf(2, (k) => [local.set(k), ...inner()]);
      case 9: {
        const name = `m${this.labels.length}${depth}`;
        const body = inner();
        if (this.labels.includes(name)) return skip();
        this.labels.push(name);
        return label(name, ...body);
      }
      case 10:
        return goto(terms.pick(this.labels));
      default:
        return this.simple();
    }
  }

  /** Each sees what those before it did. */
  private atomic(): Statement {
    const { terms, local } = this;
    terms.hasAny = false;
    const toggled = local.set(local.plus(1).mod(2));
    const middle = terms.pick<() => Statement>([
      () => toggled,
      () => branch(terms.bool(1), [toggled], [this.simple()]),
      () => either(toggled, this.simple()),
      () => waitFor(terms.bool(1), toggled),
      () =>
        atomic(
          toggled,
          eitherOf(2, (k) => local.set(k)),
        ),
    ]);
    const made = atomic(this.simple(), middle(), this.simple());
    terms.hasAny = true;
    return made;
  }

  private simple(): Action {
    const [action] = this.terms.assignment(this.terms.pick(this.terms.variables));
    return action ?? this.local.set(this.terms.int(1).mod(2));
  }
}
