import { ltlToTgba } from "../../src/automata/translate.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { ALWAYS, type Fn, NEVER } from "../../src/logic/boolean-functions.js";
import { ModelError } from "../../src/program/model-error.js";
import type { Program } from "../../src/program/program.js";
import { Semantics } from "../../src/program/semantics.js";

/** What is true of a program and a formula, by the definitions. */
export interface Truth {
  /** Some fair behaviour violates the formula. */
  readonly isViolated: boolean;
  /** Some reachable state is one in which the program makes a mistake. */
  readonly hasMistake: boolean;
  /** In some reachable state no step is enabled, and that is an error. */
  readonly hasDeadlock: boolean;
}

/** A transition: where to, and by which step (-1: nothing happens, for ever). */
interface Move {
  readonly target: number;
  readonly step: number;
}

interface Node {
  readonly state: Int32Array;
  readonly enabled: readonly boolean[];
  readonly moves: Move[];
}

/**
 * By the semantics of programs, state by state and without any search of the explicit engine. Fairness by trying: which of
 * the strongly fair are never enabled in the end is guessed, in every possible way, and all others must then be taken.
 * Null for a program of more than `most` states.
 */
export function truthOf(program: Program, formula: Ltl, most = 400): Truth | null {
  const semantics = new Semantics(program);
  const nodes: Node[] = [];
  const numbers = new Map<string, number>();
  let hasMistake = false;
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (e) {
      if (!(e instanceof ModelError)) throw e;
      hasMistake = true;
      return otherwise;
    }
  };
  const numberOf = (state: Int32Array): number => {
    const key = state.join(" ");
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const enabled = attempt(() => semantics.enabled(state), null);
    numbers.set(key, nodes.length);
    return nodes.push({ state, enabled: enabled ?? [], moves: [] }) - 1;
  };
  const initial = [...semantics.initial()].map(numberOf);
  for (let n = 0; n < nodes.length; n++) {
    if (nodes.length > most) return null;
    const { state, enabled, moves } = nodes[n]!;
    semantics.steps.forEach((step, k) => {
      if (!enabled[k]) return;
      for (const next of attempt(() => semantics.after(step, state), []))
        moves.push({ target: numberOf(next), step: k });
    });
    const isStuck = enabled.length > 0 && !enabled.includes(true);
    if (isStuck && program.deadlock === "stutter") moves.push({ target: n, step: -1 });
    const isAsked = semantics.steps.some(
      ({ process, fairness }, k) =>
        enabled[k] && fairness !== "none" && (fairness ?? program.processes[process]!.fairness) !== null,
    );
    const isOfGroup = semantics.steps.some(
      ({ processName, written }, k) =>
        enabled[k] && program.groups.some((g) => g.steps.includes(`${processName}.${written}`)),
    );
    if (enabled.includes(true) && !isAsked && !isOfGroup && program.stopping === "allowed")
      moves.push({ target: n, step: -1 });
  }
  const hasDeadlock =
    program.deadlock === "error" && nodes.some(({ enabled }) => enabled.length > 0 && !enabled.includes(true));
  return { isViolated: isViolated(program, semantics, nodes, initial, formula), hasMistake, hasDeadlock };
}

/** An edge of the product with the automaton of the negation: numbers of what must happen again and again, and does. */
interface Edge {
  readonly target: number;
  readonly meets: ReadonlySet<string>;
}

