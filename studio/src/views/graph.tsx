import { useSignal } from "@preact/signals";
import { type DrawnGraph, graphLayout } from "fairlead";
import { useMemo } from "preact/hooks";

export interface StateLook {
  /** Of its circle: `in`, `out`, `region-3`… */
  readonly look: string;
  /** What is written in it. */
  readonly text?: string;
  /** Rings round it, by the numbers of their colours. */
  readonly rings?: readonly number[];
}

interface GraphProps {
  readonly graph: DrawnGraph;
  readonly label: string;
  lookOf(state: number): StateLook;
}

/** Colours of conditions, after which they come again. */
export const COLOURS = 6;

/** The states of a model: components as clusters, conditions as dots of their colours. A state tells its values to who points at it or comes to it. */
export function GraphView({ graph, label, lookOf }: GraphProps) {
  const layout = useMemo(() => graphLayout(graph), [graph]);
  const meeting = useMemo(() => conditionsByState(graph), [graph]);
  const selected = useSignal<number | null>(null);
  const { places, ways, radius: RADIUS, clusters, width, height } = layout;
  const initial = new Set(graph.initial);
  return (
    <figure class="graph">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      {/* biome-ignore lint/a11y/useSemanticElements: fieldsets are for forms */}
      <div class="scroll" tabIndex={0} role="group" aria-label={`Picture: ${label}`}>
        {/* biome-ignore lint/a11y/useSemanticElements: fieldsets are for forms */}
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={`${label}: ${graph.values.length} states in ${clusters.length} components`}
        >
          <title>{label}</title>
          <defs>
            <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
              <path d="M0 1 7 4 0 7z" />
            </marker>
          </defs>
          {clusters.map(({ component, x, y, radius, size }) => (
            <circle
              key={component}
              class={graph.isFair[component] ? "cluster fair" : size === 1 ? "cluster single" : "cluster"}
              cx={x}
              cy={y}
              r={radius}
            />
          ))}
          {graph.edges.map(([from, to], e) => (
            <path
              key={`${from} ${to}`}
              class={graph.components[from] === graph.components[to] ? "edge inner" : "edge"}
              d={ways[e]}
              marker-end="url(#tip)"
            />
          ))}
          {places.map(({ x, y }, s) => {
            const { look, text, rings = [] } = lookOf(s);
            return (
              <g key={s} class={`state ${look}`} transform={`translate(${x} ${y})`} data-state={s} data-look={look}>
                {initial.has(s) && (
                  <path class="first" d={`M ${-RADIUS - 11} 0 H ${-RADIUS - 2}`} marker-end="url(#tip)" />
                )}
                {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons in SVG */}
                <circle
                  r={RADIUS}
                  role="button"
                  tabIndex={0}
                  aria-label={`State ${s}: ${stateText(graph, s)}`}
                  aria-pressed={selected.value === s}
                  onClick={() => {
                    selected.value = s;
                  }}
                  onFocus={() => {
                    selected.value = s;
                  }}
                >
                  <title>{stateText(graph, s)}</title>
                </circle>
                {rings.map((colour, k) => (
                  <circle key={colour} class={`ring-of colour-${colour % COLOURS}`} r={RADIUS + 2.5 + 3 * k} />
                ))}
                <text y={4} text-anchor="middle">
                  {text ?? s}
                </text>
                {meeting[s]!.map((j, k) => (
                  <circle key={j} class={`mark colour-${j % COLOURS}`} r={3.5} cx={RADIUS - 1 - 7 * k} cy={-RADIUS} />
                ))}
              </g>
            );
          })}
        </svg>
      </div>
      <figcaption>
        {graph.conditions.length > 0 && (
          <ul class="legend">
            {graph.conditions.map(({ name }, j) => (
              <li key={name}>
                <svg width="10" height="10" aria-hidden="true">
                  <circle class={`mark colour-${j % COLOURS}`} r={4} cx={5} cy={5} />
                </svg>
                {name}
              </li>
            ))}
          </ul>
        )}
        <p aria-live="polite">
          {selected.value === null
            ? "A state that is pointed at or chosen tells its values."
            : `State ${selected.value}: ${stateText(graph, selected.value)}`}
        </p>
      </figcaption>
    </figure>
  );
}

const stateText = ({ signals, values }: DrawnGraph, state: number): string =>
  signals.map((name, k) => `${name} = ${values[state]?.[k] ?? ""}`).join(", ");

function conditionsByState({ values, conditions }: DrawnGraph): number[][] {
  const met: number[][] = values.map(() => []);
  for (const [j, { states }] of conditions.entries()) for (const s of states) met[s]!.push(j);
  return met;
}
