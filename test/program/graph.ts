import { type StateSpace, SuccessorBuffer } from "../../src/explicit/state-space.js";
import { ALWAYS_TWICE, type ProgramSpace } from "../../src/program/space.js";

/** The space after so many questions that it no longer interprets functions, which it does at first to try them twice. */
export function pastSecondLooks(space: ProgramSpace): ProgramSpace {
  const out = new SuccessorBuffer(space);
  space.initial(out);
  const first = out.data.slice(0, space.words);
  for (let k = 0; k < ALWAYS_TWICE; k++) {
    out.length = 0;
    space.successors(first, 0, out);
  }
  return space;
}

/** All transitions of a state, as texts: packed target and label. */
export function transitionsOf(space: StateSpace, state: Int32Array): string[] {
  const out = new SuccessorBuffer(space);
  space.successors(state, 0, out);
  const found: string[] = [];
  for (let at = 0; at < out.length; at += out.stride) found.push([...out.data.slice(at, at + out.stride)].join(" "));
  return found;
}

/** Every reachable packed state, or somewhat more than `most` of them. */
export function reachable(space: StateSpace, most = Number.POSITIVE_INFINITY): Int32Array[] {
  const states = new Map<string, Int32Array>();
  const out = new SuccessorBuffer(space);
  space.initial(out);
  const pending: Int32Array[] = [];
  const take = () => {
    for (let at = 0; at < out.length; at += out.stride) {
      const state = out.data.slice(at, at + space.words);
      if (states.has(state.join(" "))) continue;
      states.set(state.join(" "), state);
      pending.push(state);
    }
    out.length = 0;
  };
  take();
  for (let state = pending.pop(); state !== undefined && states.size <= most; state = pending.pop()) {
    space.successors(state, 0, out);
    take();
  }
  return [...states.values()];
}
