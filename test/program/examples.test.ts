import { describe, expect, it } from "vitest";
import * as queue from "../../examples/systems/bounded-queue.js";
import * as election from "../../examples/systems/leader-election.js";
import * as peterson from "../../examples/systems/peterson.js";
import * as philosophers from "../../examples/systems/philosophers.js";
import * as ring from "../../examples/systems/token-ring.js";
import { gsh } from "../../src/engines/gsh.js";
import { ic3 } from "../../src/engines/ic3.js";
import type { Design, Property } from "../../src/model/property.js";
import { isSymbolic } from "../../src/program/program.js";
import { readQuestion } from "../../src/program/question.js";
import { NO_DEADLOCK, programDesign } from "../../src/program/to-design.js";
import { check, type System } from "../../src/program.js";
import { solved } from "../cross-engine/solving.js";

const answerTo = ({ model }: Design, property: Property) =>
  solved(model, property, property.kind === "bad" ? ic3 : gsh).verdict.answer;

/** Every example, with the answers to its own properties. */
const EXPECTED: readonly (readonly [unknown, Readonly<Record<string, "holds" | "fails" | "deadlock">>])[] = [
  [peterson.peterson, { exclusion: "holds", "left is served": "holds", "right is served": "holds" }],
  [peterson.broken, { exclusion: "fails", "left is served": "fails", "right is served": "fails" }],
  [philosophers.philosophers, { "neighbours do not eat together": "holds", "0 eats again and again": "holds" }],
  [philosophers.deadlocking, { "neighbours do not eat together": "deadlock", "0 eats again and again": "deadlock" }],
  [philosophers.starving, { "neighbours do not eat together": "holds", "0 eats again and again": "fails" }],
  [election.election, { "somebody is elected": "holds", "there is one leader": "holds" }],
  [election.broken, { "somebody is elected": "fails", "there is one leader": "fails" }],
  [ring.tokenRing, { exclusion: "holds", "1 is served": "holds" }],
  [ring.broken, { exclusion: "holds", "1 is served": "fails" }],
  [queue.good, { "a full queue gets room": "holds" }],
  [queue.broken, { "a full queue gets room": "deadlock" }],
];

for (const [example, expected] of EXPECTED) {
  const system = example as System;
  describe(system.name, () => {
    it("has the properties that are expected", () => {
      expect(system.properties.map((p) => p.name)).toEqual(Object.keys(expected));
    });

    for (const { name, formula } of system.properties) {
      it(`${name}: ${expected[name]}`, async () => {
        const { answer, counterexample } = await check(system, formula);
        expect(counterexample?.kind === "deadlock" ? "deadlock" : answer).toBe(expected[name]);
      });

      if (!isSymbolic(system)) continue;
      it(`${name}: ${expected[name]}, as a circuit`, () => {
        const { design } = programDesign(system, [readQuestion(system, "ltl", formula)]);
        const failing = design.properties.filter((p) => answerTo(design, p) === "fails");
        const answer = failing.some((p) => p.name === NO_DEADLOCK)
          ? "deadlock"
          : failing.length > 0
            ? "fails"
            : "holds";
        expect(answer).toBe(expected[name]);
      });
    }
  });
}
