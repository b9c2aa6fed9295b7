import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  advance,
  type QuestionTerms,
  type Race,
  type RaceAction,
  type RaceEvent,
  START,
} from "../../src/cluster/race.js";
import { LOST, lane, play, question, type Script, says, termsOf, UNKNOWN } from "./virtual-race.js";

/** So many slots, and these questions. */
const begun = (slots: number, terms: readonly QuestionTerms[]) =>
  actionsOf(START, ...terms.map((t): RaceEvent => ({ type: "asked", terms: t })), { type: "capacity", slots });

const states = (race: Race) => race.questions.map((q) => q.state);

/** What is done about a sequence of events. */
function actionsOf(race: Race, ...events: RaceEvent[]): { readonly race: Race; readonly actions: RaceAction[] } {
  const actions: RaceAction[] = [];
  let now = race;
  for (const event of events) {
    const next = advance(now, event);
    now = next.race;
    actions.push(...next.actions);
  }
  return { race: now, actions };
}

describe("a race", () => {
  it("asks the first engine about everything, then the next one, then with more time", () => {
    const scripts = [0, 1, 2].map((): Script[] => [
      { needs: 100, says: UNKNOWN },
      { needs: 3, says: says("holds") },
    ]);
    const { log } = play(termsOf([2, 2, 2]), scripts, 1);
    const submitted = log.filter((line) => line.includes("submit")).map((line) => line.split(" ").slice(2).join(" "));
    expect(submitted.slice(0, 12)).toEqual([
      ...["0.0 1s", "1.0 1s", "2.0 1s", "0.1 1s", "1.1 1s", "2.1 1s"],
      ...["0.0 4s", "1.0 4s", "2.0 4s", "0.1 4s", "1.1 4s", "2.1 4s"],
    ]);
  });

  it("takes the first answer whose evidence checks, and calls the others off", () => {
    const { race, log } = play(
      termsOf([3]),
      [
        [
          { needs: 50, says: says("holds") },
          { needs: 0.5, says: says("holds") },
          { needs: 80, says: says("holds") },
        ],
      ],
      3,
    );
    expect(states(race)).toEqual([{ kind: "decided", answer: "holds", lane: 1 }]);
    expect(log.at(-2)).toMatch(/^0.5 cancel 0/);
  });

  it("does not believe evidence that is refused, and goes on", () => {
    const liar: Script = { needs: 0.1, says: says("fails"), check: "refused" };
    const { race, log } = play(termsOf([2]), [[liar, { needs: 9, says: says("holds") }]], 2);
    expect(states(race)).toEqual([{ kind: "decided", answer: "holds", lane: 1 }]);
    // Who lies is asked again, since somebody else may take the attempt; but not for ever.
    expect(log.filter((line) => line.includes("submit 0.0"))).toHaveLength(30);
  });

  it("does not believe an answer without evidence: others may finish the round, and no more", () => {
    const bare: Script = { needs: 2, says: says("holds", null) };
    const { race, work } = play(termsOf([2]), [[bare, { needs: 1e9, says: UNKNOWN }]], 1);
    expect(states(race)).toEqual([{ kind: "given-up" }]);
    expect(race.questions[0]!.uncertified).toEqual([{ lane: 0, answer: "holds" }]);
    expect(work).toBe(1 + 1 + 2 + 4);
  });

  it("keeps both where two opposite answers have evidence that checks", () => {
    const opposite = [says("holds"), says("fails")].map((s): Script => ({ needs: 1, says: s }));
    const { race } = play(termsOf([2]), [opposite], 2, { checkSeconds: 1 });
    expect(states(race)).toEqual([{ kind: "contradiction", lanes: [0, 1] }]);
  });

  it("ignores a late answer that agrees, and checks one that does not", () => {
    const decided = actionsOf(
      begun(3, termsOf([2, 1])).race,
      { type: "report", question: 0, lane: 0, round: 0, report: says("holds") },
      { type: "checked", question: 0, lane: 0, result: "checked" },
    ).race;
    const late = (answer: "holds" | "fails"): RaceEvent => ({
      type: "report",
      question: 0,
      lane: 1,
      round: 0,
      report: says(answer),
    });
    expect(actionsOf(decided, late("holds")).actions).toEqual([]);
    expect(actionsOf(decided, late("fails")).actions).toEqual([{ type: "check", question: 0, lane: 1 }]);
    const refused = actionsOf(decided, late("fails"), { type: "checked", question: 0, lane: 1, result: "refused" });
    expect(states(refused.race)[0]).toEqual({ kind: "decided", answer: "holds", lane: 0 });
  });

  it("tries again what was lost, three times", () => {
    const { race, log } = play(termsOf([1]), [[{ needs: 0.1, says: LOST }]], 1);
    expect(log.filter((line) => line.includes("submit"))).toHaveLength(3);
    expect(states(race)).toEqual([{ kind: "given-up" }]);
    const vanished: Script = { needs: 0.1, says: says("holds"), check: "lost" };
    expect(play(termsOf([1]), [[vanished]], 1).log.filter((line) => line.includes("submit"))).toHaveLength(3);
  });

  it("gives each engine no more than the time there is in all its rounds, and asks nobody again who cannot", () => {
    const { work } = play(
      termsOf([2], 5),
      [
        [
          { needs: 100, says: UNKNOWN },
          { needs: 0.5, says: UNKNOWN },
        ],
      ],
      1,
    );
    expect(work).toBe(1 + 4 + 0.5);
  });

  it("asks spare engines only where workers would have nothing to do", () => {
    const asked = question([lane(), lane(true), lane(true)]);
    const submitted = (slots: number) =>
      begun(slots, [asked, asked]).actions.map((a) => a.type === "submit" && `${a.question}.${a.lane}`);
    expect(submitted(0)).toEqual([]);
    expect(submitted(1)).toEqual(["0.0", "1.0"]);
    expect(submitted(4)).toEqual(["0.0", "1.0", "0.1", "1.1", "0.2"]);
  });

  it("asks urgent questions first in each round", () => {
    const others = [0, 1, 2, 3, 4].map(() => question([lane()]));
    const { actions } = begun(1, [...others, question([lane()], 100, 5)]);
    expect(actions.map((a) => a.type === "submit" && a.question)).toEqual([5, 0]);
  });

  it("stops at once when it is interrupted, whatever is being checked", () => {
    const { race, actions } = actionsOf(
      begun(3, termsOf([2, 1])).race,
      { type: "report", question: 0, lane: 0, round: 0, report: says("holds") },
      { type: "interrupted" },
    );
    expect(states(race)).toEqual([{ kind: "interrupted" }, { kind: "interrupted" }]);
    expect(actions.filter((a) => a.type === "cancel")).toEqual([
      { type: "cancel", question: 0, lanes: [1] },
      { type: "cancel", question: 1, lanes: [0] },
    ]);
  });

  const script = (truth: "holds" | "fails"): fc.Arbitrary<Script> =>
    fc.record({
      needs: fc.constantFrom(0, 0.5, 1, 3, 10, 200),
      says: fc.constantFrom(says(truth), says(truth, null), UNKNOWN, LOST),
    });
  /** Its evidence is refused, whatever it is. */
  const liar: fc.Arbitrary<Script> = fc.record({
    needs: fc.constantFrom(0, 1, 3),
    says: fc.constantFrom(says("holds"), says("fails")),
    check: fc.constant("refused" as const),
  });
  const asked = fc.constantFrom("holds" as const, "fails" as const).chain((truth) =>
    fc.record({
      truth: fc.constant(truth),
      lanes: fc.array(fc.oneof({ weight: 3, arbitrary: script(truth) }, { weight: 1, arbitrary: liar }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  );

  it("ends, tells the truth where somebody shows it in time, and never a lie: whoever lies, is lost or says everything twice", () => {
    fc.assert(
      fc.property(
        fc.array(asked, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        fc.constantFrom(0, 0.5, 20),
        (questions, slots, twice, checkSeconds) => {
          const terms = termsOf(
            questions.map((q) => q.lanes.length),
            100,
          );
          const { race } = play(
            terms,
            questions.map((q) => q.lanes),
            slots,
            { twice, checkSeconds },
          );
          race.questions.forEach(({ state }, q) => {
            const { truth, lanes } = questions[q]!;
            const isShown = ({ says: s, needs, check }: Script) =>
              needs <= 100 && check !== "refused" && s.kind === "answer" && s.evidence !== null;
            const isBare = ({ says: s }: Script) => s.kind === "answer" && s.evidence === null;
            if (state.kind === "decided") expect(state.answer).toBe(truth);
            else {
              expect(state.kind).toBe("given-up");
              if (!lanes.some(isBare)) expect(lanes.some(isShown)).toBe(false);
            }
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});
