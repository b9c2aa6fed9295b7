import type { Lasso, Run } from "../evidence/verdict.js";
import { atomsOf } from "../formula/atom-names.js";
import type { Ltl } from "../formula/ltl.js";
import { overPropositions } from "../formula/propositions.js";
import { satisfies } from "../formula/words.js";
import type { Stopping } from "../limits/stopped.js";
import { type Lit, litOf } from "../logic/lit.js";
import { influenceOn } from "../model/influence.js";
import { type Model, rootsOf } from "../model/model.js";
import { type Atoms, type NotChecked, Replay, wrong } from "./replay.js";

/** What a check found. */
export type Checked = { readonly ok: true; readonly openLatches: readonly number[] } | NotChecked;

/**
 * Replays a lasso on the model: first step, constraints, transitions, every fairness condition and every `justice`
 * literal in the loop, and the loop closed.
 *
 * Latches that influence neither constraints nor fairness nor `observed` (the justice literals and whatever else the
 * property reads) may go on with a period of their own: `openLatches` lists those that do not close. A fair behaviour
 * exists all the same, since nothing that is asked for ever reads them.
 */
export function checkLasso(
  model: Model,
  lasso: Lasso,
  justice: readonly Lit[] = [],
  observed: readonly Lit[] = [],
  limits?: Stopping,
): Checked {
  const { steps, loop } = lasso;
  if (!(Number.isInteger(loop) && loop >= 0 && loop < steps.length))
    return wrong(`the loop starts at step ${loop}, but there are ${steps.length} steps`);
  const conditions = [...model.fairness, ...justice];
  const replay = new Replay(model, [...justice, ...observed], limits);
  const broken = replay.steps(steps);
  if (broken !== null) return broken;

  const matters = influenceOn(model, [...rootsOf(model), ...justice, ...observed]).latches;
  const openLatches: number[] = [];
  for (let i = 0; i < model.latches.length; i++) {
    if (replay.nextOfLast(i) === steps[loop]!.latches[i]) continue;
    if (matters[i] === 1)
      return {
        ...wrong(
          `the loop does not close: ${replay.name(litOf(model.latches[i]!.node))} is ${steps[loop]!.latches[i]} in step ` +
            `${loop}, where the loop starts, and ${replay.nextOfLast(i)} after the last step`,
        ),
        isOpen: true,
      };
    openLatches.push(i);
  }

  const met = new Uint8Array(conditions.length);
  for (let t = loop; t < steps.length; t++) {
    replay.at(steps[t]!);
    conditions.forEach((c, j) => {
      if (replay.holds(c)) met[j] = 1;
    });
  }
  const missed = met.indexOf(0);
  if (missed < 0) return { ok: true, openLatches };
  const which =
    missed < model.fairness.length ? `fairness ${missed}` : `justice literal ${missed - model.fairness.length}`;
  return wrong(
    `${which} (${replay.name(conditions[missed]!)}) never holds in the loop, steps ${loop} to ${steps.length - 1}`,
  );
}

/** Replays a lasso as above, and evaluates the formula on it by the semantics of LTL: it must be violated. */
export function checkLtlLasso(model: Model, lasso: Lasso, formula: Ltl, atoms: Atoms, limits?: Stopping): Checked {
  const names = [...atomsOf(formula)];
  const unknown = names.find((name) => !atoms.has(name));
  if (unknown !== undefined) return wrong(`the formula's atom ${unknown} means nothing in the model`);
  const aig = model.aig.fork();
  const propositions = overPropositions(formula, atoms, aig);
  const [watching, observed] = [{ ...model, aig }, [...propositions.literals.values()]];
  const checked = checkLasso(watching, lasso, [], observed, limits);
  if (!checked.ok) return checked;
  const replay = new Replay(watching, observed, limits);
  const letters = lasso.steps.map((step) => {
    replay.at(step);
    return new Set([...propositions.literals].flatMap(([name, l]) => (replay.holds(l) ? [name] : [])));
  });
  const word = {
    length: letters.length,
    loop: lasso.loop,
    holds: (atom: string, t: number) => letters[t]!.has(atom),
  };
  return satisfies(word, propositions.formula) ? wrong("the formula holds on this lasso") : checked;
}

/** Replays a finite run: first step, constraints, transitions, and `bad` in the last step. */
export function checkRun(model: Model, run: Run, bad: Lit, limits?: Stopping): Checked {
  if (run.steps.length === 0) return wrong("the run has no step");
  const replay = new Replay(model, [bad], limits);
  const broken = replay.steps(run.steps);
  if (broken !== null) return broken;
  replay.at(run.steps[run.steps.length - 1]!);
  if (!replay.holds(bad)) return wrong(`${replay.name(bad)} does not hold in the last step, ${run.steps.length - 1}`);
  return { ok: true, openLatches: [] };
}
