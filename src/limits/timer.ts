const LONGEST_MS = 2 ** 31 - 1;

/** Milliseconds as timers take them: what is over is due now, and what takes longer than they can wait ends with that. */
export const timerMs = (ms: number): number => Math.max(0, Math.min(ms, LONGEST_MS));
