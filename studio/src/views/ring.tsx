import type { Trace } from "fairlead";

interface Place {
  readonly x: number;
  readonly y: number;
}

const GAP = 56;
const RADIUS = 14;
/** Beyond so many steps the stem is drawn by its ends only. */
const LONGEST_STEM = 12;

/** The behaviour as it is: a stem that leads to a ring. */
export function Ring({ trace, at, onStep }: { trace: Trace; at: number; onStep(step: number): void }) {
  const { places, width, height, left } = placesOf(trace.values.length, trace.loop);
  const shown = [...places.entries()];
  return (
    <div class="scroll">
      {/* biome-ignore lint/a11y/useSemanticElements: fieldsets are for forms */}
      <svg
        class="ring"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label="Stem and ring"
      >
        <title>Stem and ring</title>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {edgesOf(trace).map(([from, to]) => {
          const [a, b] = [places.get(from), places.get(to)];
          const bend = trace.loop !== null && from >= trace.loop ? 0.12 : 0;
          const label = trace.moves?.steps[from] ?? "";
          return a && b && <Edge key={`${from} ${to}`} from={a} to={b} label={label} bend={bend} />;
        })}
        {left > 0 && (
          <text x={GAP * 1.5} y={height / 2 - 22} text-anchor="middle" class="note">
            {left} more
          </text>
        )}
        {shown.map(([step, { x, y }]) => (
          <g key={step} class={step === at ? "node current" : "node"} transform={`translate(${x} ${y})`}>
            {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons in SVG */}
            <circle
              r={RADIUS}
              role="button"
              tabIndex={0}
              aria-label={`Step ${step}${metText(trace, step)}`}
              aria-pressed={step === at}
              onClick={() => onStep(step)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" && event.key !== " ") return;
                event.preventDefault();
                onStep(step);
              }}
            />
            <text y={4} text-anchor="middle">
              {step}
            </text>
            {trace.met[step]?.map((condition, k) => (
              <circle key={condition} class="met" r={4} cx={RADIUS - 2 + 9 * k} cy={-RADIUS}>
                <title>{trace.conditions[condition]!.name}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}

const metText = ({ met, conditions }: Trace, step: number): string =>
  (met[step] ?? []).map((k) => `, ${conditions[k]!.name} is met`).join("");

function edgesOf({ values, loop }: Trace): (readonly [number, number])[] {
  const edges = values.slice(1).map((_, k) => [k, k + 1] as const);
  return loop === null ? edges : [...edges, [values.length - 1, loop] as const];
}

/** The stem on a line, the ring round its end. A long stem is cut in the middle: `left` steps are not shown. */
export function placesOf(
  steps: number,
  loop: number | null,
): {
  readonly places: ReadonlyMap<number, Place>;
  readonly width: number;
  readonly height: number;
  readonly left: number;
} {
  const stem = loop ?? steps;
  const length = steps - stem;
  const radius = Math.max(GAP * 0.8, (length * GAP) / (2 * Math.PI));
  const height = loop === null ? 3 * GAP : 2 * radius + 2 * GAP;
  const left = Math.max(0, stem - LONGEST_STEM);
  const places = new Map<number, Place>();
  let x = GAP;
  for (let k = 0; k < stem; k++) {
    if (left > 0 && k > 0 && k <= left) continue;
    places.set(k, { x, y: height / 2 });
    x += left > 0 && k === 0 ? 2 * GAP : GAP;
  }
  const centre = x + radius;
  for (let k = 0; k < length; k++) {
    const angle = Math.PI + (2 * Math.PI * k) / length;
    places.set(stem + k, { x: centre + radius * Math.cos(angle), y: height / 2 + radius * Math.sin(angle) });
  }
  return { places, width: loop === null ? x + GAP : centre + radius + GAP, height, left };
}

/** From one circle to the other; `bend` is to the left of the way, as a part of its length. */
function Edge({ from, to, label, bend }: { from: Place; to: Place; label: string; bend: number }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const middle = {
    x: (from.x + to.x) / 2 + 2 * bend * dy,
    y: (from.y + to.y) / 2 - 2 * bend * dx,
  };
  const start = { x: from.x + ux * RADIUS, y: from.y + uy * RADIUS };
  const end = { x: to.x - ux * (RADIUS + 2), y: to.y - uy * (RADIUS + 2) };
  const { x, y } = from;
  const path =
    length === 0
      ? `M ${x + 8} ${y - 12} C ${x + 44} ${y - 44} ${x + 44} ${y + 44} ${x + 10} ${y + 13}`
      : `M ${start.x} ${start.y} Q ${middle.x} ${middle.y} ${end.x} ${end.y}`;
  return (
    <>
      <path class="edge" d={path} marker-end="url(#arrow)" />
      {label !== "" && (
        <text class="note" x={middle.x} y={middle.y - 6} text-anchor="middle">
          {label}
        </text>
      )}
    </>
  );
}
