import { Aig } from "../../logic/aig.js";
import type { Lit } from "../../logic/lit.js";
import type { Model } from "../../model/model.js";
import type { Design } from "../../model/property.js";
import type { Signal, SignalType } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import type { VerilogSource } from "../verilog/files.js";
import { scan } from "../verilog/scan.js";
import { Elaboration } from "./elaborate.js";
import { withFirstValues } from "./first-values.js";
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

const MOST_NODES = 2 ** 25;

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
  const network = new Network(new Aig(MOST_NODES));
  const elaboration = new Elaboration(file, network);
  const top = topOf(file, options.top);
  elaboration.build(top, parametersOf(top, options.parameter ?? []));
  elaboration.runBlocks();
  const { shown, all } = signalsOf(elaboration, network);
  const stepInputs = network.inputs.length;
  const first = elaboration.runInitial();
  const registers = network.latches.flatMap(({ variable, bits }) => {
    const firsts = firstValues(network, variable, bits, first.get(variable));
    return bits.map((bit, i) => ({
      bit,
      next: elaboration.next.get(variable)?.[i] ?? bit,
      first: firsts[i]!,
      variable,
    }));
  });
  const started = withFirstValues(network.aig, registers, network.inputs, stepInputs);
  if ("cyclic" in started) {
    const { path, at } = registers[started.cyclic]!.variable;
    const problem = `the first value of '${path}' depends on itself: an initial block must assign it in every case`;
    throw visError("vis-cycle", problem, at);
  }
  const model: Model = {
    aig: network.aig,
    inputs: started.inputs,
    latches: started.latches,
    constraints: [],
    fairness: [],
    signals: shown,
    modules: modulesOf(elaboration, network),
    origin: { name: top.name },
  };
  const design: Design = { model, properties: [], notices: network.notices };
  return withQuestions(design, network.aig, all, options.fairness ?? [], options.questions ?? []);
}

/** What initial blocks say. What they do not assign may have any value, of its type if that is enumerated. */
function firstValues(
  network: Network,
  { type, width }: Variable,
  bits: readonly Lit[],
  given: readonly Lit[] = bits,
): readonly Lit[] {
  if (type === null || type.values.length === 2 ** width) return given;
  const elements = Array.from({ length: bits.length / width }, (_, e) => e * width);
  return elements.flatMap((from) => {
    const element = given.slice(from, from + width);
    return element.every((l, i) => l === bits[from + i]) ? network.free(type, width) : element;
  });
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

/** The registers of each instance, the top first. */
function modulesOf({ placed }: Elaboration, network: Network): number[][] {
  const index = new Map<Variable, number[]>();
  let latch = 0;
  for (const { variable, bits } of network.latches)
    index.set(
      variable,
      bits.map(() => latch++),
    );
  const modules = placed.map(({ scope }) => [...scope.variables.values()].flatMap((v) => index.get(v) ?? []));
  return modules.filter((m) => m.length > 0);
}
