import type { Limits } from "../limits/stopped.js";
import type { Model } from "../model/model.js";
import { type CtlProperty, type Design, literalsOf, type Property } from "../model/property.js";
import type { Sessions } from "../model/sessions.js";
import { type Prepared, type PreparedForCtl, prepare, type Unsupported } from "../solving/prepare.js";
import { type PackedDesign, unpackDesign } from "./transport.js";

/**
 * What a worker has at hand from its last job. A job that asks the same engine about the same model goes on from there; any
 * other one clears it.
 */
export class WorkerCache implements Sessions {
  private engine = "";
  private key = 0;
  private model: Model | null = null;
  /** How the model was prepared for the job that runs. */
  private prepared: PreparedForCtl | null = null;
  private left: Left | null = null;
  private formulas: readonly CtlProperty[] = [];
  /** A model for all formulas is tried once. */
  private together = true;

  /** The design of a job, with the model of the last one where that is the same. */
  designOf(engine: string, design: PackedDesign): Design {
    if (engine !== this.engine || design.key !== this.key) this.clear();
    [this.engine, this.key] = [engine, design.key];
    this.model ??= unpackDesign(design).model;
    this.expect(design.properties.filter((p) => p.kind === "ctl"));
    return { ...design, model: this.model };
  }

  /** What was prepared has no place for what formulas read that were not known then: of the same model, others may be asked. */
  private expect(formulas: readonly CtlProperty[]): void {
    const known = new Set(this.formulas.flatMap(literalsOf));
    if (formulas.flatMap(literalsOf).every((l) => known.has(l))) return;
    this.forget();
    this.formulas = formulas;
    this.together = true;
  }

  /** As `prepare`, for a design of `designOf`: where an engine left something, it is asked about the same model again. */
  prepare(model: Model, property: Property, shouldStop: Limits["shouldStop"]): Prepared | Unsupported {
    const before = model === this.model ? (this.left?.prepared ?? null) : null;
    const { formulas, together } = this;
    const prepared = prepare(model, property, shouldStop, { formulas, before, together });
    this.prepared = ("forCtl" in prepared && prepared.forCtl) || null;
    if (before !== null && this.prepared?.cone !== before.cone) this.together = false;
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

  private forget(): void {
    this.left?.thing[Symbol.dispose]();
    this.left = null;
  }

  private clear(): void {
    this.forget();
    this.model = null;
    this.formulas = [];
    this.together = true;
  }
}

interface Left {
  readonly about: Model;
  readonly thing: Disposable;
  readonly prepared: PreparedForCtl | null;
}
