import { atomsOf } from "../../formula/atom-names.js";
import type { Ltl } from "../../formula/ltl.js";
import { rebuilt } from "../../formula/parts.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../logic/lit.js";
import { DemandLog } from "../../model/demands.js";
import type { Latch, Model } from "../../model/model.js";
import type { Design, Notice, Property } from "../../model/property.js";
import type { SourcePlace } from "../../model/symbols.js";
import { InputError, inSource } from "../../text/input-error.js";
import { own } from "../../text/record.js";
import { type Check, type Elaborated, elaborate } from "./elaborate.js";
import { SynthesisFiles, type VerilogSource } from "./files.js";
import { refuseLeftOut } from "./hierarchy.js";
import { leftOutNotices } from "./left-out.js";
import { delayNotices, refuseMisreadWords, refuseStructureArrays, structureNames } from "./misread.js";
import { type Cell, drivenBits, type NetBit, type NetlistModule, netlistError, sourceOf } from "./netlist.js";
import { atomPrefix, extractProperties, type SvaProperty } from "./properties.js";
import { type ScannedFile, scan } from "./scan.js";
import { assume, covered, type Watching } from "./watch.js";
import { fileTree, type RunYosys, type SynthesisWarning, synthesize } from "./yosys.js";

export interface VerilogOptions {
  /** The top module; the one that no other instantiates when absent. */
  readonly top?: string;
  /** Macros: `NAME`, `NAME=TEXT`. */
  readonly define?: readonly string[];
  /** Parameters of the top module, which must be named: `NAME=VALUE`. */
  readonly parameter?: readonly string[];
}

/** Memories become flip-flops: beyond so many bits that is refused. */
const MAX_MEMORY_BITS = 65_536;

/**
 * Reads Verilog and SystemVerilog. Yosys elaborates the design; concurrent assertions are read here, because it does not
 * know temporal operators. One clock, one edge; a step of the model is a cycle of that clock.
 */
export async function readVerilog(
  sources: readonly VerilogSource[],
  run: RunYosys,
  options: VerilogOptions = {},
): Promise<Design> {
  const files = new SynthesisFiles(sources, definitions(options.define ?? []));
  const texts = sources.filter((s) => s.part !== "data");
  const scanned = texts.map(({ name, text }) => ({ name, text, tokens: scan(text) }));
  refuseMisread(scanned);
  const prefix = atomPrefix([...texts.map((s) => s.text), ...(options.define ?? [])]);
  const properties = addTexts(files, sources, prefix);
  try {
    const first = await synthesize(run, toWords(files.given, options), files.tree());
    if (options.top === undefined) refuseLeftOut(first.files[HIERARCHY_LOG] as string, scanned);
    const words = moduleOf(first.output);
    const remarks = [...lookAtWarnings(first.warnings, words), ...lookAtWords(words)].map((n) => files.notice(n));
    const second = await synthesize(run, TO_REGISTERS, fileTree([["words.il", first.files["words.il"] as string]]));
    const elaborated = elaborate(moduleOf(second.output), (n) => n.includes(prefix));
    refuseLost(words, elaborated.checks);
    const builder = new DesignBuilder(elaborated, properties);
    const { model, properties: asked, demands } = builder.design();
    const checks = elaborated.checks.flatMap((c) => (c.source === null ? [] : [files.place(c.source)]));
    const leftOut = leftOutNotices(scanned, [...checks, ...builder.found]);
    return { model, properties: asked, demands, notices: [...scanned.flatMap(delayNotices), ...remarks, ...leftOut] };
  } catch (e) {
    throw e instanceof InputError ? files.error(e) : e;
  }
}

/** An assertion that the synthesizer loses on the way to registers would not be asked. */
function refuseLost({ cells }: NetlistModule, checks: readonly Check[]): void {
  const given = Object.values(cells).filter((c) => c.type === "$check");
  if (given.length === checks.length) return;
  const keyOf = (at: SourcePlace | null) => (at === null ? "" : `${at.file}:${at.line}:${at.column}`);
  const left = new Map<string, number>();
  for (const { source } of checks) left.set(keyOf(source), (left.get(keyOf(source)) ?? 0) + 1);
  const lost = given.find(({ attributes }) => {
    const key = keyOf(sourceOf(attributes));
    const instances = left.get(key) ?? 0;
    left.set(key, instances - 1);
    return instances === 0;
  });
  const problem = `an assertion gets lost when the design is synthesized (of ${given.length}, ${checks.length} are left), and would not be checked`;
  throw netlistError("verilog-lost", problem, lost?.attributes ?? {});
}

