// Two-phase commit: the coordinator asks everybody to prepare, commits when all say yes, and aborts when somebody says no
// or does not answer in time. In the broken version who said yes may change its mind when it waits too long.
import {
  array,
  atomic,
  channel,
  either,
  goto,
  int,
  label,
  oneOf,
  setOf,
  skip,
  system,
  unfair,
  when,
  whileDo,
} from "fairlead/model";

const N = 3;
const site = int(0, N - 1);
const order = oneOf("prepare", "commit", "abort");
const outcomes = oneOf("open", "ready", "committed", "aborted");

function commit(name: string, isBroken: boolean) {
  const domains = { orders: array(N, channel(2, order)), yes: channel(N, site), no: channel(N, site) };
  const s = system(name, { ...domains, outcome: array(N, outcomes) }, { deadlock: "stutter" });
  const { orders, yes, no, outcome } = s.vars;
  const tell = (what: "prepare" | "commit" | "abort") => atomic(...orders.map((to) => to.send(what)));
  s.process("coordinator", { fair: "weak", locals: { ready: setOf(site) } }, (me) => {
    const hears = label(
      "hears",
      yes.receive((i) => me.ready.add(i)),
    );
    const refused = [label("refused", no.receive()), goto("aborts")];
    const late = [label("late", unfair(skip())), goto("aborts")];
    return [
      label("asks", tell("prepare")),
      label("counts", whileDo(me.ready.size.lt(N), either(hears, refused, late))),
      label("commits", tell("commit")),
      goto("over"),
      label("aborts", tell("abort")),
      label("over"),
    ];
  });
  s.family("p", { count: N, fair: "weak" }, ({ id }) => {
    const mine = outcome.at(id);
    const obey = (what: "prepare" | "commit" | "abort", next: "ready" | "committed" | "aborted") =>
      orders.at(id).receive((m) => when(m.is(what), mine.set(next)));
    const impatient = isBroken ? [unfair(mine.set("aborted"))] : [];
    const prepares = label("prepares", atomic(obey("prepare", "ready"), yes.send(id)));
    const waits = label("waits", either(obey("commit", "committed"), obey("abort", "aborted"), ...impatient));
    return [either([prepares, waits], label("refuses", atomic(obey("prepare", "aborted"), no.send(id))))];
  });
  const isSplit = outcome.some((o) => o.is("committed")).and(outcome.some((o) => o.is("aborted")));
  return s
    .proposition("split", isSplit)
    .property("all or nobody", "G !split")
    .property("everybody decides", "F (forall i in outcome: outcome[i] = committed | outcome[i] = aborted)");
}

export const good = commit("two-phase-commit", false);
export const broken = commit("two-phase-commit-broken", true);
