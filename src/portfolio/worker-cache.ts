import type { Limits } from "../limits/stopped.js";
import { isConstant, type Model } from "../model/model.js";
import { type Design, literalsOf, type Property } from "../model/property.js";
import type { Sessions } from "../model/sessions.js";
import {
  type Prepared,
  prepare,
  type SharedModel,
  type SharingProperty,
  type Unsupported,
} from "../solving/prepare.js";
import { type PackedDesign, unpackDesign } from "./transport.js";

/**
 * What a worker has at hand from its last job. A job that asks the same engine about the same model goes on from there. Any
 * other one, such as what an answer is worth, has it put aside, until something else is left.
 */
export class WorkerCache implements Sessions, Disposable {
  private at: Desk | null = null;
  private aside: Desk | null = null;

  /** The design of a job, with the model of the last one where that is the same. */
  designOf(engine: string, design: PackedDesign): Design {
    const desk = this.deskFor(engine, design);
    desk.expect(design.properties.filter((p) => p.kind === "ctl" || p.kind === "bad"));
    return { ...design, model: desk.model };
  }

  /** As `prepare`, for a design of `designOf`: where an engine left something, it is asked about the same model again. */
  prepare(model: Model, property: Property, shouldStop: Limits["shouldStop"]): Prepared | Unsupported {
    return this.at?.model === model ? this.at.prepare(property, shouldStop) : prepare(model, property, shouldStop);
  }

  take(about: Model): Disposable | null {
    return this.at?.take(about) ?? null;
  }

  put(about: Model, thing: Disposable): void {
    if (this.at === null) thing[Symbol.dispose]();
    else this.at.put(about, thing);
  }

  [Symbol.dispose](): void {
    this.at?.forget();
    this.aside?.forget();
  }

  private deskFor(engine: string, design: PackedDesign): Desk {
    const { at, aside } = this;
    if (at?.isFor(engine, design.key)) return at;
    if (at?.hasLeft) {
      if (!aside?.isFor(engine, design.key)) aside?.forget();
      this.aside = at;
    }
    this.at = aside?.isFor(engine, design.key) ? aside : new Desk(engine, design.key, unpackDesign(design).model);
    if (this.at === this.aside) this.aside = null;
    return this.at;
  }
}

/** One engine's work on one model. */
class Desk {
  /** How the model was prepared for the job that runs. */
  private prepared: SharedModel | null = null;
  private left: Left | null = null;
  private properties: readonly SharingProperty[] = [];
  /** A model for all properties is tried once. */
  private together = true;

  constructor(
    private readonly engine: string,
    private readonly key: number,
    readonly model: Model,
  ) {}

  isFor(engine: string, key: number): boolean {
    return engine === this.engine && key === this.key;
  }

  get hasLeft(): boolean {
    return this.left !== null;
  }

  /** What was prepared has no place for what properties read that were not known then: of the same model, others may be asked. */
  expect(properties: readonly SharingProperty[]): void {
    const known = new Set(this.properties.flatMap(literalsOf));
    if (properties.flatMap(literalsOf).every((l) => isConstant(l) || known.has(l))) return;
    this.forget();
    this.properties = properties;
    this.together = true;
  }

  prepare(property: Property, shouldStop: Limits["shouldStop"]): Prepared | Unsupported {
    const before = this.left?.prepared ?? null;
    const { model, properties, together } = this;
    const prepared = prepare(model, property, shouldStop, { properties, before, together });
    this.prepared = ("shared" in prepared && prepared.shared) || null;
    if (this.prepared?.isForAll) this.together = this.prepared.cone === before?.cone;
    return prepared;
  }

  take(about: Model): Disposable | null {
    if (this.left?.about !== about) return null;
    const { thing } = this.left;
    this.left = null;
    return thing;
  }

  /** Of two things the one about more latches is kept: it took longer to make. */
  put(about: Model, thing: Disposable): void {
    if (this.left !== null && this.left.about.latches.length > about.latches.length) {
      thing[Symbol.dispose]();
      return;
    }
    this.left?.thing[Symbol.dispose]();
    this.left = { about, thing, prepared: this.prepared };
  }

  forget(): void {
    this.left?.thing[Symbol.dispose]();
    this.left = null;
  }
}

interface Left {
  readonly about: Model;
  readonly thing: Disposable;
  readonly prepared: SharedModel | null;
}
