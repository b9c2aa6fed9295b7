/**
 * Milliseconds that the check of a proof may take; then the answer is uncertified. Where nobody says how long: as long as it
 * took to find, and ten seconds in any case.
 */
export const checkingTime = (spent: number, checkSeconds?: number): number =>
  checkSeconds === undefined ? Math.max(10_000, spent) : checkSeconds * 1000;
