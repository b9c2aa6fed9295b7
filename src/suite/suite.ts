import { InputError, type Position } from "../text/input-error.js";
import { type JsonMember, type JsonValue, readJson } from "../text/positioned-json.js";
import { recordOf } from "../text/record.js";

/** What a property is expected to be answered. */
export type Expected = "holds" | "fails" | "covered" | "uncoverable" | "unknown";

/** Many checks in one file, by schema/suite.schema.json: what is asked, for how long, and what should come of it. */
export interface Suite {
  readonly name: string;
  readonly checks: readonly SuiteCheck[];
}

export interface SuiteCheck {
  /** As they are written: relative to the suite's own folder. */
  readonly files: readonly string[];
  /** Names of options of `check`, with what the suite says for them. */
  readonly options: SuiteOptions;
  /** Larger is earlier, where several machines are asked. */
  readonly priority: number;
  /** For each property by name, then for all others; null where nothing is expected. */
  expected(property: string): Expected | null;
  /** Properties for which something is expected by name. */
  readonly named: readonly string[];
  readonly at: Position;
}

/** As `check` has them. */
export interface SuiteOptions {
  readonly property?: readonly string[];
  readonly ltl?: readonly string[];
  readonly ctl?: readonly string[];
  readonly pattern?: readonly string[];
  readonly properties?: readonly string[];
  readonly top?: string;
  readonly include?: readonly string[];
  readonly define?: readonly string[];
  readonly parameter?: readonly string[];
  readonly fair?: readonly string[];
  readonly dialect?: string;
  readonly map?: string;
  readonly engine?: string;
  readonly opt?: readonly string[];
  readonly time?: number;
  readonly checkTime?: number;
  readonly seed?: number;
  readonly vacuity?: "note" | "error" | "off";
}

type Kind = "texts" | "text" | "number" | "whole" | "choices" | "vacuity";

/** What a member of a check means for the command: its option, and what it takes. */
const OPTIONS: ReadonlyMap<string, readonly [option: keyof SuiteOptions, kind: Kind]> = new Map([
  ["properties", ["property", "texts"]],
  ["ltl", ["ltl", "texts"]],
  ["ctl", ["ctl", "texts"]],
  ["pattern", ["pattern", "texts"]],
  ["formulas", ["properties", "texts"]],
  ["top", ["top", "text"]],
  ["include", ["include", "texts"]],
  ["define", ["define", "texts"]],
  ["parameter", ["parameter", "texts"]],
  ["fair", ["fair", "texts"]],
  ["dialect", ["dialect", "text"]],
  ["map", ["map", "text"]],
  ["engine", ["engine", "text"]],
  ["options", ["opt", "choices"]],
  ["time", ["time", "number"]],
  ["checkTime", ["checkTime", "number"]],
  ["seed", ["seed", "whole"]],
  ["vacuity", ["vacuity", "vacuity"]],
]);
/** Members of the suite itself that stand for those of every check that does not have them. */
const DEFAULTS = ["engine", "options", "time", "checkTime", "seed", "vacuity"];
const EXPECTED: readonly Expected[] = ["holds", "fails", "covered", "uncoverable", "unknown"];
const VACUITY: readonly string[] = ["note", "error", "off"];
const MOST_URGENT = 9;

/** Reads a suite. Mistakes are `InputError`s: `json-syntax`, or `suite` for what a suite does not have. */
export function readSuite(text: string): Suite {
  const members = membersOf(readJson(text), "a suite");
  const known = ["$schema", "name", "checks", ...DEFAULTS];
  expectKnown(members, known, "a suite");
  const name = textOf(needed(members, "name", { line: 1, column: 1 }).value, "the name of a suite");
  const checks = needed(members, "checks", { line: 1, column: 1 }).value;
  const defaults = optionsIn(members, DEFAULTS);
  return { name, checks: itemsOf(checks, "the checks of a suite").map((check) => checkOf(check, defaults)) };
}

