/** The families at several sizes, as questions: models that no plan was tuned on by name, holding and failing, small and large. */
import type { Model } from "../src/model/model.js";
import { bakery, synchronousArbiter, treeArbiter } from "./families/arbiters.js";
import { counter, jumpingCounter, nim } from "./families/counters.js";
import { hullBound } from "./families/hull-bounds.js";
import {
  arbiter,
  eisenbergMcGuire,
  elevator,
  nullModem,
  type Protocol,
  peterson,
  philosophers,
  bakery as tickets,
  twoQueues,
} from "./families/protocols.js";
import { boundedQueues, servedQueues } from "./families/queues.js";

export interface FamilyCase {
  readonly name: string;
  readonly answer: "holds" | "fails";
  readonly source: (() => Model) | Protocol;
}

const holding = (name: string, source: () => Model): FamilyCase => ({ name, answer: "holds", source });
const failing = (name: string, source: () => Model): FamilyCase => ({ name: `${name}f`, answer: "fails", source });
const protocol = (source: Protocol): FamilyCase => ({
  name: source.name.replaceAll(" ", "-"),
  answer: source.holds ? "holds" : "fails",
  source,
});

export const FAMILY_CASES: readonly FamilyCase[] = [
  ...[5, 16, 40].map((bits) => holding(`cnt${bits}`, () => counter(bits))),
  ...[7, 20, 64].flatMap((bits) => [
    holding(`jc${bits}`, () => jumpingCounter(bits)),
    failing(`jc${bits}`, () => jumpingCounter(bits, true)),
  ]),
  ...(
    [
      [2, 3],
      [3, 4],
      [5, 5],
    ] as const
  ).flatMap(([heaps, bits]) => [
    holding(`nim${heaps}x${bits}`, () => nim(heaps, bits)),
    failing(`nim${heaps}x${bits}`, () => nim(heaps, bits, true)),
  ]),
  ...(
    [
      [2, 2],
      [4, 3],
      [10, 3],
    ] as const
  ).flatMap(([queues, bits]) => [
    holding(`abq${queues}x${bits}`, () => boundedQueues(queues, bits)),
    failing(`abq${queues}x${bits}`, () => boundedQueues(queues, bits, true)),
  ]),
  ...(
    [
      [2, 2],
      [4, 3],
      [8, 4],
    ] as const
  ).flatMap(([queues, bits]) => [
    holding(`tf${queues}x${bits}`, () => servedQueues(queues, bits)),
    failing(`tf${queues}x${bits}`, () => servedQueues(queues, bits, true)),
  ]),
  ...[5, 14, 40].map((cells) => holding(`sarb${cells}`, () => synchronousArbiter(cells))),
  ...[5, 10, 24].map((clients) => holding(`tarb${clients}`, () => treeArbiter(clients))),
  ...[3, 5, 8].map((processes) => holding(`gbak${processes}`, () => bakery(processes))),
  ...([1, 2, 3] as const).map((version) => holding(`om${version}`, () => hullBound(8, 8, version))),
  ...[
    philosophers(5),
    philosophers(5, true),
    philosophers(20),
    philosophers(20, true),
    tickets(3, 3),
    tickets(3, 4, true),
    eisenbergMcGuire(3),
    eisenbergMcGuire(3, true),
    peterson(3),
    peterson(4, true),
    elevator(5),
    elevator(9, true),
    elevator(14),
    nullModem(4, 4),
    nullModem(12, 8, true),
    twoQueues(6),
    twoQueues(24, true),
    arbiter(6),
    arbiter(20, true),
    arbiter(40),
  ].map(protocol),
];
