import { parseFormula } from "../../../src/formats/smv/parse.js";
import type { Lit } from "../../../src/logic/lit.js";
import type { Design, LtlProperty } from "../../../src/model/property.js";
import { Simulator } from "../../../src/model/simulate.js";
import type { Signal } from "../../../src/model/symbols.js";
import type { Assignment, Interpreter } from "./interpreter.js";
import { show } from "./interpreter-values.js";

/** What a model does, in the words of its source: only what infinite behaviours can use. */
export interface Behaviour {
  readonly initial: readonly string[];
  /** State, input, what holds there, next state. */
  readonly moves: readonly string[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** Leaves out states without infinite paths and what cannot be reached. */
function trim(initial: Iterable<string>, edges: readonly Edge[], textOf: (node: string) => string): Behaviour {
  let live = new Set([...edges.map((e) => e.from), ...edges.map((e) => e.to)]);
  for (;;) {
    const next = new Set(edges.filter((e) => live.has(e.from) && live.has(e.to)).map((e) => e.from));
    if (next.size === live.size) break;
    live = next;
  }
  const out = new Map<string, Edge[]>();
  for (const e of edges) {
    if (!live.has(e.from) || !live.has(e.to)) continue;
    const known = out.get(e.from);
    if (known === undefined) out.set(e.from, [e]);
    else known.push(e);
  }
  const start = [...initial].filter((s) => live.has(s));
  const reached = new Set(start);
  const moves = new Set<string>();
  for (const s of reached) {
    for (const e of out.get(s) ?? []) {
      moves.add(`${textOf(s)} ${e.label} -> ${textOf(e.to)}`);
      reached.add(e.to);
    }
  }
  return { initial: [...new Set(start.map(textOf))].sort(), moves: [...moves].sort() };
}

const PATTERNS = [0xaaaaaaaa | 0, 0xcccccccc | 0, 0xf0f0f0f0 | 0, 0xff00ff00 | 0, 0xffff0000 | 0];

/** Of the compiled model, by trying every input in every reachable valuation of the latches. Null: too large. */
export function compiledBehaviour(design: Design, fairness: number): Behaviour | null {
  const { model } = design;
  const states = model.signals.filter((s) => s.isState === true);
  const inputs = model.signals.filter((s) => s.kind === "input" && s.isState !== true && !s.name.endsWith("running"));
  const atoms = design.properties.flatMap((p) => (p.kind === "ltl" ? [...p.atoms.values()] : []));
  const labels = [...model.fairness.slice(0, fairness), ...atoms];
  const bits = (signals: readonly Signal[]): Lit[] => signals.flatMap((s) => [...s.bits]);
  const sim = new Simulator(model, {
    watch: [...bits(states), ...bits(inputs), ...labels, ...model.latches.map((l) => l.next)],
  });
  const free = model.latches.filter((l) => l.reset === "free").length;
  if (model.inputs.length > 14 || free > 12) return null;
  const edges: Edge[] = [];
  const texts = new Map<string, string>();
  const initial = initialKeys(design);
  const pending = [...initial];
  const seen = new Set(initial);
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    if (edges.length > 60_000) return null;
    const from = key;
    for (let i = 0; i < model.latches.length; i++) sim.latches[i] = from[i] === "1" ? -1 : 0;
    for (let batch = 0; batch < Math.max(1, 2 ** (model.inputs.length - 5)); batch++) {
      model.inputs.forEach((_, j) => {
        sim.inputs[j] = j < 5 ? PATTERNS[j]! : -((batch >> (j - 5)) & 1);
      });
      sim.evaluate();
      const lanes = Math.min(32, 2 ** model.inputs.length);
      for (let lane = 0; lane < lanes; lane++) {
        const at = (l: Lit): number => (sim.value(l) >>> lane) & 1;
        const text = describeBits(states, at);
        if (texts.get(from) === undefined) texts.set(from, text);
        if (texts.get(from) !== text) throw new Error("the state is not in the latches");
        if (model.constraints.some((c) => at(c) === 0)) continue;
        const to = model.latches.map((l) => at(l.next)).join("");
        edges.push({ from, to, label: `{${describeBits(inputs, at)}} ${labels.map(at).join("")}` });
        if (!seen.has(to)) {
          seen.add(to);
          pending.push(to);
        }
      }
    }
  }
  return trim(initial, edges, (node) => texts.get(node)!);
}

function initialKeys({ model }: Design): string[] {
  let keys = [""];
  for (const l of model.latches)
    keys = keys.flatMap((k) => (l.reset === "free" ? [`${k}0`, `${k}1`] : [`${k}${l.reset}`]));
  return keys;
}

function describeBits(signals: readonly Signal[], at: (l: Lit) => number): string {
  return signals
    .map((s) => `${s.name}=${valueText(s, s.bits.map(at))}`)
    .sort()
    .join(" ");
}

function valueText(s: Signal, bits: readonly number[]): string {
  const code = bits.reduce((n, b, i) => n + b * 2 ** i, 0);
  const width = bits.length;
  switch (s.type.kind) {
    case "bool":
      return code === 1 ? "TRUE" : "FALSE";
    case "unsigned":
      return `0ud${width}_${code}`;
    case "signed": {
      const value = code >= 2 ** (width - 1) ? code - 2 ** width : code;
      return `${value < 0 ? "-" : ""}0sd${width}_${Math.abs(value)}`;
    }
    case "range":
      return `${s.type.low + code}`;
    case "enum":
      return s.type.values[code] ?? "invalid";
  }
}

/** Of the source, by the interpreter. Null: too large. */
export function interpretedBehaviour(interpreter: Interpreter, design: Design): Behaviour | null {
  const graph = interpretedGraph(interpreter, design);
  if (graph === null) return null;
  return trim(graph.initial.map(textOf), graph.edges, (node) => node);
}

export interface InterpretedGraph {
  readonly states: readonly Assignment[];
  readonly initial: readonly Assignment[];
  readonly edges: readonly (Edge & { readonly input: Assignment })[];
}

export const textOf = (a: Assignment): string =>
  [...a]
    .map(([name, v]) => `${name}=${show(v)}`)
    .sort()
    .join(" ");

export function interpretedGraph(interpreter: Interpreter, design: Design): InterpretedGraph | null {
  const size = interpreter.stateVariables.reduce((n, v) => n * v.domain.length, 1);
  if (size > 1100) return null;
  const states = interpreter.states();
  const inputs = interpreter.inputs();
  const ltl = design.properties.filter((p): p is LtlProperty => p.kind === "ltl");
  const ltlScopes = interpreter.specs().filter((s) => s.logic === "ltl");
  const atoms = ltl.flatMap((p, k) =>
    [...p.atoms.keys()].map((name) => ({ body: parseFormula(name), scope: ltlScopes[k]!.scope })),
  );
  const labels = [...interpreter.fairness(), ...atoms];
  const edges = states.flatMap((s) =>
    inputs.flatMap((input) => {
      const now = new Map([...s, ...input]);
      return interpreter.successors(s, input, states).map((next) => {
        const holds = labels.map(({ body, scope }) => (interpreter.eval(body, scope, { now, next }) === true ? 1 : 0));
        return { from: textOf(s), to: textOf(next), label: `{${textOf(input)}} ${holds.join("")}`, input };
      });
    }),
  );
  return { states, initial: states.filter((s) => interpreter.isInitial(s)), edges };
}
