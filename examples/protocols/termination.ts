// Termination detection in a ring (Dijkstra, Feijen, van Gasteren: EWD 840). A token goes round against the numbers; who
// sends work to a higher number turns black, and a black node makes the token black. When a white token comes back to a
// white node 0 that is idle, all are idle. In the broken version nobody turns black.
import { array, bool, choose, cond, int, oneOf, record, system } from "fairlead/model";

const N = 4;
const colour = oneOf("white", "black");

function ring(name: string, isBroken: boolean) {
  const s = system(name, {
    node: array(N, record({ isActive: bool.free(), colour: colour.free() })),
    token: record({ at: int(0, N - 1), colour: colour.init("black") }),
  });
  const { node, token } = s.vars;
  const isDetected = token.at
    .is(0)
    .and(token.colour.is("white"), node.at(0).colour.is("white"), node.at(0).isActive.not());
  s.family("n", { count: N }, ({ id }) => {
    const me = node.at(id);
    return {
      work: {
        when: me.isActive,
        do: choose(N, (to) => {
          if (to === id) return null;
          const turns = to > id && !isBroken ? [me.colour.set("black")] : [];
          return [node.at(to).isActive.set(true), ...turns];
        }),
      },
      rest: { when: me.isActive, do: [me.isActive.set(false)], fair: "weak" },
      pass: {
        when: id === 0 ? token.at.is(0).and(isDetected.not()) : token.at.is(id).and(me.isActive.not()),
        do:
          id === 0
            ? [token.set({ at: N - 1, colour: "white" }), me.colour.set("white")]
            : [
                token.at.set(id - 1),
                token.colour.set(cond(me.colour.is("black"), "black", token.colour)),
                me.colour.set("white"),
              ],
        fair: "weak",
      },
    };
  });
  return s
    .process("observer", {}, { done: { when: isDetected, do: [] } })
    .proposition("detected", isDetected)
    .proposition(
      "quiet",
      node.every((n) => n.isActive.not()),
    )
    .property("no false alarm", "G (detected -> quiet)")
    .property("the end is noticed", "G (G quiet -> F detected)");
}

export const good = ring("termination", false);
export const broken = ring("termination-broken", true);
