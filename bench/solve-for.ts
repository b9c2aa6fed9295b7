/** One engine on one question in this process, with a limit in CPU seconds: the machine may have other work. */
import { engineNamed } from "../dist/engines/registry.js";
import { type loadDesign, loadKernels } from "../dist/node.js";
import { solve } from "../dist/solving/solve.js";
import type { OptionValues } from "../src/engines/engine.js";

type Design = Awaited<ReturnType<typeof loadDesign>>;

export interface Solved {
  readonly answer: "holds" | "fails" | "unknown";
  readonly evidence: string;
  /** CPU seconds, the check of the evidence included. */
  readonly seconds: number;
  /** CPU seconds until the answer, before it was checked. */
  readonly answered: number;
  /** What the engine said when it had simplified the model, and the CPU seconds until then. */
  readonly simplified: { readonly figures: Readonly<Record<string, number>>; readonly seconds: number } | null;
}

const kernels = await loadKernels();

export function solveFor(
  design: Design,
  property: number,
  engine: string,
  options: OptionValues,
  seconds: number,
  seed = 1,
): Solved {
  const started = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
  let polls = 0;
  let late = false;
  const shouldStop = () => {
    if (++polls % 64 === 0) late = spent() > seconds;
    return late ? ("time" as const) : null;
  };
  let answered: number | null = null;
  const onAnswer = () => {
    answered = spent();
  };
  const context = { shouldStop, memoryLimit: 2 ** 31, seed, kernels, onAnswer };
  const solving = solve(design, design.properties[property]!, engineNamed(engine)!, options, context);
  let simplified: Solved["simplified"] = null;
  for (;;) {
    const { done, value } = solving.next();
    if (done) {
      const { verdict, evidence } = value;
      const all = spent();
      return { answer: verdict.answer, evidence, seconds: all, answered: answered ?? all, simplified };
    }
    if (value.what === "simplified") simplified = { figures: value.figures, seconds: spent() };
  }
}
