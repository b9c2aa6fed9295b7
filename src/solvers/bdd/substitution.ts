import type { Bdd } from "./edge.js";
import type { BddStore } from "./store.js";

/** Variables for variables, all at once. Made by `renaming`; kept for as long as it is used, so that results are remembered. */
export interface Renaming {
  readonly number: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Functions for variables, all at once. Made by `substitution`; protects its functions until it is disposed of. */
export interface Substitution extends Disposable {
  readonly number: number;
  readonly variables: Int32Array;
  readonly functions: Int32Array;
}

const NONE = -1;

/** The kernel holds one renaming and one substitution at a time, by levels: a change of the order loses them. */
export class Substitutions {
  private made = 0;
  private renaming = NONE;
  private substitution = NONE;
  private changes = 0;

  constructor(private readonly store: BddStore) {}

  rename(f: Bdd, renaming: Renaming): Bdd {
    const { kernel } = this.store;
    return this.store.run(() => {
      this.install(renaming);
      return kernel.rename(f, renaming.number);
    }, f) as Bdd;
  }

  substitute(f: Bdd, substitution: Substitution): Bdd {
    const { kernel } = this.store;
    return this.store.run(() => {
      this.installFunctions(substitution);
      return kernel.substitute(f, substitution.number);
    }, f) as Bdd;
  }

  newRenaming(to: ReadonlyMap<number, number>): Renaming {
    return { number: this.made++, from: Int32Array.from(to.keys()), to: Int32Array.from(to.values()) };
  }

  newSubstitution(by: ReadonlyMap<number, Bdd>): Substitution {
    const { store } = this;
    const functions = Int32Array.from(by.values());
    for (const f of functions) store.protect(f as Bdd);
    let disposed = false;
    const dispose = () => {
      if (!disposed) for (const f of functions) store.release(f as Bdd);
      disposed = true;
    };
    return { number: this.made++, variables: Int32Array.from(by.keys()), functions, [Symbol.dispose]: dispose };
  }

  private install({ number, from, to }: Renaming): void {
    const { kernel } = this.store;
    this.forgetWhatWasLost();
    if (this.renaming === number) return;
    kernel.forgetRenamed();
    for (let i = 0; i < from.length; i++) kernel.setRenamed(from[i]!, to[i]!);
    this.renaming = number;
  }

  private installFunctions({ number, variables, functions }: Substitution): void {
    const { kernel } = this.store;
    this.forgetWhatWasLost();
    if (this.substitution === number) return;
    kernel.forgetSubstituted();
    for (let i = 0; i < variables.length; i++) kernel.setSubstituted(variables[i]!, functions[i]!);
    this.substitution = number;
  }

  private forgetWhatWasLost(): void {
    const { changes } = this.store.reordering;
    if (changes === this.changes) return;
    this.changes = changes;
    this.renaming = NONE;
    this.substitution = NONE;
  }
}
