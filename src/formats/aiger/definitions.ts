import { type AigerFile, type Fail, NO_RESET, type Section } from "./file.js";

/**
 * Which variable is defined where. Definitions are numbered: 0 is the constant, then come the inputs, the latches and the
 * gates in the order of the file.
 */
export interface Definitions {
  /** The number of a variable's definition; -1 when it has none. */
  of(variable: number): number;
  /** Indices of the gates, each after the gates that it reads; null when the file's order is such an order. */
  readonly gateOrder: Int32Array | null;
}

export interface AigerRules {
  /** Whether the reset of a latch may depend on itself: evidence is judged by who checks it, not by its reader. */
  readonly cyclicResets?: boolean;
}

/**
 * Numbers the definitions of a file and checks them: every variable is defined once, every literal is defined, no gate
 * depends on itself, and no latch's reset depends on itself. Calls `fail` for the first thing that is wrong.
 */
export function definitionsOf(file: AigerFile, fail: Fail, { cyclicResets = false }: AigerRules = {}): Definitions {
  const of = numberDefinitions(file, fail);
  checkUses(file, of, fail);
  const gateOrder = isOrdered(file, of) ? null : orderGates(file, of, fail);
  if (!cyclicResets) checkResets(file, of, fail);
  return { of, gateOrder };
}

function numberDefinitions(file: AigerFile, fail: Fail): (variable: number) => number {
  const total = file.inputs.length + file.latches.length / 3 + file.gates.length / 3;
  const numbers = new VariableMap(file.maxVariable, total);
  numbers.set(0, 0);
  let count = 1;
  const define = (lits: Int32Array, stride: number, section: Section): void => {
    for (let i = 0; i < lits.length; i += stride) {
      const lit = lits[i]!;
      const entry = { section, index: i / stride, field: 0 };
      if ((lit & 1) === 1 || lit === 0)
        fail("aiger-definition", `expected an even literal from 2 to define a${article(section)}, found ${lit}`, entry);
      if (lit > 2 * file.maxVariable)
        fail("aiger-literal", `expected a literal up to ${2 * file.maxVariable + 1}, found ${lit}`, entry);
      if (numbers.get(lit >> 1) !== -1)
        fail("aiger-definition", `expected an undefined literal, but ${lit} is defined already`, entry);
      numbers.set(lit >> 1, count++);
    }
  };
  define(file.inputs, 1, "input");
  define(file.latches, 3, "latch");
  define(file.gates, 3, "gate");
  return (variable) => numbers.get(variable);
}

const article = (section: Section): string => (section === "input" ? "n input" : ` ${section}`);

function checkUses(file: AigerFile, of: Definitions["of"], fail: Fail): void {
  const use = (lit: number, section: Section, index: number, field: number): void => {
    if (lit < 0 || lit > 2 * file.maxVariable + 1)
      fail("aiger-literal", `expected a literal up to ${2 * file.maxVariable + 1}, found ${lit}`, {
        section,
        index,
        field,
      });
    if (of(lit >> 1) === -1)
      fail("aiger-undefined", `expected a defined literal: no input, latch or gate defines ${lit & ~1}`, {
        section,
        index,
        field,
      });
  };
  for (let i = 0; i < file.latches.length; i += 3) {
    use(file.latches[i + 1]!, "latch", i / 3, 1);
    if (file.latches[i + 2] !== NO_RESET) use(file.latches[i + 2]!, "latch", i / 3, 2);
  }
  file.outputs.forEach((lit, i) => {
    use(lit, "output", i, 0);
  });
  file.bad.forEach((lit, i) => {
    use(lit, "bad", i, 0);
  });
  file.constraints.forEach((lit, i) => {
    use(lit, "constraint", i, 0);
  });
  file.justice.forEach((lit, i) => {
    use(lit, "justice", i, 0);
  });
  file.fairness.forEach((lit, i) => {
    use(lit, "fairness", i, 0);
  });
  for (let i = 0; i < file.gates.length; i += 3) {
    use(file.gates[i + 1]!, "gate", i / 3, 1);
    use(file.gates[i + 2]!, "gate", i / 3, 2);
  }
}

function isOrdered(file: AigerFile, of: Definitions["of"]): boolean {
  const { gates } = file;
  let number = firstGate(file);
  for (let i = 0; i < gates.length; i += 3, number++)
    if (of(gates[i + 1]! >> 1) >= number || of(gates[i + 2]! >> 1) >= number) return false;
  return true;
}

const firstGate = (file: AigerFile): number => 1 + file.inputs.length + file.latches.length / 3;