function checkOf(given: JsonValue, defaults: SuiteOptions): SuiteCheck {
  const members = membersOf(given, "a check");
  expectKnown(members, ["files", "expect", "priority", ...OPTIONS.keys()], "a check");
  const files = textsOf(needed(members, "files", given.at).value, "files");
  const expect = members.get("expect")?.value ?? null;
  const byName = expect?.kind === "object" ? expectationsIn(expect.members) : new Map<string, Expected>();
  const forAll = expect === null || expect.kind === "object" ? null : expectedOf(expect);
  return {
    files,
    options: { ...defaults, ...optionsIn(members, [...OPTIONS.keys()]) },
    priority: priorityOf(members.get("priority")?.value ?? null),
    expected: (property) => byName.get(property) ?? forAll,
    named: [...byName.keys()],
    at: given.at,
  };
}

function optionsIn(members: ReadonlyMap<string, JsonMember>, names: readonly string[]): SuiteOptions {
  const options = new Map<keyof SuiteOptions, unknown>();
  for (const name of names) {
    const given = members.get(name)?.value;
    if (given === undefined) continue;
    const [option, kind] = OPTIONS.get(name)!;
    options.set(option, optionOf(given, kind, name));
  }
  return recordOf(options) as SuiteOptions;
}

function optionOf(given: JsonValue, kind: Kind, name: string): unknown {
  switch (kind) {
    case "texts":
      return textsOf(given, name);
    case "text":
      return textOf(given, name);
    case "number":
      if (given.kind === "number" && given.value > 0 && Number.isFinite(given.value)) return given.value;
      return wrong(given.at, `${name}: expected a positive number`);
    case "whole":
      if (given.kind === "number" && given.value > 0 && Number.isSafeInteger(given.value)) return given.value;
      return wrong(given.at, `${name}: expected a positive whole number`);
    case "vacuity":
      if (given.kind === "text" && VACUITY.includes(given.value)) return given.value;
      return wrong(given.at, `${name}: expected ${VACUITY.join(", ")}`);
    case "choices":
      return [...membersOf(given, name)].map(([key, { value }]) => `${key}=${choiceOf(value, key)}`);
  }
}

function choiceOf(given: JsonValue, name: string): string {
  if (given.kind === "text" || given.kind === "number" || given.kind === "boolean") return String(given.value);
  return wrong(given.at, `${name}: expected a text, a number, true or false`);
}

const expectationsIn = (members: ReadonlyMap<string, JsonMember>): ReadonlyMap<string, Expected> =>
  new Map([...members].map(([property, { value }]) => [property, expectedOf(value)]));

function expectedOf(given: JsonValue): Expected {
  const found = given.kind === "text" ? EXPECTED.find((e) => e === given.value) : undefined;
  return found ?? wrong(given.at, `expect: expected ${EXPECTED.join(", ")}, or one of them for each property`);
}

function priorityOf(given: JsonValue | null): number {
  if (given === null) return 0;
  if (given.kind === "number" && Number.isInteger(given.value) && given.value >= 0 && given.value <= MOST_URGENT)
    return given.value;
  return wrong(given.at, `priority: expected a whole number from 0 to ${MOST_URGENT}`);
}

/** A text, or a list of texts. */
function textsOf(given: JsonValue, what: string): readonly string[] {
  if (given.kind === "text") return [given.value];
  if (given.kind === "list" && given.items.length > 0) return given.items.map((item) => textOf(item, what));
  return wrong(given.at, `${what}: expected a text, or a list of texts`);
}

function textOf(given: JsonValue, what: string): string {
  return given.kind === "text" ? given.value : wrong(given.at, `${what}: expected a text`);
}

function itemsOf(given: JsonValue, what: string): readonly JsonValue[] {
  if (given.kind === "list" && given.items.length > 0) return given.items;
  return wrong(given.at, `${what}: expected a list of at least one`);
}

function membersOf(given: JsonValue, what: string): ReadonlyMap<string, JsonMember> {
  return given.kind === "object" ? given.members : wrong(given.at, `${what}: expected an object`);
}

function needed(members: ReadonlyMap<string, JsonMember>, name: string, at: Position): JsonMember {
  return members.get(name) ?? wrong(at, `there is no '${name}'`);
}

function expectKnown(members: ReadonlyMap<string, JsonMember>, known: readonly string[], what: string): void {
  for (const [name, { at }] of members)
    if (!known.includes(name)) wrong(at, `${what} has no '${name}' (it has ${known.join(", ")})`);
}

function wrong(at: Position, problem: string): never {
  throw new InputError("suite", problem, at);
}
