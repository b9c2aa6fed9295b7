import type { Lasso, Run, Step, Tree, Verdict, Witness } from "../evidence/verdict.js";
import { type Lit, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { Simulator } from "../model/simulate.js";
import type { Signal } from "../model/symbols.js";
import { forTerminal } from "../text/escape.js";

/**
 * A verdict as NuSMV prints it, for scripts that read NuSMV's output. `number` counts the traces of one run of the
 * program, from 1. An unknown answer has no counterpart there: it becomes a comment.
 */
export function smvReport(model: Model, property: Property, verdict: Verdict, number: number): string {
  const what = property.kind === "bad" ? "invariant" : "specification";
  const asked = forTerminal(property.text ?? property.name);
  if (verdict.answer === "unknown") return `-- ${what} ${asked}  is unknown (${verdict.reason})\n`;
  const head = `-- ${what} ${asked}  is ${verdict.answer === "holds"}\n`;
  if (verdict.answer === "holds" || verdict.witness === null) return head;
  return `${head}-- as demonstrated by the following execution sequence\n${smvTrace(model, property, verdict.witness, number)}`;
}

/** A counterexample in NuSMV's text format: states, the inputs between them, the start of the loop. */
export function smvTrace(model: Model, property: Property, witness: Witness, number: number): string {
  const lines = [`Trace Description: ${DESCRIPTION[property.kind]} `, "Trace Type: Counterexample "];
  const writer = new TraceWriter(model, lines);
  if (witness.kind === "tree") writer.tree(witness, number);
  else writer.path(witness, number, property.kind === "bad" && writer.readsInputs(property.literal));
  return `${lines.join("\n")}\n`;
}

const DESCRIPTION = {
  justice: "LTL Counterexample",
  ltl: "LTL Counterexample",
  ctl: "CTL Counterexample",
  bad: "AG alpha Counterexample",
} as const;

class TraceWriter {
  private readonly states: readonly Signal[];
  private readonly inputs: readonly Signal[];
  private readonly simulator: Simulator;
  /** By node: whether it depends on inputs. */
  private readonly depends: Uint8Array;

  constructor(
    model: Model,
    private readonly lines: string[],
  ) {
    this.depends = dependsOnInputs(model);
    const isOfState = (s: Signal): boolean => s.isState === true || !s.bits.some((b) => this.readsInputs(b));
    this.states = model.signals.filter(isOfState);
    this.inputs = model.signals.filter((s) => !isOfState(s));
    this.simulator = new Simulator(model, { watch: model.signals.flatMap((s) => s.bits) });
  }

  readsInputs(l: Lit): boolean {
    return this.depends[nodeOf(l)] === 1;
  }

  /** The path that shows the violation; what branches off it follows. */
  tree(tree: Tree, number: number): void {
    this.path(tree.path, number, false);
    for (const { step, tree: branch } of tree.branches) {
      this.lines.push(`-- from State: ${number}.${step + 1}, for ${forTerminal(branch.formula)}`);
      this.tree(branch, number);
    }
  }

  /** `showLast`: what is wrong happens on the way out of the last state, so that the inputs there belong to it. */
  path(path: Lasso | Run, number: number, showLast: boolean): void {
    const before = { state: new Map<string, string>(), input: new Map<string, string>() };
    const loop = path.kind === "lasso" ? path.loop : -1;
    path.steps.forEach((step, t) => {
      this.load(step);
      if (t === loop) this.lines.push("  -- Loop starts here");
      this.section("State", number, t + 1, this.states, before.state);
      const isLast = t === path.steps.length - 1;
      if (this.inputs.length > 0 && (!isLast || loop >= 0 || showLast)) {
        this.section("Input", number, t + 2, this.inputs, before.input);
      }
    });
    if (loop < 0 && !showLast) return;
    if (loop >= 0) this.load(path.steps[loop]!);
    else {
      this.simulator.advance();
      this.simulator.evaluate();
    }
    this.section("State", number, path.steps.length + 1, this.states, before.state);
  }

  private load(step: Step): void {
    this.simulator.load(step);
    this.simulator.evaluate();
  }

  /** Only values that are not as before are listed. */
  private section(
    title: "State" | "Input",
    number: number,
    index: number,
    signals: readonly Signal[],
    before: Map<string, string>,
  ): void {
    this.lines.push(`  -> ${title}: ${number}.${index} <-`);
    for (const s of signals) {
      const value = smvValue(s, (i) => this.simulator.bit(s.bits[i]!));
      if (before.get(s.name) === value) continue;
      before.set(s.name, value);
      this.lines.push(`    ${forTerminal(s.name)} = ${forTerminal(value)}`);
    }
  }
}

function dependsOnInputs({ aig, inputs }: Model): Uint8Array {
  const depends = new Uint8Array(aig.size);
  for (const n of inputs) depends[n] = 1;
  for (let n = 1; n < aig.size; n++) {
    if (aig.isGate(n)) depends[n] = depends[nodeOf(aig.fanin0(n))]! | depends[nodeOf(aig.fanin1(n))]!;
  }
  return depends;
}

/** A value as the language writes it: `TRUE`, `0ud3_5`, `-0sd3_2`, `idle`. */
function smvValue(signal: Signal, bit: (i: number) => number): string {
  const width = signal.bits.length;
  let code = 0n;
  for (let i = width - 1; i >= 0; i--) code = code * 2n + BigInt(bit(i));
  switch (signal.type.kind) {
    case "bool":
      return code === 1n ? "TRUE" : "FALSE";
    case "unsigned":
      return `0ud${width}_${code}`;
    case "signed": {
      const value = BigInt.asIntN(width, code);
      return value < 0n ? `-0sd${width}_${-value}` : `0sd${width}_${value}`;
    }
    case "range":
      return `${code + BigInt(signal.type.low)}`;
    case "enum":
      return signal.type.values[Number(code)] ?? `(code ${code})`;
  }
}
