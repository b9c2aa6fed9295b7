import { type ComponentStrength, strengthOf, strengths } from "../automata/strength.js";
import { componentsOf, edgeCount, isDeterministic, type Marks, stateCount, type Tgba } from "../automata/tgba.js";
import { printAtom } from "../formula/print.js";
import { ALWAYS, type Fn } from "../logic/boolean-functions.js";
import { forDot } from "../text/escape.js";

/** One line: how large and how strong an automaton is. */
export function automatonSummary(automaton: Tgba): string {
  const parts = [
    counted(stateCount(automaton), "state"),
    counted(edgeCount(automaton), "edge"),
    counted(automaton.acceptanceSets, "acceptance set"),
    strengthOf(automaton),
    isDeterministic(automaton) ? "deterministic" : "nondeterministic",
  ];
  return parts.join(", ");
}

/** The automaton for people to read: its size, then each state with its strength and its edges. */
export function automatonText(automaton: Tgba): string {
  const strength = stateStrengths(automaton);
  const lines = [automatonSummary(automaton)];
  automaton.edges.forEach((outgoing, state) => {
    const start = state === automaton.initial ? "initial, " : "";
    lines.push(`state ${state} (${start}${strength[state]})`);
    for (const edge of outgoing) {
      const sets = marksText(edge.marks);
      lines.push(`  -> ${edge.target}  ${labelText(automaton, edge.label)}${sets === "" ? "" : `  {${sets}}`}`);
    }
    if (outgoing.length === 0) lines.push("  (no edges)");
  });
  return `${lines.join("\n")}\n`;
}

const COLOURS: Readonly<Record<ComponentStrength, string>> = {
  transient: "white",
  rejecting: "gray90",
  terminal: "palegreen",
  weak: "lightskyblue",
  strong: "lightsalmon",
};

/** The automaton for Graphviz; components are coloured by their strength. */
export function automatonDot(automaton: Tgba, title = ""): string {
  const strength = stateStrengths(automaton);
  const lines = [
    "digraph automaton {",
    "  rankdir=LR;",
    '  node [shape=circle, style=filled, fontname="sans-serif"];',
    '  edge [fontname="sans-serif"];',
    ...(title === "" ? [] : [`  label=${forDot(title)};`, "  labelloc=t;"]),
    '  start [label="", shape=none, style="", width=0, height=0];',
    `  start -> ${automaton.initial};`,
  ];
  automaton.edges.forEach((outgoing, state) => {
    lines.push(`  ${state} [fillcolor=${COLOURS[strength[state]!]}];`);
    for (const edge of outgoing) {
      const sets = marksText(edge.marks);
      const text = labelText(automaton, edge.label) + (sets === "" ? "" : `\n{${sets}}`);
      lines.push(`  ${state} -> ${edge.target} [label=${forDot(text)}];`);
    }
  });
  lines.push("}");
  return `${lines.join("\n")}\n`;
}

/** A label as a formula of the atoms. */
export function labelText(automaton: Tgba, label: Fn): string {
  if (label === ALWAYS) return "true";
  const literal = (l: number) =>
    (l & 1) === 1 ? `!${printAtom(automaton.atoms[l >> 1]!, Infinity)}` : printAtom(automaton.atoms[l >> 1]!);
  const cubes = automaton.functions.cubes(label);
  return cubes.map((cube) => cube.map(literal).join(" & ")).join(" | ");
}

function stateStrengths(automaton: Tgba): ComponentStrength[] {
  const components = componentsOf(automaton);
  const all = strengths(automaton, components);
  return automaton.edges.map((_, state) => all[components.of[state]!] ?? "transient");
}

function marksText(marks: Marks): string {
  const members: number[] = [];
  for (let set = 0; marks >> set !== 0; set++) if ((marks >> set) & 1) members.push(set);
  return members.join(", ");
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
