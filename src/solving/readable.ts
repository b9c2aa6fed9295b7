import { checkWitness } from "../checkers/check-witness.js";
import { shorten } from "../evidence/shorten.js";
import type { Lasso, Run } from "../evidence/verdict.js";
import { goOnInTurn, type Limits, Stopped, type Stopping, unlessStopped } from "../limits/stopped.js";
import { influenceOn } from "../model/influence.js";
import { type Model, rootsOf } from "../model/model.js";
import { literalsOf, type Property } from "../model/property.js";
import { resetLatches, Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";

/** Counterexamples are looked at by people: some gate evaluations, fractions of a second, are well spent on shorter ones. */
const WORK = 2e7;

/**
 * A counterexample without what nobody needs to see: detours, steps of the loop that repeat themselves, tails. States are the
 * same when they agree on the latches that matter; all others go on by themselves. What is left is replayed on the model.
 */
export function readable<P extends Lasso | Run>(
  model: Model,
  property: Property,
  path: P,
  shouldStop: Limits["shouldStop"],
): P {
  const matters = influenceOn(model, [...rootsOf(model), ...literalsOf(property)]).latches;
  const attempt = (candidate: P): P | null => {
    const replayed = unlessStopped(() => {
      const whole = matters.includes(0)
        ? { ...candidate, steps: along(model, candidate.steps, { shouldStop }) }
        : candidate;
      return checkWitness(model, property, whole, { shouldStop }) === null ? whole : null;
    });
    return replayed instanceof Stopped ? null : replayed;
  };
  const state = ({ latches }: Step) => latches.filter((_, i) => matters[i] === 1).join("");
  return shorten(path, attempt, WORK / model.aig.size, state);
}

/** The steps that the model takes under the same inputs. */
function along(model: Model, steps: readonly Step[], limits: Stopping): Step[] {
  const simulator = new Simulator(model);
  return steps.map(({ latches: first, inputs }, t) => {
    goOnInTurn(t, limits);
    if (t > 0) simulator.advance();
    const latches = t === 0 ? resetLatches(model, first, inputs) : simulator.lane(0).latches;
    const step = { latches, inputs };
    simulator.load(step);
    simulator.evaluate();
    return step;
  });
}
