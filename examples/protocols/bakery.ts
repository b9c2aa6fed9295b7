// Lamport's bakery: who comes draws a number above all others, and the smallest number goes first; of equal numbers, the
// smaller process. Numbers are bounded: nobody comes while a high one is given out. In the broken version nobody waits
// until the others have drawn; numbers could grow for ever then, and stop at the highest.
import { bool, int, label, loop, max, min, skip, system, unfair, waitFor } from "fairlead/model";

const [N, HIGH] = [2, 3];

function bakery(name: string, isBroken: boolean) {
  const s = system(name, {});
  const number = int(0, HIGH + N);
  const locals = { draws: bool, best: number, number };
  const p = s.family("p", { count: N, fair: "weak", locals }, (me, all) => {
    const highest = max(0, ...all.map((q) => q.number));
    const others = Array.from({ length: N - 1 }, (_, k) => all.at((me.id + k + 1) % N));
    return [
      loop(
        label("idle", unfair(waitFor(highest.lt(HIGH), me.draws.set(true)))),
        label("looks", me.best.set(highest)),
        label("draws", me.number.set(min(me.best.plus(1), HIGH + N))),
        label("drawn", me.draws.set(false)),
        ...others.flatMap((q) => [
          isBroken ? skip() : waitFor(q.draws.not()),
          waitFor(q.number.is(0).or(q.id < me.id ? q.number.gt(me.number) : q.number.ge(me.number))),
        ]),
        label("critical"),
        label("leaves", me.number.set(0)),
      ),
    ];
  });
  return s
    .proposition("clash", p.count((q) => q.isAt("critical")).gt(1))
    .property("exclusion", "G !clash")
    .property("who has drawn is served", "forall i in 0..1: G (p[i].pc = drawn -> F p[i].pc = critical)");
}

export const good = bakery("bakery", false);
export const broken = bakery("bakery-broken", true);
