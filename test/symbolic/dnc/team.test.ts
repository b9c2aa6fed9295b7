import fc from "fast-check";
import { expect, it } from "vitest";
import { dnc } from "../../../src/engines/dnc.js";
import type { OptionValues } from "../../../src/engines/engine.js";
import { reference } from "../../../src/engines/reference.js";
import type { Outcome } from "../../../src/evidence/outcome.js";
import { readSmv } from "../../../src/formats/smv/read.js";
import type { Fact } from "../../../src/model/fact.js";
import type { Model } from "../../../src/model/model.js";
import { FactBoard } from "../../../src/portfolio/facts.js";
import { solve } from "../../../src/solving/solve.js";
import { models } from "../../arbitraries/systems.js";
import { context, solved } from "../../cross-engine/solving.js";

/** Many sets come to the exact system, and nothing is known of reachable states before. */
const DIVIDED: OptionValues = { cluster: 1, share: 0.8, reach: "none", "weak-first": false };

interface Team {
  readonly outcome: Outcome;
  /** Of the member that answered. */
  readonly taken: number;
  readonly refused: number;
}

/** Members take turns; what one publishes the others receive, as it would travel. The first answer counts: its evidence was checked. */
function askTeam(model: Model, size: number, forge: (fact: Fact) => readonly Fact[] = (fact) => [fact]): Team {
  const property = { kind: "justice", name: "j", literals: [] } as const;
  const board = new FactBoard();
  const letters: Fact[][] = Array.from({ length: size }, () => []);
  const members = letters.map((letter, me) => {
    const publish = (fact: Fact) => {
      if (!board.add(fact)) return;
      const sent = forge(JSON.parse(JSON.stringify(fact)) as Fact);
      letters.forEach((other, k) => {
        if (k !== me) other.push(...sent);
      });
    };
    const facts = { publish, receive: () => letter.splice(0) };
    const options = { ...DIVIDED, member: me + 1, strong: "hull" };
    return solve({ model, properties: [property] }, property, dnc, options, { ...context, facts });
  });
  for (let turn = 0; ; turn++) {
    const { done, value } = members[turn % size]!.next();
    if (!done) continue;
    for (const member of members) member.return(undefined as never);
    const { taken = 0, refused = 0 } = value.verdict.stats;
    return { outcome: value, taken: Number(taken), refused: Number(refused) };
  }
}

/** A round that can be gone once only, since the way back closes when it is left. The suspect sets are its variants by a and b. */
const ROUNDS = `MODULE main
VAR a : boolean; b : boolean; s : {start, left, far, back}; open : boolean;
IVAR go : boolean;
ASSIGN
  init(s) := start;
  next(a) := a; next(b) := b;
  next(s) := case s = start & go = a : left; s = left & go = b : far; s = far & go = a : back; s = back & open : start; TRUE : s; esac;
  next(open) := open & s != left;
FAIRNESS s = start
FAIRNESS s = back
`;
const rounds = readSmv(ROUNDS, "rounds.smv").model;

const systems = models({ stateFairness: true, maxLatches: 5, maxInputs: 2 });
const truth = (model: Model) => solved(model, { kind: "justice", name: "j", literals: [] }, reference).verdict.answer;

it("members of a team share the suspect sets of D'n'C: whoever ends first has the answer of the reference, and evidence that checks", () => {
  fc.assert(
    fc.property(systems, fc.integer({ min: 2, max: 4 }), (model, size) => {
      const team = askTeam(model, size);
      expect([team.outcome.verdict.answer, team.outcome.evidence]).toEqual([truth(model), "checked"]);
    }),
    { numRuns: 40 },
  );
  const { outcome, taken } = askTeam(rounds, 3);
  expect([outcome.verdict.answer, outcome.evidence]).toEqual(["holds", "checked"]);
  expect(taken).toBeGreaterThan(0);
  expect(taken + Number(outcome.verdict.stats.exactChecks)).toBe(4);
});

it("sets that others falsely say are refuted are refused, and the answer stays right", () => {
  const forge = (fact: Fact): Fact[] => {
    if (fact.kind !== "refuted") return [fact];
    const all = [1]; // every state
    return [
      { ...fact, removed: [{ operator: "EX", condition: -1, states: all }] },
      { ...fact, set: [2 ** 20 + 1] },
    ];
  };
  const { outcome, taken, refused } = askTeam(rounds, 3, forge);
  expect([outcome.verdict.answer, outcome.evidence]).toEqual([truth(rounds), "checked"]);
  expect(taken).toBe(0);
  expect(refused).toBeGreaterThan(0);
});
