import type { Position } from "fairlead";

/** A place in the code, and the one where it was written: columns and lines from 0. */
type Segment = readonly [column: number, line: number, writtenColumn: number];

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The segments of each line, by the `mappings` of a source map with one source. */
export function segmentsOf(mappings: string): Segment[][] {
  let [line, writtenColumn] = [0, 0];
  return mappings.split(";").map((text) => {
    let column = 0;
    return text.split(",").flatMap((part): Segment[] => {
      const numbers = decoded(part);
      column += numbers[0] ?? 0;
      line += numbers[2] ?? 0;
      writtenColumn += numbers[3] ?? 0;
      return numbers.length < 4 ? [] : [[column, line, writtenColumn]];
    });
  });
}

/** Numbers in base 64, the least significant digit first; the sixth bit of a digit says that there is more, the last of a number its sign. */
function decoded(text: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const letter of text) {
    const digit = DIGITS.indexOf(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

/** Where a place in the code was written. Lines and columns from 1; null for what nobody wrote. */
export function writtenAt(segments: readonly Segment[][], { line, column }: Position): Position | null {
  const found = segments[line - 1]?.findLast(([start]) => start <= column - 1);
  return found === undefined ? null : { line: found[1] + 1, column: found[2] + 1 };
}
