import type { Assignment } from "./action.js";
import { show } from "./domain.js";
import { BoolExpr } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { Predicate, Variables } from "./process-spec.js";
import type { Condition, StateObject } from "./program.js";
import { boundsOf, partsOf, sizeOf, type Term, unsafePart } from "./term.js";

/** Larger expressions are refused: generated code has a part as often as it is used. */
const MAX_SIZE = 100_000;

/** Conditions and assignments of one system: they speak of its variables only, and can be computed. */
export class OwnTerms<V extends Variables> {
  /** What is shared is looked at once. */
  private readonly checked = new WeakSet<Term>();

  constructor(
    private readonly owner: object,
    private readonly system: string,
  ) {}

  condition(given: Predicate<V>, where: string): Condition {
    // The state object has the shape that the type says.
    if (typeof given === "function") return given as (state: StateObject) => unknown;
    if (!(given instanceof BoolExpr))
      throw new ModelError("model-expression", `${where} is ${show(given)}: expected an expression or a function`);
    this.check(given.term, where);
    return given.term;
  }

  /** A condition that has a value in every state, whatever steps can do: no index can be out of bounds. */
  total(given: Predicate<V>, where: string): Condition {
    const condition = this.condition(given, where);
    const unsafe = typeof condition === "function" ? null : unsafePart(condition);
    if (unsafe === null) return condition;
    throw new ModelError("model-index", `${where} uses ${unsafe}`);
  }

  /** What one step does: no variable is set twice. */
  assignments(given: readonly Assignment[], process: string, step: string): readonly Assignment[] {
    const where = `the effect of ${process}.${step}`;
    const written = new Set<number>();
    for (const { target, value } of given) {
      if (target.owner !== this.owner) throw this.foreign(where);
      if (target.index !== null) this.check(target.index, where);
      else if (written.has(target.first))
        throw new ModelError("model-step", `${where} sets ${target.name} twice`, {
          process,
          step,
          variable: target.name,
        });
      else written.add(target.first);
      if (value.op !== "any") this.check(value, where);
    }
    return given;
  }

  /** Of this system, and of a size that can be computed with. */
  check(term: Term, where: string): void {
    const size = sizeOf(term);
    if (size > MAX_SIZE)
      throw new ModelError(
        "model-range",
        `${where} has ${size} parts when what is shared is written out, more than ${MAX_SIZE}: keep parts of it in variables`,
      );
    this.checkParts(term, where);
  }

  private checkParts(term: Term, where: string): void {
    if (this.checked.has(term)) return;
    if ((term.op === "slot" || term.op === "element") && term.owner !== this.owner) throw this.foreign(where);
    for (const part of partsOf(term)) this.checkParts(part, where);
    boundsOf(term);
    this.checked.add(term);
  }

  private foreign(where: string): ModelError {
    return new ModelError("model-expression", `${where} uses a variable of another system than '${this.system}'`);
  }
}
