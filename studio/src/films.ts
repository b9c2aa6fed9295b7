import type { Film, NotFilmed } from "fairlead";
import { Ended, Service } from "./check/service.js";
import { askedOf, isOld, project, run } from "./store.js";

/** An algorithm that can be watched: an engine with settings. */
export interface Algorithm {
  /** In links: it stays the same. */
  readonly id: string;
  readonly name: string;
  readonly engine: string;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** Of the five papers, in the order of the sets that they work on. */
export const ALGORITHMS: readonly Algorithm[] = [
  { id: "gsh-el", name: "GSH, EL: EU and EX in turn", engine: "gsh", settings: { schedule: "el" } },
  { id: "gsh-el2", name: "GSH, EL2: all EUs, then EG", engine: "gsh", settings: { schedule: "el2" } },
  {
    id: "gsh-el2-past",
    name: "GSH, EL2 in the past: ES and EY",
    engine: "gsh",
    settings: { schedule: "el2", tense: "past" },
  },
  { id: "gsh-hh", name: "GSH, HH: both tenses in turn", engine: "gsh", settings: { schedule: "hh", tense: "both" } },
  { id: "gsh-random", name: "GSH, at random", engine: "gsh", settings: { schedule: "random", tense: "both" } },
  { id: "lockstep", name: "Lockstep", engine: "lockstep", settings: { early: false } },
  { id: "lockstep-early", name: "Lockstep, stopping early", engine: "lockstep", settings: {} },
  { id: "catch-them-young", name: "Catch-them-young", engine: "catch-them-young", settings: {} },
  { id: "dnc", name: "D'n'C", engine: "dnc", settings: { cluster: 1 } },
  { id: "fair", name: "FAIR", engine: "fair", settings: { reach: "none", simplify: "off", loops: false } },
  { id: "nested-emptiness", name: "Nested emptiness search", engine: "nested-emptiness", settings: {} },
];

/** One worker makes all films, one after the other. */
let service: Service | null = null;

export async function filmOf({ engine, settings }: Algorithm): Promise<Film | NotFilmed> {
  const { file, text, questions, property, off, megabytes } = project.peek();
  const ran = isOld.peek() ? null : run.peek();
  const asked = ran === null ? { file, text, questions } : askedOf(ran);
  service ??= new Service();
  const options = { property, engine, settings, off, megabytes };
  try {
    const reply = await service.ask({ type: "film", asked, options });
    return reply.type === "film" ? reply.film : { reason: "there is nothing to watch" };
  } catch (e) {
    if (e instanceof Ended) return { reason: "stopped" };
    return { reason: e instanceof Error ? e.message : String(e) };
  }
}
