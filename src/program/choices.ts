import type { Choose } from "./program.js";

/** All ways to choose, one after the other: a function that chooses is called once for each. */
export class Choices {
  // By question: which of how many options is taken.
  private readonly chosen: number[] = [];
  private readonly options: number[] = [];
  /** So many questions are decided; the others take their first option. */
  private decided = 0;
  private asked = 0;

  /** `refuse` throws: these are no values to choose among. */
  constructor(private readonly refuse: (values: unknown) => never) {}

  /** For the function. */
  readonly choose: Choose = (values) => {
    if (!Array.isArray(values) || values.length === 0) this.refuse(values);
    const question = this.asked++;
    if (question >= this.decided) this.chosen[question] = 0;
    this.options[question] = values.length;
    return values[this.chosen[question]!]!;
  };

  /** The first way comes next. */
  restart(): void {
    this.decided = 0;
    this.asked = 0;
  }

  /** After the function was called: is there another way? It comes next. */
  next(): boolean {
    const { chosen, options } = this;
    let last = this.asked - 1;
    while (last >= 0 && chosen[last]! + 1 >= options[last]!) last--;
    this.decided = last + 1;
    this.asked = 0;
    if (last < 0) return false;
    chosen[last]!++;
    return true;
  }
}
