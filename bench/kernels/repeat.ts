export const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!;

/**
 * Short runs are repeated in the same process, at most eight of them and for about `budget` ms: the first one compiles the kernel
 * and runs code that is not optimised yet, later ones show the kernel itself. A long run is both.
 */
export function repeat<T extends { readonly ms: number }>(
  run: () => T,
  budget: number,
): { cold: T; warm: readonly T[] } {
  const cold = run();
  const warm: T[] = [];
  let last = cold;
  for (let spent = cold.ms; warm.length < 7 && spent + last.ms < budget; spent += last.ms) {
    last = run();
    warm.push(last);
  }
  return { cold, warm: warm.length > 0 ? warm : [cold] };
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
