import type { ReadonlyAig } from "../logic/aig.js";
import { coneOf, supportOf } from "../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, nodeOf, not, TRUE } from "../logic/lit.js";
import type { DrawnGraph } from "./drawn-graph.js";

/** Larger ones are described, not written out. */
const MOST_GATES = 10;
const MOST_NAMES = 6;

/** A predicate as a formula over names of leaves; by its size and what it reads where that would be too long. */
export function predicateText(aig: ReadonlyAig, l: Lit, nameOf: (node: number) => string): string {
  if (l === TRUE) return "true";
  if (l === FALSE) return "false";
  let gates = 0;
  coneOf(aig, [l]).forEach((inCone, node) => {
    if (inCone === 1 && aig.isGate(node)) gates++;
  });
  if (gates <= MOST_GATES) return formula(aig, l, nameOf, false);
  const names = [...new Set(supportOf(aig, [l]).map((node) => nameOf(node).replace(/\[\d+\]$/, "")))];
  const more = names.length - MOST_NAMES;
  return `a predicate of ${gates} gates over ${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function formula(aig: ReadonlyAig, l: Lit, nameOf: (node: number) => string, isInside: boolean): string {
  const node = nodeOf(l);
  if (!aig.isGate(node)) return `${isNegated(l) ? "!" : ""}${nameOf(node)}`;
  const parts = conjuncts(aig, litOf(node)).map((part) => formula(aig, isNegated(l) ? not(part) : part, nameOf, true));
  const text = parts.join(isNegated(l) ? " | " : " & ");
  return isInside ? `(${text})` : text;
}

/** An and of ands as one. */
function conjuncts(aig: ReadonlyAig, l: Lit): Lit[] {
  const node = nodeOf(l);
  if (isNegated(l) || !aig.isGate(node)) return [l];
  return [...conjuncts(aig, aig.fanin0(node)), ...conjuncts(aig, aig.fanin1(node))];
}

/**
 * States of a graph by the values that signals have in them: `x = 1, y is a or b`. Null unless that is exactly what tells them from
 * the others.
 */
export function statesText(graph: DrawnGraph, states: readonly number[]): string | null {
  const { signals, values } = graph;
  if (states.length === 0) return "nothing that can be reached";
  if (states.length === values.length) return "every reachable state";
  const chosen = new Set(states);
  const boxes = signals.map((_, k) => ({
    inside: new Set(states.map((s) => values[s]![k]!)),
    all: new Set(values.map((row) => row[k]!)),
  }));
  const telling = boxes.flatMap(({ inside, all }, k) => (inside.size < all.size ? [k] : []));
  const isInBox = (row: readonly string[]) => telling.every((k) => boxes[k]!.inside.has(row[k]!));
  if (values.some((row, s) => isInBox(row) && !chosen.has(s))) return null;
  // What the others say already is left out.
  const kept = new Set<number>();
  const needed = telling.filter((k, at) => {
    const others = telling.filter((other, i) => other !== k && (i > at || kept.has(other)));
    const suffices = values.every(
      (row, s) => chosen.has(s) || !others.every((other) => boxes[other]!.inside.has(row[other]!)),
    );
    if (!suffices) kept.add(k);
    return !suffices;
  });
  return needed.map((k) => valuesText(signals[k]!, boxes[k]!)).join(", ");
}

function valuesText(name: string, { inside, all }: { inside: ReadonlySet<string>; all: ReadonlySet<string> }): string {
  const outside = [...all].filter((value) => !inside.has(value));
  if (inside.size > 1 && outside.length === 1) return `${name} ≠ ${outside[0]}`;
  return inside.size === 1 ? `${name} = ${[...inside][0]}` : `${name} is ${[...inside].join(" or ")}`;
}
