/** CPU seconds of this process, its threads included. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** What work gives, and the CPU seconds that it takes. */
export async function timed<T>(work: () => T | Promise<T>): Promise<readonly [T, number]> {
  const started = cpuSeconds();
  const result = await work();
  return [result, cpuSeconds() - started];
}

/** Limits that are met after so many CPU seconds; a look at the clock of the process costs more than most polls. */
export function cpuLimits(seconds: number) {
  const until = cpuSeconds() + seconds;
  let [polls, isOver] = [0, false];
  const shouldStop = () => {
    if (++polls % 32 === 0) isOver = cpuSeconds() > until;
    return isOver ? ("time" as const) : null;
  };
  return { shouldStop, now: () => 1000 * cpuSeconds(), memoryLimit: 2 ** 31 };
}

/** The middle one and the last, with two digits; dashes where there is none. */
export function middleAndLast(numbers: readonly number[], digits = 2): [string, string] {
  if (numbers.length === 0) return ["–", "–"];
  const sorted = [...numbers].sort((a, b) => a - b);
  return [sorted[sorted.length >> 1]!.toFixed(digits), sorted.at(-1)!.toFixed(digits)];
}
