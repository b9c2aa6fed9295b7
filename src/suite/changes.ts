import { InputError } from "../text/input-error.js";

/** An answer of a run, in short. */
export interface SuiteAnswer {
  readonly file: string;
  readonly property: string;
  readonly answer: string;
}

/** What is different from another run. `before` or `now` is null where the one or the other did not ask it. */
export interface Change {
  readonly file: string;
  readonly property: string;
  readonly before: string | null;
  readonly now: string | null;
}

/** Differences, in the order of what is asked now; then what is not asked any more. */
export function changesBetween(before: readonly SuiteAnswer[], now: readonly SuiteAnswer[]): readonly Change[] {
  const key = ({ file, property }: SuiteAnswer) => JSON.stringify([file, property]);
  const [old, fresh] = [before, now].map((answers) => new Map(answers.map((a) => [key(a), a.answer])));
  const changed = now.map(
    (a): Change => ({ file: a.file, property: a.property, before: old!.get(key(a)) ?? null, now: a.answer }),
  );
  const gone = before
    .filter((a) => !fresh!.has(key(a)))
    .map((a): Change => ({ file: a.file, property: a.property, before: a.answer, now: null }));
  return [...changed.filter((c) => c.before !== c.now), ...gone];
}

/** The answers in what `check --json` printed. */
export function answersIn(text: string): readonly SuiteAnswer[] {
  try {
    const { results } = JSON.parse(text) as { readonly results: readonly SuiteAnswer[] };
    return results.map(({ file, property, answer }) => {
      if ([file, property, answer].some((part) => typeof part !== "string")) throw new TypeError("no answer");
      return { file, property, answer };
    });
  } catch {
    throw new InputError("report", "expected what 'fairlead check --json' prints");
  }
}
