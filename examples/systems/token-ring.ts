// A token goes round; who has it may use the resource. In the broken version a station that is done keeps the token: it
// can ask again at once, for ever, and the others starve.
//
//   fairlead check examples/systems/token-ring.ts
import { array, int, oneOf, system } from "fairlead/model";

const N = 3;

function stations(name: string, passesAfterUse: boolean) {
  const ring = system(name, { token: int(0, N - 1), station: array(N, oneOf("idle", "waiting", "using")) });
  const { token, station } = ring.vars;
  const passed = token.set(token.plus(1).mod(N));
  for (let i = 0; i < N; i++) {
    const me = station.at(i);
    ring.process(`user${i}`, {}, { ask: { when: me.is("idle"), do: [me.set("waiting")] } }).process(
      `station${i}`,
      { fair: "weak" },
      {
        pass: { when: token.is(i).and(me.is("idle")), do: [passed] },
        use: { when: token.is(i).and(me.is("waiting")), do: [me.set("using")] },
        done: { when: me.is("using"), do: passesAfterUse ? [me.set("idle"), passed] : [me.set("idle")] },
      },
    );
  }
  return ring
    .proposition("clash", station.count((s) => s.is("using")).gt(1))
    .property("exclusion", "G !clash")
    .property("1 is served", "G (station[1] = waiting -> F station[1] = using)");
}

export const tokenRing = stations("token-ring", true);
export const broken = stations("token-ring-broken", false);
