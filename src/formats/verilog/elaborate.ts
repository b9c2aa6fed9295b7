import { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../logic/lit.js";
import type { Latch, Model } from "../../model/model.js";
import type { Signal, SignalType, SourcePlace } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import { own } from "../../text/record.js";
import { type Builder, type WordCell, wordCell } from "./cells.js";
import { type Cell, type NetBit, type NetlistModule, type NetName, netlistError, sourceOf } from "./netlist.js";

/** An assertion, assumption or cover statement of the procedural code. */
export interface Check {
  readonly flavor: "assert" | "assume" | "cover" | "live" | "fair";
  readonly name: string;
  readonly source: SourcePlace | null;
  /** That the statement is reached. */
  readonly enabled: Lit;
  readonly condition: Lit;
  /** Of an `initial` block: asked in the first step only. */
  readonly isInitial: boolean;
}

export interface Elaborated {
  /** Its graph is still being added to: properties become registers. */
  readonly model: Model & { readonly aig: Aig };
  readonly checks: readonly Check[];
  /** The literal of each bit of a net, by the net's name. */
  readonly nets: ReadonlyMap<string, readonly Lit[]>;
  /** The names of the clock, or empty when nothing is clocked. */
  readonly clockNames: ReadonlySet<string>;
  readonly clockEdge: Edge | null;
}

type Edge = "posedge" | "negedge";

/** Gates, inputs and latches, at most. */
const MAX_NODES = 40_000_000;

/** Builds a model from a netlist of cells on words, and flip-flops with one clock. */
export function elaborate(module: NetlistModule, hide: (name: string) => boolean): Elaborated {
  return new Elaborator(module, hide).run();
}

class Elaborator implements Builder {
  readonly aig = new Aig(MAX_NODES);
  private readonly literals = new Map<NetBit, Lit>([
    ["0", FALSE],
    ["1", TRUE],
  ]);
  /** What drives a net bit: the output of a cell. */
  private readonly drivers = new Map<NetBit, { readonly cell: WordCell; readonly i: number }>();
  private readonly inputs: number[] = [];
  /** `q`: the bit of the register, if it is one; `d`: what it is set to. */
  private readonly latches: {
    node: number;
    next: Lit;
    reset: Lit | "free";
    q: NetBit | null;
    d: NetBit;
    at: SourcePlace | null;
  }[] = [];
  private readonly clock: number | null;
  private clockEdge: Edge | null = null;
  private started: Lit | null = null;

  constructor(
    private readonly module: NetlistModule,
    private readonly hide: (name: string) => boolean,
  ) {
    this.clock = this.findClock();
  }

  run(): Elaborated {
    const init = this.initialValues();
    for (const port of Object.values(this.module.ports)) {
      if (port.direction === "input") for (const b of port.bits) this.input(b);
    }
    for (const cell of Object.values(this.module.cells)) this.declare(cell, init);
    for (const l of this.latches) l.next = this.bit(l.d);
    const checks = Object.entries(this.module.cells).flatMap(([name, cell]) => this.check(name, cell));
    const nets = new Map<string, readonly Lit[]>();
    for (const [name, net] of Object.entries(this.module.netnames)) {
      if (this.isClock(net.bits)) continue;
      if (net.hide_name === 0)
        nets.set(
          name,
          net.bits.map((b) => this.bit(b)),
        );
    }
    return { model: this.model(nets), checks, nets, clockNames: this.clockNames(), clockEdge: this.clockEdge };
  }

  literal(bit: NetBit): Lit {
    const known = this.literals.get(bit);
    if (known === undefined) throw new Error(`net ${bit} is read before it is known`);
    return known;
  }

  anything(): Lit {
    const lit = this.aig.leaf();
    this.inputs.push(nodeOf(lit));
    return lit;
  }

  private isClock(bits: readonly NetBit[]): boolean {
    return this.clock !== null && bits.length === 1 && bits[0] === this.clock;
  }

  /** All flip-flops and clocked checks must have the same clock and edge, and it must come from outside. */
  private findClock(): number | null {
    let clock: { readonly bit: NetBit; readonly edge: Edge; readonly cell: Cell } | null = null;
    for (const cell of Object.values(this.module.cells)) {
      const edge = edgeOf(cell);
      if (edge === null) continue;
      if (clock === null) clock = { ...edge, cell };
      else if (clock.bit !== edge.bit || clock.edge !== edge.edge) {
        const first = this.nameOf(clock.bit);
        const second = this.nameOf(edge.bit);
        const problem =
          first === second
            ? `both edges of '${first}' are used: one clock and one edge are supported`
            : `there are several clocks ('${first}' and '${second}'): one clock is supported`;
        throw netlistError("verilog-clock", problem, cell.attributes);
      }
    }
    if (clock === null || typeof clock.bit !== "number") return null;
    const bit = clock.bit;
    this.clockEdge = clock.edge;
    const isPort = Object.values(this.module.ports).some((p) => p.direction === "input" && p.bits.includes(bit));
    if (!isPort) {
      const problem = `the clock '${this.nameOf(bit)}' is not an input of the top module: derived clocks are not supported`;
      throw netlistError("verilog-clock", problem, clock.cell.attributes);
    }
    return bit;
  }

  private nameOf(bit: NetBit): string {
    const found = Object.entries(this.module.netnames).find(([, n]) => n.hide_name === 0 && n.bits.includes(bit));
    return found?.[0] ?? `net ${bit}`;
  }

  private clockNames(): Set<string> {
    const names = Object.entries(this.module.netnames).filter(([, n]) => this.isClock(n.bits));
    return new Set(names.map(([name]) => name));
  }

  private input(bit: NetBit): void {
    if (typeof bit === "number" && bit !== this.clock) this.literals.set(bit, this.anything());
  }

  private initialValues(): Map<number, "0" | "1"> {
    const init = new Map<number, "0" | "1">();
    for (const net of Object.values(this.module.netnames)) {
      const text = net.attributes.init;
      if (text === undefined) continue;
      // The last character is bit 0; short values are extended by what the synthesizer means: nothing.
      net.bits.forEach((bit, i) => {
        const value = text[text.length - 1 - i];
        if (typeof bit === "number" && (value === "0" || value === "1")) init.set(bit, value);
      });
    }
    return init;
  }

  private declare(cell: Cell, init: ReadonlyMap<number, "0" | "1">): void {
    switch (cell.type) {
      case "$dff":
      case "$ff":
        this.registers(cell, init);
        break;
      // Free in every step: an input, once something reads it.
      case "$anyseq":
        break;
      case "$anyconst":
        for (const b of cell.connections.Y!) this.constantUnknown(b);
        break;
      case "$initstate":
        for (const b of cell.connections.Y!) this.literals.set(b, not(this.startedLatch()));
        break;
      case "$check":
      case "$print":
      case "$scopeinfo":
        break;
      default: {
        if (Object.values(cell.connections).some((bits) => bits.includes("z")))
          throw netlistError("verilog-unsupported", "a tri-state driver is not supported", cell.attributes);
        const word = wordCell(cell, this);
        if (word === null)
          throw netlistError("verilog-unsupported", `${kindOf(cell.type)} is not supported`, cell.attributes);
        for (const [i, bit] of cell.connections.Y!.entries()) this.drivers.set(bit, { cell: word, i });
      }
    }
  }

  private registers({ connections: { D = [], Q = [] }, attributes }: Cell, init: ReadonlyMap<number, "0" | "1">): void {
    const at = sourceOf(attributes);
    Q.forEach((q, i) => {
      if (typeof q !== "number") return;
      const lit = this.aig.leaf();
      const value = init.get(q);
      const reset = value === undefined ? "free" : value === "1" ? TRUE : FALSE;
      this.latches.push({ node: nodeOf(lit), next: FALSE, reset, q, d: D[i]!, at });
      this.literals.set(q, lit);
    });
  }

  private constantUnknown(bit: NetBit): void {
    if (typeof bit !== "number") return;
    const lit = this.aig.leaf();
    this.latches.push({ node: nodeOf(lit), next: lit, reset: "free", q: null, d: bit, at: null });
    this.literals.set(bit, lit);
  }

  private startedLatch(): Lit {
    if (this.started === null) {
      this.started = this.aig.leaf();
      this.latches.push({ node: nodeOf(this.started), next: TRUE, reset: FALSE, q: null, d: "1", at: null });
    }
    return this.started;
  }

  /** The literal of a net bit; cells are visited without recursion. */
  private bit(root: NetBit): Lit {
    const open = new Set<NetBit>();
    const pending = [root];
    while (pending.length > 0) {
      const bit = pending.at(-1)!;
      const driver = this.drivers.get(bit);
      if (this.literals.has(bit)) pending.pop();
      else if (driver === undefined) this.undriven(bit);
      else if (open.has(bit)) {
        this.literals.set(bit, driver.cell.value(driver.i));
        open.delete(bit);
        pending.pop();
      } else {
        open.add(bit);
        for (const needed of driver.cell.needs(driver.i)) {
          if (open.has(needed)) throw this.loop(open);
          if (!this.literals.has(needed)) pending.push(needed);
        }
      }
    }
    return this.literal(root);
  }

  /** Named by a signal on it, if the user has named one. */
  private loop(on: ReadonlySet<NetBit>): InputError {
    const named = Object.entries(this.module.netnames).find(
      ([, n]) => n.hide_name === 0 && n.bits.some((b) => on.has(b)),
    );
    if (named === undefined) return new InputError("verilog-loop", "there is a combinational loop");
    return netlistError(
      "verilog-loop",
      `'${named[0]}' depends on itself without a flip-flop between`,
      named[1].attributes,
    );
  }

  /** A net that nothing drives may have any value; the clock as a value means nothing to a synchronous model. */
  private undriven(bit: NetBit): void {
    if (bit === this.clock) throw new InputError("verilog-clock", `the clock '${this.nameOf(bit)}' is used as a value`);
    if (bit === "z") throw new InputError("verilog-unsupported", `a net that is 'z' is not supported`);
    if (typeof bit !== "number") throw new Error(`a net is '${bit}'`);
    this.input(bit);
  }

  private check(name: string, cell: Cell): Check[] {
    if (cell.type !== "$check") return [];
    const source = sourceOf(cell.attributes);
    const flavor = cell.parameters.FLAVOR as Check["flavor"];
    const label = cell.hide_name === 0 ? name : `${flavor} at line ${source?.line ?? "?"}`;
    const triggered = /1/.test(cell.parameters.TRG_ENABLE ?? "");
    const isInitial = triggered && (cell.connections.TRG ?? []).length === 0;
    return [
      {
        flavor,
        name: label,
        source,
        enabled: this.bit(cell.connections.EN![0]!),
        condition: this.bit(cell.connections.A![0]!),
        isInitial,
      },
    ];
  }

  private model(nets: ReadonlyMap<string, readonly Lit[]>): Elaborated["model"] {
    const latches: Latch[] = this.latches.map(({ node, next, reset }) => ({ node, next, reset }));
    const isSeen = (name: string) => own(this.module.netnames, name)?.hide_name === 0 && !this.hide(name);
    const clock = this.clockEdge && { names: [...this.clockNames()].filter(isSeen), edge: this.clockEdge };
    return {
      aig: this.aig,
      inputs: this.inputs,
      latches,
      constraints: [],
      fairness: [],
      signals: this.signals(nets),
      modules: this.modules(),
      origin: { name: this.module.name, ...(clock && { clock }) },
    };
  }

  private signals(nets: ReadonlyMap<string, readonly Lit[]>): Signal[] {
    const inputs = new Set(this.inputs);
    const latchNodes = new Set(this.latches.map((l) => l.node));
    const assignedAt = new Map(this.latches.flatMap((l) => (l.at === null ? [] : [[l.node, l.at] as const])));
    return [...nets].flatMap(([name, bits]) => {
      if (this.hide(name)) return [];
      const net = own(this.module.netnames, name)!;
      const every = (nodes: ReadonlySet<number>): boolean => bits.every((b) => nodes.has(nodeOf(b)) && (b & 1) === 0);
      const kind = every(inputs) ? "input" : every(latchNodes) ? "latch" : "define";
      const source = sourceOf(net.attributes);
      const assigned = places(bits.flatMap((b) => assignedAt.get(nodeOf(b)) ?? []));
      return [
        {
          name,
          kind,
          type: typeOf(net),
          bits,
          ...indicesOf(net),
          ...(source === null ? {} : { source: { line: source.line, column: source.column } }),
          ...(assigned.length > 0 && { assigned }),
        },
      ];
    });
  }

  /** Latches by the instance that declares their register. */
  private modules(): number[][] {
    const instanceOf = new Map<number, string>();
    for (const [name, net] of Object.entries(this.module.netnames)) {
      if (net.hide_name === 1) continue;
      const path = name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "";
      for (const b of net.bits) {
        const known = typeof b === "number" ? instanceOf.get(b) : undefined;
        // The innermost name that a bit has is where it is declared.
        if (typeof b === "number" && (known === undefined || path.length > known.length)) instanceOf.set(b, path);
      }
    }
    const clusters = new Map<string, number[]>();
    this.latches.forEach((l, i) => {
      const path = typeof l.q === "number" ? (instanceOf.get(l.q) ?? "") : "";
      const cluster = clusters.get(path);
      if (cluster === undefined) clusters.set(path, [i]);
      else cluster.push(i);
    });
    return [...clusters.values()];
  }
}

/** Each once, without the synthesizer's name of the file. */
function places(all: readonly SourcePlace[]): SourcePlace[] {
  const lines = new Map(all.map(({ line, column }) => [`${line}:${column}`, { line, column }]));
  return [...lines.values()];
}

/** The clock and edge of a flip-flop or a clocked check. */
function edgeOf(cell: Cell): { readonly bit: NetBit; readonly edge: Edge } | null {
  if (cell.type === "$dff") return { bit: cell.connections.CLK![0]!, edge: edgeFor(cell.parameters.CLK_POLARITY) };
  const [trigger, ...others] = cell.type === "$check" ? (cell.connections.TRG ?? []) : [];
  if (trigger === undefined || !/1/.test(cell.parameters.TRG_ENABLE ?? "")) return null;
  if (others.length > 0) {
    throw netlistError("verilog-clock", "a check at the edges of several signals is not supported", cell.attributes);
  }
  return { bit: trigger, edge: edgeFor(cell.parameters.TRG_POLARITY) };
}

const edgeFor = (polarity = ""): Edge => (polarity.includes("1") ? "posedge" : "negedge");

function kindOf(type: string): string {
  if (/DLATCH|dlatch|_SR_|\$sr/.test(type)) return "a latch that is transparent while a signal is high or low";
  if (/DFF|dff/.test(type)) return "this kind of flip-flop";
  if (/tribuf/i.test(type)) return "a tri-state driver";
  if (/^\$all(const|seq)$/.test(type)) return `'${type}'`;
  return `the cell '${type}'`;
}

/** How the text counts the bits, unless they go down to 0. */
function indicesOf({ bits, offset = 0, upto }: NetName): Pick<Signal, "left" | "right"> {
  const last = offset + bits.length - 1;
  if (upto === 1) return { left: offset, right: last };
  return offset === 0 ? {} : { left: last, right: offset };
}

function typeOf(net: NetName): SignalType {
  const width = net.bits.length;
  const named = Object.entries(net.attributes).filter(([k]) => k.startsWith("enum_value_"));
  if (named.length > 0 && width <= 10) {
    const values = Array.from({ length: 2 ** width }, (_, i) => `${i}`);
    for (const [key, name] of named)
      values[Number.parseInt(key.slice("enum_value_".length), 2)] = name.replace(/^\\/, "");
    return { kind: "enum", values };
  }
  if (width === 1) return { kind: "bool" };
  return { kind: net.signed === 1 ? "signed" : "unsigned" };
}