/** What the synthesizer would drop, or take for something else. */
function refuseMisread(scanned: readonly ScannedFile[]): void {
  const structures = structureNames(scanned);
  for (const source of scanned)
    inSource(source.name, () => {
      refuseStructureArrays(source, structures);
      refuseMisreadWords(source);
    });
}

/** A concurrent assertion with the file that it stands in. */
type FileProperty = SvaProperty & { readonly file: string };

/** Gives the texts to the synthesizer without their concurrent assertions, which are returned. */
function addTexts(files: SynthesisFiles, sources: readonly VerilogSource[], prefix: string): FileProperty[] {
  const properties: FileProperty[] = [];
  let firstAtom = 0;
  for (const source of sources) {
    const { name, text, part } = source;
    if (part === "data") {
      files.add(source, text);
      continue;
    }
    const isIncluded = part === "include";
    const extracted = inSource(name, () => extractProperties(text, { prefix, firstAtom, isIncluded }));
    firstAtom = extracted.nextAtom;
    properties.push(...extracted.properties.map((p) => ({ ...p, file: name })));
    files.add(source, extracted.text);
  }
  return properties;
}

const HIERARCHY_LOG = "hierarchy.log";

/**
 * Up to words and flip-flops as the user wrote them, where asynchronous resets, latches and memories can still be told.
 * Nothing is optimized away, here or later: names that the user knows stay.
 */
function toWords(files: readonly string[], { top, parameter = [] }: VerilogOptions): string {
  if (top === undefined && parameter.length > 0)
    throw new InputError("verilog-parameter", "parameters are those of the top module: name it with --top");
  if (top !== undefined && !/^[A-Za-z_][A-Za-z0-9_$]*$/.test(top)) {
    throw new InputError("verilog-top", `'${top}' is not the name of a module`);
  }
  return [
    `read_verilog -sv -formal ${files.join(" ")}`,
    `tee -q -o ${HIERARCHY_LOG} hierarchy -check ${top === undefined ? "-auto-top" : `-top ${top}`} ${parameter.map(parameterOption).join(" ")}`,
    "proc",
    "flatten",
    "check",
    "write_json",
    "write_rtlil words.il",
  ].join("; ");
}

/** Of a script: nothing but a name and a number or a plain text gets in. */
function parameterOption(parameter: string): string {
  const [, name, value] = /^([A-Za-z_]\w*)=(-?\d+|\d*'[sS]?[bBoOdDhH][0-9a-fA-F_]+|"[\w .-]*")$/.exec(parameter) ?? [];
  if (name !== undefined) return `-chparam ${name} ${value}`;
  const problem = `'${parameter}' is not a parameter: expected NAME=VALUE, with a number such as 8 or 4'b0101, or a text in quotation marks`;
  throw new InputError("verilog-parameter", problem);
}

/** Macros as a text that is read before all others. */
function definitions(macros: readonly string[]): string {
  return macros
    .map((macro) => {
      const [, name, text = "1"] = /^([A-Za-z_]\w*)(?:=([^\r\n]*))?$/.exec(macro) ?? [];
      if (name === undefined)
        throw new InputError("verilog-define", `'${macro}' is not a macro: expected NAME or NAME=TEXT`);
      return `\`define ${name} ${text}\n`;
    })
    .join("");
}

/** Down to words without memories, and plain flip-flops. What is undefined may have any value in any step. */
const TO_REGISTERS = [
  "read_rtlil words.il",
  "memory_collect",
  "memory_map",
  "async2sync t:$adff t:$adffe t:$aldff t:$aldffe t:$dffsr t:$dffsre",
  "setundef -undriven -anyseq",
  "dffunmap",
  "write_json",
].join("; ");

/** Yosys writes each byte of a letter beyond ASCII as `\\uFFFFFFE2`, which is no JSON for it. */
function withoutByteEscapes(json: string): string {
  if (!json.includes("\\uFFFFFF")) return json;
  return json.replace(/\\\\|(?:\\uFFFFFF[0-9A-F]{2})+/g, (escapes) => {
    if (escapes === "\\\\") return escapes;
    const bytes = escapes.split("\\uFFFFFF").slice(1);
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (b) => Number.parseInt(b, 16)));
    return JSON.stringify(text).slice(1, -1);
  });
}

