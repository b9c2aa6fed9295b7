const actions = new Set<() => void>();
process.on("exit", runAll);

function runAll(): void {
  for (const action of actions) action();
  actions.clear();
}

/** Does something when the process ends by `exit` or `endBy`, unless it is called off by what is returned. */
export function atEnd(action: () => void): () => void {
  actions.add(action);
  return () => actions.delete(action);
}

/** Ends the process as the signal does, so that whoever started it sees that; `process.exit` would wait for files that do not come. */
export function endBy(signal: NodeJS.Signals): void {
  runAll();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
