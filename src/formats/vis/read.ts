import { Aig, AigCopier } from "../../logic/aig.js";
import { type Lit, nodeOf } from "../../logic/lit.js";
import type { Latch, Model } from "../../model/model.js";
import type { Design } from "../../model/property.js";
import { resetOrder } from "../../model/resets.js";
import type { Signal, SignalType } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import type { VerilogSource } from "../verilog/files.js";
import { scan } from "../verilog/scan.js";
import { Elaboration } from "./elaborate.js";
import type { Values } from "./expressions.js";
import { Network } from "./network.js";
import { parseVis } from "./parse.js";
import type { NamedText } from "./questions.js";
import type { VisFile, VisModule } from "./syntax.js";
import { placeOf, preprocessed, visError } from "./tokens.js";
import { elementsOf, sizeOf, type Variable } from "./variables.js";
import { withQuestions } from "./with-questions.js";

export interface VisOptions {
  /** The top module; the one that no other instantiates when absent. */
  readonly top?: string;
  /** Macros: `NAME`, `NAME=TEXT`. */
  readonly define?: readonly string[];
  /** Parameters of the top module: `NAME=NUMBER`. */
  readonly parameter?: readonly string[];
  /** Texts of .fair files. */
  readonly fairness?: readonly NamedText[];
  /** Texts of .ctl, .ltl and .inv files. */
  readonly questions?: readonly NamedText[];
}

/** Is a Verilog text written for VIS? `$ND` and variables of enumerated types, such as `state reg x`, are in no other dialect. */
export function isVisDialect(text: string): boolean {
  if (!text.includes("$ND") && !text.includes("typedef")) return false;
  const tokens = scan(text);
  const types = new Set<string>();
  for (const [i, t] of tokens.entries()) {
    if (t.kind !== "word") continue;
    if (t.text === "$ND") return true;
    if (t.text === "typedef" && tokens[i + 1]?.text === "enum" && tokens[i + 2]?.text === "{") {
      let k = i + 3;
      while (k < tokens.length - 1 && tokens[k]!.text !== "}" && tokens[k]!.text !== ";") k++;
      if (tokens[k]!.text === "}") types.add(tokens[k + 1]?.text ?? "");
    }
    const next = tokens[i + 1]?.text;
    if (types.has(t.text) && (next === "reg" || next === "wire")) return true;
  }
  return false;
}

/**
 * Reads VIS's dialect of Verilog: enumerated types, `$ND`, and blocks that all compute from the values before the
 * step. One clock; a step of the model is a step of it.
 */
export function readVis(sources: readonly VerilogSource[], options: VisOptions = {}): Design {
  const file = parseVis(preprocessed(sources, options.define ?? []));
  const network = new Network(new Aig());
  const elaboration = new Elaboration(file, network);
  const top = topOf(file, options.top);
  elaboration.build(top, parametersOf(top, options.parameter ?? []));
  elaboration.runBlocks();
  const { shown, all } = signalsOf(elaboration, network);
  const stepInputs = network.inputs.length;
  const first = elaboration.runInitial();
  const { latches, inputs } = latchesOf(network, elaboration, first, stepInputs);
  const model: Model = {
    aig: network.aig,
    inputs,
    latches,
    constraints: [],
    fairness: [],
    signals: shown,
    modules: modulesOf(elaboration, network),
  };
  const design: Design = { model, properties: [], notices: network.notices };
  return withQuestions(design, network.aig, all, options.fairness ?? [], options.questions ?? []);
}

function topOf(file: VisFile, wanted: string | undefined): VisModule {
  const all = [...file.modules.values()];
  if (all.length === 0) throw new InputError("vis-top", "there is no module");
  if (wanted !== undefined) {
    const found = file.modules.get(wanted);
    if (found === undefined) throw new InputError("vis-top", `there is no module '${wanted}'`);
    return found;
  }
  const used = new Set(all.flatMap((m) => m.instances.map((i) => i.module)));
  const tops = all.filter((m) => !used.has(m.name));
  if (tops.length === 1) return tops[0]!;
  const problem =
    tops.length === 0
      ? "every module is a part of another"
      : `several modules are no part of another (${tops.map((m) => m.name).join(", ")}): say which is the top module with --top`;
  throw visError("vis-top", problem, (tops[1] ?? all[0]!).at);
}

