import { codeWidth } from "../../logic/vector.js";
import type { InputError } from "../../text/input-error.js";
import { blifError, type Word } from "./lines.js";
import type { BlifModel, Domain, Subcircuit, Table } from "./syntax.js";

const BINARY: Domain = { size: 2, values: ["0", "1"] };
const MOST_NETS = 2 ** 22;
const MOST_NESTED = 100;
const MOST_INSTANCES = 2 ** 18;

/** A variable of the flat design. Ports of instances are the variables that they are connected to. */
export interface Net {
  readonly name: string;
  readonly domain: Domain;
  readonly width: number;
  readonly isDeclared: boolean;
  readonly at: Word;
  driver: Driver | null;
}

export type Driver =
  | { readonly kind: "input" }
  | { readonly kind: "latch" }
  | { readonly kind: "table"; readonly table: FlatTable; readonly output: number };

/** A table with its variables. */
export interface FlatTable {
  readonly table: Table;
  readonly inputs: readonly Net[];
  readonly outputs: readonly Net[];
  /** What `=x` means, for each input. */
  readonly named: ReadonlyMap<string, Net>;
}

export interface FlatLatch {
  readonly input: Net;
  readonly output: Net;
  readonly first: "0" | "1" | "free" | FlatTable;
}

export interface FlatDesign {
  readonly name: string;
  readonly nets: Net[];
  readonly inputs: Net[];
  readonly outputs: Net[];
  readonly latches: FlatLatch[];
  readonly tables: FlatTable[];
  /** Latches by index, for each instance. */
  readonly modules: number[][];
}

/** One design without hierarchy: names of inner variables begin with those of their instances. */
export function flatten(models: readonly BlifModel[], top: string | undefined): FlatDesign {
  return new Flattening(models).run(top);
}

class Flattening {
  private readonly flat: Omit<FlatDesign, "name"> = {
    nets: [],
    inputs: [],
    outputs: [],
    latches: [],
    tables: [],
    modules: [],
  };
  private readonly byName: ReadonlyMap<string, BlifModel>;
  private readonly names = new Set<string>();
  private instances = 0;

  constructor(private readonly models: readonly BlifModel[]) {
    this.byName = new Map(models.map((m) => [m.name, m]));
  }

  run(wanted: string | undefined): FlatDesign {
    const top = wanted === undefined ? this.models[0]! : this.byName.get(wanted);
    if (top === undefined) throw blifError("blif-top", `there is no model '${wanted}'`, this.models[0]!.at);
    const ports = new Map<string, Net>();
    this.place(top, "", ports, 0);
    const { flat } = this;
    for (const { text } of top.outputs) {
      const net = ports.get(text);
      if (net !== undefined) flat.outputs.push(net);
    }
    for (const word of top.inputs) {
      const net = ports.get(word.text)!;
      this.drive(net, { kind: "input" }, word);
      flat.inputs.push(net);
    }
    for (const net of flat.nets)
      if (net.driver === null) throw blifError("blif-undriven", `nothing gives '${net.name}' a value`, net.at);
    return { name: top.name, ...flat };
  }

  /** `nets`: the ports, by their names inside; other variables are added. */
  private place(model: BlifModel, path: string, nets: Map<string, Net>, depth: number): void {
    if (depth > MOST_NESTED)
      throw blifError("blif-limit", `models are more than ${MOST_NESTED} deep in each other`, model.at);
    const { flat } = this;
    const net = (word: Word): Net => {
      const known = nets.get(word.text);
      if (known !== undefined) return known;
      const domain = model.domains.get(word.text);
      const made = this.net(path + word.text, domain, word);
      nets.set(word.text, made);
      return made;
    };
    for (const word of [...model.inputs, ...model.outputs]) net(word);
    const first = flat.latches.length;
    for (const { input, output, first: value } of model.latches) {
      const reset = model.resets.get(output.text);
      const latch = {
        input: net(input),
        output: net(output),
        first: reset === undefined ? value : this.flatTable(reset, net),
      };
      if (latch.input.domain.size !== latch.output.domain.size)
        throw blifError("blif-domain", `'${input.text}' and '${output.text}' have different numbers of values`, output);
      this.drive(latch.output, { kind: "latch" }, output);
      flat.latches.push(latch);
    }
    const latches = new Set(model.latches.map((l) => l.output.text));
    for (const [name, table] of model.resets)
      if (!latches.has(name)) throw blifError("blif-reset", `'${name}' is not a latch`, table.at);
    if (flat.latches.length > first)
      flat.modules.push(Array.from({ length: flat.latches.length - first }, (_, i) => first + i));
    for (const table of model.tables) {
      const placed = this.flatTable(table, net);
      placed.outputs.forEach((output, i) => {
        this.drive(output, { kind: "table", table: placed, output: i }, table.outputs[i]!);
      });
      flat.tables.push(placed);
    }
    for (const subcircuit of model.subcircuits) this.instance(subcircuit, path, net, depth);
  }

  private instance(s: Subcircuit, path: string, outer: (word: Word) => Net, depth: number): void {
    const model = this.byName.get(s.model.text);
    if (model === undefined) throw blifError("blif-unknown", `there is no model '${s.model.text}'`, s.model);
    if (++this.instances > MOST_INSTANCES)
      throw blifError("blif-limit", `more than ${MOST_INSTANCES} models are placed in others`, s.model);
    const formals = new Set([...model.inputs, ...model.outputs].map((w) => w.text));
    const inner = new Map<string, Net>();
    for (const { formal, actual } of s.connections) {
      if (!formals.has(formal.text))
        throw blifError("blif-unknown", `'${model.name}' has no port '${formal.text}'`, formal);
      if (inner.has(formal.text)) throw blifError("blif-twice", `'${formal.text}' is connected twice`, formal);
      const net = outer(actual);
      const size = model.domains.get(formal.text)?.size ?? 2;
      if (size !== net.domain.size)
        throw blifError(
          "blif-domain",
          `'${actual.text}' has ${net.domain.size} values, and the port '${formal.text}' has ${size}`,
          actual,
        );
      inner.set(formal.text, net);
    }
    for (const { text } of model.inputs)
      if (!inner.has(text))
        throw blifError("blif-unconnected", `the input '${text}' of '${s.name}' is not connected`, s.model);
    this.place(model, `${path}${s.name}.`, inner, depth + 1);
  }

  private net(name: string, domain: Domain | undefined, at: Word): Net {
    const { nets } = this.flat;
    if (nets.length >= MOST_NETS) throw blifError("blif-limit", `more than ${MOST_NETS} variables`, at);
    if (this.names.has(name))
      throw blifError("blif-twice", `there are two variables '${name}', of which one is in a subcircuit`, at);
    this.names.add(name);
    const { size, values } = domain ?? BINARY;
    const net: Net = {
      name,
      domain: { size, values },
      width: codeWidth(size),
      isDeclared: domain !== undefined,
      at,
      driver: null,
    };
    nets.push(net);
    return net;
  }

  private flatTable(table: Table, net: (word: Word) => Net): FlatTable {
    const inputs = table.inputs.map(net);
    const named = new Map(table.inputs.map((word, i) => [word.text, inputs[i]!]));
    return { table, inputs, outputs: table.outputs.map(net), named };
  }

  private drive(net: Net, driver: Driver, at: Word): void {
    if (net.driver !== null) throw twice(net, at);
    net.driver = driver;
  }
}

const twice = (net: Net, at: Word): InputError =>
  blifError("blif-twice", `'${net.name}' gets its value in two places`, at);
