import type { Certificate, CertificateStep } from "../evidence/certificate.js";
import { withFigures } from "../limits/stopped.js";
import { type Lit, nodeOf, not } from "../logic/lit.js";
import { fingerprint } from "../model/fact.js";
import { monitoredCertificate } from "../safety/certificates.js";
import type { Clause } from "../safety/cube.js";
import { Ic3 } from "../safety/ic3/ic3.js";
import { lassoInRun } from "../safety/lasso-in-run.js";
import { runQuery } from "../safety/run-query.js";
import { SharedInvariants } from "../safety/shared-invariants.js";
import { stableLiterals } from "../safety/stabilize.js";
import { StepRelation } from "../safety/step-relation.js";
import { TransitionSystem } from "../safety/transition-system.js";
import { countEvents, foldFairness } from "../transform/k-liveness.js";
import { engine, type Search } from "./engine.js";

const OPTIONS = {
  limit: { kind: "number", min: 1, max: 1000, default: 100, help: "give up when this many events are possible" },
  stabilize: { kind: "flag", default: true, help: "count only steps that keep the latches that settle in the end" },
} as const;

/** Bounds how often all conditions can be met: k times, for some k, is proof that it is not infinitely often. */
export const kLiveness = engine({
  name: "k-liveness",
  summary: "proves that all conditions are met at most k times, for growing k; finds counterexamples by chance only",
  suits: "proofs, where conditions are met a few times at most",
  paper: "Claessen and Sörensson, A liveness checking algorithm that counts (2012)",
  options: OPTIONS,
  decides: {
    *"fair-cycle"(task, options, context) {
      const { model } = task;
      let k = 0;
      let refused = () => 0;
      const stats = () => ({ k, ...(refused() > 0 && { refused: refused() }) });
      function* search(): Search {
        const plain = new TransitionSystem(model);
        using unwatched = new StepRelation(plain, context);
        const stable = options.stabilize ? stableLiterals(unwatched) : [];
        const folded = foldFairness(
          model,
          stable.map((l) => model.latches[nodeOf(l) - 1]!),
        );
        const counter = countEvents(folded.model, folded.event, options.limit);
        const system = new TransitionSystem(counter.model);
        using relation = new StepRelation(system, context);
        const shared = new SharedInvariants(context.facts, model, relation);
        refused = () => shared.refused;
        const stage = (n: number) => system.literal(counter.stages[n - 1]!);
        // Written so that each target lies within the one before, also among states that cannot be reached.
        const events = (n: number) => system.graph.andAll(Array.from({ length: n }, (_, i) => stage(i + 1)));
        const flags = folded.model.latches.length - model.latches.length;
        const proof = (clauses: readonly Clause[]): Certificate => {
          const raised = Array.from({ length: k - 1 }, (_, i) => stage(i + 1));
          const seen = Array.from({ length: flags }, (_, i) => system.latch(model.latches.length + i));
          const never = system.graph.and(system.predicate(clauses), not(events(k)));
          const parts = {
            latches: model.latches.length,
            inputs: model.inputs.length,
            monitors: flags + Math.max(k, highestLatch(clauses) - folded.model.latches.length),
          };
          return monitoredCertificate(system, parts, [
            ...shared.steps(),
            ...splits(stable),
            { rule: "reach", predicate: never },
            ...splits([...raised, ...seen]),
            { rule: "done", unroll: 0 },
          ]);
        };
        using query = new Ic3(relation, { kind: "resets" }, { kind: "step", lit: events(1) });
        const exchange = () => {
          shared.publish(query);
          for (const clause of shared.receive()) query.addLemma(clause);
        };
        for (k = 1; k <= options.limit; k++) {
          if (k > 1) query.narrowTo({ kind: "step", lit: events(k) });
          const result = yield* runQuery("counting", query, () => ({ k }), exchange);
          if (result.kind === "separated") {
            return { answer: "holds", by: proof(result.clauses), stats: stats() };
          }
          context.facts?.publish({ kind: "events", about: fingerprint(model), count: k });
          const lasso = lassoInRun(plain, result.run);
          if (lasso !== null) return { answer: "fails", by: lasso, stats: stats() };
        }
        return { answer: "unknown", reason: "bound", detail: `more than ${options.limit} events`, stats: stats() };
      }
      return yield* withFigures(search(), stats);
    },
  },
});

/**
 * On a cycle the counter stands still, so that there is no event: then flags are only raised, and once all are, the
 * next condition met would be an event.
 */
const splits = (lits: readonly Lit[]): CertificateStep[] =>
  lits.map((predicate) => ({ rule: "split", predicate, closed: "forward" }));

const highestLatch = (clauses: readonly Clause[]): number =>
  clauses.reduce((high, c) => c.reduce((h, l) => Math.max(h, l >> 1), high), 0);
