import listed from "../gallery/index.json";
import { EMPTY, type Project, type QuestionText } from "./project/project.js";

/** An example, and what it teaches. */
export interface Example {
  readonly file: string;
  readonly title: string;
  readonly lesson: string;
  readonly questions?: readonly QuestionText[];
}

// Some are the examples of the package.
const texts = import.meta.glob<string>(["../gallery/*.{smv,hoa}", "../../examples/*.aag"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** What is read by something that is loaded on demand is loaded on demand, too. */
const later = import.meta.glob<string>(
  ["../gallery/*.{ts,sv}", "../../examples/systems/{leader-election,philosophers}.ts"],
  { query: "?raw", import: "default" },
);

export const examples: readonly Example[] = listed as readonly Example[];

const textOf = new Map(Object.entries(texts).map(([path, text]) => [path.replace(/.*\//, ""), text]));
const laterOf = new Map(Object.entries(later).map(([path, load]) => [path.replace(/.*\//, ""), load]));

const withText = ({ file, questions = [] }: Example, text: string): Project => ({ ...EMPTY, file, text, questions });

/** What is shown first. */
export const firstProject = (): Project => withText(examples[0]!, textOf.get(examples[0]!.file) ?? "");

export async function projectOf(example: Example): Promise<Project> {
  const load = laterOf.get(example.file);
  return withText(example, load === undefined ? (textOf.get(example.file) ?? "") : await load());
}
