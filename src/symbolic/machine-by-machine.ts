import type { Progress } from "../limits/progress.js";
import type { Scope } from "../sets/state-sets.js";
import { unless } from "./limit.js";
import { closure } from "./reach.js";

/**
 * A bound on the reachable states, closed under steps: machine by machine (Cho, Hachtel, Macii, Plessier and Somenzi
 * 1996). A machine is a part of the latches, by index; its reachable states are computed while all other latches are
 * free within the bound so far, again and again until no bound gets smaller, or until it has cost enough: the product of the
 * bounds is closed under steps at any time. The result lives in `sets`.
 */
export function* machineByMachine<S>(
  sets: Scope<S>,
  machines: readonly (readonly number[])[],
  isOver: () => boolean = () => false,
): Generator<Progress, S> {
  using s = sets.open();
  const bounds = machines.map(() => s.cell(s.all));
  let unchanged = 0;
  for (let k = 0; unchanged < machines.length; k = (k + 1) % machines.length) {
    using turn = s.open();
    const others = bounds.filter((_, i) => i !== k).reduce((all, b) => turn.and(all, b.value), turn.all);
    const view = turn.view({ latches: machines[k]!, assuming: others });
    const reached = yield* unless(isOver, closure(view, "forward", view.initial));
    if (reached === null) break;
    unchanged = turn.equal(reached, bounds[k]!.value) ? unchanged + 1 : 1;
    bounds[k]!.value = reached;
    yield { what: "machine", figures: { machine: k, unchanged, ...s.steps } };
  }
  return s.keep(bounds.reduce((all, b) => s.and(all, b.value), s.all));
}
