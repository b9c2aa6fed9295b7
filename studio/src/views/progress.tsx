import { useEffect, useRef } from "preact/hooks";
import type { EngineProgress } from "../check/protocol.js";

/** By engine, in the order in which they began: what each said, oldest first. */
export type ProgressOf = ReadonlyMap<string, readonly EngineProgress[]>;

/** Curves for each engine: beyond these a figure is only in the table. */
const MOST_CURVES = 6;

/** How far each engine is, by figures of its own. */
export function ProgressView({ progress }: { readonly progress: ProgressOf }) {
  if (progress.size === 0) return <p class="faint">No engine has said anything yet.</p>;
  return (
    <div class="progress">
      {[...progress].map(([engine, said]) => (
        <section key={engine} aria-label={engine}>
          <h3>
            {engine} <span class="faint">{stateOf(said)}</span>
          </h3>
          <p>{latest(said)}</p>
          <div class="curves">
            {curvesOf(said).map(({ name, points }) => (
              <Curve key={name} title={`${engine}: ${name}`} name={name} points={points} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function stateOf(said: readonly EngineProgress[]): string {
  const last = said.at(-1)!;
  if (last.ended !== undefined) return `ended: ${last.ended}`;
  return last.isPaused ? "paused" : last.what || "running";
}

function latest(said: readonly EngineProgress[]): string {
  const figures = said.findLast((p) => p.figures.length > 0)?.figures ?? [];
  return figures.map(([name, value]) => `${name} ${value.toLocaleString("en")}`).join(", ");
}

interface CurveOf {
  readonly name: string;
  /** Seconds and values. */
  readonly points: readonly [number[], number[]];
}

/** The figures of an engine that change. */
export function curvesOf(said: readonly EngineProgress[]): CurveOf[] {
  const byName = new Map<string, [number[], number[]]>();
  for (const { at, figures } of said)
    for (const [name, value] of figures) {
      const [times, values] = byName.get(name) ?? [[], []];
      times.push(at / 1000);
      values.push(value);
      byName.set(name, [times, values]);
    }
  return [...byName]
    .filter(([, [, values]]) => values.some((value) => value !== values[0]))
    .slice(0, MOST_CURVES)
    .map(([name, points]) => ({ name, points }));
}

const SIZE = { width: 240, height: 120 };

/** Drawn by a library that is loaded when there is something to draw. The figures are in the text as well. */
function Curve({ title, name, points }: { title: string; name: string; points: CurveOf["points"] }) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<{ setData(data: [number[], number[]]): void; destroy(): void } | null>(null);
  const latest = useRef(points);
  latest.current = points;
  useEffect(() => {
    let isGone = false;
    void import("./plot.js").then(({ plotOf }) => {
      if (!isGone && host.current !== null) plot.current = plotOf(host.current, name, SIZE, copyOf(latest.current));
    });
    return () => {
      isGone = true;
      plot.current?.destroy();
      plot.current = null;
    };
  }, [name]);
  useEffect(() => plot.current?.setData(copyOf(points)), [points]);
  return <div class="curve" role="img" aria-label={title} ref={host} />;
}

const copyOf = ([times, values]: CurveOf["points"]): [number[], number[]] => [[...times], [...values]];
