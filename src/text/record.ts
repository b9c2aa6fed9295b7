// Objects whose keys are names that somebody else chose. Elsewhere `npm run check:names` allows no such key: a plain object
// seems to have a `constructor`, and its `__proto__` is no property like others.

/** An object with these properties and no others: it has no prototype. */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, T>;
}

const NOTHING: object = Object.freeze(Object.create(null));

/** The same for many objects with the same names: quick to make and to read. They inherit from an object that has nothing. */
export function recordWith<T>(names: readonly string[], valueAt: (k: number) => T): Record<string, T> {
  const record = Object.create(NOTHING) as Record<string, T>;
  for (let k = 0; k < names.length; k++) record[names[k]!] = valueAt(k);
  return record;
}

/**
 * The same with properties that are asked for: what they are is worked out when somebody looks. Nothing can be added or removed, and
 * without `set` nothing can be changed.
 */
export function recordAsked<T>(
  names: readonly string[],
  get: readonly (() => T)[],
  set?: readonly ((value: T) => void)[],
): Record<string, T> {
  // Objects that inherit from the same one and have accessors of the same names are slow.
  const record = Object.create(Object.freeze(Object.create(null))) as Record<string, T>;
  names.forEach((name, k) => {
    const change = set === undefined ? {} : { set: set[k]! };
    Object.defineProperty(record, name, { get: get[k]!, ...change, enumerable: true, configurable: false });
  });
  return Object.preventExtensions(record);
}

/** A property that the object itself has. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
