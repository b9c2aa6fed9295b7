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

/**
 * Differences, in the order of what is asked now; then what is not asked any more. Properties of a file may share a name, and a suite may
 * ask one in several ways: the first is compared with the first, the second with the second.
 */
export function changesBetween(before: readonly SuiteAnswer[], now: readonly SuiteAnswer[]): readonly Change[] {
  const [old, fresh] = [numbered(before), numbered(now)];
  const changed = [...fresh].map(
    ([key, { file, property, answer }]): Change => ({
      file,
      property,
      before: old.get(key)?.answer ?? null,
      now: answer,
    }),
  );
  const gone = [...old]
    .filter(([key]) => !fresh.has(key))
    .map(([, { file, property, answer }]): Change => ({ file, property, before: answer, now: null }));
  return [...changed.filter((c) => c.before !== c.now), ...gone];
}

/** By file, property, and how many of that name came before. */
function numbered(answers: readonly SuiteAnswer[]): ReadonlyMap<string, SuiteAnswer> {
  const counts = new Map<string, number>();
  return new Map(
    answers.map((answer) => {
      const name = JSON.stringify([answer.file, answer.property]);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name} ${count}`, answer];
    }),
  );
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
