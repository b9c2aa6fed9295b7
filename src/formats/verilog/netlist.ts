import type { SourcePlace } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import { own } from "../../text/record.js";

/** A bit of a net: its number, or a constant. */
export type NetBit = number | "0" | "1" | "x" | "z";

/** The parts of the synthesizer's JSON netlist that are read here. */
export interface NetlistModule {
  readonly name: string;
  readonly ports: Readonly<Record<string, { readonly direction: string; readonly bits: readonly NetBit[] }>>;
  readonly cells: Readonly<Record<string, Cell>>;
  readonly netnames: Readonly<Record<string, NetName>>;
  readonly memories?: Readonly<
    Record<string, { readonly width: number; readonly size: number; readonly attributes: Attributes }>
  >;
}

export interface Cell {
  readonly hide_name: number;
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly attributes: Attributes;
  readonly connections: Readonly<Record<string, readonly NetBit[]>>;
  readonly port_directions?: Readonly<Record<string, string>>;
}

export interface NetName {
  readonly hide_name: number;
  readonly bits: readonly NetBit[];
  readonly attributes: Attributes;
  readonly signed?: number;
  /** The index of the least bit, or of the most significant one if they are counted up (`[0:3]`). */
  readonly offset?: number;
  readonly upto?: number;
}

export type Attributes = Readonly<Record<string, string>>;

/** `file.sv:12.3-12.20` */
export function sourceOf(attributes: Attributes): (SourcePlace & { readonly file: string }) | null {
  const match = /^([^|]*):(\d+)\.(\d+)-/.exec(attributes.src ?? "");
  return match === null || match[2] === "0"
    ? null
    : { file: match[1]!, line: Number(match[2]), column: Number(match[3]) };
}

export function netlistError(code: string, problem: string, attributes: Attributes): InputError {
  const source = sourceOf(attributes);
  return new InputError(code, problem, source, source?.file ?? "");
}

/** The bits of nets that a cell or an input of the module drives. */
export function drivenBits({ ports, cells }: NetlistModule): Set<NetBit> {
  const driven = new Set<NetBit>(["0", "1"]);
  for (const { direction, bits } of Object.values(ports)) {
    if (direction !== "output") for (const b of bits) driven.add(b);
  }
  for (const { connections, port_directions } of Object.values(cells)) {
    for (const [port, bits] of Object.entries(connections)) {
      if (own(port_directions ?? {}, port) !== "input") for (const b of bits) driven.add(b);
    }
  }
  return driven;
}
