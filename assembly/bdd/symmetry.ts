/*
 * Whether two variables on neighbouring levels may change places in every function (Panda and Somenzi, "Who are the
 * variables in your neighborhood", 1995). Only while the order changes: nodes hold variables and counters count parents.
 */
import { interact } from "./interaction";
import { refs } from "./memory";
import { FALSE, hiAt, levelAt, loAt, nextAt, nodeOf } from "./store";
import { sizeOfTable, tableOf } from "./subtables";
import { projection, varAtLevel } from "./variables";

function refsAt(i: i32): i32 {
  return load<i32>(refs + ((<usize>i) << 2));
}

/**
 * x at `level` and y below it are symmetric when every node of x has f10 = f01, or every one has f11 = f00, and all edges
 * into y come from x. Functions that are a single variable do not count, as long as nobody protects them.
 */
export function isSymmetric(level: i32): bool {
  const x = varAtLevel(level);
  const y = varAtLevel(level + 1);
  if (!interact(x, y)) return false;
  const edges = edgesIfSymmetric(x, y);
  return edges > 0 && edges == refsOfAll(y) - 1;
}

/** The number of edges from x to y, or -1 when a node of x is not symmetric. */
function edgesIfSymmetric(x: i32, y: i32): i32 {
  let edges = 0;
  let plain = true;
  let crossed = true;
  const table = tableOf(x);
  const end = table + ((<usize>sizeOfTable(x)) << 2);
  for (let bucket = table; bucket < end; bucket += 4) {
    for (let i = load<i32>(bucket); i != 0; i = nextAt((<usize>i) << 4)) {
      if (i == projection(x) >> 1) {
        if (refsAt(i) > 1) return -1;
        continue;
      }
      const n = (<usize>i) << 4;
      const n1 = nodeOf(hiAt(n));
      const n0 = nodeOf(loAt(n));
      let f11 = hiAt(n);
      let f10 = f11;
      let f01 = loAt(n);
      let f00 = f01;
      const before = edges;
      if (levelAt(n1) == y) {
        f11 = hiAt(n1);
        f10 = loAt(n1);
        edges++;
      }
      if (levelAt(n0) == y) {
        const c = f01 & FALSE;
        f01 = hiAt(n0) ^ c;
        f00 = loAt(n0) ^ c;
        edges++;
      }
      if (edges == before) return -1;
      plain = plain && f10 == f01;
      crossed = crossed && f11 == f00;
      if (!plain && !crossed) return -1;
    }
  }
  return edges;
}

function refsOfAll(y: i32): i32 {
  let sum = 0;
  const table = tableOf(y);
  const end = table + ((<usize>sizeOfTable(y)) << 2);
  for (let bucket = table; bucket < end; bucket += 4)
    for (let i = load<i32>(bucket); i != 0; i = nextAt((<usize>i) << 4)) sum += refsAt(i);
  return sum;
}
