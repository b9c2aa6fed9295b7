import type { Expressions } from "./expressions.js";
import type { Assignment, Cell, Instance, Storage, Variable } from "./instances.js";
import type { Reporter } from "./operators.js";
import type { Declaration, TypeExpr } from "./syntax.js";
import { type Domain, domainOfConstants, widthOf } from "./values.js";

/** Elements of one array, bits of one word, and bits of all variables. */
const MAX_ARRAY = 65_536;
const MAX_WORD_WIDTH = 4096;
const MAX_BITS = 2 ** 22;
/** What a bit of a variable takes with its name and its latch, in bytes. */
const BYTES_OF_A_BIT = 512;

/** The variables as scalar cells, with the types that they were declared with and what is assigned to them. */
export class CellTable {
  readonly cells: Cell[] = [];
  /** Of all variables so far. */
  private bits = 0;

  constructor(
    private readonly expressions: Expressions,
    private readonly report: Reporter,
    private readonly memoryBytes: number,
  ) {}

  // Types.

  declare(scope: Instance): void {
    for (const member of scope.members.values()) {
      if (member.kind !== "variable") continue;
      const { variable } = member;
      variable.storage = this.expressions.settle(() => {
        this.expectRoom(variable);
        return this.storage(variable, variable.name, variable.type);
      });
    }
  }

  private storage(variable: Variable, name: string, type: TypeExpr): Storage {
    const { role, scope, at } = variable;
    if (type.kind !== "array") {
      const domain = this.domain(type, scope);
      const cell: Cell = { name, role, domain, scope, at, init: null, always: null, next: [] };
      this.cells.push(cell);
      return { kind: "scalar", cell };
    }
    const { low, high } = this.arrayBounds(type, scope);
    const items: Storage[] = [];
    for (let i = low; i <= high; i++) items.push(this.storage(variable, `${name}[${i}]`, type.of));
    return { kind: "array", name, low, items };
  }

  private arrayBounds(type: TypeExpr & { kind: "array" }, scope: Instance): { low: number; high: number } {
    const low = this.expressions.requireInteger(type.low, scope, "the lower bound of an array");
    const high = this.expressions.requireInteger(type.high, scope, "the upper bound of an array");
    if (low > high) throw this.report.error("smv-range", `the array ${low}..${high} has no elements`, type.at);
    if (high - low < MAX_ARRAY) return { low, high };
    const problem = `this array has ${high - low + 1} elements: at most ${MAX_ARRAY} are read`;
    throw this.report.error("smv-limit", problem, type.at);
  }

  /** Before anything is made of it: the variable and those before it have a number of bits that can be held. */
  private expectRoom({ scope, at, type: whole }: Variable): void {
    let elements = 1;
    let type = whole;
    for (; type.kind === "array"; type = type.of) {
      const { low, high } = this.arrayBounds(type, scope);
      elements *= high - low + 1;
    }
    // An element without bits, as of 0..0, is something to remember as well.
    this.bits += elements * Math.max(1, widthOf(this.domain(type, scope)));
    const most = Math.min(MAX_BITS, Math.ceil(this.memoryBytes / BYTES_OF_A_BIT));
    if (this.bits <= most) return;
    throw this.report.error("smv-limit", `the variables up to here have ${this.bits} bits: at most ${most} fit`, at);
  }

  private domain(type: TypeExpr, scope: Instance): Domain {
    switch (type.kind) {
      case "boolean":
        return { kind: "boolean" };
      case "enum":
        return domainOfConstants(type.values);
      case "word": {
        const width = this.expressions.requireInteger(type.width, scope, "the width of a word");
        if (width < 1) throw this.report.error("smv-range", "a word has at least one bit", type.at);
        if (width > MAX_WORD_WIDTH) {
          throw this.report.error("smv-limit", `words are at most ${MAX_WORD_WIDTH} bits wide`, type.at);
        }
        return { kind: "word", signed: type.signed, width };
      }
      case "range": {
        const low = this.expressions.requireInteger(type.low, scope, "the lower bound");
        const high = this.expressions.requireInteger(type.high, scope, "the upper bound");
        if (low > high) throw this.report.error("smv-range", `the range ${low}..${high} is empty`, type.at);
        return { kind: "range", low, high };
      }
      default:
        throw new Error("arrays and modules have no domain");
    }
  }

  // Assignments.

  assign(d: Declaration & { kind: "assign" }, scope: Instance): void {
    const ref = this.expressions.settle(() => this.expressions.resolve(d.target, scope));
    const storage = ref?.kind === "variable" ? ref.variable.storage : ref?.kind === "element" ? ref.storage : null;
    if (storage === null) throw this.report.error("smv-assign", "only a variable can be assigned", d.target.at);
    this.assignStorage(storage, d, scope, []);
  }

  private assignStorage(
    storage: Storage,
    d: Declaration & { kind: "assign" },
    scope: Instance,
    element: readonly number[],
  ): void {
    if (storage.kind === "array") {
      storage.items.forEach((item, i) => {
        this.assignStorage(item, d, scope, [...element, storage.low + i]);
      });
      return;
    }
    const { cell } = storage;
    const assignment: Assignment = { value: d.value, element, scope, at: d.at };
    const again = (which: string): Error => this.report.error("smv-assign", `${which} is assigned a second time`, d.at);
    if (cell.role === "input") throw this.report.error("smv-assign", `the input '${cell.name}' is assigned`, d.at);
    if (cell.role === "frozen" && d.when !== "init") {
      throw this.report.error("smv-assign", `'${cell.name}' is frozen: only its initial value can be assigned`, d.at);
    }
    switch (d.when) {
      case "init":
        if (cell.init !== null || cell.always !== null) throw again(`init(${cell.name})`);
        cell.init = assignment;
        break;
      case "always":
        if (cell.init !== null || cell.always !== null || cell.next.length > 0) throw again(`'${cell.name}'`);
        cell.always = assignment;
        break;
      case "next": {
        const sameProcess = cell.next.some((a) => a.scope.process === scope.process);
        if (cell.always !== null || sameProcess) throw again(`next(${cell.name})`);
        cell.next.push(assignment);
      }
    }
  }
}
