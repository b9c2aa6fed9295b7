// Objects whose keys are names that somebody else chose. Elsewhere `npm run check:names` allows no such key: a plain object
// seems to have a `constructor`, and its `__proto__` is no property like others.

/** An object with these properties and no others: it has no prototype. */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, T>;
}

/** A property that the object itself has. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
