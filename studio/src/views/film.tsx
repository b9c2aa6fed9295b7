import { useSignal } from "@preact/signals";
import type { Film, Frame } from "fairlead";
import { useEffect } from "preact/hooks";
import { COLOURS, GraphView, type StateLook } from "./graph.js";

export interface Shown {
  readonly title: string;
  readonly film: Film;
}

/** Milliseconds for a frame. */
const PACE = 800;
const REGIONS = 8;

interface FilmProps {
  readonly films: readonly Shown[];
  /** The frame that is looked at. */
  readonly at: number;
  onMove(at: number): void;
}

/** Searches on small models, played, paused, and stepped back and forth; several side by side. */
export function FilmView({ films, at: wanted, onMove }: FilmProps) {
  const isPlaying = useSignal(false);
  const last = Math.max(...films.map(({ film }) => film.frames.length)) - 1;
  const at = Math.min(wanted, last);
  const go = (to: number) => onMove(Math.max(0, Math.min(to, last)));
  useEffect(() => {
    isPlaying.value = false;
  }, [films]);
  useEffect(() => {
    if (!isPlaying.value) return;
    const timer = setTimeout(() => {
      if (at < last) go(at + 1);
      else isPlaying.value = false;
    }, PACE);
    return () => clearTimeout(timer);
  }, [isPlaying.value, at, last]);
  const keys = (event: KeyboardEvent) => {
    if ((event.target as Element).closest("select, input") !== null) return;
    const to = event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : null;
    if (to === null) return;
    event.preventDefault();
    go(to);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move the film wherever the focus is in here
    <div class="film" onKeyDown={keys}>
      <fieldset class="player bar">
        <legend class="hidden">Player</legend>
        <button type="button" aria-label="To the start" onClick={() => go(0)}>
          |‹
        </button>
        <button type="button" aria-label="Back" disabled={at === 0} onClick={() => go(at - 1)}>
          ‹
        </button>
        <button
          type="button"
          onClick={() => {
            if (at === last && !isPlaying.value) go(0);
            isPlaying.value = !isPlaying.value;
          }}
        >
          {isPlaying.value ? "Pause" : "Play"}
        </button>
        <button type="button" aria-label="Forward" disabled={at === last} onClick={() => go(at + 1)}>
          ›
        </button>
        <label>
          <span class="hidden">Moment</span>
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            onInput={({ currentTarget }) => go(currentTarget.valueAsNumber)}
          />
        </label>
        <output>
          {at + 1} of {last + 1}
        </output>
      </fieldset>
      <div class="screens">
        {films.map(({ title, film }) => (
          <Screen key={title} title={title} film={film} at={at} />
        ))}
      </div>
    </div>
  );
}

function Screen({ title, film, at }: { title: string; film: Film; at: number }) {
  const now = Math.min(at, film.frames.length - 1);
  const frame = film.frames[now]!;
  const isEnd = now === film.frames.length - 1;
  return (
    <section class="screen" aria-label={title}>
      <h3>{title}</h3>
      <p class="moment" aria-live="polite">
        <strong>{frame.what}</strong>
        {isEnd && at >= now && (film.isCut ? " (there was more)" : `: it ${film.answer}`)}
      </p>
      <dl class="figures">
        {Object.entries(frame.figures).map(([name, value]) => (
          <div key={name}>
            <dt>{FIGURES.get(name) ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Sets frame={frame} />
      <GraphView graph={film.graph} label={title} lookOf={looks(frame)} />
      {frame.tree && <Tree nodes={frame.tree} />}
    </section>
  );
}

const FIGURES = new Map([
  ["ex", "EX"],
  ["ey", "EY"],
  ["reachSteps", "EY for reachable states"],
]);

/** The first set is what is left or searched; others are rings. Sets of a tree are apart from each other: each has a colour. */
function looks({ sets, labels, tree }: Frame): (state: number) => StateLook {
  const members = sets.map(({ states }) => new Set(states));
  return (s) => {
    const label = labels?.[s];
    const text = label === undefined || label === "" ? {} : { text: label };
    if (tree !== undefined) {
      const k = members.findIndex((states) => states.has(s));
      return { look: k < 0 ? "out" : `region-${numberOf(sets[k]!.name) % REGIONS}`, ...text };
    }
    const rings = members.flatMap((states, k) => (k > 0 && states.has(s) ? [k - 1] : []));
    return { look: members[0]?.has(s) ? "in" : "out", rings, ...text };
  };
}

const numberOf = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);

function Sets({ frame: { sets, tree } }: { frame: Frame }) {
  return (
    <ul class="legend sets">
      {sets.map(({ name, states }, k) => (
        <li key={name} data-set={name}>
          <svg width="14" height="14" class="graph" aria-hidden="true">
            <g class={`state ${tree === undefined ? (k === 0 ? "in" : "") : `region-${numberOf(name) % REGIONS}`}`}>
              <circle
                r={5}
                cx={7}
                cy={7}
                class={k > 0 && tree === undefined ? `ring-of colour-${(k - 1) % COLOURS}` : ""}
              />
            </g>
          </svg>
          {name}: {states.length}
        </li>
      ))}
    </ul>
  );
}

/** The sets that were refined, each under the one that it is a part of. */
function Tree({ nodes, parent = -1 }: { nodes: NonNullable<Frame["tree"]>; parent?: number }) {
  const children = [...nodes.entries()].filter(([, node]) => node.parent === parent);
  if (children.length === 0) return null;
  return (
    <ul class={parent < 0 ? "tree root" : "tree"} aria-label={parent < 0 ? "Refinement tree" : undefined}>
      {children.map(([k, { text, fate }]) => (
        <li key={k} data-fate={fate}>
          {text} <em>{fate}</em>
          <Tree nodes={nodes} parent={k} />
        </li>
      ))}
    </ul>
  );
}
