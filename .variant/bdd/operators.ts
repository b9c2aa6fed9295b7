/*
 * Conjunction, exclusive or, if-then-else and the test for disjointness. The other connectives are these on complemented
 * edges. Every function takes the stack pointer `sp` described in collect.ts.
 */
import { AND, burn, DISJOINT, hashOf, holds, ITE, remember, resultAt, slotOf, XOR } from "./computed";
import { FALSE, hiAt, levelAt, loAt, nodeOf, TRUE } from "./store";
import { mk } from "./unique";

export function conjoin(f: i32, g: i32, sp: usize): i32 {
  if (f == g) return f;
  if ((f ^ g) == 1) return FALSE;
  if (f > g) {
    const t = f;
    f = g;
    g = t;
  }
  if (f == TRUE) return g;
  if (f == FALSE) return FALSE;
  const hash = hashOf(f, g, AND);
  const slot = slotOf(hash);
  if (holds(slot, f, g, AND)) return resultAt(slot);
  burn();
  const fn = nodeOf(f);
  const gn = nodeOf(g);
  const fl = levelAt(fn);
  const gl = levelAt(gn);
  let level = fl;
  let f1 = f;
  let f0 = f;
  let g1 = g;
  let g0 = g;
  if (fl <= gl) {
    const c = f & 1;
    f1 = hiAt(fn) ^ c;
    f0 = loAt(fn) ^ c;
  } else level = gl;
  if (gl <= fl) {
    const c = g & 1;
    g1 = hiAt(gn) ^ c;
    g0 = loAt(gn) ^ c;
  }
  const r1 = conjoin(f1, g1, sp);
  store<i32>(sp, r1);
  const r0 = conjoin(f0, g0, sp + 4);
  const r = mk(level, r1, r0, sp);
  remember(hash, f, g, AND, r);
  return r;
}

export function disjoin(f: i32, g: i32, sp: usize): i32 {
  return conjoin(f ^ 1, g ^ 1, sp) ^ 1;
}

export function xor(f: i32, g: i32, sp: usize): i32 {
  const complement = (f ^ g) & 1;
  f &= ~1;
  g &= ~1;
  if (f == g) return FALSE ^ complement;
  if (f > g) {
    const t = f;
    f = g;
    g = t;
  }
  if (f == TRUE) return g ^ 1 ^ complement;
  const hash = hashOf(f, g, XOR);
  const slot = slotOf(hash);
  if (holds(slot, f, g, XOR)) return resultAt(slot) ^ complement;
  burn();
  const fn = nodeOf(f);
  const gn = nodeOf(g);
  const fl = levelAt(fn);
  const gl = levelAt(gn);
  let level = fl;
  let f1 = f;
  let f0 = f;
  let g1 = g;
  let g0 = g;
  if (fl <= gl) {
    f1 = hiAt(fn);
    f0 = loAt(fn);
  } else level = gl;
  if (gl <= fl) {
    g1 = hiAt(gn);
    g0 = loAt(gn);
  }
  const r1 = xor(f1, g1, sp);
  store<i32>(sp, r1);
  const r0 = xor(f0, g0, sp + 4);
  const r = mk(level, r1, r0, sp);
  remember(hash, f, g, XOR, r);
  return r ^ complement;
}

export function ite(f: i32, g: i32, h: i32, sp: usize): i32 {
  if (f == TRUE) return g;
  if (f == FALSE) return h;
  if (g == h) return g;
  if (f == g) g = TRUE;
  else if ((f ^ 1) == g) g = FALSE;
  if (f == h) h = FALSE;
  else if ((f ^ 1) == h) h = TRUE;
  if (g == TRUE && h == FALSE) return f;
  if (g == FALSE && h == TRUE) return f ^ 1;
  if (h == FALSE) return conjoin(f, g, sp);
  if (g == FALSE) return conjoin(f ^ 1, h, sp);
  if (h == TRUE) return conjoin(f, g ^ 1, sp) ^ 1;
  if (g == TRUE) return conjoin(f ^ 1, h ^ 1, sp) ^ 1;
  if (g == h) return g;
  if ((g ^ 1) == h) return xor(f, h, sp);
  // f and g regular: one entry stands for all four choices of signs.
  if (f & 1) {
    f ^= 1;
    const t = g;
    g = h;
    h = t;
  }
  const complement = g & 1;
  g ^= complement;
  h ^= complement;
  const hash = hashOf(f, g, h | ITE);
  const slot = slotOf(hash);
  if (holds(slot, f, g, h | ITE)) return resultAt(slot) ^ complement;
  burn();
  const fn = nodeOf(f);
  const gn = nodeOf(g);
  const hn = nodeOf(h);
  const fl = levelAt(fn);
  const gl = levelAt(gn);
  const hl = levelAt(hn);
  const level = min<i32>(fl, min<i32>(gl, hl));
  let f1 = f;
  let f0 = f;
  let g1 = g;
  let g0 = g;
  let h1 = h;
  let h0 = h;
  if (fl == level) {
    f1 = hiAt(fn);
    f0 = loAt(fn);
  }
  if (gl == level) {
    g1 = hiAt(gn);
    g0 = loAt(gn);
  }
  if (hl == level) {
    const c = h & 1;
    h1 = hiAt(hn) ^ c;
    h0 = loAt(hn) ^ c;
  }
  const r1 = ite(f1, g1, h1, sp);
  store<i32>(sp, r1);
  const r0 = ite(f0, g0, h0, sp + 4);
  const r = mk(level, r1, r0, sp);
  remember(hash, f, g, h | ITE, r);
  return r ^ complement;
}

/** Whether no assignment satisfies both. Makes no node, and stops at the first common assignment. */
export function disjoint(f: i32, g: i32): bool {
  if ((f ^ g) == 1) return true;
  if (f == g) return f == FALSE;
  if (f > g) {
    const t = f;
    f = g;
    g = t;
  }
  if (f == TRUE) return g == FALSE;
  if (f == FALSE) return true;
  // Two uncomplemented edges meet where every variable is 1.
  if (((f | g) & 1) == 0) return false;
  const hash = hashOf(f, g, DISJOINT);
  const slot = slotOf(hash);
  if (holds(slot, f, g, DISJOINT)) return resultAt(slot) == TRUE;
  burn();
  const fn = nodeOf(f);
  const gn = nodeOf(g);
  const fl = levelAt(fn);
  const gl = levelAt(gn);
  let f1 = f;
  let f0 = f;
  let g1 = g;
  let g0 = g;
  if (fl <= gl) {
    const c = f & 1;
    f1 = hiAt(fn) ^ c;
    f0 = loAt(fn) ^ c;
  }
  if (gl <= fl) {
    const c = g & 1;
    g1 = hiAt(gn) ^ c;
    g0 = loAt(gn) ^ c;
  }
  const r = disjoint(f1, g1) && disjoint(f0, g0);
  remember(hash, f, g, DISJOINT, r ? TRUE : FALSE);
  return r;
}
