/**
 * Fits the shares of a plan to recorded times: plans are replayed by the scheduler itself, on a virtual clock. The best shares are
 * looked for by changing one at a time; what they are worth is said on models that they were not chosen on.
 */
import type { Plan } from "../../src/portfolio/plan.js";
import { HOLDS, outcomeOf, play, type Script, UNKNOWN } from "../../test/portfolio/virtual-run.js";
import { mostFor } from "./most-for.js";
import type { Recorded, Single } from "./record.js";

/** The share of each engine, in the order of the plan. */
export type Shares = ReadonlyMap<string, number>;

const SHARES = [0.5, 1, 1.5, 2, 3, 4];
const NEVER = 1e9;

const script = ({ engine, seconds, end, evidence }: Single): Script => ({
  work: end === "open" ? NEVER : 1000 * seconds,
  end: outcomeOf(engine, end === "decided" ? HOLDS : UNKNOWN, evidence === "checked" ? "checked" : "none"),
});

/** What a plan takes on so many threads; the limit where it does not answer in it. Single times have the set-up in them. */
export function replay(recorded: Recorded, shares: Shares, timing: Timing): number {
  const { features, singles, limit } = recorded;
  const lines = [...shares].flatMap(([engine, share]) =>
    singles.some((s) => s.engine === engine) ? [{ engine, options: {}, share }] : [],
  );
  const plan: Plan = { name: "auto", lines, ...timing, setup: features.gates / 12_000, alone: 0.1 };
  const scripts = lines.map(({ engine }) => script(singles.find((s) => s.engine === engine)!));
  const { result, finishedAt } = play({ plan, threads: timing.threads, seconds: limit }, scripts);
  const isDecided = !(result instanceof Error) && result.verdict.answer !== "unknown";
  return isDecided ? finishedAt / 1000 : limit;
}

export interface Timing {
  readonly firstSlice: number;
  readonly growth: number;
  readonly threads: number;
}

/** Of all that were asked, in the plan or not. */
export const bestOf = ({ singles, limit }: Recorded): number =>
  Math.min(limit, ...singles.filter((s) => s.end === "decided").map((s) => s.seconds));

export const isOverBy = (took: number, best: number): boolean => took > mostFor(best);

/** How a plan does on models: the sum of log (time + 1 s) / (best + 1 s), and how many are over. */
export function regretOf(
  cases: readonly Recorded[],
  shares: Shares,
  timing: Timing,
): { regret: number; over: number; seconds: number } {
  let [regret, over, seconds] = [0, 0, 0];
  for (const each of cases) {
    const [took, best] = [replay(each, shares, timing), bestOf(each)];
    regret += Math.log((took + 1) / (best + 1));
    if (isOverBy(took, best)) over++;
    seconds += took;
  }
  return { regret, over, seconds };
}

/** Shares that no single change makes better. */
export function fitted(cases: readonly Recorded[], start: Shares, timing: Timing): Shares {
  let [shares, least] = [start, regretOf(cases, start, timing).regret];
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const engine of shares.keys())
      for (const share of SHARES) {
        const tried = new Map(shares).set(engine, share);
        const { regret } = regretOf(cases, tried, timing);
        if (regret < least - 1e-6) [shares, least, isBetter] = [tried, regret, true];
      }
  }
  return shares;
}

/** Models of one family share the letters that their names begin with: they are left out together. */
export const familyOf = ({ name }: Recorded): string => name.replace(/^cu|^lmcs06/, "").match(/^[a-z]*/)![0];

/** What fitting is worth on families that it did not see: each is left out once. */
export function crossValidated(cases: readonly Recorded[], start: Shares, timing: Timing): ReturnType<typeof regretOf> {
  const sum = { regret: 0, over: 0, seconds: 0 };
  for (const family of new Set(cases.map(familyOf))) {
    const seen = cases.filter((c) => familyOf(c) !== family);
    const rest = regretOf(
      cases.filter((c) => familyOf(c) === family),
      fitted(seen, start, timing),
      timing,
    );
    sum.regret += rest.regret;
    sum.over += rest.over;
    sum.seconds += rest.seconds;
  }
  return sum;
}
