// Leader election in a ring (Chang and Roberts). Everybody sends its number on; numbers smaller than one's own are
// dropped, larger ones are passed on, and who gets its own number back is the leader. In the broken version nothing is
// dropped: every number comes back, and everybody is a leader.
import { all, array, bool, int, system } from "fairlead/model";

const IDS = [2, 3, 1];
const N = IDS.length;

function ring(name: string, drops: boolean) {
  // When all is said nothing happens any more, for ever.
  const ring = system(
    name,
    { inbox: array(N, int(0, N)), hasSent: array(N, bool), isLeader: array(N, bool) },
    { deadlock: "stutter" },
  );
  const { inbox, hasSent, isLeader } = ring.vars;
  IDS.forEach((id, i) => {
    const box = inbox.at(i);
    const next = inbox.at((i + 1) % N);
    const isOther = () => box.isNot(0).and(box.isNot(id));
    ring.process(
      `node${i}`,
      { fair: "weak" },
      {
        send: { when: all(hasSent.at(i).not(), next.is(0)), do: [hasSent.at(i).set(true), next.set(id)] },
        pass: { when: all(drops ? box.gt(id) : isOther(), next.is(0)), do: [next.set(box), box.set(0)] },
        drop: { when: all(drops, box.gt(0), box.lt(id)), do: [box.set(0)] },
        win: { when: box.is(id), do: [isLeader.at(i).set(true), box.set(0)] },
      },
    );
  });
  return ring
    .proposition(
      "elected",
      isLeader.some((is) => is),
    )
    .proposition("quarrel", isLeader.count((is) => is).gt(1))
    .property("somebody is elected", "F G elected")
    .property("there is one leader", "G !quarrel");
}

export const election = ring("election", true);
export const broken = ring("election-broken", false);
