import type { Reported } from "./attempt.js";

/**
 * Who is asked what next, and which answer counts: a function from a race and what happened to the next race and what to do. It
 * knows no clock, no queue and no evidence: asking.ts does. Questions and lanes are given by position.
 */

/** What is asked, and of whom. */
export interface QuestionTerms {
  /** Engines in the order in which they are asked, with their options and seeds. */
  readonly lanes: readonly LaneTerms[];
  /** In seconds, for a share of 1. */
  readonly firstSlice: number;
  readonly growth: number;
  /** For all rounds of a lane. */
  readonly seconds: number;
  /** Larger is earlier, in each round. */
  readonly priority: number;
}

export interface LaneTerms {
  readonly share: number;
  /** Seconds on top of each slice, to read and simplify the model. */
  readonly setup: number;
  /** Only for workers who would have nothing to do. */
  readonly isSpare: boolean;
}

export type RaceEvent =
  /** One more question: its position is the number of those before. */
  | { readonly type: "asked"; readonly terms: QuestionTerms }
  /** So many attempts can run at once. Nothing is submitted before. */
  | { readonly type: "capacity"; readonly slots: number }
  /** The attempt of a round has ended. What comes again, about a round that is over, is not heard. */
  | {
      readonly type: "report";
      readonly question: number;
      readonly lane: number;
      readonly round: number;
      readonly report: Reported;
    }
  | { readonly type: "checked"; readonly question: number; readonly lane: number; readonly result: CheckResult }
  | { readonly type: "interrupted" };

export type Answer = "holds" | "fails";

/** `checked`: on the original model. `refused`: it is wrong. `undecided`: it could not be found out. `lost`: it is not there. */
export type CheckResult = "checked" | "refused" | "undecided" | "lost";

export type RaceAction =
  | { readonly type: "submit"; readonly question: number; readonly lane: number; readonly attempt: Slice }
  | { readonly type: "check"; readonly question: number; readonly lane: number }
  /** Nobody wants the attempts of these lanes any more. */
  | { readonly type: "cancel"; readonly question: number; readonly lanes: readonly number[] }
  /** The question is done with: see its `state`. Twice, where evidence for the opposite came later. */
  | { readonly type: "settle"; readonly question: number };

export interface Slice {
  /** From 0 on. */
  readonly round: number;
  readonly seconds: number;
  /** The same was submitted before, and came to nothing: it was lost, or its evidence was refused. */
  readonly isAgain: boolean;
}

interface Lane {
  state: "idle" | "out" | "closed";
  /** Rounds that it went through. */
  rounds: number;
  /** Attempts of this round that ended without a word. */
  losses: number;
  /** Attempts of this round whose evidence was refused. */
  refusals: number;
  /** Its answer, while its evidence is being checked. */
  checking: Answer | null;
}

export interface RaceQuestion {
  readonly terms: QuestionTerms;
  /** Its lane that is asked next, if it is asked: of the ordinary ones, and of those that are spare. */
  readonly next: Candidate | null;
  readonly nextSpare: Candidate | null;
  readonly lanes: readonly Readonly<Lane>[];
  readonly state: QuestionState;
  /** What was said without evidence that shows it. */
  readonly uncertified: readonly { readonly lane: number; readonly answer: Answer }[];
}

/** A lane that could be asked; smaller keys go first. */
interface Candidate {
  readonly lane: number;
  readonly key: readonly [round: number, urgency: number, lane: number];
}

export type QuestionState =
  | { readonly kind: "open" }
  /** `lane`: whose evidence it was. */
  | { readonly kind: "decided"; readonly answer: Answer; readonly lane: number }
  | { readonly kind: "given-up" }
  | { readonly kind: "interrupted" }
  /** Two opposite answers, both with evidence that checks. */
  | { readonly kind: "contradiction"; readonly lanes: readonly [number, number] };

/** Where a race is. Never changed: `advance` returns the next one. */
export interface Race {
  readonly slots: number;
  /** Attempts that were submitted, and have not ended. */
  readonly out: number;
  readonly questions: readonly RaceQuestion[];
  readonly isInterrupted: boolean;
}

/** Nothing was asked yet. */
export const START: Race = { slots: 0, out: 0, questions: [], isInterrupted: false };

/** Attempts of one round of a lane that may be lost. */
const MOST_LOSSES = 3;
/** Whoever lies is quick, and takes many attempts: the others must get their turn. */
const MOST_REFUSALS = 30;

export function advance(
  race: Race,
  event: RaceEvent,
): { readonly race: Race; readonly actions: readonly RaceAction[] } {
  return new Turn(race).take(event);
}

/**
 * The slice of a lane's round, in seconds; 0 where there is no such round. All rounds together have the time that there is: a round
 * that would leave less than it takes itself gets that, too.
 */
