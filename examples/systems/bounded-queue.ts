// A queue with room for two. Who finds it full (or empty) sleeps until the other one wakes it. In the broken version
// the consumer looks first and falls asleep later: what is put in between wakes nobody, and both sleep for ever.
//
// This one is written with plain functions instead of expressions.
//
//   fairlead check examples/systems/bounded-queue.ts
import { int, oneOf, system } from "fairlead/model";

function queue(name: string, sleepsAtOnce: boolean) {
  return system(name, {
    items: int(0, 2),
    producer: oneOf("awake", "asleep"),
    consumer: oneOf("awake", "drowsy", "asleep"),
  })
    .process(
      "producer",
      { fair: "weak" },
      {
        put: {
          when: (s) => s.producer === "awake" && s.items < 2,
          do: (s) => {
            s.items++;
            if (s.consumer === "asleep") s.consumer = "awake";
          },
        },
        sleep: {
          when: (s) => s.producer === "awake" && s.items === 2,
          do: (s) => {
            s.producer = "asleep";
          },
        },
      },
    )
    .process(
      "consumer",
      { fair: "weak" },
      {
        take: {
          when: (s) => s.consumer === "awake" && s.items > 0,
          do: (s) => {
            s.items--;
            if (s.producer === "asleep") s.producer = "awake";
          },
        },
        sleep: {
          when: (s) => s.consumer === "awake" && s.items === 0,
          do: (s) => {
            s.consumer = sleepsAtOnce ? "asleep" : "drowsy";
          },
        },
        nod: {
          when: (s) => s.consumer === "drowsy",
          do: (s) => {
            s.consumer = "asleep";
          },
        },
      },
    )
    .proposition("full", (s) => s.items === 2)
    .property("a full queue gets room", "G (full -> F !full)");
}

export const good = queue("queue", true);
export const broken = queue("queue-broken", false);
