import { describe, expect, test } from "vitest";
import type { OptionValues } from "../../src/engines/engine.js";
import { engineNamed } from "../../src/engines/registry.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { loadKernels } from "../../src/node/kernels.js";
import { solve } from "../../src/solving/solve.js";
import { type Film, film } from "../../src/watching/film.js";

const kernels = await loadKernels();
const context = { shouldStop: () => null, memoryLimit: 2 ** 30, seed: 1, kernels };

/** A walk round a square, which may be left for a corridor of no return; the door to a second square is closed in one of the two models. */
const walk = (door: "open" | "closed"): string => `MODULE main
VAR room : {a, b, c, d, hall, e, f, wall};
ASSIGN init(room) := a;
  next(room) := case
    room = a : {a, b}; room = b : {c, hall}; room = c : d; room = d : a;
    room = hall : ${door === "open" ? "{e, wall}" : "wall"};
    room = e : f; room = f : e; TRUE : wall; esac;
JUSTICE room in {a, e}
JUSTICE room in {hall, f}
LTLSPEC G F (room in {a, b, c, d} | room = wall)
`;

function filmed(door: "open" | "closed", engine: string, options: OptionValues = {}): Film {
  const design = readSmv(walk(door), "walk.smv");
  const made = film(design, design.properties[0]!, engineNamed(engine)!, options, context);
  if ("reason" in made) throw new Error(made.reason);
  return made;
}

/** Oracle, on the drawn graph: the states of fair components. */
const fairStates = ({ graph }: Film): number[] =>
  graph.components.flatMap((component, s) => (graph.isFair[component] ? [s] : []));

/** Oracle: all states from which there is a way into some, by edges or against them. */
function closure({ graph }: Film, start: readonly number[], direction: "forward" | "backward"): Set<number> {
  const found = new Set(start);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [from, to] of graph.edges) {
      if (direction === "forward" && found.has(from)) found.add(to);
      if (direction === "backward" && found.has(to)) found.add(from);
    }
  }
  return found;
}

const named = (name: string) => (frame: Film["frames"][number]) =>
  new Set(frame.sets.find((set) => set.name === name)?.states ?? []);

const SHRINKING = [
  ["gsh", { schedule: "el" }, "Z"],
  ["gsh", { schedule: "el2", tense: "past" }, "Z"],
  ["gsh", { schedule: "hh", tense: "both" }, "Z"],
  ["catch-them-young", {}, "b"],
  ["fair", { reach: "none", simplify: "off", loops: false }, "left"],
] as const;

