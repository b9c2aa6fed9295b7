import type { Ctl } from "../formula/ctl.js";
import type { Ltl } from "../formula/ltl.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "./model.js";
import type { SourcePlace } from "./symbols.js";

/**
 * What is asked of a model. Every property is checked with the model's constraints and fairness, never without.
 * `source` is where the user asks it, `text` how the source's own language prints the question.
 */
export type Property = JusticeProperty | BadStateProperty | LtlProperty | CtlProperty;

/** Fails on a fair behaviour in which each literal holds infinitely often (a justice property of AIGER). */
export interface JusticeProperty {
  readonly kind: "justice";
  readonly name: string;
  readonly text?: string;
  readonly source?: SourcePlace;
  readonly literals: readonly Lit[];
}

/** Fails on a run that reaches a step in which the literal holds. */
export interface BadStateProperty {
  readonly kind: "bad";
  readonly name: string;
  readonly text?: string;
  readonly source?: SourcePlace;
  readonly literal: Lit;
  /** The source asks for a run to such a step: to find one is what its user hopes for. */
  readonly isCover?: true;
}

/** Fails on a fair behaviour that violates the formula. `atoms` gives each atom's literal. */
export interface LtlProperty {
  readonly kind: "ltl";
  readonly name: string;
  readonly text?: string;
  readonly source?: SourcePlace;
  readonly formula: Ltl;
  readonly atoms: ReadonlyMap<string, Lit>;
}

/** Fails when some initial state violates the formula; path quantifiers range over fair behaviours. */
export interface CtlProperty {
  readonly kind: "ctl";
  readonly name: string;
  readonly text?: string;
  readonly source?: SourcePlace;
  readonly formula: Ctl;
  readonly atoms: ReadonlyMap<string, Lit>;
}

/** What a property reads of its model. */
export function literalsOf(property: Property): readonly Lit[] {
  switch (property.kind) {
    case "bad":
      return [property.literal];
    case "justice":
      return property.literals;
    case "ltl":
    case "ctl":
      return [...property.atoms.values()];
  }
}

/** What a file says: a model and the properties to check. */
export interface Design {
  readonly model: Model;
  readonly properties: readonly Property[];
  /** What the source asks of behaviours, in its own words. Absent: each constraint and fairness condition by itself. */
  readonly demands?: readonly Demand[];
  /** True in a step in which a finite run may end although infinite behaviours go on: no infinite one has such a step. */
  readonly halt?: Lit;
  /**
   * Latches, by index, that are 0 at first and may be set in any step, to promise that something is never true from then on. They guess the
   * future of a behaviour, and say nothing of a state.
   */
  readonly promises?: readonly number[];
  /** Where the format's witnesses speak of words, and not of the model's latches and inputs. */
  readonly words?: SourceWords;
  /** What the reader of the file wants the user to know. */
  readonly notices?: readonly Notice[];
  /** Questions of the source that no engine can be asked. */
  readonly refused?: readonly RefusedQuestion[];
}

/**
 * Something that a source asks of behaviours: an assumption, an invariant, a fairness condition. It may stand for several
 * constraints and conditions of the model, which are given by index. What belongs to no demand is the system itself.
 */
export interface Demand {
  readonly name: string;
  readonly source?: SourcePlace;
  readonly constraints: readonly number[];
  readonly fairness: readonly number[];
}

/** The inputs and states of a source text, in the order by which its witnesses count them. */
export interface SourceWords {
  readonly inputs: readonly SourceWord[];
  readonly states: readonly SourceWord[];
}

/** An input or state of the source. */
export interface SourceWord {
  readonly name?: string;
  /** Its value, least significant bit first; the elements of an array one after the other. */
  readonly bits: readonly Lit[];
  /** What it is chosen by, bit for bit: inputs of the model, or latches where it has a next value. */
  readonly leaves: readonly Lit[];
  /** Bits of an index, where it is an array. */
  readonly index: number | null;
  /** Does a witness have to say its value, in the first step and in later ones? Else that follows. */
  readonly chosenFirst: boolean;
  readonly chosenLater: boolean;
}

/** A remark on a source text that is not an error: something that is not computed, an old way of writing. */
export interface Notice {
  /** Stable, for scripts. */
  readonly code: string;
  readonly text: string;
  readonly source: SourcePlace;
}

/** A question that was understood but is not supported: its answer is unknown, and this is why. */
export interface RefusedQuestion {
  readonly name: string;
  readonly source: SourcePlace;
  readonly why: string;
}
