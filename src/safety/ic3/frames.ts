import { type Cube, isSubset, sameCube, signatureOf } from "../cube.js";

/** A cube that is not reachable within as many steps as the frame that holds it says. */
export interface Lemma {
  readonly cube: Cube;
  readonly signature: number;
}

/**
 * Delta-encoded frames: a lemma is stored once, in the highest frame for which it is known, and holds in all lower
 * ones. Frame 0 is the initial condition and has no lemmas; `forever` holds those that are inductive by themselves.
 */
export class Frames {
  private readonly deltas: Lemma[][] = [[]];
  readonly forever: Lemma[] = [];
  /** No frame below this one has changed since lemmas were last pushed. */
  changedFrom = 1;

  /** The highest frame. */
  get level(): number {
    return this.deltas.length - 1;
  }

  extend(): void {
    this.deltas.push([]);
  }

  at(frame: number): readonly Lemma[] {
    return this.deltas[frame]!;
  }

  sizes(): number[] {
    return this.deltas.slice(1).map((d) => d.length);
  }

  /**
   * The highest frame whose lemmas exclude `cube` syntactically, or -1 when no frame from `frame` on does; Infinity
   * when it is excluded for ever.
   */
  excludes(cube: Cube, frame: number): number {
    const signature = signatureOf(cube);
    if (subsumer(this.forever, cube, signature) !== null) return Number.POSITIVE_INFINITY;
    for (let k = this.level; k >= frame; k--) if (subsumer(this.deltas[k]!, cube, signature) !== null) return k;
    return -1;
  }

  /** A lemma of exactly this frame that excludes `cube`: what a generalization of `cube` one frame up grows from. */
  parent(cube: Cube, frame: number): Lemma | null {
    return frame < 1 ? null : subsumer(this.deltas[frame]!, cube, signatureOf(cube));
  }

  /**
   * Adds a lemma to `frame` and drops the weaker ones that it makes superfluous. Returns the lowest frame in which
   * the lemma is new: solvers of frames from there to `frame` must learn it. Nothing to learn: `frame + 1`.
   */
  add(cube: Cube, frame: number): number {
    const signature = signatureOf(cube);
    let from = 1;
    for (let k = frame; k >= 1; k--) {
      const delta = this.deltas[k]!;
      const stronger = subsumer(delta, cube, signature);
      if (stronger !== null) {
        if (k === frame) return frame + 1;
        // The same lemma moves up; a stronger one of a lower frame stays where it is.
        if (sameCube(stronger.cube, cube)) delta.splice(delta.indexOf(stronger), 1);
        from = k + 1;
        break;
      }
      dropSubsumed(delta, cube, signature);
    }
    this.deltas[frame]!.push({ cube, signature });
    if (from < this.changedFrom) this.changedFrom = from;
    return from;
  }

  /** Moves a lemma of the highest frame to `forever`. */
  keepForever(lemma: Lemma): void {
    for (const delta of this.deltas) dropSubsumed(delta, lemma.cube, lemma.signature);
    this.forever.push(lemma);
  }

  /** The lowest frame without lemmas of its own below the highest: from there on nothing new is reachable. */
  fixpoint(): number {
    for (let k = 1; k < this.level; k++) if (this.deltas[k]!.length === 0) return k;
    return -1;
  }

  /** All lemmas that hold in `frame`. */
  *from(frame: number): Iterable<Lemma> {
    for (let k = frame; k <= this.level; k++) yield* this.deltas[k]!;
    yield* this.forever;
  }
}

function subsumer(lemmas: readonly Lemma[], cube: Cube, signature: number): Lemma | null {
  for (let i = 0; i < lemmas.length; i++) {
    const lemma = lemmas[i]!;
    if ((lemma.signature & ~signature) === 0 && isSubset(lemma.cube, cube)) return lemma;
  }
  return null;
}

function dropSubsumed(lemmas: Lemma[], cube: Cube, signature: number): void {
  let kept = 0;
  for (let i = 0; i < lemmas.length; i++) {
    const lemma = lemmas[i]!;
    if ((signature & ~lemma.signature) === 0 && isSubset(cube, lemma.cube)) continue;
    lemmas[kept++] = lemma;
  }
  lemmas.length = kept;
}
