// Readers and writers (Courtois, Heymans and Parnas): many may read, or one may write. The first reader takes the lock of
// the writers for all, the last one gives it back, and a second lock protects the count. In the broken version that one
// is missing.
import { all, bool, branch, int, label, loop, skip, system, unfair, waitFor } from "fairlead/model";

const [READERS, WRITERS] = [2, 2];

function library(name: string, isBroken: boolean) {
  const s = system(name, { counting: bool, writing: bool, readers: int(0, READERS) });
  const { counting, writing, readers } = s.vars;
  const lock = () => (isBroken ? skip() : waitFor(counting.not(), counting.set(true)));
  const unlock = () => (isBroken ? skip() : counting.set(false));
  const r = s.family("r", { count: READERS, fair: "strong", locals: { seen: int(0, READERS) } }, (me) => [
    loop(
      label("idle", unfair(skip())),
      label("comes", lock()),
      me.seen.set(readers),
      readers.set(me.seen.plus(1).min(READERS)),
      branch(me.seen.is(0), [label("first", waitFor(writing.not(), writing.set(true)))]),
      unlock(),
      label("reads"),
      label("goes", lock()),
      me.seen.set(readers),
      readers.set(me.seen.minus(1).max(0)),
      branch(me.seen.is(1), [label("last", writing.set(false))]),
      unlock(),
    ),
  ]);
  const w = s.family("w", { count: WRITERS, fair: "strong" }, () => [
    loop(
      label("idle", unfair(skip())),
      label("comes", waitFor(writing.not(), writing.set(true))),
      label("writes"),
      label("goes", writing.set(false)),
    ),
  ]);
  const isWriting = w.some((q) => q.isAt("writes"));
  return s
    .proposition(
      "clash",
      all(
        isWriting,
        r.some((q) => q.isAt("reads")),
      ),
    )
    .property("nobody reads what is written", "G !clash")
    .property("a reader gets in", "G (r[0].pc = comes -> F r[0].pc = reads)");
}

export const good = library("readers-writers", false);
export const broken = library("readers-writers-broken", true);
