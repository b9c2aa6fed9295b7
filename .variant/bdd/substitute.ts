/*
 * Substitution: of one variable, of many at once, and of variables by variables. What is put in is
 * set by the host (variables.ts); `number` tells renamings and substitutions apart in the computed table.
 */
import { burn, COMPOSE, hashOf, holds, RENAME, remember, resultAt, SUBSTITUTE, slotOf } from "./computed";
import { ite } from "./operators";
import { FREE, hiAt, hiOf, levelAt, levelOf, loAt, loOf, nodeOf } from "./store";
import { mk } from "./unique";
import { deepestRenamed, deepestSubstituted, projection, renamedAt, substitutedAt, varAtLevel } from "./variables";

/** f with g for the variable at level `at`. */
export function compose(f: i32, g: i32, at: i32, sp: usize): i32 {
  const complement = f & 1;
  f ^= complement;
  const fn = nodeOf(f);
  const fl = levelAt(fn);
  if (fl > at) return f ^ complement;
  if (fl == at) return ite(g, hiAt(fn), loAt(fn), sp) ^ complement;
  const key = at | COMPOSE;
  const hash = hashOf(f, g, key);
  const slot = slotOf(hash);
  if (holds(slot, f, g, key)) return resultAt(slot) ^ complement;
  burn();
  const gl = levelOf(g);
  const level = min<i32>(fl, gl);
  let f1 = f;
  let f0 = f;
  let g1 = g;
  let g0 = g;
  if (fl == level) {
    f1 = hiAt(fn);
    f0 = loAt(fn);
  }
  if (gl == level) {
    g1 = hiOf(g);
    g0 = loOf(g);
  }
  const r1 = compose(f1, g1, at, sp);
  store<i32>(sp, r1);
  const r0 = compose(f0, g0, at, sp + 4);
  const r = mk(level, r1, r0, sp);
  remember(hash, f, g, key, r);
  return r ^ complement;
}

/** f with the host's functions for its variables, all at once. */
export function substitute(f: i32, number: i32, sp: usize): i32 {
  const complement = f & 1;
  f ^= complement;
  const fn = nodeOf(f);
  const level = levelAt(fn);
  if (level > deepestSubstituted) return f ^ complement;
  const hash = hashOf(f, number, SUBSTITUTE);
  const slot = slotOf(hash);
  if (holds(slot, f, number, SUBSTITUTE)) return resultAt(slot) ^ complement;
  burn();
  const f0 = loAt(fn);
  const r1 = substitute(hiAt(fn), number, sp);
  store<i32>(sp, r1);
  const r0 = substitute(f0, number, sp + 4);
  store<i32>(sp, r0, 4);
  let g = substitutedAt(level);
  if (g == FREE) g = projection(varAtLevel(level));
  const r = ite(g, r1, r0, sp + 8);
  remember(hash, f, number, SUBSTITUTE, r);
  return r ^ complement;
}

/**
 * f with the host's variables for its variables, all at once. Where the new level lies above the new
 * cofactors, as in a shift from x to the x' beneath it, a node suffices.
 */
export function rename(f: i32, number: i32, sp: usize): i32 {
  const complement = f & 1;
  f ^= complement;
  const fn = nodeOf(f);
  const level = levelAt(fn);
  if (level > deepestRenamed) return f ^ complement;
  const hash = hashOf(f, number, RENAME);
  const slot = slotOf(hash);
  if (holds(slot, f, number, RENAME)) return resultAt(slot) ^ complement;
  burn();
  const f0 = loAt(fn);
  const r1 = rename(hiAt(fn), number, sp);
  store<i32>(sp, r1);
  const r0 = rename(f0, number, sp + 4);
  const to = renamedAt(level);
  let r: i32;
  if (to < levelOf(r1) && to < levelOf(r0)) r = mk(to, r1, r0, sp);
  else {
    store<i32>(sp, r0, 4);
    r = ite(projection(varAtLevel(to)), r1, r0, sp + 8);
  }
  remember(hash, f, number, RENAME, r);
  return r ^ complement;
}
