import { supportOf } from "../../logic/aig.js";
import type { Lit } from "../../logic/lit.js";
import type { Model } from "../../model/model.js";

/** Latches by index that are composed together. */
export type Submodule = readonly number[];

/**
 * What submodules are made of. `modules`: the modules of the source, each whole, small ones put together up to the size of a cluster;
 * a model of one module is clustered. `grouped`: modules that are larger than a cluster are cut as well. `latches`: single latches.
 */
export type Parts = "modules" | "grouped" | "latches";

/**
 * The model as a composition of submodules, which share no latch: D'n'C, Section 9.1. The property's own comes first,
 * the others follow by their distance from it. What is not given as a module is clustered by affinity up to `most` latches.
 *
 * What only watches (a latch that nothing but a fairness condition reads, such as the memory of a Moore form) belongs to the
 * first submodule that, with those before it, knows all latches that it reads, or to the property if it reads that.
 */
export function submodulesOf(model: Model, most: number, parts: Parts = "grouped"): Submodule[] {
  const reads = new Dependencies(model);
  const property = propertyLatches(model, reads, most);
  const isProperty = new Set(property);
  const watchers = new Set(reads.watchers().filter((i) => !isProperty.has(i) || property.length > 1));
  const rest = model.latches.map((_, i) => i).filter((i) => !isProperty.has(i) && !watchers.has(i));

  const first = property.filter((i) => !watchers.has(i) || reads.of(i).some((j) => isProperty.has(j)));
  const distance = reads.distancesFrom([...first, ...property]);
  const near = (latches: Submodule) =>
    latches.reduce((least, i) => Math.min(least, distance[i]!), Number.POSITIVE_INFINITY);
  const nearestFirst = (a: Submodule, b: Submodule) => near(a) - near(b);
  const isRest = new Set(rest);
  const ofSource = (parts === "latches" ? [] : model.modules)
    .map((module) => module.filter((i) => isRest.has(i)))
    .filter((module) => module.length > 0);
  const known = new Set(ofSource.flat());
  const singles = (latches: Submodule) => latches.map((i) => [i]).sort(nearestFirst);
  const others = singles(rest.filter((i) => !known.has(i)));
  const isWhole = (m: Submodule) => m.length <= most || (parts === "modules" && ofSource.length > 1);
  const given = ofSource.flatMap((m) => (isWhole(m) ? [m] : clustered(singles(m), most, reads)));
  const clusters = joined(clustered([...given, ...others].sort(nearestFirst), most, reads).sort(nearestFirst), most);
  const submodules = [first, ...clusters].map((cluster) => [...cluster]).filter((cluster) => cluster.length > 0);
  const placed = new Set(submodules.flat());
  for (const i of watchers) if (!placed.has(i)) placeOf(i, submodules, reads).push(i);
  return submodules;
}

/**
 * The latches of the property's automaton. Where a file does not tell them from the others: those that the fairness
 * conditions read and that only observe; where none does, all that the conditions read.
 */
function propertyLatches(model: Model, reads: Dependencies, most: number): readonly number[] {
  if (model.property !== undefined && model.property.length > 0) return model.property;
  const indices = latchIndices(model);
  const read = supportOf(model.aig, model.fairness).flatMap((node) => indices.get(node) ?? []);
  const observers = reads.observersOf(read, most);
  return (observers.length > 0 ? observers : read).sort((a, b) => a - b);
}

/** The submodule for a latch that only watches; if there is none yet, a new one. */
function placeOf(watcher: number, submodules: number[][], reads: Dependencies): number[] {
  const wanted = new Set(reads.of(watcher).filter((j) => j !== watcher));
  for (const submodule of submodules) {
    for (const i of submodule) wanted.delete(i);
    if (wanted.size === 0) return submodule;
  }
  if (submodules.length === 0) submodules.push([]);
  return submodules.at(-1)!;
}

/** Parts put together, up to so many latches: each cluster starts with the first that is left and takes in what it is most entwined with. */
function clustered(parts: readonly Submodule[], most: number, reads: Dependencies): number[][] {
  const partOf = new Map(parts.flatMap((part) => part.map((i) => [i, part] as const)));
  const left = new Set(parts);
  const clusters: number[][] = [];
  for (const start of left) {
    const cluster: number[] = [];
    const affinity = new Map<Submodule, number>();
    const take = (part: Submodule) => {
      left.delete(part);
      affinity.delete(part);
      cluster.push(...part);
      for (const i of part)
        for (const j of reads.neighbours(i)) {
          const other = partOf.get(j);
          if (other !== undefined && left.has(other))
            affinity.set(other, (affinity.get(other) ?? 0) + reads.ties(i, j));
        }
    };
    take(start);
    for (;;) {
      const fitting = [...affinity].filter(([part]) => cluster.length + part.length <= most);
      if (fitting.length === 0) break;
      take(fitting.reduce((a, b) => (b[1] > a[1] ? b : a))[0]);
    }
    clusters.push(cluster);
  }
  return clusters;
}

