/** Runs a generator to its end. */
export function finish<T>(generator: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
  }
}

/** Runs a generator up to its n-th yield and cancels it there; false when it ended before. */
export function cancelAt(generator: Generator<unknown, unknown>, n: number): boolean {
  for (let i = 0; i < n; i++) if (generator.next().done) return false;
  generator.return(undefined);
  return true;
}
