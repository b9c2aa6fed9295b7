// Dining philosophers: each needs two forks to eat, and neighbours share one. If all take the left fork first, all may
// wait for the right one: a deadlock. If one of them takes the right one first, somebody can always eat; but a fork
// that is free again and again is not enough for a scheduler that is only weakly fair, and one may starve.
import { array, bool, oneOf, type ProcessFairness, system } from "fairlead/model";

const N = 3;

function table(name: string, lastIsLeftHanded: boolean, fair: ProcessFairness) {
  const table = system(name, {
    taken: array(N, bool),
    phil: array(N, oneOf("thinking", "hungry", "holding", "eating")),
  });
  const { taken, phil } = table.vars;
  for (let i = 0; i < N; i++) {
    const isLeftHanded = lastIsLeftHanded && i === N - 1;
    const [first, second] = isLeftHanded ? [(i + 1) % N, i] : [i, (i + 1) % N];
    const me = phil.at(i);
    table.process(
      `phil${i}`,
      { fair },
      {
        wish: { when: me.is("thinking"), do: [me.set("hungry")] },
        first: { when: me.is("hungry").and(taken.at(first).not()), do: [me.set("holding"), taken.at(first).set(true)] },
        second: {
          when: me.is("holding").and(taken.at(second).not()),
          do: [me.set("eating"), taken.at(second).set(true)],
        },
        finish: {
          when: me.is("eating"),
          do: [me.set("thinking"), taken.at(i).set(false), taken.at((i + 1) % N).set(false)],
        },
      },
    );
  }
  return table
    .property("neighbours do not eat together", "G !(phil[0] = eating & phil[1] = eating)")
    .property("0 eats again and again", "G F phil[0] = eating");
}

export const philosophers = table("philosophers", true, "strong");
export const deadlocking = table("philosophers-deadlocking", false, "strong");
export const starving = table("philosophers-starving", true, "weak");
