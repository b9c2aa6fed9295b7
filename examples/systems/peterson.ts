// Peterson's algorithm. Two clients share a resource; who asks lets the other one go first. In the broken version each
// takes the turn for itself: both can then be in the critical section.
//
//   fairlead check examples/systems/peterson.ts
import { oneOf, system } from "fairlead/model";

const client = oneOf("idle", "waiting", "critical");

function clients(name: string, isPolite: boolean) {
  const mutex = system(name, { left: client, right: client, turn: oneOf("left", "right") });
  const { left, right, turn } = mutex.vars;
  return (
    mutex
      // A client may stay idle for ever: nobody promises that it asks. Who has asked goes on.
      .process(
        "left-asks",
        {},
        {
          ask: { when: left.is("idle"), do: [left.set("waiting"), turn.set(isPolite ? "right" : "left")] },
        },
      )
      .process(
        "left",
        { fair: "weak" },
        {
          enter: { when: left.is("waiting").and(right.is("idle").or(turn.is("left"))), do: [left.set("critical")] },
          leave: { when: left.is("critical"), do: [left.set("idle")] },
        },
      )
      .process(
        "right-asks",
        {},
        {
          ask: { when: right.is("idle"), do: [right.set("waiting"), turn.set(isPolite ? "left" : "right")] },
        },
      )
      .process(
        "right",
        { fair: "weak" },
        {
          enter: { when: right.is("waiting").and(left.is("idle").or(turn.is("right"))), do: [right.set("critical")] },
          leave: { when: right.is("critical"), do: [right.set("idle")] },
        },
      )
      .property("exclusion", "G !(left = critical & right = critical)")
      .property("left is served", "G (left = waiting -> F left = critical)")
      .property("right is served", "G (right = waiting -> F right = critical)")
  );
}

export const peterson = clients("peterson", true);
export const broken = clients("peterson-broken", false);
