/** A formula that is asked in place of the model's own properties. */
export interface QuestionText {
  readonly logic: "ltl" | "ctl";
  readonly text: string;
}

/** In the order of their tabs. */
export const VIEWS = ["lasso", "proof", "what-if", "algorithm", "progress"] as const;
export type View = (typeof VIEWS)[number];

/** Everything that a link says: what is edited, how it is asked, and what is looked at. */
export interface Project {
  /** Its ending says which language the text is in. */
  readonly file: string;
  readonly text: string;
  /** None: the model's own properties are asked. */
  readonly questions: readonly QuestionText[];
  /** The name of an engine, or `auto`. */
  readonly engine: string;
  /** For each property. */
  readonly seconds: number;
  readonly megabytes: number;
  /** What the source asks of behaviours and the user has switched off, by position. */
  readonly off: readonly number[];
  /** Properties that are not asked, by position. */
  readonly skipped: readonly number[];
  /** The property that is looked at, by position. */
  readonly property: number;
  readonly view: View;
  /** The algorithms that are watched, one or two side by side, by their names in links. */
  readonly algorithms: readonly string[];
  /** How far they are watched, in frames. */
  readonly moment: number;
}

export const EMPTY: Project = {
  file: "model.smv",
  text: "",
  questions: [],
  engine: "auto",
  seconds: 60,
  megabytes: 1024,
  off: [],
  skipped: [],
  property: 0,
  view: "lasso",
  algorithms: ["gsh-el2"],
  moment: 0,
};

/** The language of a file, by its ending; null for endings that nobody knows. */
export function languageOf(file: string): Language | null {
  const ending = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? "";
  return ENDINGS.get(ending) ?? null;
}

export type Language = "smv" | "aiger" | "hoa" | "program" | "verilog" | "btor2" | "blif";

const ENDINGS: ReadonlyMap<string, Language> = new Map([
  ["smv", "smv"],
  ["aag", "aiger"],
  ["aig", "aiger"],
  ["hoa", "hoa"],
  ["ts", "program"],
  ["mts", "program"],
  ["js", "program"],
  ["mjs", "program"],
  ["v", "verilog"],
  ["sv", "verilog"],
  ["btor2", "btor2"],
  ["btor", "btor2"],
  ["blif", "blif"],
  ["mv", "blif"],
]);

export const isProgram = (file: string): boolean => languageOf(file) === "program";

/** What is not read while it is typed: a program is run, and Verilog needs much to be loaded. Never before the user says so. */
export const isReadLater = (file: string): boolean => isProgram(file) || languageOf(file) === "verilog";
