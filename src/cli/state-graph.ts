import { conditionsFor } from "../evidence/trace.js";
import { valueText } from "../evidence/value.js";
import type { Model } from "../model/model.js";
import type { Demand, Design } from "../model/property.js";
import { readsInputs } from "../model/reads-inputs.js";
import { Simulator } from "../model/simulate.js";
import { allStates, type FairComponents, fairComponents } from "../reference/components.js";
import type { GraphLimits } from "../reference/graph.js";
import { StateGraph } from "../reference/graph.js";
import { forDot } from "../text/escape.js";
import { constantResets } from "../transform/resets.js";
import { drawn, type StateWords } from "../watching/drawn-graph.js";
import { graphSvg } from "../watching/graph-svg.js";

/** The reachable states of a small model. Throws `Stopped` where there are more than the limits allow. */
export function stateGraph({ model: given, demands = [] }: Design, limits: GraphLimits): DesignStates {
  const { model } = constantResets(
    given,
    given.signals.flatMap((s) => s.bits),
  );
  const graph = new StateGraph(model, model.fairness, limits);
  for (const _ of graph.explore());
  const property = { kind: "ltl", name: "", formula: { op: "true" }, atoms: new Map() } as const;
  const conditions = conditionsFor(given, property).map(({ name }, k) => demandNamed(demands, k) ?? name);
  return { graph, conditions, words: stateWords(model, graph) };
}

/** What the source calls a fairness condition, where it is one of its demands by itself. */
function demandNamed(demands: readonly Demand[], condition: number): string | null {
  const demand = demands.find((d) => d.fairness.length === 1 && d.fairness[0] === condition);
  return demand?.name ?? null;
}

interface DesignStates {
  readonly graph: StateGraph;
  readonly conditions: readonly string[];
  readonly words: StateWords;
}

/** As a picture. */
export const stateGraphSvg = ({ graph, words, conditions }: DesignStates, title: string): string =>
  graphSvg(drawn(graph, words, conditions), title);

/**
 * For Graphviz: initial states have a thick border, components with a cycle are boxes, and fair ones, in which a behaviour can stay and
 * meet every fairness condition, are red. Edges name the conditions that hold on them.
 */
export function stateGraphDot({ graph, words, conditions }: DesignStates): string {
  const found = fairComponents(graph, allStates(graph));
  const states = [...Array(graph.size).keys()];
  const label = (s: number) => words.signals.map((name, k) => `${name} = ${words.values[s]![k]!}`).join("\n");
  return [
    "digraph states {",
    '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif"];',
    '  edge [fontname="sans-serif", fontsize=10];',
    ...(conditions.length === 0 ? [] : [`  label=${forDot(conditions.map((name, k) => `${k}: ${name}`).join("\n"))};`]),
    ...clusters(graph, found),
    ...states.map((s) => `  ${s} [label=${forDot(label(s))}${graph.initial.includes(s) ? ", penwidth=3" : ""}];`),
    ...states.flatMap((s) => edgesFrom(graph, s)),
    "}",
    "",
  ].join("\n");
}

/** Those with a cycle. */
function clusters(graph: StateGraph, { of, count, isFair }: FairComponents): string[] {
  const members = Array.from({ length: count }, () => [] as number[]);
  for (const [s, c] of of.entries()) members[c]?.push(s);
  const hasCycle = ([s, ...others]: readonly number[]) => others.length > 0 || targetsOf(graph, s!).includes(s!);
  return members.flatMap((those, c) =>
    hasCycle(those)
      ? [
          `  subgraph cluster_${c} { style=filled; color=${isFair[c] === 1 ? "lightsalmon" : "gray90"}; ${those.join("; ")}; }`,
        ]
      : [],
  );
}

const targetsOf = ({ target, firstEdge }: StateGraph, s: number): number[] => [
  ...target.subarray(firstEdge[s]!, firstEdge[s + 1]!),
];

/** One for each target, with all sets of conditions that hold on the way there. */
function edgesFrom(graph: StateGraph, s: number): string[] {
  const labels = new Map<number, Set<string>>();
  for (let e = graph.firstEdge[s]!; e < graph.firstEdge[s + 1]!; e++) {
    const met = graph.conditions.flatMap((_, k) => (graph.meets(graph.label[e]!, k) ? [k] : []));
    const known = labels.get(graph.target[e]!) ?? new Set();
    labels.set(graph.target[e]!, known.add(met.join(" ")));
  }
  return [...labels].map(([t, sets]) => {
    const text = [...sets].filter((set) => set !== "").join(" | ");
    return `  ${s} -> ${t}${text === "" ? "" : ` [label="${text}"]`};`;
  });
}

/** The signals that the state alone determines; the latches where there are none. */
function stateWords(model: Model, graph: StateGraph): StateWords {
  const signals = model.signals.filter((s) => s.bits.length > 0 && s.kind !== "define" && !readsInputs(model, s.bits));
  const simulator = new Simulator(model, { watch: signals.flatMap((s) => s.bits), latches: [] });
  const inputs = new Uint8Array(model.inputs.length);
  const states = Array.from({ length: graph.size }, (_, s) => graph.latches(s));
  if (signals.length === 0) return { signals: ["latches"], values: states.map((latches) => [latches.join("")]) };
  const values = states.map((latches) => {
    simulator.load({ latches, inputs });
    simulator.evaluate();
    return signals.map((s) => valueText(s.type, s.bits.map((b) => simulator.bit(b)).reverse().join(""))); // biome-ignore format: one line
  });
  return { signals: signals.map((s) => s.name), values };
}