function isViolated(
  program: Program,
  semantics: Semantics,
  nodes: readonly Node[],
  initial: readonly number[],
  formula: Ltl,
): boolean {
  const automaton = ltlToTgba({ op: "not", arg: formula });
  const { functions } = automaton;
  const holds = (name: string, { state }: Node) => semantics.holds(program.propositions.get(name)!.holds, state, name);
  const reads = (label: Fn, node: Node): boolean => {
    let f = label;
    while (f !== ALWAYS && f !== NEVER)
      f = holds(automaton.atoms[functions.root(f)]!, node) ? functions.highOf(f) : functions.lowOf(f);
    return f === ALWAYS;
  };
  const owed = obligations(program, semantics);
  const width = automaton.edges.length;
  const edges: Edge[][] = nodes.flatMap((node) =>
    automaton.edges.map((outgoing) =>
      outgoing
        .filter(({ label }) => reads(label, node))
        .flatMap(({ target, marks }) =>
          node.moves.map((move): Edge => {
            const meets = new Set(owed.filter((o) => o.isMet(node, move)).map((o) => o.name));
            for (let set = 0; set < automaton.acceptanceSets; set++) if ((marks >> set) & 1) meets.add(`set ${set}`);
            return { target: move.target * width + target, meets };
          }),
        ),
    ),
  );
  const always = Array.from({ length: automaton.acceptanceSets }, (_, set) => `set ${set}`);
  const reachable = closure(
    edges,
    initial.map((n) => n * width + automaton.initial),
  );
  const strong = owed.filter((o) => o.kind === "strong");
  const others = [...always, ...owed.filter((o) => o.kind !== "strong").map((o) => o.name)];
  for (let guess = 0; guess < 2 ** strong.length; guess++) {
    const never = strong.filter((_, i) => (guess >> i) & 1);
    const wanted = [...others, ...strong.filter((o) => !never.includes(o)).map((o) => o.name)];
    const allowed = edges.map(
      (_, v) => reachable.has(v) && !never.some((o) => o.isEnabled(nodes[Math.floor(v / width)]!)),
    );
    if (hull(edges, allowed, wanted).includes(true)) return true;
  }
  return false;
}

interface Obligation {
  readonly name: string;
  readonly kind: "state" | "weak" | "strong" | "unconditional";
  isEnabled(node: Node): boolean;
  /** By the step that leaves the state, or by the state. */
  isMet(node: Node, move: Move): boolean;
}

function obligations(program: Program, semantics: Semantics): Obligation[] {
  const states = program.fairness.map(
    ({ name, holds }): Obligation => ({
      name: `state ${name}`,
      kind: "state",
      isEnabled: () => true,
      isMet: ({ state }) => semantics.holds(holds, state, name),
    }),
  );
  const ofSteps = (name: string, kind: "weak" | "strong" | "unconditional", belongs: (k: number) => boolean) => {
    const isEnabled = (node: Node) => node.enabled.some((is, k) => is && belongs(k));
    const isMet = (node: Node, { step }: Move) => (step >= 0 && belongs(step)) || (kind === "weak" && !isEnabled(node));
    return { name, kind, isEnabled, isMet };
  };
  const processes = program.processes.flatMap(({ name, fairness }, p) =>
    fairness === null
      ? []
      : [
          ofSteps(`process ${name}`, fairness, (k) => {
            const step = semantics.steps[k]!;
            return step.process === p && step.fairness !== "none";
          }),
        ],
  );
  const fullName = (k: number) => `${semantics.steps[k]!.processName}.${semantics.steps[k]!.written}`;
  // The ways to take one step are one step; names of processes are unique.
  const steps = semantics.steps.flatMap(({ fairness }, index) => {
    const isFirst = semantics.steps.findIndex((_, k) => fullName(k) === fullName(index)) === index;
    if (fairness === null || fairness === "none" || !isFirst) return [];
    return [ofSteps(`step ${fullName(index)}`, fairness, (k) => fullName(k) === fullName(index))];
  });
  const groups = program.groups.map((g) => ofSteps(`group ${g.name}`, g.kind, (k) => g.steps.includes(fullName(k))));
  return [...states, ...processes, ...steps, ...groups];
}

function closure(edges: readonly (readonly Edge[])[], start: readonly number[]): Set<number> {
  const found = new Set(start);
  for (const v of found) for (const { target } of edges[v]!) found.add(target);
  return found;
}

/** States from which everything that is wanted can happen for ever inside what is allowed (Emerson and Lei). */
function hull(
  edges: readonly (readonly Edge[])[],
  allowed: readonly boolean[],
  wanted: readonly string[],
): readonly boolean[] {
  let inside = allowed;
  for (;;) {
    let next = inside.map((is, v) => is && edges[v]!.some((e) => inside[e.target]));
    for (const name of wanted) {
      const reach = next.map((is, v) => is && edges[v]!.some((e) => next[e.target] && e.meets.has(name)));
      for (let changed = true; changed; ) {
        changed = false;
        edges.forEach((outgoing, v) => {
          if (reach[v] || !next[v] || !outgoing.some((e) => next[e.target] && reach[e.target])) return;
          reach[v] = changed = true;
        });
      }
      next = reach;
    }
    if (next.every((is, v) => is === inside[v])) return next;
    inside = next;
  }
}
