import { isStateBased } from "../../automata/acceptance.js";
import { type Edge, isDeterministic, type Marks, type Tgba } from "../../automata/tgba.js";
import { ALWAYS, type Fn } from "../../logic/boolean-functions.js";
import { forHoa } from "../../text/escape.js";

/** The automaton in the Hanoi Omega-Automata format, version 1. */
export function writeHoa(automaton: Tgba, name?: string): string {
  const onStates = isStateBased(automaton);
  const lines = [...header(automaton, onStates, name), "--BODY--"];
  automaton.edges.forEach((outgoing, state) => {
    lines.push(`State: ${state}${onStates ? sets(outgoing[0]?.marks ?? 0) : ""}`);
    for (const edge of outgoing) lines.push(edgeLine(automaton, edge, onStates));
  });
  lines.push("--END--");
  return `${lines.join("\n")}\n`;
}

function header(automaton: Tgba, onStates: boolean, name: string | undefined): string[] {
  const { acceptanceSets, atoms, edges, initial } = automaton;
  const properties = ["trans-labels", "explicit-labels", onStates ? "state-acc" : "trans-acc"];
  if (isDeterministic(automaton)) properties.push("deterministic");
  return [
    "HOA: v1",
    ...(name === undefined ? [] : [`name: ${forHoa(name)}`]),
    `States: ${edges.length}`,
    `Start: ${initial}`,
    `AP: ${[atoms.length, ...atoms.map(forHoa)].join(" ")}`,
    `acc-name: ${acceptanceName(acceptanceSets)}`,
    `Acceptance: ${acceptanceSets} ${acceptanceFormula(acceptanceSets)}`,
    `properties: ${properties.join(" ")}`,
  ];
}

function acceptanceName(count: number): string {
  if (count === 0) return "all";
  return count === 1 ? "Buchi" : `generalized-Buchi ${count}`;
}

function acceptanceFormula(count: number): string {
  return count === 0 ? "t" : Array.from({ length: count }, (_, set) => `Inf(${set})`).join("&");
}

function edgeLine({ functions }: Tgba, edge: Edge, onStates: boolean): string {
  return `[${labelText(functions.cubes(edge.label), edge.label)}] ${edge.target}${onStates ? "" : sets(edge.marks)}`;
}

function labelText(cubes: readonly (readonly number[])[], label: Fn): string {
  if (label === ALWAYS) return "t";
  const literal = (l: number) => `${(l & 1) === 1 ? "!" : ""}${l >> 1}`;
  return cubes.map((cube) => cube.map(literal).join("&")).join(" | ");
}

function sets(marks: Marks): string {
  const members: number[] = [];
  for (let set = 0; marks >> set !== 0; set++) if ((marks >> set) & 1) members.push(set);
  return members.length === 0 ? "" : ` {${members.join(" ")}}`;
}
