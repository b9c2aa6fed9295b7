import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, not, TRUE } from "../../logic/lit.js";
import { type Automaton, outgoing, withOneFirst } from "./automaton.js";

/** Where monitors live: in the model that is asked. They only watch: no behaviour of the model is lost or gained. */
export interface Watching {
  readonly aig: Aig;
  /** A register that is 0 at first; `follow` says what it is next. */
  register(): Register;
  /** A bit that may be anything in every step: what a violation is guessed by. */
  guess(): Lit;
}

export interface Register {
  readonly now: Lit;
  follow(next: Lit): void;
}

/** True in every step from the first on in which `begun` is. */
export function fromThen(w: Watching, begun: Lit): Lit {
  const was = w.register();
  const is = w.aig.or(begun, was.now);
  was.follow(is);
  return is;
}

/** True where `begun` is, and after it as long as `ends` has not been. */
export function until(w: Watching, begun: Lit, ends: Lit): Lit {
  const was = w.register();
  const is = w.aig.or(begun, was.now);
  was.follow(w.aig.and(is, not(ends)));
  return is;
}

/** True one step after `begun`. */
export function later(w: Watching, begun: Lit): Lit {
  const was = w.register();
  was.follow(begun);
  return was.now;
}

/** What becomes of all matches of a sequence that start where it is asked for. */
export interface Matches {
  /** A match ends in this step. */
  readonly ends: Lit;
  /** Infinitely often true, unless some attempt to match goes on for ever. TRUE where nobody asked for it. */
  readonly over: Lit;
}

/** Follows all attempts to match that start where `begun` is true; with `rounds`, also whether one goes on for ever. */
export function followAll(w: Watching, a: Automaton, begun: Lit, rounds = false): Matches {
  const { aig } = w;
  const tokens = tokensOf(w, a);
  const active = startingAt(aig, a, tokens, begun);
  const arrive = (at: readonly Lit[]): Lit[] => {
    const into: Lit[][] = tokens.map(() => []);
    for (const e of a.edges) into[e.to]!.push(aig.and(at[e.from]!, e.when));
    return into.map((ways) => aig.orAll(ways));
  };
  const next = arrive(active);
  follow(tokens, next);
  const last = a.edges.filter((e) => a.isLast[e.to]);
  const ends = aig.orAll(last.map((e) => aig.and(active[e.from]!, e.when)));
  return { ends, over: rounds ? roundIsOver(w, tokens, next, arrive) : TRUE };
}

/** For each start one attempt to match, whose way is guessed. */
export interface Attempts extends Matches {
  /** An attempt can neither go on as was guessed nor end: the guess was wrong. */
  readonly stuck: Lit;
}

/** Guesses how each attempt that starts where `begun` is true goes on, or that it ends. */
export function followSome(w: Watching, automaton: Automaton, begun: Lit, rounds: boolean): Attempts {
  const { aig } = w;
  const a = withOneFirst(automaton);
  const out = outgoing(a);
  const tokens = tokensOf(w, a);
  const guesses = (): Lit[] => tokens.map((t) => (t === NOBODY ? FALSE : w.guess()));
  const stuck: Lit[] = [];
  const ends: Lit[] = [];
  /** Whoever is at one of the states goes on to where `to` says, or ends. */
  const proceed = (at: readonly Lit[], to: readonly Lit[]): void => {
    out.forEach((edges, q) => {
      const goesOn = aig.orAll(edges.map((e) => aig.and(e.when, to[e.to]!)));
      const mayEnd = aig.orAll(edges.filter((e) => a.isLast[e.to]).map((e) => e.when));
      const mustEnd = aig.and(at[q]!, not(goesOn));
      ends.push(mustEnd);
      stuck.push(aig.and(mustEnd, not(mayEnd)));
    });
  };
  const next = guesses();
  proceed(startingAt(aig, a, tokens, begun), next);
  follow(tokens, next);
  const passOn = (at: readonly Lit[]): Lit[] => {
    const to = guesses().map((g, q) => aig.and(g, next[q]!));
    proceed(at, to);
    return to;
  };
  const over = rounds ? roundIsOver(w, tokens, next, passOn) : TRUE;
  return { stuck: aig.orAll(stuck), ends: aig.orAll(ends), over };
}

/** A token for every state that something enters and leaves; in others nobody waits. */
function tokensOf(w: Watching, a: Automaton): Register[] {
  const isEntered = new Set(a.edges.map((e) => e.to));
  return outgoing(a).map((edges, q) => (edges.length > 0 && isEntered.has(q) ? w.register() : NOBODY));
}

const NOBODY: Register = { now: FALSE, follow: () => {} };

function startingAt(aig: Aig, a: Automaton, tokens: readonly Register[], begun: Lit): Lit[] {
  const isFirst = new Set(a.first);
  return tokens.map((t, q) => (isFirst.has(q) ? aig.or(t.now, begun) : t.now));
}

function follow(registers: readonly Register[], next: readonly Lit[]): void {
  registers.forEach((r, q) => {
    r.follow(next[q]!);
  });
}

/**
 * The breakpoints of Miyano and Hayashi: a round is over when all tokens that were there at its beginning are gone. Rounds are over
 * infinitely often exactly if no token is passed on for ever.
 */
function roundIsOver(
  w: Watching,
  tokens: readonly Register[],
  next: readonly Lit[],
  passOn: (at: readonly Lit[]) => readonly Lit[],
): Lit {
  const { aig } = w;
  const waiting = tokens.map((t) => (t === NOBODY ? NOBODY : w.register()));
  const over = not(aig.orAll(waiting.map((t) => t.now)));
  const passed = passOn(waiting.map((t) => t.now));
  follow(
    waiting,
    passed.map((p, q) => aig.mux(over, next[q]!, p)),
  );
  return over;
}