function orderGates(file: AigerFile, of: Definitions["of"], fail: Fail): Int32Array {
  const first = firstGate(file);
  const { gates } = file;
  const child = (n: number, k: number): number => (n < first ? -1 : of(gates[3 * (n - first) + 1 + k]! >> 1));
  const order = new Int32Array(gates.length / 3);
  let count = 0;
  const search = new DepthFirst(first + order.length, child);
  for (let n = first; n < first + order.length; n++) {
    const cycle = search.visit(n, (done) => {
      if (done >= first) order[count++] = done - first;
    });
    if (cycle !== null) {
      const lits = cycle.map((d) => gates[3 * (d - first)]!);
      fail("aiger-cycle", `expected gates without cycles, but ${lits[0]} depends on itself: ${arrows(lits)}`, {
        section: "gate",
        index: cycle[0]! - first,
        field: 0,
      });
    }
  }
  return order;
}

/** In the first step a latch reads what its reset literal reads: that must end in inputs, constants and free latches. */
function checkResets(file: AigerFile, of: Definitions["of"], fail: Fail): void {
  const { gates, latches } = file;
  const firstLatch = 1 + file.inputs.length;
  const first = firstGate(file);
  const readsReset = (i: number): boolean => latches[i + 2]! > 1 && latches[i + 2] !== latches[i];
  const child = (n: number, k: number): number => {
    if (n >= first) return of(gates[3 * (n - first) + 1 + k]! >> 1);
    if (n < firstLatch || k === 1) return -1;
    const i = 3 * (n - firstLatch);
    return readsReset(i) ? of(latches[i + 2]! >> 1) : -1;
  };
  let search: DepthFirst | null = null;
  for (let i = 0; i < latches.length; i += 3) {
    if (!readsReset(i)) continue;
    search ??= new DepthFirst(first + gates.length / 3, child);
    const cycle = search.visit(firstLatch + i / 3, () => {});
    if (cycle === null) continue;
    const onCycle = cycle.filter((n) => n < first).map((n) => n - firstLatch);
    const lits = onCycle.map((l) => latches[3 * l]!);
    const problem = `expected resets without cycles, but the first value of latch ${lits[0]} depends on itself`;
    fail("aiger-reset-cycle", `${problem}: ${arrows(lits)}`, { section: "latch", index: onCycle[0]!, field: 2 });
  }
}

function arrows(lits: readonly number[]): string {
  const shown = lits.length > 8 ? [...lits.slice(0, 8), "…"] : lits;
  return [...shown, lits[0]].join(" → ");
}

/** Depth-first search of a graph in which every node has up to two children; -1 stands for no child. */
class DepthFirst {
  private readonly colour: Uint8Array;
  private readonly path: Int32Array;

  constructor(
    size: number,
    private readonly child: (node: number, k: number) => number,
  ) {
    this.colour = new Uint8Array(size);
    this.path = new Int32Array(size);
  }

  /** Visits what `root` reaches and was not visited before, children first. Returns a cycle as soon as it meets one. */
  visit(root: number, done: (node: number) => void): readonly number[] | null {
    const OPEN = 1;
    const DONE = 2;
    const { colour, path } = this;
    if (colour[root] === DONE) return null;
    let depth = 0;
    path[depth++] = root;
    colour[root] = OPEN;
    while (depth > 0) {
      const n = path[depth - 1]!;
      const a = this.child(n, 0);
      const b = this.child(n, 1);
      let next = -1;
      if (a !== -1 && colour[a] !== DONE) next = a;
      else if (b !== -1 && colour[b] !== DONE) next = b;
      if (next === -1) {
        colour[n] = DONE;
        done(n);
        depth--;
      } else if (colour[next] === OPEN) {
        return [...path.subarray(path.indexOf(next), depth)];
      } else {
        colour[next] = OPEN;
        path[depth++] = next;
      }
    }
    return null;
  }
}

/** Numbers for variables; sparse where the file's numbering is, so that a huge M in the header costs nothing. */
class VariableMap {
  private readonly dense: Int32Array | null;
  private readonly sparse = new Map<number, number>();

  constructor(maxVariable: number, definitions: number) {
    this.dense = maxVariable <= 4 * definitions + 4096 ? new Int32Array(maxVariable + 1).fill(-1) : null;
  }

  get(variable: number): number {
    if (this.dense !== null) return this.dense[variable]!;
    return this.sparse.get(variable) ?? -1;
  }

  set(variable: number, value: number): void {
    if (this.dense !== null) this.dense[variable] = value;
    else this.sparse.set(variable, value);
  }
}
