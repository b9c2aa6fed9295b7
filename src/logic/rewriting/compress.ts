import { balanced } from "./balance.js";
import type { Network } from "./network.js";
import { refactor } from "./refactor.js";
import { rewriteCuts } from "./rewrite-cuts.js";

/**
 * The same functions of fewer gates: passes that make each other's work easier, in the order that has proved itself in logic synthesis (the
 * script compress2 of abc). The given network is used up. `poll` is called now and then, and may throw.
 */
export function compressed(network: Network, poll: () => void = () => {}): Network {
  let at = balanced(network, poll);
  rewriteCuts(at, 1, poll);
  refactor(at, 1, poll);
  at = balanced(at, poll);
  rewriteCuts(at, 1, poll);
  rewriteCuts(at, 0, poll);
  at = balanced(at, poll);
  refactor(at, 0, poll);
  rewriteCuts(at, 0, poll);
  return balanced(at, poll);
}
