/** An object that came from the queue: what it has is looked at, nothing is taken for granted. */
export type Fields = Readonly<Partial<Record<string, unknown>>>;

/** What came from the queue is not what a program of this version writes. */
export class Damaged extends Error {
  override readonly name = "Damaged";

  constructor(what: string) {
    super(`what came from the queue is damaged: ${what}`);
  }
}

// Written by hand: a library of schemas would be a dependency of everybody for the few shapes of one room.

export function record(given: unknown, what: string): Fields {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return given as Fields;
  throw new Damaged(`${what} is no object`);
}

export function list(given: unknown, what: string): readonly unknown[] {
  if (Array.isArray(given)) return given as readonly unknown[];
  throw new Damaged(`${what} is no list`);
}

export function text(given: unknown, what: string, most = 1000): string {
  if (typeof given === "string" && given.length <= most) return given;
  throw new Damaged(`${what} is no text of at most ${most} characters`);
}

export function whole(given: unknown, what: string, low: number, high: number): number {
  if (typeof given === "number" && Number.isInteger(given) && given >= low && given <= high) return given;
  throw new Damaged(`${what} is no whole number from ${low} to ${high}`);
}

export function positive(given: unknown, what: string): number {
  if (typeof given === "number" && given > 0 && Number.isFinite(given)) return given;
  throw new Damaged(`${what} is no positive number`);
}

export function among<const T extends string>(given: unknown, values: readonly T[], what: string): T {
  const value = values.find((v) => v === given);
  if (value !== undefined) return value;
  throw new Damaged(`${what} is none of ${values.join(", ")}`);
}

export function parsed(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Damaged(`${what} is no JSON`);
  }
}
