/*
 * Cofactors by a cube, and generalized cofactors: functions that agree with f on a care set and are free elsewhere.
 */
import { burn, COFACTOR, CONSTRAIN, hashOf, holds, RESTRICT, remember, resultAt, SQUEEZE, slotOf } from "./computed";
import { conjoin, disjoin, disjoint } from "./operators";
import { FALSE, hiAt, hiOf, levelAt, levelOf, loAt, loOf, nodeOf, TRUE } from "./store";
import { mk } from "./unique";

/** f with the literals of `cube`, a conjunction of literals, made true. */
export function cofactor(f: i32, cube: i32, sp: usize): i32 {
  if (f <= FALSE) return f;
  const complement = f & 1;
  f ^= complement;
  const fn = nodeOf(f);
  const level = levelAt(fn);
  while (levelOf(cube) < level) cube = loOf(cube) == FALSE ? hiOf(cube) : loOf(cube);
  if (cube == TRUE) return f ^ complement;
  const hash = hashOf(f, cube, COFACTOR);
  const slot = slotOf(hash);
  if (holds(slot, f, cube, COFACTOR)) return resultAt(slot) ^ complement;
  burn();
  let r: i32;
  if (levelOf(cube) == level) {
    r = loOf(cube) == FALSE ? cofactor(hiAt(fn), hiOf(cube), sp) : cofactor(loAt(fn), loOf(cube), sp);
  } else {
    const f0 = loAt(fn);
    const r1 = cofactor(hiAt(fn), cube, sp);
    store<i32>(sp, r1);
    const r0 = cofactor(f0, cube, sp + 4);
    r = mk(level, r1, r0, sp);
  }
  remember(hash, f, cube, COFACTOR, r);
  return r ^ complement;
}

/** f at the nearest point of the care set (Coudert and Madre's constrain). The care set must not be empty. */
export function constrain(f: i32, care: i32, sp: usize): i32 {
  if (care == TRUE || f <= FALSE) return f;
  if (f == care) return TRUE;
  if ((f ^ care) == 1) return FALSE;
  const complement = f & 1;
  f ^= complement;
  const hash = hashOf(f, care, CONSTRAIN);
  const slot = slotOf(hash);
  if (holds(slot, f, care, CONSTRAIN)) return resultAt(slot) ^ complement;
  burn();
  const fn = nodeOf(f);
  const fl = levelAt(fn);
  const cl = levelOf(care);
  const level = min<i32>(fl, cl);
  let f1 = f;
  let f0 = f;
  let c1 = care;
  let c0 = care;
  if (fl == level) {
    f1 = hiAt(fn);
    f0 = loAt(fn);
  }
  if (cl == level) {
    c1 = hiOf(care);
    c0 = loOf(care);
  }
  let r: i32;
  if (c1 == FALSE) r = constrain(f0, c0, sp);
  else if (c0 == FALSE) r = constrain(f1, c1, sp);
  else {
    const r1 = constrain(f1, c1, sp);
    store<i32>(sp, r1);
    const r0 = constrain(f0, c0, sp + 4);
    r = mk(level, r1, r0, sp);
  }
  remember(hash, f, care, CONSTRAIN, r);
  return r ^ complement;
}

/** As constrain, but variables of the care set that f does not have are quantified away: the support never grows. */
export function restrict(f: i32, care: i32, sp: usize): i32 {
  if (care == TRUE || f <= FALSE) return f;
  if (f == care) return TRUE;
  if ((f ^ care) == 1) return FALSE;
  const complement = f & 1;
  f ^= complement;
  const hash = hashOf(f, care, RESTRICT);
  const slot = slotOf(hash);
  if (holds(slot, f, care, RESTRICT)) return resultAt(slot) ^ complement;
  burn();
  const fn = nodeOf(f);
  const fl = levelAt(fn);
  const cl = levelOf(care);
  let r: i32;
  if (cl < fl) {
    const wider = disjoin(hiOf(care), loOf(care), sp);
    store<i32>(sp, wider);
    r = restrict(f, wider, sp + 4);
  } else {
    let c1 = care;
    let c0 = care;
    if (cl == fl) {
      c1 = hiOf(care);
      c0 = loOf(care);
    }
    if (c1 == FALSE) r = restrict(loAt(fn), c0, sp);
    else if (c0 == FALSE) r = restrict(hiAt(fn), c1, sp);
    else {
      const f0 = loAt(fn);
      const r1 = restrict(hiAt(fn), c1, sp);
      store<i32>(sp, r1);
      const r0 = restrict(f0, c0, sp + 4);
      r = mk(fl, r1, r0, sp);
    }
  }
  remember(hash, f, care, RESTRICT, r);
  return r ^ complement;
}

/** A function between lower and upper, meant to be small. Needs lower ⇒ upper. */
export function squeeze(lower: i32, upper: i32, sp: usize): i32 {
  if (lower == upper || lower == FALSE) return lower;
  if (upper == TRUE) return TRUE;
  // [l, u] complemented is [¬u, ¬l]: one entry for both.
  const complement = lower & 1;
  if (complement) {
    const t = lower ^ 1;
    lower = upper ^ 1;
    upper = t;
  }
  const hash = hashOf(lower, upper, SQUEEZE);
  const slot = slotOf(hash);
  if (holds(slot, lower, upper, SQUEEZE)) return resultAt(slot) ^ complement;
  burn();
  const ll = levelOf(lower);
  const ul = levelOf(upper);
  const level = min<i32>(ll, ul);
  let l1 = lower;
  let l0 = lower;
  let u1 = upper;
  let u0 = upper;
  if (ll == level) {
    l1 = hiOf(lower);
    l0 = loOf(lower);
  }
  if (ul == level) {
    u1 = hiOf(upper);
    u0 = loOf(upper);
  }
  let r: i32;
  if (implies(l1, u0) && implies(l0, u1)) {
    // Some function without this variable fits.
    const l = disjoin(l1, l0, sp);
    store<i32>(sp, l);
    const u = conjoin(u1, u0, sp + 4);
    store<i32>(sp, u, 4);
    r = squeeze(l, u, sp + 8);
  } else {
    const r1 = squeeze(l1, u1, sp);
    store<i32>(sp, r1);
    const r0 = squeeze(l0, u0, sp + 4);
    r = mk(level, r1, r0, sp);
  }
  remember(hash, lower, upper, SQUEEZE, r);
  return r ^ complement;
}

function implies(f: i32, g: i32): bool {
  return disjoint(f, g ^ 1);
}
