import { trailAt } from "./trail";
import { bestOf, setBest, setPhase, setTarget, variables } from "./variables";

/**
 * Target phases: in stable search, decisions repeat the largest assignment without conflict that was seen since the last
 * change of phases; the best one of all is gone back to now and then.
 */
let targetSize: i32 = 0;
let bestSize: i32 = 0;

const REPHASE_FIRST: f64 = 1000;
let rephased: i32 = 0;
let nextRephase: f64 = 0;

/** A long call begins its first stable phase. */
export function beginTargets(conflicts: f64): void {
  forgetTargets();
  bestSize = 0;
  rephased = 0;
  nextRephase = conflicts + REPHASE_FIRST;
}

/** The first `size` literals of the trail are without conflict. */
export function noteConsistent(size: i32): void {
  if (size > targetSize) {
    targetSize = size;
    for (let i = 0; i < size; i++) setTarget(trailAt(i) >> 1, 1 + (trailAt(i) & 1));
  }
  if (size > bestSize) {
    bestSize = size;
    for (let i = 0; i < size; i++) setBest(trailAt(i) >> 1, 1 + (trailAt(i) & 1));
  }
}

/** Sets all phases anew from time to time: to the best assignment, else to constants. Pre: at a restart. */
export function rephaseWhenDue(conflicts: f64): void {
  if (conflicts < nextRephase) return;
  const turn = rephased++ % 4;
  nextRephase = conflicts + REPHASE_FIRST * <f64>(rephased + 1);
  if ((turn & 1) == 0) usePhasesOfBest();
  else for (let v = 0; v < variables; v++) setPhase(v, turn == 1 ? 1 : 0);
  forgetTargets();
  bestSize = 0;
}

function usePhasesOfBest(): void {
  for (let v = 0; v < variables; v++) if (bestOf(v) != 0) setPhase(v, bestOf(v) - 1);
}

function forgetTargets(): void {
  targetSize = 0;
  for (let v = 0; v < variables; v++) setTarget(v, 0);
}
