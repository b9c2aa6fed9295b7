/*
 * Quantifiers and the relational product. A set of variables is a cube: the conjunction of its variables.
 */
import { AND_EXISTS, burn, EXISTS, hashOf, holds, remember, resultAt, slotOf } from "./computed";
import { conjoin, disjoin } from "./operators";
import { FALSE, hiAt, hiOf, levelAt, levelOf, loAt, nodeOf, TRUE } from "./store";
import { mk } from "./unique";

/** What is left of the cube at `level` and below. */
export function dropAbove(cube: i32, level: i32): i32 {
  while (levelOf(cube) < level) cube = hiOf(cube);
  return cube;
}

export function exists(f: i32, cube: i32, sp: usize): i32 {
  if (f <= FALSE) return f;
  const fn = nodeOf(f);
  const level = levelAt(fn);
  cube = dropAbove(cube, level);
  if (cube == TRUE) return f;
  const hash = hashOf(f, cube, EXISTS);
  const slot = slotOf(hash);
  if (holds(slot, f, cube, EXISTS)) return resultAt(slot);
  burn();
  const c = f & 1;
  const f1 = hiAt(fn) ^ c;
  const f0 = loAt(fn) ^ c;
  let r: i32;
  if (levelOf(cube) == level) {
    const rest = hiOf(cube);
    r = exists(f1, rest, sp);
    if (r != TRUE) {
      store<i32>(sp, r);
      const r0 = exists(f0, rest, sp + 4);
      store<i32>(sp, r0, 4);
      r = disjoin(r, r0, sp + 8);
    }
  } else {
    const r1 = exists(f1, cube, sp);
    store<i32>(sp, r1);
    const r0 = exists(f0, cube, sp + 4);
    r = mk(level, r1, r0, sp);
  }
  remember(hash, f, cube, EXISTS, r);
  return r;
}

/** ∃ cube. f ∧ g, without building f ∧ g. */
export function andExists(f: i32, g: i32, cube: i32, sp: usize): i32 {
  if (f == FALSE || g == FALSE || (f ^ g) == 1) return FALSE;
  if (f == g || g == TRUE) return exists(f, cube, sp);
  if (f == TRUE) return exists(g, cube, sp);
  if (f > g) {
    const t = f;
    f = g;
    g = t;
  }
  const fn = nodeOf(f);
  const gn = nodeOf(g);
  const fl = levelAt(fn);
  const gl = levelAt(gn);
  const level = min<i32>(fl, gl);
  cube = dropAbove(cube, level);
  if (cube == TRUE) return conjoin(f, g, sp);
  const key = cube | AND_EXISTS;
  const hash = hashOf(f, g, key);
  const slot = slotOf(hash);
  if (holds(slot, f, g, key)) return resultAt(slot);
  burn();
  let f1 = f;
  let f0 = f;
  let g1 = g;
  let g0 = g;
  if (fl == level) {
    const c = f & 1;
    f1 = hiAt(fn) ^ c;
    f0 = loAt(fn) ^ c;
  }
  if (gl == level) {
    const c = g & 1;
    g1 = hiAt(gn) ^ c;
    g0 = loAt(gn) ^ c;
  }
  let r: i32;
  if (levelOf(cube) == level) {
    const rest = hiOf(cube);
    r = andExists(f1, g1, rest, sp);
    if (r != TRUE) {
      store<i32>(sp, r);
      const r0 = andExists(f0, g0, rest, sp + 4);
      store<i32>(sp, r0, 4);
      r = disjoin(r, r0, sp + 8);
    }
  } else {
    const r1 = andExists(f1, g1, cube, sp);
    store<i32>(sp, r1);
    const r0 = andExists(f0, g0, cube, sp + 4);
    r = mk(level, r1, r0, sp);
  }
  remember(hash, f, g, key, r);
  return r;
}
