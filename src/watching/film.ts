import type { Engine, EngineContext, OptionValues } from "../engines/engine.js";
import { completed } from "../engines/options.js";
import { conditionsFor } from "../evidence/trace.js";
import type { Lift, Verdict } from "../evidence/verdict.js";
import type { Figures } from "../limits/progress.js";
import { askingOf } from "../model/asking.js";
import type { Model } from "../model/model.js";
import type { Design, Property } from "../model/property.js";
import type { Step } from "../model/step.js";
import type { Scene, SceneNode, Watcher } from "../model/watcher.js";
import type { StateGraph } from "../reference/graph.js";
import { prepare } from "../solving/prepare.js";
import { type DrawnGraph, drawn, enumerated, inUsersWords } from "./drawn-graph.js";
import { MOST_DRAWN } from "./proof-walk.js";

/** What an engine did, moment by moment, on the graph that it did it on: plain data. */
export interface Film {
  readonly graph: DrawnGraph;
  readonly frames: readonly Frame[];
  /** There was more than is kept. */
  readonly isCut: boolean;
  readonly answer: Verdict["answer"];
}

export interface Frame {
  readonly what: string;
  readonly figures: Figures;
  readonly sets: readonly { readonly name: string; readonly states: readonly number[] }[];
  /** By state, where something is written at one. */
  readonly labels?: readonly string[];
  readonly tree?: readonly SceneNode[];
}

/** What is not filmed, and why. */
export interface NotFilmed {
  readonly reason: string;
}

const MOST_FRAMES = 1_500;

/**
 * Runs an engine on a question about fair cycles and keeps what it shows. The graph is that of the model which the engine searches: with the
 * automaton of a formula, and without what does not matter.
 */
export function film(
  { model }: Design,
  property: Property,
  engine: Engine,
  options: OptionValues,
  context: Omit<EngineContext, "watcher">,
): Film | NotFilmed {
  const decide = engine.decides["fair-cycle"];
  if (decide === undefined) return { reason: `${engine.name} does not look for fair cycles` };
  const asked = askingOf(model, property).linear?.asked ?? property;
  const prepared = prepare(model, asked);
  if ("unsupported" in prepared) return { reason: prepared.unsupported };
  const { task, lift } = prepared;
  if (task.kind !== "fair-cycle") return { reason: "this property is not about fair cycles" };
  const camera = new Camera(model, asked, lift);
  const search = decide(task, completed(engine.options, options), { ...context, watcher: camera });
  let step = search.next();
  while (!step.done && camera.problem === null) step = search.next();
  if (camera.problem !== null) search.return(undefined as never);
  if (camera.problem !== null || !step.done) return { reason: camera.problem ?? "" };
  return camera.film(step.value.answer);
}

class Camera implements Watcher {
  problem: string | null = null;
  private graph: StateGraph | null = null;
  private picture: DrawnGraph | null = null;
  private states: readonly Uint8Array[] = [];
  private readonly frames: Frame[] = [];
  private isCut = false;

  constructor(
    private readonly given: Model,
    private readonly asked: Property,
    private readonly lift: Lift,
  ) {}

  begins(model: Model, lifted: (steps: readonly Step[]) => readonly Step[]): void {
    if (this.graph !== null) return;
    const graph = enumerated(model, MOST_DRAWN);
    if (graph === null) {
      this.problem = `the engine searches a model with more than ${MOST_DRAWN} states: too many to be drawn`;
      return;
    }
    this.graph = graph;
    this.states = Array.from({ length: graph.size }, (_, s) => graph.latches(s));
    const toGiven = (steps: readonly Step[]) => this.lift.run({ kind: "run", steps: lifted(steps) }).steps;
    const users = this.states.map((_, s) => toGiven(runTo(graph, s)).at(-1)!);
    const names = conditionsFor(this.given, this.asked).map(({ name }) => name);
    const conditions = model.fairness.map(
      (_, j) => names[j] ?? `acceptance ${j - names.length} of the formula's automaton`,
    );
    this.picture = drawn(graph, inUsersWords(this.given, users, this.beside(users)), conditions);
  }

  /** States that look alike to the user are told apart by what else the engine sees. */
  private beside(users: readonly Step[]): string[] {
    const texts = users.map(({ latches }) => latches.join(""));
    const isUnique = new Set(texts).size === texts.length;
    return this.states.map((latches) => (isUnique ? "" : latches.join("")));
  }

  sees({ what, figures, sets, label, tree }: Scene): void {
    if (this.graph === null) return;
    if (this.frames.length >= MOST_FRAMES) {
      this.isCut = true;
      return;
    }
    const { states } = this;
    const labels = label && states.map((latches) => label(latches));
    this.frames.push({
      what,
      figures: { ...figures },
      sets: sets.map(({ name, has }) => ({ name, states: [...states.keys()].filter((s) => has(states[s]!)) })),
      ...(labels && { labels }),
      ...(tree && { tree }),
    });
  }

  film(answer: Verdict["answer"]): Film | NotFilmed {
    if (this.picture === null) return { reason: "this engine cannot be watched" };
    return { graph: this.picture, frames: this.frames, isCut: this.isCut, answer };
  }
}

/** A shortest run to a state, and a step from there if there is one. */
function runTo(graph: StateGraph, state: number): Step[] {
  const path = [state];
  for (let s = graph.parent[state]!; s >= 0; s = graph.parent[s]!) path.unshift(s);
  return path.map((s, k) => {
    const next = path[k + 1];
    let edge = graph.firstEdge[s]!;
    if (edge === graph.firstEdge[s + 1]!)
      return { latches: graph.latches(s), inputs: new Uint8Array(graph.model.inputs.length) };
    if (next !== undefined) while (graph.target[edge] !== next) edge++;
    return graph.step(s, edge);
  });
}
