import type { DrawnGraph } from "./drawn-graph.js";

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A component: its states lie in a circle. */
export interface Cluster extends Place {
  readonly component: number;
  readonly radius: number;
  readonly size: number;
}

/** Where the states of a graph are drawn. */
export interface GraphLayout {
  readonly places: readonly Place[];
  /** Of the circles of states. */
  readonly radius: number;
  /** Paths of SVG, one for each edge. */
  readonly ways: readonly string[];
  readonly clusters: readonly Cluster[];
  readonly width: number;
  readonly height: number;
}

const RADIUS = 10;
/** Between the centres of two states. */
const GAP = 30;
const MARGIN = 26;
/** Columns of components are no longer than this if they need not be. */
const TALL = 620;
/** More states than this do not lie on one ring. */
const MOST_ON_RING = 14;

/**
 * Components from left to right: each to the right of all that lead into it. The states of one lie on a ring, or in a
 * spiral where they are many.
 */
export function graphLayout({ values, edges, components, isFair }: DrawnGraph): GraphLayout {
  const states: number[][] = isFair.map(() => []);
  for (const [s, c] of components.entries()) states[c]!.push(s);
  const level = levelsOf(isFair.length, edges, components);
  const columns: number[][] = [];
  for (let c = isFair.length - 1; c >= 0; c--) {
    columns[level[c]!] ??= [];
    columns[level[c]!]!.push(c);
  }
  const places = new Array<Place>(values.length);
  const clusters: Cluster[] = [];
  let left = MARGIN;
  let height = 0;
  for (const column of columns.flatMap((all) => wrapped(all, (c) => 2 * radiusOf(states[c]!.length) + MARGIN))) {
    const widest = Math.max(...column.map((c) => radiusOf(states[c]!.length)));
    let top = MARGIN;
    for (const c of column) {
      const inside = states[c]!;
      const radius = radiusOf(inside.length);
      const centre = { x: left + widest, y: top + radius };
      clusters.push({ ...centre, radius, component: c, size: inside.length });
      for (const [k, s] of inside.entries()) places[s] = placeInside(centre, k, inside.length);
      top += 2 * radius + MARGIN;
    }
    height = Math.max(height, top);
    left += 2 * widest + 2 * MARGIN;
  }
  const ways = edges.map(([from, to]) => wayOf(places[from]!, places[to]!));
  return { places, radius: RADIUS, ways, clusters, width: left, height };
}

/** Bent a little, so that the way back is another. */
function wayOf(from: Place, to: Place): string {
  const { x, y } = from;
  const [dx, dy] = [to.x - x, to.y - y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return `M ${x - 5} ${y - 9} C ${x - 16} ${y - 26} ${x + 16} ${y - 26} ${x + 6} ${y - 9}`;
  const [ux, uy] = [dx / length, dy / length];
  const bend = Math.min(12, length / 8);
  const middle = `${x + dx / 2 + bend * uy} ${y + dy / 2 - bend * ux}`;
  return `M ${x + ux * RADIUS} ${y + uy * RADIUS} Q ${middle} ${to.x - ux * (RADIUS + 1)} ${to.y - uy * (RADIUS + 1)}`;
}

/** The longest way to each component. */
function levelsOf(count: number, edges: DrawnGraph["edges"], components: readonly number[]): number[] {
  const level = new Array<number>(count).fill(0);
  const into: number[][] = level.map(() => []);
  for (const [a, b] of edges) {
    const [from, to] = [components[a]!, components[b]!];
    if (from !== to) into[to]!.push(from);
  }
  for (let c = count - 1; c >= 0; c--) level[c] = Math.max(-1, ...into[c]!.map((from) => level[from]!)) + 1;
  return level;
}

function wrapped(column: readonly number[], heightOf: (c: number) => number): number[][] {
  const parts: number[][] = [];
  let height = Number.POSITIVE_INFINITY;
  for (const c of column) {
    height += heightOf(c);
    if (height > TALL) {
      parts.push([]);
      height = heightOf(c);
    }
    parts.at(-1)!.push(c);
  }
  return parts;
}

function radiusOf(size: number): number {
  if (size === 1) return GAP / 2;
  if (size <= MOST_ON_RING) return Math.max(GAP * 0.7, (size * GAP) / (2 * Math.PI)) + GAP / 2;
  return GAP * 0.62 * Math.sqrt(size) + GAP / 2;
}

function placeInside({ x, y }: Place, k: number, size: number): Place {
  if (size === 1) return { x, y };
  const onRing = size <= MOST_ON_RING;
  const angle = onRing ? Math.PI + (2 * Math.PI * k) / size : k * 2.399963; // the golden angle
  const radius = onRing ? radiusOf(size) - GAP / 2 : GAP * 0.62 * Math.sqrt(k + 0.5);
  return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
}
