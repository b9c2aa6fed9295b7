/*
 * Window permutation: of every few neighbouring groups all orders are tried, and the best is kept. It looks less far than
 * sifting, and finds what sifting cannot: exchanges that only pay together.
 */
import { beginReordering, closeOrder, groupEnd, openOrder, shouldEnd, swapGroups } from "./reorder";
import { used } from "./unique";
import { varCount } from "./variables";

// Plain changes: exchanging the groups at these places of a window, one after the other, goes through all its orders.
const CHANGES_OF_2 = memory.data<u8>([0]);
const CHANGES_OF_3 = memory.data<u8>([1, 0, 1, 0, 1]);
const CHANGES_OF_4 = memory.data<u8>([2, 1, 0, 2, 0, 1, 2, 0, 2, 1, 0, 2, 0, 1, 2, 0, 2, 1, 0, 2, 0, 1, 2]);

/** Slides a window of `width` groups, 2 to 4, over the order once, as far as the host gives time. */
export function permuteWindows(width: i32): void {
  if (varCount < 2 || !openOrder()) return;
  beginReordering();
  const changes = width == 2 ? CHANGES_OF_2 : width == 3 ? CHANGES_OF_3 : CHANGES_OF_4;
  const count = width == 2 ? 1 : width == 3 ? 5 : 23;
  for (let level = 0; reaches(level, width) && !shouldEnd(); level = groupEnd(level)) permute(level, changes, count);
  closeOrder();
}

/** Whether so many groups begin at `level` and below. */
function reaches(level: i32, groups: i32): bool {
  while (groups > 0 && level < varCount) {
    level = groupEnd(level);
    groups--;
  }
  return groups == 0;
}

function permute(level: i32, changes: usize, count: i32): void {
  let bestSize = used;
  let best = 0;
  let done = 0;
  while (done < count && change(level, changes, done, false)) {
    done++;
    if (used < bestSize) {
      bestSize = used;
      best = done;
    }
  }
  // Each change undoes itself.
  while (done > best && change(level, changes, done - 1, true)) done--;
}

function change(level: i32, changes: usize, number: i32, beyond: bool): bool {
  for (let place = load<u8>(changes + number); place > 0; place--) level = groupEnd(level);
  const middle = groupEnd(level);
  return swapGroups(level, middle, groupEnd(middle), beyond);
}
