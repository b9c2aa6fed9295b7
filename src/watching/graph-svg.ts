import { forXml, spelled } from "../text/escape.js";
import type { DrawnGraph } from "./drawn-graph.js";
import { type GraphLayout, graphLayout } from "./graph-layout.js";

const INK = "#1f2933";
const FAINT = "#7b8794";
/** Of conditions, after which they come again. */
const COLOURS = ["#1f7a4d", "#2563a8", "#b45309", "#7c3aed", "#be185d", "#0f766e"];
const [ROW, MARGIN, LETTER] = [18, 26, 7.3];
const LONGEST = 160;

/**
 * The states of a small model as a picture: components with a cycle are circles, fair ones are red, and dots of its colour show from where a step
 * leads on which a condition is met. First states have an arrow. Below are the conditions, and the values of all states by number.
 */
export function graphSvg(graph: DrawnGraph, title: string): string {
  const layout = graphLayout(graph);
  const lines = [...legend(graph), ...valuesOf(graph)].map(({ text, colour }) => ({ text: cut(text), colour }));
  const widest = lines.reduce((most, { text }) => Math.max(most, text.length), 0);
  const [width, height] = [
    Math.max(layout.width, 2 * MARGIN + Math.ceil(LETTER * widest)),
    layout.height + lines.length * ROW + MARGIN,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="monospace" font-size="12" fill="${INK}">`,
    `<title>${forXml(title)}</title>`,
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 1 7 4 0 7z"/></marker></defs>`,
    `<rect width="100%" height="100%" fill="white"/>`,
    ...components(graph, layout),
    ...layout.ways.map((d) => `<path d="${d}" fill="none" stroke="${FAINT}" marker-end="url(#tip)"/>`),
    ...layout.places.map((_, s) => state(graph, layout, s)),
    ...lines.map(({ text, colour }, k) => {
      const y = layout.height + k * ROW + ROW / 2;
      const dot = colour === null ? "" : `<circle cx="${MARGIN - 10}" cy="${y - 4}" r="4" fill="${colour}"/>`;
      return `${dot}<text x="${MARGIN}" y="${y}">${forXml(text)}</text>`;
    }),
    "</svg>\n",
  ].join("\n");
}

const colourOf = (condition: number): string => COLOURS[condition % COLOURS.length]!;

/** Those with a cycle: a component of one state has one where an edge leads back at once. */
function components({ edges, components, isFair }: DrawnGraph, { clusters }: GraphLayout): string[] {
  const loops = new Set(edges.flatMap(([from, to]) => (from === to ? [components[from]!] : [])));
  return clusters.flatMap(({ component, x, y, radius, size }) =>
    size > 1 || loops.has(component)
      ? [`<circle cx="${x}" cy="${y}" r="${radius + 3}" fill="${isFair[component] ? "#fcd9ce" : "#eef1f4"}"/>`]
      : [],
  );
}

function state(graph: DrawnGraph, { places, radius }: GraphLayout, s: number): string {
  const { x, y } = places[s]!;
  const met = graph.conditions.flatMap(({ states }, k) => (states.includes(s) ? [k] : []));
  const first = graph.initial.includes(s)
    ? `<path d="M ${-radius - 11} 0 H ${-radius - 2}" stroke="${INK}" marker-end="url(#tip)"/>`
    : "";
  const dots = met.map((k, n) => `<circle cx="${radius - 1 - 7 * n}" cy="${-radius}" r="3.5" fill="${colourOf(k)}"/>`);
  return (
    `<g transform="translate(${x} ${y})"><title>${forXml(wordsOf(graph, s))}</title>${first}` +
    `<circle r="${radius}" fill="white" stroke="${INK}"/><text y="4" text-anchor="middle" font-size="10">${s}</text>${dots.join("")}</g>`
  );
}

interface Line {
  readonly text: string;
  readonly colour: string | null;
}

const legend = ({ conditions }: DrawnGraph): Line[] =>
  conditions.map(({ name }, k) => ({ text: name, colour: colourOf(k) }));

const valuesOf = (graph: DrawnGraph): Line[] =>
  graph.values.map((_, s) => ({ text: `${s}: ${wordsOf(graph, s)}`, colour: null }));

const wordsOf = ({ signals, values }: DrawnGraph, s: number): string =>
  signals.map((name, k) => `${name} = ${values[s]![k]!}`).join(", ");

function cut(text: string): string {
  const whole = spelled(text);
  return whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST - 1)}…`;
}
