import { array } from "../../src/program/compound.js";
import { bool, int } from "../../src/program/domain.js";
import { all, cond } from "../../src/program/expression.js";
import type { Program } from "../../src/program/program.js";
import type { IntVar } from "../../src/program/scalar-variable.js";
import { system } from "../../src/program/system.js";

/**
 * A system twice: as a program, and in Promela with the same states and transitions. Its propositions: `progress` is true
 * again and again in every behaviour, even without fairness; where there is a `request`, then under weak fairness an
 * `answer` follows.
 */
export interface BenchModel {
  readonly name: string;
  readonly program: Program;
  readonly promela: string;
  /** The propositions, in Promela. */
  readonly atoms: Readonly<Record<string, string>>;
}

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const lines = (n: number, line: (i: number) => string): string => numbers(n).map(line).join("\n");

/** Dining philosophers; the last one takes the fork to the right first. */
export function philosophers(n: number): BenchModel {
  const s = system("philosophers", { fork: array(n, bool), at: array(n, int(0, 3)) });
  const { fork, at } = s.vars;
  const forks = (i: number): [number, number] => (i === n - 1 ? [0, i] : [i, (i + 1) % n]);
  for (const i of numbers(n)) {
    const [first, second] = forks(i);
    s.process(
      `p${i}`,
      { fair: "weak" },
      {
        first: { when: at.at(i).is(0).and(fork.at(first).not()), do: [fork.at(first).set(true), at.at(i).set(1)] },
        second: { when: at.at(i).is(1).and(fork.at(second).not()), do: [fork.at(second).set(true), at.at(i).set(2)] },
        back: { when: at.at(i).is(2), do: [fork.at(first).set(false), at.at(i).set(3)] },
        rest: { when: at.at(i).is(3), do: [fork.at(second).set(false), at.at(i).set(0)] },
      },
    );
    s.proposition(`eats${i}`, at.at(i).is(2));
  }
  s.proposition(
    "progress",
    at.some((a) => a.is(2)),
  );
  // Neighbours never eat together.
  s.proposition("never", at.at(0).is(2).and(at.at(1).is(2)));
  return {
    name: `philosophers ${n}`,
    program: s,
    promela: `bit fork[${n}];
${lines(n, (i) => {
  const [a, b] = forks(i);
  return `active proctype P${i}() {
think: atomic { !fork[${a}] -> fork[${a}] = 1 };
       atomic { !fork[${b}] -> fork[${b}] = 1 };
eat:   fork[${a}] = 0;
       fork[${b}] = 0; goto think }`;
})}`,
    atoms: {
      progress: numbers(n)
        .map((i) => `P${i}@eat`)
        .join(" || "),
    },
  };
}

/** Peterson's algorithm for n processes: a filter of n-1 levels. */
export function peterson(n: number): BenchModel {
  const s = system("peterson", {
    level: array(n, int(0, n - 1)),
    last: array(n, int(0, n - 1)),
    at: array(n, int(0, 3)),
  });
  const { level, last, at } = s.vars;
  for (const i of numbers(n)) {
    const mine = level.at(i);
    const passes = last
      .at(mine)
      .isNot(i)
      .or(all(...numbers(n).flatMap((k) => (k === i ? [] : [level.at(k).lt(mine)]))));
    s.process(
      `p${i}`,
      { fair: "weak" },
      {
        raise: {
          when: at
            .at(i)
            .is(0)
            .and(mine.lt(n - 1)),
          do: [mine.set(mine.plus(1)), at.at(i).set(1)],
        },
        mark: { when: at.at(i).is(1), do: [last.at(mine).set(i), at.at(i).set(2)] },
        pass: {
          when: at
            .at(i)
            .is(2)
            .and(mine.lt(n - 1), passes),
          do: [at.at(i).set(0)],
        },
        enter: {
          when: at
            .at(i)
            .is(2)
            .and(mine.is(n - 1), passes),
          do: [at.at(i).set(3)],
        },
        leave: { when: at.at(i).is(3), do: [mine.set(0), at.at(i).set(0)] },
      },
    );
  }
  s.proposition(
    "progress",
    at.some((a) => a.is(3)),
  );
  s.proposition("request", at.at(0).is(2));
  s.proposition("answer", at.at(0).is(3));
  const passes = (i: number): string => {
    const below = numbers(n).flatMap((k) => (k === i ? [] : [`level[${k}] < level[${i}]`]));
    return `(last[level[${i}]] != ${i} || (${below.join(" && ")}))`;
  };
  return {
    name: `peterson ${n}`,
    program: s,
    promela: `byte level[${n}];
byte last[${n}];
${lines(
  n,
  (i) => `active proctype P${i}() {
raise: level[${i}] = level[${i}] + 1;
       last[level[${i}]] = ${i};
wait:  if :: (level[${i}] < ${n - 1} && ${passes(i)}) -> goto raise
          :: (level[${i}] == ${n - 1} && ${passes(i)})
       fi;
crit:  level[${i}] = 0; goto raise }`,
)}`,
    atoms: {
      progress: numbers(n)
        .map((i) => `P${i}@crit`)
        .join(" || "),
      request: "P0@wait",
      answer: "P0@crit",
    },
  };
}

