import { Choices } from "./choices.js";
import type { Choose, Condition, Effect, Program, StateObject } from "./program.js";
import { StateObjects } from "./state-object.js";

/** Thrown where the program makes a mistake: the interpreter then says which. */
export const UNUSUAL = Symbol("a mistake of the program");

type Holds = Extract<Condition, (...args: never[]) => unknown>;
type Change = Extract<Effect, (...args: never[]) => unknown>;

/** More ways than this to take a step are left to the interpreter. */
const MOST = 2 ** 16;

/**
 * What generated code needs to call the author's functions, without making objects where variables have no parts. That
 * functions do what they may is looked at; what they did wrong, the interpreter says.
 */
export class FunctionCalls {
  readonly conditions: Holds[] = [];
  readonly effects: Change[] = [];
  /** The codes of the state in which functions are called. Who writes them calls `show`. */
  readonly codes: Int32Array;
  /** The codes after an effect. */
  readonly next: Int32Array;
  // What functions are given.
  readonly view: StateObject;
  readonly draft: StateObject;
  readonly choose: Choose;
  private readonly objects: StateObjects;
  private readonly choices = new Choices(() => {
    throw UNUSUAL;
  });
  private ways = 0;

  constructor(program: Program) {
    this.objects = new StateObjects(program);
    this.codes = this.objects.state;
    this.next = new Int32Array(program.slots.length);
    this.view = this.objects.view;
    this.draft = this.objects.draft;
    this.choose = this.choices.choose;
  }

  /** The numbers by which functions are called. */
  addCondition(condition: Holds): number {
    return this.conditions.push(condition) - 1;
  }

  addEffect(effect: Change): number {
    return this.effects.push(effect) - 1;
  }

  /** The codes are those of another state now. */
  show(): void {
    this.objects.forget();
  }

  /** An effect will be called, once for each way to choose. */
  restart(): void {
    this.choices.restart();
    this.ways = 0;
  }

  /** Before each call, and after. */
  begin(): void {
    this.objects.begin();
  }

  end(returned: unknown): void {
    const isMistaken = typeof returned === "object" && returned !== null;
    if (isMistaken || this.objects.writeCodes(this.next) !== null || ++this.ways > MOST) throw UNUSUAL;
  }

  /** Is there another way to choose? */
  hasMore(): boolean {
    return this.choices.next();
  }
}