export function sliceOf({ firstSlice, growth, lanes, seconds }: QuestionTerms, lane: number, round: number): number {
  const { share, setup } = lanes[lane]!;
  let left = seconds;
  for (let r = 0; left > 0; r++) {
    const wanted = firstSlice * growth ** r * share + setup;
    const slice = left - wanted < wanted ? left : wanted;
    if (r === round) return Math.round(1000 * slice) / 1000; // names of attempts are made of it
    left -= slice;
  }
  return 0;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** One event at work, on a copy of what it changes. */
class Turn {
  private readonly next: Writable<Race> & { questions: RaceQuestion[] };
  private readonly actions: RaceAction[] = [];

  constructor(race: Race) {
    this.next = { ...race, questions: [...race.questions] };
  }

  take(event: RaceEvent): { readonly race: Race; readonly actions: readonly RaceAction[] } {
    this.happen(event);
    this.fill();
    return { race: this.next, actions: this.actions };
  }

  private happen(event: RaceEvent): void {
    switch (event.type) {
      case "asked":
        this.put(this.next.questions.length, questionOf(event.terms));
        if (this.next.isInterrupted) this.settle(this.next.questions.length - 1, { kind: "interrupted" });
        return;
      case "capacity":
        this.next.slots = event.slots;
        return;
      case "report":
        this.hear(event);
        return;
      case "checked":
        this.weigh(event.question, event.lane, event.result);
        return;
      case "interrupted":
        this.next.isInterrupted = true;
        this.next.questions.forEach(({ state }, q) => {
          if (state.kind === "open") this.settle(q, { kind: "interrupted" });
          this.put(q, { ...this.question(q), lanes: this.question(q).lanes.map(withoutCheck) });
        });
        return;
    }
  }

  // Who is asked ------------------------------------------------------------------------------------------------------

  /** Keeps a few more attempts in the queue than workers can take, so that nobody waits for us; not many, since most are called off. */
  private fill(): void {
    const most = Math.ceil(1.25 * this.next.slots);
    while (this.next.out < most) {
      const question = this.first((q) => q.next) ?? this.first((q) => q.nextSpare);
      if (question === null) return;
      const { next, nextSpare } = this.question(question);
      this.submit(question, (next ?? nextSpare)!.lane);
    }
  }

  /** The question whose candidate goes first; of equals, the one that was asked first. */
  private first(candidate: (question: RaceQuestion) => Candidate | null): number | null {
    let best: { readonly question: number; readonly key: Candidate["key"] } | null = null;
    for (let q = 0; q < this.next.questions.length; q++) {
      const found = candidate(this.next.questions[q]!);
      if (found !== null && (best === null || isBefore(found.key, best.key))) best = { question: q, key: found.key };
    }
    return best?.question ?? null;
  }

  private submit(q: number, lane: number): void {
    const { terms, lanes } = this.question(q);
    const { rounds: round, losses, refusals } = lanes[lane]!;
    const seconds = sliceOf(terms, lane, round);
    this.set(q, lane, { state: "out" });
    this.actions.push({
      type: "submit",
      question: q,
      lane,
      attempt: { round, seconds, isAgain: losses + refusals > 0 },
    });
  }

  // What came of it ---------------------------------------------------------------------------------------------------

  private hear({ question: q, lane, round, report }: RaceEvent & { type: "report" }): void {
    const { state, lanes } = this.question(q);
    const { state: was, checking, rounds } = lanes[lane]!;
    if (state.kind === "decided") {
      // Who agrees is not heard any more; who does not must be wrong, or we are.
      if (report.kind === "answer" && report.answer !== state.answer && report.evidence !== null && checking === null)
        this.check(q, lane, report.answer);
      return;
    }
    if (state.kind !== "open" || was !== "out" || round !== rounds) return;
    switch (report.kind) {
      case "answer":
        this.set(q, lane, { state: "closed" });
        if (report.evidence !== null) this.check(q, lane, report.answer);
        else this.believeNot(q, lane, report.answer);
        break;
      case "unknown":
        this.set(q, lane, this.afterwards(q, lane, report.reason));
        break;
      case "error":
        this.set(q, lane, this.afterLoss(lanes[lane]!));
        break;
    }
    this.giveUpIfHopeless(q);
  }

  /** Time is the only limit that another attempt has more of. */
  private afterwards(q: number, lane: number, reason: string): Partial<Lane> {
    const { terms, lanes } = this.question(q);
    const given = lanes[lane]!;
    if (reason === "cancelled") return this.afterLoss(given);
    const hadAll = sliceOf(terms, lane, given.rounds + 1) === 0;
    if (reason !== "time" || hadAll) return { state: "closed", rounds: given.rounds + 1 };
    return { state: "idle", rounds: given.rounds + 1, losses: 0, refusals: 0 };
  }

  private afterLoss({ losses }: Lane): Partial<Lane> {
    return { state: losses + 1 >= MOST_LOSSES ? "closed" : "idle", losses: losses + 1 };
  }

  /** Somebody else may tell the truth. */
  private afterRefusal({ refusals }: Lane): Partial<Lane> {
    return { state: refusals + 1 >= MOST_REFUSALS ? "closed" : "idle", refusals: refusals + 1 };
  }

  private check(q: number, lane: number, answer: Answer): void {
    this.set(q, lane, { checking: answer });
    this.actions.push({ type: "check", question: q, lane });
  }

  private weigh(q: number, lane: number, result: CheckResult): void {
    const { state, lanes } = this.question(q);
    const answer = lanes[lane]!.checking;
    if (answer === null) return;
    this.set(q, lane, { checking: null });
    if (state.kind === "decided") {
      if (result === "checked" && answer !== state.answer)
        this.settle(q, { kind: "contradiction", lanes: [state.lane, lane] });
      return;
    }
    if (state.kind !== "open") return;
    if (result === "checked") {
      this.settle(q, { kind: "decided", answer, lane });
      return;
    }
    if (result === "undecided") this.believeNot(q, lane, answer);
    if (result === "lost") this.set(q, lane, this.afterLoss(lanes[lane]!));
    if (result === "refused") this.set(q, lane, this.afterRefusal(lanes[lane]!));
    this.giveUpIfHopeless(q);
  }

  private believeNot(q: number, lane: number, answer: Answer): void {
    const question = this.question(q);
    this.put(q, { ...question, uncertified: [...question.uncertified, { lane, answer }] });
  }

  private giveUpIfHopeless(q: number): void {
    const question = this.question(q);
    const { lanes: terms } = question.terms;
    const isBusy = question.lanes.some(
      (l, i) =>
        l.state === "out" || l.checking !== null || (l.state === "idle" && !terms[i]!.isSpare && mayGoOn(question, l)),
    );
    if (!isBusy) this.settle(q, { kind: "given-up" });
  }

  private settle(q: number, state: QuestionState): void {
    const question = this.question(q);
    const out = [...question.lanes.keys()].filter((lane) => question.lanes[lane]!.state === "out");
    this.put(q, { ...question, state, lanes: question.lanes.map((l) => ({ ...l, state: "closed" })) });
    if (out.length > 0) this.actions.push({ type: "cancel", question: q, lanes: out });
    this.actions.push({ type: "settle", question: q });
  }

  private question(q: number): RaceQuestion {
    return this.next.questions[q]!;
  }

  private set(q: number, lane: number, change: Partial<Lane>): void {
    this.put(q, withLane(this.question(q), lane, change));
  }

  /** What depends on the lanes of a question is kept with it: there may be thousands of questions. */
  private put(q: number, question: RaceQuestion): void {
    const before = this.next.questions[q];
    this.next.out += outOf(question) - (before === undefined ? 0 : outOf(before));
    this.next.questions[q] = {
      ...question,
      next: candidateOf(question, false),
      nextSpare: candidateOf(question, true),
    };
  }
}

const questionOf = (terms: QuestionTerms): RaceQuestion => ({
  terms,
  next: null,
  nextSpare: null,
  lanes: terms.lanes.map(() => ({ state: "idle", rounds: 0, losses: 0, refusals: 0, checking: null })),
  state: { kind: "open" },
  uncertified: [],
});

/** Whether all that was asked is settled, and nobody's evidence is being checked any more. */
export const isQuiet = ({ questions }: Race): boolean =>
  questions.every(({ state, lanes }) => state.kind !== "open" && lanes.every((l) => l.checking === null));

function withLane(question: RaceQuestion, lane: number, change: Partial<Lane>): RaceQuestion {
  return { ...question, lanes: question.lanes.map((l, i) => (i === lane ? { ...l, ...change } : l)) };
}

const withoutCheck = (lane: Lane): Lane => ({ ...lane, checking: null });

const outOf = ({ lanes }: RaceQuestion): number => lanes.filter((l) => l.state === "out").length;

/** The lane that had the fewest rounds: cheap engines are asked about everything first. */
function candidateOf(question: RaceQuestion, spare: boolean): Candidate | null {
  if (!isAsked(question)) return null;
  const { lanes: terms, priority } = question.terms;
  let best: Candidate | null = null;
  question.lanes.forEach((l, lane) => {
    if (l.state !== "idle" || terms[lane]!.isSpare !== spare || !mayGoOn(question, l)) return;
    const key = [l.rounds, -priority, lane] as const;
    if (best === null || isBefore(key, best.key)) best = { lane, key };
  });
  return best;
}

/** While evidence is being checked, nothing more is asked. */
const isAsked = ({ state, lanes }: RaceQuestion): boolean =>
  state.kind === "open" && lanes.every((l) => l.checking === null);

/** Where there is an answer without evidence, the others may finish the round that it came from, and no more. */
function mayGoOn({ uncertified, lanes }: RaceQuestion, lane: Lane): boolean {
  return uncertified.every((u) => lane.rounds <= lanes[u.lane]!.rounds);
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const differs = a.findIndex((part, i) => part !== b[i]);
  return differs >= 0 && a[differs]! < b[differs]!;
}