function parametersOf(top: VisModule, given: readonly string[]): Map<string, bigint> {
  const values = new Map<string, bigint>();
  for (const text of given) {
    const [, name, value] = /^([A-Za-z_][\w$]*)=(-?\d{1,18})$/.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw new InputError("vis-parameter", `expected NAME=NUMBER for a parameter, found '${text}'`);
    if (!top.parameters.some((p) => p.name === name && !p.isLocal))
      throw new InputError("vis-parameter", `'${top.name}' has no parameter '${name}'`);
    values.set(name, BigInt(value));
  }
  return values;
}

/** The signals that are shown, and all that formulas may name: ports of instances that only repeat a variable are not shown. */
function signalsOf({ placed }: Elaboration, network: Network) {
  const all = new Map<string, Signal>();
  const shown: Signal[] = [];
  for (const { path, scope } of placed)
    for (const variable of scope.variables.values()) {
      if (network.isClock(variable)) continue;
      const bits = network.bits(variable, 0, sizeOf(variable), variable.at);
      for (const signal of signalsFor(variable, bits, path === "" && variable.direction === "input", network)) {
        all.set(signal.name, signal);
        if (path === "" || variable.direction !== "input") shown.push(signal);
      }
    }
  return { shown, all };
}

function signalsFor(variable: Variable, bits: readonly Lit[], isInput: boolean, network: Network): Signal[] {
  const { path, type, width, left, right, array } = variable;
  const kind = network.isLatch(variable) ? "latch" : isInput && type === null ? "input" : "define";
  const shown: SignalType =
    type !== null ? { kind: "enum", values: type.values } : { kind: width === 1 ? "bool" : "unsigned" };
  return Array.from({ length: elementsOf(variable) }, (_, k) => ({
    name: array === null ? path : `${path}<*${array.low + k}*>`,
    kind,
    type: shown,
    bits: bits.slice(k * width, (k + 1) * width),
    ...(type === null && { left, right }),
    source: placeOf(variable.at),
  }));
}

/**
 * The first values of registers may read inputs: these are choices of their own, which the inputs of the first step do not
 * have to repeat. Such a choice becomes the free first value of a register that is nothing else.
 */
function latchesOf(
  { aig, latches: registers, inputs: all }: Network,
  { next }: Elaboration,
  first: Values,
  stepInputs: number,
): { readonly latches: Latch[]; readonly inputs: number[] } {
  const ofSteps = new Set(all.slice(0, stepInputs));
  const ofStart = new Set(all.slice(stepInputs));
  const copier = new AigCopier(aig, aig, (node) => {
    if (!ofSteps.has(node)) return (2 * node) as Lit;
    const choice = aig.leaf();
    ofStart.add(nodeOf(choice));
    return choice;
  });
  const flat = registers.flatMap(({ variable, bits }) =>
    bits.map((bit, i): Latch => {
      const reset = first.get(variable)?.[i];
      const copied = reset === undefined || reset === bit ? "free" : copier.copy(reset);
      return { node: nodeOf(bit), next: next.get(variable)?.[i] ?? bit, reset: copied };
    }),
  );
  const claimed = new Map<number, Lit>();
  for (const { node, reset } of flat)
    if (reset !== "free" && (reset & 1) === 0 && ofStart.has(nodeOf(reset)) && !claimed.has(nodeOf(reset)))
      claimed.set(nodeOf(reset), (2 * node) as Lit);
  const renamer = new AigCopier(aig, aig, (node) => claimed.get(node) ?? ((2 * node) as Lit));
  const latches = flat.map((latch): Latch => {
    if (latch.reset === "free") return latch;
    const isClaimer = (latch.reset & 1) === 0 && claimed.get(nodeOf(latch.reset)) === 2 * latch.node;
    return { ...latch, reset: isClaimer ? "free" : renamer.copy(latch.reset) };
  });
  const { cyclic } = resetOrder(aig, latches);
  if (cyclic !== null)
    throw new InputError("vis-cycle", "the first value of a register depends on itself");
  const choices = [...ofStart].filter((node) => !claimed.has(node));
  return { latches, inputs: [...all.slice(0, stepInputs), ...choices] };
}

/** The registers of each instance; first, none that are the property's own. */
function modulesOf({ placed }: Elaboration, network: Network): number[][] {
  const index = new Map<Variable, number[]>();
  let latch = 0;
  for (const { variable, bits } of network.latches) index.set(variable, bits.map(() => latch++));
  const modules = placed.map(({ scope }) => [...scope.variables.values()].flatMap((v) => index.get(v) ?? []));
  return [[], ...modules.filter((m) => m.length > 0)];
}
