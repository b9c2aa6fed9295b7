import fc from "fast-check";
import { fair } from "../src/engines/fair.js";
import { reference } from "../src/engines/reference.js";
import { models } from "../test/arbitraries/systems.js";
import { flawIn, satContext } from "../test/engines/evidence.js";
import { decide } from "../test/engines/running.js";
const [seed, n, k, minimize] = process.argv.slice(2).map(Number);
let i = 0;
for (const model of fc.sample(models({ maxLatches: 5, maxGates: 30 }), { seed: seed!, numRuns: n! })) {
  i++; if (process.env.V) { console.log(i); console.log(String(model)); }
  const until = Date.now() + 3000;
  const events: string[] = [];
  const ctx = { ...satContext, shouldStop: () => (Date.now() > until ? ("time" as const) : null) };
  const run = fair.run({ kind: "fair-cycle", model }, { k: k!, minimize: minimize === 1 }, ctx);
  let v;
  for (;;) {
    const r = run.next();
    if (r.done) { v = r.value; break; }
    if (events.length < 30) events.push(r.value.what + JSON.stringify(r.value.figures));
    if (Date.now() > until) { console.log("HANG", i); console.log(String(model)); console.log(events.join("\n")); process.exit(1); }
  }
  const e = decide(reference as never, { kind: "fair-cycle", model });
  const flaw = v.answer === e.answer ? flawIn({ kind: "fair-cycle", model }, v) : `${v.answer} but ${e.answer}`;
  if (flaw) { console.log("FLAW", i, flaw, JSON.stringify(v.stats)); console.log(String(model)); console.log(events.join("\n")); if (v.answer === "holds") console.log(v.certificate?.steps); process.exit(1); }
}
console.log("ok", i);
