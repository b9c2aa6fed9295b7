/** Members that are enough, and whether it is known that without any of them the rest is not. */
export interface MinimalSet<T> {
  readonly members: readonly T[];
  readonly isMinimal: boolean;
}

/**
 * A part of the members that is enough and minimal by inclusion, given that all of them are enough and that more never are less.
 * Large pieces are left out first, then single members. Null from `isEnough` means that it is not decided: the piece stays.
 */
export async function minimalSet<T>(
  members: readonly T[],
  isEnough: (kept: readonly T[]) => Promise<boolean | null>,
): Promise<MinimalSet<T>> {
  let kept = [...members];
  let isMinimal = true;
  for (let piece = Math.ceil(kept.length / 2); piece > 0; piece = piece === 1 ? 0 : Math.ceil(piece / 2)) {
    for (let i = 0; i < kept.length; ) {
      const rest = kept.toSpliced(i, piece);
      const enough = await isEnough(rest);
      if (enough === true) kept = rest;
      else i += piece;
      if (enough === null && piece === 1) isMinimal = false;
    }
  }
  return { members: kept, isMinimal };
}
