import type { Spawn, WorkerEvents } from "../../src/portfolio/worker-protocol.js";

/** When a worker is killed: after so many milliseconds, with its n-th message (-n), or never. */
export type Fate = number | null;

/** Workers of `spawn`, each of which meets the next fate; those beyond the list live on. */
export function deadly(spawn: Spawn, fates: readonly Fate[]): Spawn {
  let next = 0;
  return (memory, events, engine) => {
    const fate = fates[next++] ?? null;
    let messages = 0;
    let isOver = false;
    const kill = () => {
      if (isOver) return;
      isOver = true;
      handle.terminate();
      events.died("killed");
    };
    const watched: WorkerEvents = {
      message(message) {
        if (isOver) return;
        // What the worker had to say is lost with it.
        if (fate !== null && fate < 0 && ++messages >= -fate) return kill();
        if (message.type === "outcome" || message.type === "error") isOver = true;
        events.message(message);
      },
      died: (reason) => {
        isOver = true;
        events.died(reason);
      },
    };
    const handle = spawn(memory, watched, engine);
    if (fate !== null && fate >= 0) setTimeout(kill, fate);
    return handle;
  };
}