/** Neighbours that fit into one cluster, put together: what is left over when clusters are full is often small. */
function joined(clusters: readonly (readonly number[])[], most: number): number[][] {
  const result: number[][] = [];
  for (const cluster of clusters) {
    const last = result.at(-1);
    if (last !== undefined && last.length + cluster.length <= most) last.push(...cluster);
    else result.push([...cluster]);
  }
  return result;
}

const latchIndices = (model: Model): Map<number, number> => new Map(model.latches.map((l, i) => [l.node, i]));

/** Which latches read which, in their next functions; a constraint ties all latches that it reads to each other. */
class Dependencies {
  private readonly reads: readonly number[][];
  private readonly readers: readonly number[][];
  private readonly constraints: readonly number[][];
  private readonly constraintsOf: readonly number[][];

  constructor(model: Model) {
    const indices = latchIndices(model);
    const latchesOf = (l: Lit) => supportOf(model.aig, [l]).flatMap((node) => indices.get(node) ?? []);
    this.reads = model.latches.map((latch) => latchesOf(latch.next));
    this.readers = model.latches.map(() => []);
    this.reads.forEach((read, i) => {
      for (const j of read) this.readers[j]!.push(i);
    });
    this.constraints = model.constraints.map(latchesOf);
    this.constraintsOf = model.latches.map(() => []);
    this.constraints.forEach((read, c) => {
      for (const j of read) this.constraintsOf[j]!.push(c);
    });
  }

  of(latch: number): readonly number[] {
    return this.reads[latch]!;
  }

  /** Latches that no other latch and no constraint reads. */
  watchers(): number[] {
    return [...this.reads.keys()].filter(
      (i) => this.constraintsOf[i]!.length === 0 && this.readers[i]!.every((reader) => reader === i),
    );
  }

  /**
   * Latches that observe the given ones' part of the system and are not part of it: nobody else reads them,
   * and they read some latch outside. At most so many, those with fewest readers first.
   */
  observersOf(given: readonly number[], most: number): number[] {
    const wanted = new Set(given);
    const closed = [...this.reads.keys()]
      .flatMap((i) => this.readersOf(i, most) ?? [])
      .filter((readers) => readers.some((i) => wanted.has(i)))
      .sort((a, b) => a.length - b.length);
    const observers = new Set<number>();
    for (const readers of closed) {
      const more = readers.filter((i) => !observers.has(i));
      if (observers.size + more.length <= most) for (const i of more) observers.add(i);
    }
    return [...observers].some((i) => this.reads[i]!.some((j) => !observers.has(j))) ? [...observers] : [];
  }

  /** The latch and all that depends on it; null if these are more than so many latches. */
  private readersOf(latch: number, most: number): [number[]] | null {
    const found = new Set([latch]);
    for (const i of found) {
      if (found.size > most) return null;
      for (const j of this.readers[i]!) found.add(j);
    }
    return [[...found]];
  }

  neighbours(latch: number): Set<number> {
    const tied = this.constraintsOf[latch]!.flatMap((c) => this.constraints[c]!);
    return new Set([...this.reads[latch]!, ...this.readers[latch]!, ...tied].filter((j) => j !== latch));
  }

  /** How closely two latches are tied: who reads many latches is tied less to each of them. */
  ties(a: number, b: number): number {
    const one = (i: number, j: number) => (this.reads[i]!.includes(j) ? 1 / this.reads[i]!.length : 0);
    const shared = this.constraintsOf[a]!.filter((c) => this.constraintsOf[b]!.includes(c));
    return one(a, b) + one(b, a) + shared.reduce((sum, c) => sum + 1 / this.constraints[c]!.length, 0);
  }

  /** How many latches away each latch is from some latches, along what they read. */
  distancesFrom(start: readonly number[]): number[] {
    const distance = this.reads.map(() => Number.POSITIVE_INFINITY);
    const queue = [...new Set(start)];
    for (const i of queue) distance[i] = 0;
    for (const i of queue) {
      const tied = this.constraintsOf[i]!.flatMap((c) => this.constraints[c]!);
      for (const j of [...this.reads[i]!, ...tied])
        if (distance[j] === Number.POSITIVE_INFINITY) {
          distance[j] = distance[i]! + 1;
          queue.push(j);
        }
    }
    return distance;
  }
}
