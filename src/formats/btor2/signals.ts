import type { Bits } from "../../logic/vector.js";
import type { Signal } from "../../model/symbols.js";
import { spelled } from "../../text/escape.js";
import type { Btor2File } from "./file.js";
import type { Sort } from "./syntax.js";

/**
 * What the user calls things: the symbols of a file, and `n12` for the input, state or output of line 12 that has none. An array has
 * a signal for each element. A name that stands for different values can also be told apart by `n` and the number.
 */
export class Signals {
  private readonly signals: (Signal & { readonly line: number })[] = [];
  /** The first signal of each name. */
  private readonly byName = new Map<string, Signal>();
  private readonly ambiguous = new Set<string>();

  constructor(private readonly file: Btor2File) {}

  add(line: number, sort: Sort, bits: Bits, kind: Signal["kind"], isState: boolean): void {
    const symbol = this.file.symbol(line);
    const name = symbol === undefined ? this.byNumber(line) : spelled(symbol);
    const { width, index } = sort;
    if (index === null) this.push(line, name, bits, kind, isState);
    else
      for (let k = 0; k < 2 ** index; k++)
        this.push(line, `${name}[${k}]`, bits.slice(k * width, (k + 1) * width), kind, isState);
  }

  private push(line: number, name: string, bits: Bits, kind: Signal["kind"], isState: boolean): void {
    const same = this.byName.get(name);
    if (same === undefined || !sameBits(same.bits, bits)) {
      const type = { kind: bits.length === 1 ? "bool" : "unsigned" } as const;
      const signal = { name, kind, type, bits, ...(isState && { isState }) };
      this.signals.push({ ...signal, line });
      if (same !== undefined) this.ambiguous.add(name);
      else this.byName.set(name, signal);
    }
  }

  private byNumber(line: number): string {
    return `n${this.file.id(line)}`;
  }

  all(): Signal[] {
    const aliases = this.signals
      .filter(({ name }) => this.ambiguous.has(name))
      .map((signal): Signal => ({ ...signal, name: this.byNumber(signal.line), kind: "define" }));
    return [...this.signals, ...aliases].map(({ name, kind, type, bits, isState }) => ({
      name,
      kind,
      type,
      bits,
      ...(isState && { isState }),
    }));
  }
}

const sameBits = (a: Bits, b: Bits): boolean => a.length === b.length && a.every((bit, i) => bit === b[i]);
