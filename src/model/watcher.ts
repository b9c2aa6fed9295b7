import type { Figures } from "../limits/progress.js";
import type { Model } from "./model.js";
import type { Step } from "./step.js";

/**
 * Sees what a search is doing. It is told on the way, and may ask what it is shown only until it returns: sets are gone when the search goes
 * on. Whoever searches asks for no more than whether there is one.
 */
export interface Watcher {
  /** The search is on this model; `lifted` turns a run of it into one of the model that the engine was given. */
  begins(model: Model, lifted: (steps: readonly Step[]) => readonly Step[]): void;
  sees(scene: Scene): void;
}

/** A moment of a search, in the words of its paper. */
export interface Scene {
  /** What was just done. */
  readonly what: string;
  readonly figures: Figures;
  readonly sets: readonly SceneSet[];
  /** What is written at states, if anything is. */
  label?(latches: Uint8Array): string;
  readonly tree?: readonly SceneNode[];
}

/** A set of states under the name that it has in the paper. */
export interface SceneSet {
  readonly name: string;
  /** Of the latches' values: is the state in it? */
  has(latches: Uint8Array): boolean;
}

/** Of a tree of sets: parents come first, the first one has the parent -1. */
export interface SceneNode {
  readonly parent: number;
  readonly text: string;
  readonly fate: string;
}