/** A queue in consecutive elements of an array; 0 is an empty place. */
function queue(places: readonly IntVar[]) {
  const first = places[0]!;
  const lastPlace = places[places.length - 1]!;
  return {
    first,
    hasItem: first.isNot(0),
    hasRoom: lastPlace.is(0),
    put: (item: IntVar | number) =>
      places.map((p, k) => p.set(cond(all(p.is(0), k === 0 || places[k - 1]!.isNot(0)), asExpr(item, p), p))),
    take: () => places.map((p, k) => p.set(places[k + 1] ?? 0)),
  };
}

const asExpr = (item: IntVar | number, like: IntVar) => (typeof item === "number" ? like.times(0).plus(item) : item);

/** Leader election on a ring: everybody sends its number on; larger ones are passed on, one's own means: elected. */
export function election(n: number, capacity: number): BenchModel {
  const s = system("election", {
    link: array(n * capacity, int(0, n)),
    sent: array(n, bool),
    leader: bool,
    tick: bool,
  });
  const { link, sent, leader, tick } = s.vars;
  const queues = numbers(n).map((i) => queue(numbers(capacity).map((k) => link.at(i * capacity + k))));
  // Numbers fall along the ring: the worst case, since large ones go far.
  const number = (i: number) => n - i;
  for (const i of numbers(n)) {
    const inbox = queues[i]!;
    const outbox = queues[(i + 1) % n]!;
    s.process(
      `p${i}`,
      { fair: "weak" },
      {
        send: { when: sent.at(i).not().and(outbox.hasRoom), do: [...outbox.put(number(i)), sent.at(i).set(true)] },
        pass: {
          when: all(inbox.hasItem, outbox.hasRoom, inbox.first.gt(number(i))),
          do: [...outbox.put(inbox.first), ...inbox.take()],
        },
        win: {
          when: all(inbox.hasItem, outbox.hasRoom, inbox.first.is(number(i))),
          do: [...inbox.take(), leader.set(true)],
        },
        drop: { when: all(inbox.hasItem, outbox.hasRoom, inbox.first.lt(number(i))), do: inbox.take() },
      },
    );
  }
  s.process("clock", { fair: "weak" }, { tick: { when: leader, do: [tick.set(tick.not())] } });
  s.proposition("progress", leader);
  return {
    name: `election ${n}x${capacity}`,
    program: s,
    promela: `hidden byte x;
bit leader, tick;
${lines(n, (i) => `chan q${i} = [${capacity}] of { byte };\nbit sent${i};`)}
${lines(n, (i) => {
  const [inbox, outbox] = [`q${i}`, `q${(i + 1) % n}`];
  return `active proctype P${i}() { do
:: d_step { !sent${i} && nfull(${outbox}) -> ${outbox}!${number(i)}; sent${i} = 1 }
:: d_step { nempty(${inbox}) && nfull(${outbox}) -> ${inbox}?x; if :: x > ${number(i)} -> ${outbox}!x :: x == ${number(i)} -> leader = 1 :: else fi; x = 0 }
od }`;
})}
active proctype Clock() { do :: d_step { leader -> tick = 1 - tick } od }`,
    atoms: { progress: "leader" },
  };
}

/** A producer of bits, bounded queues in a row, and a consumer. */
export function queues(n: number, capacity: number): BenchModel {
  const s = system("queues", { item: array(n * capacity, int(0, 2)), took: bool });
  const { item, took } = s.vars;
  const row = numbers(n).map((i) => queue(numbers(capacity).map((k) => item.at(i * capacity + k))));
  const source = row[0]!;
  const sink = row[n - 1]!;
  s.process(
    "producer",
    { fair: "weak" },
    {
      one: { when: source.hasRoom, do: [...source.put(1), took.set(false)] },
      two: { when: source.hasRoom, do: [...source.put(2), took.set(false)] },
    },
  );
  for (const i of numbers(n - 1)) {
    const [from, to] = [row[i]!, row[i + 1]!];
    const move = { when: all(from.hasItem, to.hasRoom), do: [...to.put(from.first), ...from.take()] };
    s.process(`stage${i}`, { fair: "weak" }, { move });
  }
  s.process("consumer", { fair: "weak" }, { take: { when: sink.hasItem, do: [...sink.take(), took.set(true)] } });
  s.proposition("progress", took);
  return {
    name: `queues ${n}x${capacity}`,
    program: s,
    promela: `hidden byte x;
bit took;
${lines(n, (i) => `chan q${i} = [${capacity}] of { byte };`)}
active proctype Producer() { do
:: d_step { nfull(q0) -> q0!1; took = 0 }
:: d_step { nfull(q0) -> q0!2; took = 0 }
od }
${lines(n - 1, (i) => `active proctype Stage${i}() { do :: d_step { nempty(q${i}) && nfull(q${i + 1}) -> q${i}?x; q${i + 1}!x; x = 0 } od }`)}
active proctype Consumer() { do :: d_step { nempty(q${n - 1}) -> q${n - 1}?x; took = 1; x = 0 } od }`,
    atoms: { progress: "took" },
  };
}
