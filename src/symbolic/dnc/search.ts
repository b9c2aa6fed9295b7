import type { TreeNode } from "../../evidence/refinement-tree.js";
import type { Verdict } from "../../evidence/verdict.js";
import type { Progress } from "../../limits/progress.js";
import type { FactExchange } from "../../model/fact.js";
import type { Bdd } from "../../solvers/bdd/manager.js";
import type { SymbolicSession } from "../session.js";
import { lassoThroughHull, lassoThroughRegion } from "../trace.js";
import { Line, type PolicyOptions } from "./policy.js";
import { Refinement } from "./refinement.js";
import type { RefinementOptions, RefinementWatch } from "./refinement-options.js";
import { type Parts, submodulesOf } from "./submodules.js";
import { TeamFacts } from "./team-facts.js";

export interface DncOptions extends PolicyOptions, RefinementOptions {
  /** Latches of a submodule, at most. */
  readonly cluster: number;
  readonly parts: Parts;
}

/** 0 looks at all sets that are left at once, others at one after the other, each in an order of its own. */
export interface Membership {
  readonly member: number;
  readonly facts: FactExchange;
}

/** D'n'C on the model of a session: submodules, the line of compositions, the refinement, the evidence. */
export function* divideAndCompose(
  session: SymbolicSession,
  options: DncOptions,
  membership: Membership | null = null,
): Generator<Progress, Verdict> {
  const { model, sets, proof } = session;
  const submodules = submodulesOf(model, options.cluster, options.parts);
  const line = new Line(submodules, options);
  const watch: RefinementWatch<Bdd> = (what, work, tree) =>
    session.show(
      what,
      () => work().map(({ node, states }) => [`set ${node}`, states]),
      () => tree.map(nodeText),
    );
  const reachable = () => session.reachable();
  const team = membership && new TeamFacts(membership.member, membership.facts, model, sets);
  const refinement = new Refinement({ sets, proof, line, options, reachable, watch, team });
  const { found, tree, ending } = yield* refinement.run();
  const stats = { submodules: submodules.length, ...refinement.figures, ending };
  if (found === null) return { ...session.holds(stats), refinement: tree };
  const lasso =
    found.kind === "hull"
      ? lassoThroughHull(sets, found.hull, "forward", { within: found.within })
      : lassoThroughRegion(sets, found.fair, found.within);
  return { ...(yield* session.failsBy(lasso, stats)), refinement: tree };
}

/** A set of the tree, for who watches. */
const nodeText = ({ parent, level, latches, states, strength, fate }: TreeNode, node: number) => ({
  parent,
  fate,
  text: level === 0 ? "everything" : `set ${node}: ${states} states of ${latches} latches, ${strength}`,
});
