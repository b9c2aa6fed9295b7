import { instanceOf } from "../instance.js";

/** The exports of the compiled kernel (assembly/bdd/index.ts). Edges and addresses are plain numbers here. */
export interface BddKernel {
  readonly memory: WebAssembly.Memory;
  readonly used: { readonly value: number };
  readonly peak: { readonly value: number };
  readonly collections: { readonly value: number };
  readonly reorderings: { readonly value: number };
  readonly nodeCapacity: { readonly value: number };
  readonly slotCount: { readonly value: number };
  readonly varCount: { readonly value: number };
  init(nodes: number, slots: number): void;
  setMemoryLimit(bytes: number): void;
  setNodeLimit(nodes: number): void;
  setStress(nodes: number): void;
  setReorderAt(nodes: number): void;
  setMaxGrowth(factor: number): void;
  grant(nodes: number): void;
  pollNow(): void;
  newVariable(): number;
  projection(variable: number): number;
  levelOfVar(variable: number): number;
  varAtLevel(level: number): number;
  topVariable(f: number): number;
  topLevel(f: number): number;
  lo(f: number): number;
  hi(f: number): number;
  and(f: number, g: number): number;
  xor(f: number, g: number): number;
  ite(f: number, g: number, h: number): number;
  disjoint(f: number, g: number): number;
  exists(f: number, cube: number): number;
  andExists(f: number, g: number, cube: number): number;
  cofactor(f: number, cube: number): number;
  constrain(f: number, care: number): number;
  restrict(f: number, care: number): number;
  squeeze(lower: number, upper: number): number;
  compose(f: number, g: number, level: number): number;
  substitute(f: number, substitution: number): number;
  rename(f: number, renaming: number): number;
  setRenamed(from: number, to: number): void;
  forgetRenamed(): void;
  setSubstituted(variable: number, f: number): void;
  forgetSubstituted(): void;
  orderAddress(): number;
  protect(f: number): void;
  release(f: number): void;
  protections(f: number): number;
  isInUse(f: number): number;
  collectGarbage(): number;
  quarantineGarbage(): void;
  forgetResults(): void;
  begin(): void;
  visit(f: number): void;
  visited(): number;
  end(): void;
  flatten(): number;
  numberOf(table: number, f: number): number;
  siftAll(withSymmetry: number): void;
  permuteWindows(width: number): void;
  applyOrder(atAnyPrice: number): void;
  swapCount(): number;
  isTied(variable: number): number;
  setTied(variable: number, tied: number): void;
  createdNodes(): number;
  cacheHits(): number;
  cacheMisses(): number;
}

/** Reasons with which the kernel calls `fail`; another one says that its limit on nodes is reached (assembly/bdd/host.ts). */
export const OUT_OF_MEMORY = 0;
export const OUT_OF_ALLOWANCE = 2;

export interface BddHost {
  /** New fuel, or throws. Must not call the kernel. */
  poll(): number;
  /** Must throw. */
  fail(reason: number): void;
  /** Must not throw. Not zero when a reordering should come to its end. */
  reorderingShouldEnd(): number;
  /** May throw, reorder, and start the operation again. */
  reorderingDue(): void;
}

export function instantiate(module: WebAssembly.Module, host: BddHost): BddKernel {
  const { exports } = instanceOf(module, { host: { ...host } });
  return exports as unknown as BddKernel;
}

/** Words of the kernel's memory. Addresses beyond 2 GiB come as negative numbers. */
export function wordsAt(kernel: BddKernel, address: number, count: number): Int32Array {
  return new Int32Array(kernel.memory.buffer, address >>> 0, count);
}
