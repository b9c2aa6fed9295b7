// The election of Raft: who hears of no leader becomes a candidate in a new term and asks all others; each votes once in a
// term, and who has votes of a majority leads. Messages come in any order and may get lost. In the broken version a
// server does not remember whom it has voted for.
import { all, channel, choose, cond, exists, int, oneOf, option, record, setOf, system, when } from "fairlead/model";

const [N, TERMS] = [3, 2];
const server = int(0, N - 1);
const term = int(0, TERMS);
const message = record({ from: server, to: server, term });

function election(name: string, isBroken: boolean) {
  const net = { order: "bag", lossy: true } as const;
  const s = system(name, { asks: channel(2, message, net), grants: channel(1, message, net) }, { deadlock: "stutter" });
  const { asks, grants } = s.vars;
  const role = oneOf("follower", "candidate", "leader");
  const locals = { role, term, vote: option(server), asked: setOf(server), votes: setOf(server) };
  const nodes = s.family("s", { count: N, locals }, (me) => ({
    stand: {
      when: me.role.isNot("leader").and(me.term.lt(TERMS)),
      do: [
        me.role.set("candidate"),
        me.term.set(me.term.plus(1)),
        me.vote.set(isBroken ? null : me.id),
        me.asked.set([me.id]),
        me.votes.set([me.id]),
      ],
    },
    ask: {
      when: me.role.is("candidate"),
      do: choose(server, (to) =>
        when(me.asked.has(to).not(), asks.send({ from: me.id, to, term: me.term }), me.asked.add(to)),
      ),
    },
    vote: {
      do: asks.receive((m) => {
        const isFree = me.term.is(m.term).and(me.vote.isNone().or(me.vote.is(m.from)));
        return when(
          m.to.is(me.id).and(me.term.lt(m.term).or(isFree)),
          me.role.set(cond(me.term.lt(m.term), "follower", me.role)),
          me.term.set(m.term),
          ...(isBroken ? [] : [me.vote.set(m.from)]),
          grants.send({ from: me.id, to: m.from, term: m.term }),
        );
      }),
    },
    count: {
      do: grants.receive((m) => when(all(m.to.is(me.id), m.term.is(me.term)), me.votes.add(m.from))),
    },
    lead: {
      when: me.role.is("candidate").and(me.votes.size.times(2).gt(N)),
      do: [me.role.set("leader")],
    },
  }));
  const isLed = (by: number) => nodes.at(by).role.is("leader");
  const sameTerm = (a: number, b: number) => nodes.at(a).term.is(nodes.at(b).term);
  return s
    .proposition(
      "quarrel",
      exists(N, (a) => exists(N, (b) => a < b && all(isLed(a), isLed(b), sameTerm(a, b)))),
    )
    .property("one leader in a term", "G !quarrel");
}

export const good = election("raft", false);
export const broken = election("raft-broken", true);
