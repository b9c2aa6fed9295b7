// Latches by their positions, sorted.

export const keyOf = (latches: readonly number[]): string => latches.join(" ");

export const union = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((x, y) => x - y);

export const isWithin = (a: readonly number[], b: readonly number[]): boolean => {
  const all = new Set(b);
  return a.every((x) => all.has(x));
};