describe.each(["open", "closed"] as const)("with the door %s", (door) => {
  const answer = door === "open" ? "fails" : "holds";

  test.each(SHRINKING)("%s %o: %s becomes smaller and never loses a fair cycle", (engine, options, name) => {
    const made = filmed(door, engine, options);
    const sets = made.frames.map(named(name));
    expect(made.answer).toBe(answer);
    expect(sets.length).toBeGreaterThan(2);
    for (const [k, set] of sets.entries()) {
      if (k > 0) expect([...sets[k - 1]!]).toEqual(expect.arrayContaining([...set]));
      for (const s of fairStates(made)) expect(set).toContain(s);
    }
  });

  test("GSH ends with the states that a fair behaviour starts in, or that it leads to in the past tense", () => {
    for (const [tense, direction] of [
      ["future", "backward"],
      ["past", "forward"],
    ] as const) {
      const made = filmed(door, "gsh", { tense });
      expect(named("Z")(made.frames.at(-1)!)).toEqual(closure(made, fairStates(made), direction));
    }
  });

  test("Lockstep searches both ways from a seed, and finds components", () => {
    const made = filmed(door, "lockstep", { early: false });
    for (const frame of made.frames) {
      const seed = [...named("v")(frame)];
      for (const s of named("F(v)")(frame)) expect(closure(made, seed, "forward")).toContain(s);
      for (const s of named("B(v)")(frame)) expect(closure(made, seed, "backward")).toContain(s);
      const scc = [...named("SCC")(frame)];
      if (scc.length === 0) continue;
      const { components } = made.graph;
      expect(scc).toEqual([...components.keys()].filter((s) => components[s] === components[scc[0]!]));
    }
    expect(made.frames.some((frame) => frame.what.endsWith("component"))).toBe(true);
  });

  test("nested emptiness search walks along edges, and labels no state with what no cycle through it can meet", () => {
    const made = filmed(door, "nested-emptiness");
    const edges = new Set(made.graph.edges.map(([from, to]) => `${from} ${to}`));
    let top: number | undefined;
    for (const frame of made.frames) {
      const path = named("path")(frame);
      const now = [...named("top of the path")(frame)][0];
      for (const s of path) expect(named("visited")(frame)).toContain(s);
      if (frame.what === "visit" && top !== undefined) expect(edges).toContain(`${top} ${now}`);
      top = now;
      for (const [s, label] of frame.labels!.entries())
        for (const condition of label.match(/\d+/g) ?? [])
          expect([...closure(made, [...made.graph.conditions[Number(condition) - 1]!.states], "forward")]).toContain(s);
    }
  });

  test("D'n'C keeps every fair cycle in a set of its tree until it is found", () => {
    const made = filmed(door, "dnc", { cluster: 1 });
    for (const frame of made.frames.slice(0, -1)) {
      const suspects = new Set(frame.sets.flatMap(({ states }) => states));
      for (const s of fairStates(made)) expect(suspects).toContain(s);
      expect(frame.tree!.length).toBeGreaterThan(0);
    }
    expect(made.frames.at(-1)!.tree!.some(({ fate }) => fate === "fair")).toBe(door === "open");
  });
});

test.each(["gsh", "lockstep", "catch-them-young", "nested-emptiness"])(
  "watching %s changes none of its figures",
  (name) => {
    const made = filmed("open", name);
    const design = readSmv(walk("open"), "walk.smv");
    const solving = solve(design, design.properties[0]!, engineNamed(name)!, {}, context);
    let step = solving.next();
    while (!step.done) step = solving.next();
    const { stats, answer } = step.value.verdict;
    expect(answer).toBe(made.answer);
    const { figures } = made.frames.at(-1)!;
    const compared = ["ex", "ey", "states", "transitions", "nested"].filter((figure) => figure in figures);
    expect(compared.length).toBeGreaterThan(1);
    for (const figure of compared)
      expect([figure, figures[figure]]).toEqual([figure, stats[figure as keyof typeof stats]]);
  },
);

test("states are told in the user's words", () => {
  const { graph } = filmed("open", "gsh");
  const room = graph.signals.indexOf("room");
  expect(new Set(graph.values.map((row) => row[room]))).toEqual(
    new Set(["a", "b", "c", "d", "hall", "e", "f", "wall"]),
  );
  // Every edge is one of the text.
  const next = new Map(
    Object.entries({ a: "ab", b: ["c", "hall"], c: "d", d: "a", hall: ["e", "wall"], e: "f", f: "e", wall: ["wall"] }),
  );
  for (const [from, to] of graph.edges)
    expect([...next.get(graph.values[from]![room]!)!]).toContain(graph.values[to]![room]);
});

test("what cannot be watched is said", () => {
  const design = readSmv(
    "MODULE main\nVAR x : unsigned word[12];\nASSIGN init(x) := 0ud12_0; next(x) := x + 0ud12_1;\nLTLSPEC F G x != 0ud12_1\nINVARSPEC x < 0ud12_9\n",
    "long.smv",
  );
  const tried = design.properties.map((property) => film(design, property, engineNamed("gsh")!, {}, context));
  expect(tried.map((made) => ("reason" in made ? made.reason : ""))).toEqual([
    expect.stringMatching(/more than 400 states/),
    expect.stringMatching(/not about fair cycles/),
  ]);
});
