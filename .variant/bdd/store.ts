/*
 * Nodes and edges.
 *
 * An edge is 2·node + complement. The terminal is node 0: edge 0 is true, edge 1 is false. A node holds four words:
 *   level   place of its variable in the order; TERMINAL for node 0, FREE for a node that is not in use
 *   lo      edge of the cofactor where the variable is 0
 *   hi      edge of the cofactor where it is 1; never complemented, which makes diagrams canonical
 *   next    next node of the same bucket of the unique table, or of the free list
 */
import { NODES } from "./memory";

export const TRUE: i32 = 0;
export const FALSE: i32 = 1;
export const TERMINAL: i32 = 0x3fffffff;
export const FREE: i32 = -1;

/** Offset of an edge's node from NODES. */
export function nodeOf(edge: i32): usize {
  return ((<usize>edge) << 3) & ~(<usize>15);
}

export function levelAt(node: usize): i32 {
  return load<i32>(node, NODES);
}

export function loAt(node: usize): i32 {
  return load<i32>(node, NODES + 4);
}

export function hiAt(node: usize): i32 {
  return load<i32>(node, NODES + 8);
}

export function nextAt(node: usize): i32 {
  return load<i32>(node, NODES + 12);
}

export function setLevelAt(node: usize, level: i32): void {
  store<i32>(node, level, NODES);
}

export function setLoAt(node: usize, lo: i32): void {
  store<i32>(node, lo, NODES + 4);
}

export function setHiAt(node: usize, hi: i32): void {
  store<i32>(node, hi, NODES + 8);
}

export function setNextAt(node: usize, next: i32): void {
  store<i32>(node, next, NODES + 12);
}

export function levelOf(edge: i32): i32 {
  return levelAt(nodeOf(edge));
}

/** The cofactors of an edge, the complement pushed down. */
export function loOf(edge: i32): i32 {
  return loAt(nodeOf(edge)) ^ (edge & 1);
}

export function hiOf(edge: i32): i32 {
  return hiAt(nodeOf(edge)) ^ (edge & 1);
}
