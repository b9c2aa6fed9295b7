import { InputError, type Position, positionOf } from "./input-error.js";
import { afterQuoted } from "./quoted.js";

/** A value of a JSON text, with its place: for messages about what it should be. */
export type JsonValue = { readonly at: Position } & (
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "list"; readonly items: readonly JsonValue[] }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, JsonMember> }
);

export interface JsonMember {
  /** Of the name. */
  readonly at: Position;
  readonly value: JsonValue;
}

const DEEPEST = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;

/** Reads a JSON text. Mistakes are `InputError`s with the code `json-syntax`. */
export function readJson(text: string): JsonValue {
  return new Reader(text).document();
}

class Reader {
  private index = 0;

  constructor(private readonly text: string) {}

  document(): JsonValue {
    const value = this.value(0);
    this.space();
    if (this.index < this.text.length) this.fail("expected the end of the text");
    return value;
  }

  private value(depth: number): JsonValue {
    this.space();
    const at = positionOf(this.text, this.index);
    if (depth > DEEPEST) this.fail(`more than ${DEEPEST} lists and objects inside one another`);
    switch (this.text[this.index]) {
      case "{":
        return { at, kind: "object", members: this.members(depth) };
      case "[":
        return { at, kind: "list", items: this.items(depth) };
      case '"':
        return { at, kind: "text", value: this.string() };
      case "t":
      case "f":
      case "n":
        return { at, ...this.word() };
      default: {
        const number = this.match(NUMBER);
        if (number === null) this.fail("expected a value");
        return { at, kind: "number", value: Number(number) };
      }
    }
  }

  private members(depth: number): ReadonlyMap<string, JsonMember> {
    const members = new Map<string, JsonMember>();
    this.listed("}", () => {
      const at = positionOf(this.text, this.index);
      const name = this.string();
      if (members.has(name)) throw new InputError("json-syntax", `'${name}' is there twice`, at);
      this.space();
      if (this.text[this.index] !== ":") this.fail("expected ':'");
      this.index++;
      members.set(name, { at, value: this.value(depth + 1) });
    });
    return members;
  }

  private items(depth: number): readonly JsonValue[] {
    const items: JsonValue[] = [];
    this.listed("]", () => items.push(this.value(depth + 1)));
    return items;
  }

  /** What stands between brackets, with commas in between. */
  private listed(end: string, element: () => void): void {
    this.index++;
    this.space();
    if (this.text[this.index] === end) {
      this.index++;
      return;
    }
    for (;;) {
      this.space();
      element();
      this.space();
      const next = this.text[this.index];
      if (next !== "," && next !== end) this.fail(`expected ',' or '${end}'`);
      this.index++;
      if (next === end) return;
    }
  }

  private string(): string {
    const start = this.index;
    const end = afterQuoted(this.text, start);
    if (end === null) this.fail("expected a text in double quotes");
    this.index = end;
    try {
      // Whether its characters are allowed is for JSON.parse to say.
      return JSON.parse(this.text.slice(start, end)) as string;
    } catch {
      this.index = start;
      return this.fail(
        "a text has a character that must be written with a backslash, or a backslash that means nothing",
      );
    }
  }

  private word(): { readonly kind: "null" } | { readonly kind: "boolean"; readonly value: boolean } {
    const word = this.match(/true|false|null/y);
    if (word === null) this.fail("expected a value");
    return word === "null" ? { kind: "null" } : { kind: "boolean", value: word === "true" };
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.index;
    const found = pattern.exec(this.text)?.[0] ?? null;
    this.index += found?.length ?? 0;
    return found;
  }

  private space(): void {
    this.match(SPACE);
  }

  private fail(problem: string): never {
    throw new InputError("json-syntax", problem, positionOf(this.text, this.index));
  }
}
