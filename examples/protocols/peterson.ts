// Peterson's algorithm: who asks lets the other one go first. In the broken version it gives way before it asks.
import { array, bool, int, label, loop, system, unfair, waitFor } from "fairlead/model";

function peterson(name: string, isBroken: boolean) {
  const s = system(name, { wants: array(2, bool), turn: int(0, 1) });
  const { wants, turn } = s.vars;
  const p = s.family("p", { count: 2, fair: "weak" }, ({ id }) => {
    const other = 1 - id;
    return [
      loop(
        // It may stay here for ever: nobody promises that it asks.
        label("idle", unfair(isBroken ? turn.set(other) : wants.at(id).set(true))),
        label("asks", isBroken ? wants.at(id).set(true) : turn.set(other)),
        label("waits", waitFor(wants.at(other).not().or(turn.is(id)))),
        label("critical"),
        label("leaves", wants.at(id).set(false)),
      ),
    ];
  });
  return s
    .proposition(
      "clash",
      p.every((q) => q.isAt("critical")),
    )
    .property("exclusion", "G !clash")
    .property("who asks is served", "forall i in 0..1: G (p[i].pc = waits -> F p[i].pc = critical)");
}

export const good = peterson("peterson", false);
export const broken = peterson("peterson-broken", true);
