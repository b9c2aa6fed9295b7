import { describe, expect, it } from "vitest";
import { NO_MONITOR } from "../../src/evidence/certificate.js";
import { type Evidence, type Lift, none } from "../../src/evidence/verdict.js";
import { Aig } from "../../src/logic/aig.js";
import { TRUE } from "../../src/logic/lit.js";
import { liftVerdict } from "../../src/transform/lift-verdict.js";

const bit = (value: number) => ({ latches: Uint8Array.of(value), inputs: new Uint8Array(0) });
const lasso = { kind: "lasso", steps: [bit(0), bit(1)], loop: 1 } as const;
const run = { kind: "run", steps: [bit(0)] } as const;
const tree = { kind: "tree", formula: "EG x", path: lasso, branches: [] } as const;
const ctl = {
  kind: "ctl-certificate",
  ...{ aig: new Aig(), latches: [], inputs: [], fails: null, reach: TRUE, fair: null, unfair: null, parts: new Map() },
} as const;
const certificate = {
  kind: "certificate",
  ...{ aig: new Aig(), latches: [], inputs: [], monitor: NO_MONITOR, steps: [] },
} as const;

/** The model had another latch, which was always 1. */
const lift: Lift = {
  lasso: (l) => ({ ...l, steps: l.steps.map((s) => ({ ...s, latches: Uint8Array.of(...s.latches, 1) })) }),
  run: (r) => ({ ...r, steps: r.steps.map((s) => ({ ...s, latches: Uint8Array.of(...s.latches, 1) })) }),
  certificate: (c) => ({ ...c, latches: [...c.latches, 7] }),
  ctl: (c) => ({ ...c, latches: [...c.latches, 8] }),
};

describe("a verdict about a rewritten model", () => {
  const lifted = (answer: "holds" | "fails", by: Evidence) => liftVerdict(lift, { answer, by, stats: {} });

  it.each(["holds", "fails"] as const)("carries evidence of every kind back, whether it '%s'", (answer) => {
    expect(lifted(answer, lasso)).toMatchObject({ answer, by: { kind: "lasso", loop: 1, steps: [{}, {}] } });
    const latches = Uint8Array.of(0, 1);
    expect(lifted(answer, lasso)).toMatchObject({ by: { steps: [{ latches }, { latches: Uint8Array.of(1, 1) }] } });
    expect(lifted(answer, run)).toMatchObject({ answer, by: { kind: "run", steps: [{ latches }] } });
    expect(lifted(answer, tree)).toMatchObject({ by: { kind: "tree", formula: "EG x", path: { loop: 1 } } });
    expect(lifted(answer, tree)).toMatchObject({ by: { path: { steps: [{ latches }, {}] } } });
    expect(lifted(answer, certificate)).toMatchObject({ answer, by: { kind: "certificate", latches: [7] } });
    expect(lifted(answer, ctl)).toMatchObject({ answer, by: { kind: "ctl-certificate", latches: [8] } });
    expect(lifted(answer, none("too long"))).toMatchObject({ answer, by: { kind: "none", why: "too long" } });
  });

  it("carries a tree back that is shown beside a proof", () => {
    const verdict = liftVerdict(lift, { answer: "fails", by: ctl, shown: tree, stats: {} });
    expect(verdict.shown).toMatchObject({ kind: "tree", path: { steps: [{ latches: Uint8Array.of(0, 1) }, {}] } });
  });

  it("has no proof where that has no way back", () => {
    const { ctl: _, ...linear } = lift;
    const { by } = liftVerdict(linear, { answer: "holds", by: ctl, stats: {} });
    expect(by).toMatchObject({ kind: "none", why: expect.stringContaining("not carried back") });
  });

  it("that is unknown stays as it is", () => {
    const unknown = { answer: "unknown", reason: "time", detail: "", stats: {} } as const;
    expect(liftVerdict(lift, unknown)).toBe(unknown);
  });
});
