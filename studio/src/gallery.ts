import listed from "../gallery/index.json";
import { EMPTY, type Project, type QuestionText } from "./project/project.js";

/** An example, and what it teaches. */
export interface Example {
  readonly file: string;
  readonly title: string;
  readonly lesson: string;
  readonly questions?: readonly QuestionText[];
}

const texts = import.meta.glob<string>("../gallery/*.{smv,aag,hoa,ts,sv}", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const examples: readonly Example[] = listed as readonly Example[];

const textOf = new Map(Object.entries(texts).map(([path, text]) => [path.replace(/.*\//, ""), text]));

export const projectOf = ({ file, questions = [] }: Example): Project => ({
  ...EMPTY,
  file,
  text: textOf.get(file) ?? "",
  questions,
});