function moduleOf(json: string): NetlistModule {
  const { modules } = JSON.parse(withoutByteEscapes(json)) as { modules: Record<string, Omit<NetlistModule, "name">> };
  const [named] = Object.entries(modules);
  if (named === undefined) throw new InputError("verilog-top", "there is no module");
  const [name, module] = named;
  // By names of the text: 'constructor' is one only where the text has it.
  for (const part of [module.ports, module.cells, module.netnames, module.memories ?? {}])
    Object.setPrototypeOf(part, null);
  // With other parameters than its own it is called `$paramod\\counter\\WIDTH=…`, or `$paramod$` and a hash.
  return { ...module, name: /^\$paramod(?:\$\w+)?\\(\w+)/.exec(name)?.[1] ?? name };
}

const IMPLICIT = /^Identifier `\\(.*)' is implicitly declared\.$/;

const CONFLICT =
  /^(?:multiple conflicting drivers for [^.]*\.\\?([^\n]*):|Drivers conflicting with a constant [^\n]*)\n(.*)/s;
const UNDRIVEN = /^Wire [^.]*\.\\?(\S+)(?: \[\d+\])? is used but has no driver\.$/;

/**
 * A name that is not declared may be a net that something drives. If nothing does, it would be free: the name is wrong, or
 * stands for something in another module. Nets with several drivers would all be one, inputs included. All else that the
 * synthesizer warns of is passed on.
 */
function lookAtWarnings(warnings: readonly SynthesisWarning[], words: NetlistModule): Notice[] {
  const driven = drivenBits(words);
  const notices = new Map<string, Notice>();
  const note = (code: string, text: string, source: Notice["source"]) => notices.set(text, { code, text, source });
  for (const { file, line, text } of warnings) {
    const conflict = CONFLICT.exec(text);
    if (conflict !== null) throw severalDrivers(conflict[1] ?? null, conflict[2]!, words);
    if (text.startsWith("found logic loop")) continue; // refused later, by name
    const undriven = UNDRIVEN.exec(text)?.[1];
    if (undriven !== undefined) {
      const net = own(words.netnames, undriven);
      if (net === undefined || net.hide_name === 1) continue;
      const at = sourceOf(net.attributes) ?? { line: 1, column: 1 };
      note("verilog-undriven", `nothing drives '${undriven}': it may have any value`, at);
      continue;
    }
    const name = IMPLICIT.exec(text)?.[1];
    const source = { file, line, column: 1 };
    if (name === undefined) {
      note("verilog-warning", text.replace(/\s*\n\s*/g, " "), source);
      continue;
    }
    if (name.includes(".")) {
      const problem = `'${name}' names something in another module, which is supported in formulas of the command line only`;
      throw new InputError("verilog-hierarchy", problem, source, file);
    }
    const isFree = Object.entries(words.netnames).some(
      ([n, { bits, attributes }]) =>
        (n === name || n.endsWith(`.${name}`)) &&
        sourceOf(attributes)?.line === line &&
        bits.some((b) => !driven.has(b)),
    );
    if (isFree) throw new InputError("verilog-undeclared", `'${name}' is not declared`, source, file);
  }
  return [...notices.values()];
}

/** `drivers`: one a line, `module input a[0]` or `port Q[0] of cell $procdff$6 ($dff)`. */
function severalDrivers(name: string | null, drivers: string, words: NetlistModule): InputError {
  const inputs = [...drivers.matchAll(/^\s*module input (\S+)\[\d+\]$/gm)].map((m) => m[1]!);
  const blamed = name?.replace(/ (\[\d+\])$/, "$1") ?? inputs[0];
  const also = [...new Set(inputs.filter((i) => i !== blamed?.replace(/\[\d+\]$/, "")))];
  const what = blamed === undefined ? "a net" : [blamed, ...also].map((n) => `'${n}'`).join(" and ");
  const problem =
    also.length > 0
      ? `${what} drive the same net: each net needs one driver`
      : `${what}, or a net that it is joined with, has several drivers: each net needs one`;
  const net = blamed === undefined ? undefined : own(words.netnames, blamed.replace(/\[\d+\]$/, ""));
  return netlistError("verilog-drivers", problem, net?.attributes ?? {});
}

/** What a synchronous model with one clock cannot say exactly is remarked on; what it cannot say at all is refused. */
function lookAtWords(words: NetlistModule): Notice[] {
  for (const [name, memory] of Object.entries(words.memories ?? {})) {
    if (memory.width * memory.size > MAX_MEMORY_BITS) {
      const problem = `the memory '${name}' has more than ${MAX_MEMORY_BITS} bits`;
      throw netlistError("verilog-limit", problem, memory.attributes);
    }
  }
  const cells = Object.values(words.cells);
  const latch = cells.find((c) => /^\$(dlatch|adlatch|dlatchsr|sr)$/.test(c.type));
  if (latch !== undefined) {
    const problem = "a latch that is transparent while a signal is high or low is not supported";
    throw netlistError("verilog-latch", problem, latch.attributes);
  }
  const unknown = cells.find((c) => /^\$(eqx|nex)$/.test(c.type) && readsUnknown(c));
  if (unknown !== undefined) {
    const problem = "a comparison with x or z is not supported: values are 0 or 1 here";
    throw netlistError("verilog-unknown", problem, unknown.attributes);
  }
  const divisions = cells.filter((c) => /^\$(div|mod|divfloor|modfloor)$/.test(c.type) && mayBeZero(c.connections.B!));
  const asynchronous = cells.filter((c) => /^\$(adff|adffe|aldff|aldffe|dffsr|dffsre)$/.test(c.type));
  return [
    ...noticesAt(
      "verilog-asynchronous",
      "an asynchronous reset is seen once in a clock cycle: pulses between two edges are not modelled",
      asynchronous,
    ),
    ...noticesAt(
      "verilog-division",
      "divided by zero, a quotient is all ones and a remainder the dividend, not unknown",
      divisions,
    ),
  ];
}

const readsUnknown = ({ connections: { A = [], B = [] } }: Cell): boolean =>
  [...A, ...B].some((b) => b === "x" || b === "z");

const mayBeZero = (bits: readonly NetBit[]): boolean => !bits.includes("1");

/** One notice for each place in the text. */
function noticesAt(code: string, text: string, cells: readonly Cell[]): Notice[] {
  const places = new Map(cells.map((c) => [c.attributes.src, sourceOf(c.attributes) ?? { line: 1, column: 1 }]));
  return [...places.values()].map((source) => ({ code, text, source }));
}

class DesignBuilder {
  /** The concurrent assertions that some instance has. */
  readonly found: FileProperty[] = [];
  private readonly properties: Property[] = [];
  private readonly constraints: Lit[] = [];
  private readonly fairness: Lit[] = [];
  private readonly fairnessNames: string[] = [];
  private readonly asked = new DemandLog(this.constraints, this.fairness);
  private readonly latches: Latch[];
  private started: Lit | null = null;
  /** The edge and the net that properties are sampled by. */
  private sampling: string | null = null;

  constructor(
    private readonly elaborated: Elaborated,
    private readonly sva: readonly FileProperty[],
  ) {
    this.latches = [...elaborated.model.latches];
  }

  design(): Required<Pick<Design, "model" | "properties" | "demands">> {
    for (const check of this.elaborated.checks) this.addCheck(check);
    for (const p of this.sva) {
      const paths = this.instancesOf(p);
      if (paths.length > 0) this.found.push(p);
      for (const path of paths) this.addProperty(p, path);
    }
    const { model } = this.elaborated;
    const { latches, constraints, fairness, fairnessNames } = this;
    const result: Model = { ...model, latches, constraints, fairness, fairnessNames };
    return { model: result, properties: this.properties, demands: this.asked.demands };
  }

  private addCheck({ flavor, name, source, enabled, condition, isInitial }: Check): void {
    const { aig } = this.elaborated.model;
    const active = isInitial ? aig.and(enabled, not(this.startedLatch())) : enabled;
    const holds = aig.implies(active, condition);
    const place = source === null ? {} : { source: { line: source.line, column: source.column } };
    switch (flavor) {
      case "assert":
        this.properties.push({ kind: "bad", name, ...place, literal: not(holds) });
        break;
      case "assume":
        this.asked.during(name, place.source, () => this.constraints.push(holds));
        break;
      case "cover":
        this.properties.push({ kind: "bad", name, ...place, literal: aig.and(active, condition), isCover: true });
        break;
      case "live": {
        const formula: Ltl = { op: "G", arg: { op: "F", arg: { op: "atom", name } } };
        this.properties.push({ kind: "ltl", name, ...place, formula, atoms: new Map([[name, holds]]) });
        break;
      }
      case "fair":
        this.asked.during(name, place.source, () => this.fairness.push(holds));
        this.fairnessNames.push(name);
    }
  }

  /** 0 in the first step, 1 afterwards. */
  private startedLatch(): Lit {
    this.started ??= this.addLatch(FALSE, () => TRUE);
    return this.started;
  }

  private addLatch(reset: Lit, next: (now: Lit) => Lit): Lit {
    const lit = this.elaborated.model.aig.leaf();
    this.latches.push({ node: nodeOf(lit), next: next(lit), reset });
    return lit;
  }

  /** The instances that have the property's wires: a path with its dot, or empty for the top module. */
  private instancesOf(p: FileProperty): string[] {
    const [suffix] = [...atomsOf(p.formula)];
    if (suffix === undefined) throw this.refused(p, "a property that reads no signal is not supported");
    return [...this.elaborated.nets.keys()]
      .filter((n) => n === suffix || n.endsWith(`.${suffix}`))
      .map((n) => n.slice(0, n.length - suffix.length));
  }

  private addProperty(p: FileProperty, path: string): void {
    this.checkClock(p, path);
    const atoms = new Map(
      [...new Set(atomsOf(p.formula))].map((a) => [a, this.elaborated.nets.get(`${path}${a}`)![0]!]),
    );
    const name = `${path}${p.label ?? `${p.kind} at line ${p.line}`}`;
    const source = { line: p.line, column: p.column };
    switch (p.kind) {
      case "assert": {
        const formula: Ltl = { op: "G", arg: renamed(p.formula, p.sources) };
        const named = new Map([...atoms].map(([a, lit]) => [p.sources.get(a) ?? a, lit]));
        this.properties.push({ kind: "ltl", name, text: p.text, source, formula, atoms: named });
        break;
      }
      case "assume":
        // At every step, as an assertion.
        if (!this.asked.during(name, source, () => assume(this.watching(p, atoms), p.formula)))
          throw this.refused(p, "this assumption is not supported");
        break;
      case "cover": {
        const literal = covered(this.watching(p, atoms), p.formula);
        if (literal === null) throw this.refused(p, "what is to be covered must be a sequence");
        this.properties.push({ kind: "bad", name, source, literal, isCover: true });
      }
    }
  }

  private refused(p: FileProperty, problem: string): InputError {
    return new InputError("verilog-unsupported", problem, { line: p.line, column: p.column }, p.file);
  }

  private checkClock(p: FileProperty, path: string): void {
    const { clockNames, clockEdge } = this.elaborated;
    if (p.clock === null) return;
    const { signal, edge } = p.clock;
    if (clockNames.size === 0) {
      // Nothing is stored: what a clock is, only properties say.
      const sampling = `${edge} ${this.netIn(path, signal)?.join(" ") ?? signal}`;
      this.sampling ??= sampling;
      if (sampling !== this.sampling)
        throw this.refused(p, `other properties are not sampled at the ${edge} of '${signal}': one clock is supported`);
      return;
    }
    if (!this.isClockIn(path, signal))
      throw this.refused(
        p,
        `the property is sampled by '${signal}', which is not the design's clock: one clock is supported`,
      );
    if (edge !== clockEdge)
      throw this.refused(p, `the property is sampled at the ${edge}, the design at the ${clockEdge}: one is supported`);
  }

  /** Whether the name means the clock there: the innermost block or instance that has it counts. */
  private isClockIn(path: string, signal: string): boolean {
    const { clockNames, nets } = this.elaborated;
    return clockNames.has(innermost(path, signal, (name) => clockNames.has(name) || nets.has(name)) ?? "");
  }

  private netIn(path: string, signal: string): readonly Lit[] | undefined {
    const { nets } = this.elaborated;
    return nets.get(innermost(path, signal, (name) => nets.has(name)) ?? "");
  }

  /** Registers that watch for what is assumed or covered, and where their findings go. */
  private watching(p: SvaProperty, atoms: ReadonlyMap<string, Lit>): Watching {
    return {
      aig: this.elaborated.model.aig,
      atoms,
      later: (value) => (value === TRUE ? this.startedLatch() : this.addLatch(FALSE, () => value)),
      state: (next) => this.addLatch(FALSE, next),
      constrain: (literal) => {
        this.constraints.push(literal);
      },
      repeat: (literal) => {
        this.fairness.push(literal);
        this.fairnessNames.push(p.label ?? p.text);
      },
    };
  }
}

/** The full name of what a name means in a block or an instance; null when nothing around it is called so. */
function innermost(path: string, name: string, isThere: (name: string) => boolean): string | null {
  for (let scope = path; ; scope = scope.replace(/[^.]*\.$/, "")) {
    if (isThere(`${scope}${name}`)) return `${scope}${name}`;
    if (scope === "") return null;
  }
}

/** The formula with the user's expressions for atoms. */
const renamed = (formula: Ltl, sources: ReadonlyMap<string, string>): Ltl =>
  rebuilt(formula, (f) => (f.op === "atom" ? { op: "atom", name: sources.get(f.name) ?? f.name } : null));
