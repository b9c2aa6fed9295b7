import type { SuccessorBuffer } from "../explicit/state-space.js";
import { FunctionCalls, UNUSUAL } from "./function-calls.js";
import type { Field, Layout } from "./layout.js";
import {
  type Condition,
  type FairnessCondition,
  isSymbolic,
  type NamedCondition,
  type StepFairness,
} from "./program.js";
import { type ProcessStep, possibleConflicts, type Semantics, slotTerm } from "./semantics.js";
import { boundsOf, type Term } from "./term.js";

export type Successors = (states: Int32Array, at: number, out: SuccessorBuffer) => void;

/** In the order of the labels' bits: what must be met again and again, and strong fairness (a bit for taken, one for enabled). */
export interface SpaceFairness {
  readonly conditions: readonly FairnessCondition[];
  readonly strong: readonly StepFairness[];
}

/**
 * JavaScript that does what ProgramSpace.interpreted does, for one program; null where code may not be generated (a page can
 * forbid it). It calls the author's functions, by numbers.
 */
export function generateSuccessors(
  semantics: Semantics,
  layout: Layout,
  fairness: SpaceFairness,
  observed: readonly NamedCondition[],
): Successors | null {
  const functions = new FunctionCalls(semantics.program);
  const code = new Generator(semantics, layout, fairness, observed, functions).text();
  try {
    return new Function("UNUSUAL", "functions", `"use strict";\n${code}`)(UNUSUAL, functions) as Successors;
  } catch (e) {
    if (e instanceof EvalError) return null; // the page's security policy
    throw e;
  }
}

class Generator {
  private readonly lines: string[] = [];
  private temporaries = 0;

  constructor(
    private readonly semantics: Semantics,
    private readonly layout: Layout,
    private readonly fairness: SpaceFairness,
    private readonly observed: readonly NamedCondition[],
    private readonly functions: FunctionCalls,
  ) {}

  text(): string {
    const { layout } = this;
    const { steps, program } = this.semantics;
    const hasFunctions = !isSymbolic(program) || this.observed.some((o) => typeof o.holds === "function");
    if (hasFunctions) this.lines.push("unpack(states, at);");
    steps.forEach((step, k) => {
      this.lines.push(`const g${k} = ${this.condition(step.guard)};`);
    });
    this.label();
    steps.forEach((step, k) => {
      this.lines.push(`if (g${k}) {`);
      this.step(step);
      this.lines.push("}");
    });
    this.idle();
    const words = Array.from({ length: layout.words }, (_, w) => `const w${w} = states[at + ${w}];`);
    const temporaries = Array.from({ length: this.temporaries }, (_, t) => `let t${t} = 0;`);
    const fail = "const fail = () => { throw UNUSUAL; };";
    const packing = hasFunctions ? this.packing() : "";
    return `${fail}\n${packing}\nreturn (states, at, out) => {\n${[...words, ...temporaries, ...this.lines].join("\n")}\n};`;
  }

  /** What `Semantics.mayIdle` says. */
  private idle(): void {
    const { steps, isPromised, program } = this.semantics;
    const oneOf = (wanted: boolean) =>
      steps.flatMap((_, k) => (isPromised[k] === wanted ? [`g${k}`] : [])).join(" || ");
    const [promised, free] = [oneOf(true) || "false", oneOf(false) || "false"];
    const ways = [
      ...(program.deadlock === "stutter" ? [`!(${free})`] : []),
      ...(program.stopping === "allowed" ? [`(${free})`] : []),
    ];
    if (ways.length === 0 || (ways[0] === "(false)" && ways.length === 1)) return;
    this.lines.push(`if (!(${promised}) && (${ways.join(" || ")})) {`);
    this.emit([], -1);
    this.lines.push("}");
  }

  // ---- labels

  private enabled({ steps }: StepFairness): string {
    return [...steps].map((k) => `g${k}`).join(" || ") || "false";
  }

  /** `l0`, `l1`…: what every transition of the state meets. */
  private label(): void {
    const { conditions, strong } = this.fairness;
    const bits = [
      ...conditions.map((condition) => this.metAnyway(condition)),
      ...strong.map(() => "false"),
      ...strong.map((s) => this.enabled(s)),
      ...this.observed.map((o) => this.condition(o.holds)),
    ];
    for (let w = 0; 32 * w < bits.length; w++) {
      const parts = bits.slice(32 * w, 32 * w + 32).map((b, j) => `(${b} ? ${(1 << j) | 0} : 0)`);
      this.lines.push(`const l${w} = ${parts.join(" | ")};`);
    }
  }

  private metAnyway(condition: FairnessCondition): string {
    switch (condition.kind) {
      case "state":
        return this.condition(condition.holds);
      case "weak":
        return `!(${this.enabled(condition)})`;
      default:
        return "false";
    }
  }

  /** The bits that a step adds to word w of the label. */
  private moves(step: number, w: number): number {
    let bits = 0;
    [...this.fairness.conditions, ...this.fairness.strong].forEach((condition, j) => {
      if (j >> 5 === w && condition.kind !== "state" && condition.steps.has(step)) bits |= 1 << (j & 31);
    });
    return bits;
  }

  // ---- steps

  /** Values are computed first; then each way to choose makes the words `n0`, `n1`… of a next state. */
  private step(step: ProcessStep): void {
    const loops: string[] = [];
    const writes: string[] = [];
    const { effect } = step;
    if (typeof effect === "function") {
      this.called(this.functions.addEffect(effect), step.index);
      return;
    }
    for (const [a, b] of possibleConflicts(effect))
      this.lines.push(`if (${this.number(slotTerm(a.target))} === ${this.number(slotTerm(b.target))}) throw UNUSUAL;`);
    for (const { target, value } of effect) {
      // In a line of its own, also where nothing needs to be written: an index in it may be out of bounds.
      const code = value.op === "any" ? this.anyOf(value.codes, loops) : this.local(this.checked(value, target.domain));
      const fields = this.layout.fields.slice(target.first, target.first + target.length);
      if (target.index === null) writes.push(write(fields[0]!, code));
      else {
        const index = this.local(this.checkedIndex(target.index, target.length));
        writes.push(...writeElement(fields, index, code));
      }
    }
    this.lines.push(...loops);
    this.emit(writes, step.index);
    this.lines.push(...loops.map(() => "}"));
  }

  /** Each state after a function was called. */
  private called(effect: number, step: number): void {
    this.lines.push("functions.restart();", "do {", "functions.begin();");
    this.lines.push(
      `let returned; try { returned = effect${effect}(draft, choose); } catch { throw UNUSUAL; }`,
      "functions.end(returned);",
    );
    this.lines.push("const a = out.add(), d = out.data;", "pack(d, a);");
    this.labels(step);
    this.lines.push("} while (functions.hasMore());");
  }

  /** States as codes, which functions see, and back. */
  private packing(): string {
    const { fields, words } = this.layout;
    const reads = fields.map(({ word, shift, mask, low }, slot) => {
      const code = mask === 0 ? `${low}` : plus(`((states[at + ${word}] >>> ${shift}) & ${mask | 0})`, low);
      return `codes[${slot}] = ${code};`;
    });
    const parts = Array.from({ length: words }, () => ["0"]);
    fields.forEach(({ word, shift, mask, low }, slot) => {
      if (mask !== 0) parts[word]!.push(shifted(minus(`next[${slot}]`, low), shift));
    });
    const writes = parts.map((of, w) => `d[a + ${w}] = ${of.join(" | ")};`);
    return [
      "const { codes, next, view, draft, choose, conditions, effects } = functions;",
      // Each in a constant of its own, so that a compiler can put it where it is called.
      ...this.functions.conditions.map((_, k) => `const condition${k} = conditions[${k}];`),
      ...this.functions.effects.map((_, k) => `const effect${k} = effects[${k}];`),
      `const unpack = (states, at) => {\n${reads.join("\n")}\nfunctions.show();\n};`,
      `const pack = (d, a) => {\n${writes.join("\n")}\n};`,
    ].join("\n");
  }

  private emit(writes: readonly string[], step: number): void {
    const { layout, lines } = this;
    const words = Array.from({ length: layout.words }, (_, w) => w);
    lines.push("{", ...words.map((w) => `let n${w} = w${w};`), ...writes);
    lines.push("const a = out.add(), d = out.data;");
    for (const w of words) lines.push(`d[a + ${w}] = n${w};`);
    this.labels(step);
    lines.push("}");
  }

  private labels(step: number): void {
    const { conditions, strong } = this.fairness;
    const count = Math.ceil((conditions.length + 2 * strong.length + this.observed.length) / 32);
    for (let w = 0; w < count; w++)
      this.lines.push(`d[a + ${this.layout.words + w}] = l${w} | ${this.moves(step, w)};`);
  }

  /** A loop over codes; the variable that holds them. */
  private anyOf(codes: readonly number[], loops: string[]): string {
    const c = `c${loops.length}`;
    const isSpan = codes.every((code, i) => code === codes[0]! + i);
    if (isSpan) loops.push(`for (let ${c} = ${codes[0]}; ${c} <= ${codes[codes.length - 1]}; ${c}++) {`);
    else loops.push(`for (const ${c} of [${codes.join(", ")}]) {`);
    return c;
  }

  /** The value, if it is in the domain. */
  private checked(value: Term, domain: { readonly low: number; readonly high: number }): string {
    const { low, high } = boundsOf(value);
    const number = this.number(value);
    if (low >= domain.low && high <= domain.high) return number;
    const v = this.local(number);
    this.lines.push(`if (${v} < ${domain.low} || ${v} > ${domain.high}) throw UNUSUAL;`);
    return v;
  }

  private local(expression: string): string {
    if (/^(?:\w+|-\d+)$/.test(expression)) return expression;
    const t = `t${this.temporaries++}`;
    this.lines.push(`${t} = ${expression};`);
    return t;
  }

  // ---- expressions

  private read(field: Field): string {
    if (field.mask === 0) return `${field.low}`;
    return plus(`((w${field.word} >>> ${field.shift}) & ${field.mask | 0})`, field.low);
  }

  /** A number; Booleans are 0 and 1. */
  private number(term: Term): string {
    switch (term.op) {
      case "constant":
        return `${term.value}`;
      case "slot":
        return this.read(this.layout.fields[term.slot]!);
      case "element":
        return this.element(term);
      case "plus":
        return `(${this.number(term.left)} + ${this.number(term.right)})`;
      case "minus":
        return `(${this.number(term.left)} - ${this.number(term.right)})`;
      case "times":
        return `(${this.number(term.left)} * ${this.number(term.right)})`;
      case "mod": {
        const { low } = boundsOf(term.left);
        const rest = `(${this.number(term.left)} % ${term.modulus})`;
        return low >= 0 ? rest : `((${rest} + ${term.modulus}) % ${term.modulus})`;
      }
      case "divide":
        return `Math.floor(${this.number(term.left)} / ${this.divisor(term.right)})`;
      case "modulo": {
        const { low } = boundsOf(term.left);
        const [dividend, d] = [this.number(term.left), `t${this.temporaries++}`];
        const rest = `(${dividend} % (${d} = ${this.divisor(term.right)}))`;
        return low >= 0 ? rest : `((${rest} + ${d}) % ${d})`;
      }
      case "min":
      case "max":
        return `Math.${term.op}(${this.number(term.left)}, ${this.number(term.right)})`;
      case "bitand":
        return `(${this.number(term.left)} & ${this.number(term.right)})`;
      case "bitor":
        return `(${this.number(term.left)} | ${this.number(term.right)})`;
      case "bitxor":
        return `(${this.number(term.left)} ^ ${this.number(term.right)})`;
      case "bounded":
        return this.checkedIndex(term.arg, term.length);
      case "if":
        return `(${this.bool(term.condition)} ? ${this.number(term.yes)} : ${this.number(term.no)})`;
      default:
        return `(${this.bool(term)} ? 1 : 0)`;
    }
  }

  private condition(condition: Condition): string {
    if (typeof condition !== "function") return this.bool(condition);
    const k = this.functions.addCondition(condition);
    this.lines.push(`let h${k}; try { h${k} = condition${k}(view); } catch { throw UNUSUAL; }`);
    this.lines.push(`if (typeof h${k} !== "boolean") throw UNUSUAL;`);
    return `h${k}`;
  }

  private bool(term: Term): string {
    switch (term.op) {
      case "not":
        return `!${this.bool(term.arg)}`;
      case "and":
        return `(${term.args.map((a) => this.bool(a)).join(" && ") || "true"})`;
      case "or":
        return `(${term.args.map((a) => this.bool(a)).join(" || ") || "false"})`;
      case "equal":
        return `(${this.number(term.left)} === ${this.number(term.right)})`;
      case "less":
        return `(${this.number(term.left)} < ${this.number(term.right)})`;
      default:
        return `(${this.number(term)} === 1)`;
    }
  }

  private element(term: Term & { op: "element" }): string {
    const t = `t${this.temporaries++}`;
    const index = `(${t} = ${this.checkedIndex(term.index, term.length)})`;
    const fields = this.layout.fields.slice(term.first, term.first + term.length);
    const [f] = fields;
    const width = 32 - Math.clz32(f!.mask);
    if (width > 0 && fields.every(({ word }) => word === f!.word))
      return plus(`((w${f!.word} >>> (${index} * ${width} + ${f!.shift})) & ${f!.mask | 0})`, f!.low);
    const last = fields.length - 1;
    const choices = fields.slice(0, last).map((field, k) => `${t} === ${k} ? ${this.read(field)} : `);
    return `(${index}, ${choices.join("")}${this.read(fields[last]!)})`;
  }

  private divisor(term: Term): string {
    const number = this.number(term);
    if (boundsOf(term).low >= 1) return number;
    const t = `t${this.temporaries++}`;
    return `((${t} = ${number}) >= 1 ? ${t} : fail())`;
  }

  /** The index, if the array has it. */
  private checkedIndex(index: Term, length: number): string {
    const { low, high } = boundsOf(index);
    const number = this.number(index);
    if (low >= 0 && high < length) return number;
    const t = `t${this.temporaries++}`;
    return `((${t} = ${number}) >= 0 && ${t} < ${length} ? ${t} : fail())`;
  }
}

function write({ word, shift, mask, low }: Field, value: string): string {
  if (mask === 0) return "";
  return `n${word} = (n${word} & ${~(mask << shift)}) | ${shifted(minus(value, low), shift)};`;
}

function writeElement(fields: readonly Field[], index: string, value: string): string[] {
  const { word, shift, mask, low } = fields[0]!;
  const width = 32 - Math.clz32(mask);
  if (width === 0) return [];
  if (fields.some((f) => f.word !== word)) return fields.map((f, k) => `if (${index} === ${k}) ${write(f, value)}`);
  const at = `(${index} * ${width} + ${shift})`;
  return [`n${word} = (n${word} & ~(${mask} << ${at})) | (${minus(value, low)} << ${at});`];
}

const plus = (value: string, low: number): string => (low === 0 ? value : `(${value} + ${low})`);
const minus = (value: string, low: number): string => (low === 0 ? value : `(${value} - ${low})`);
const shifted = (value: string, shift: number): string => (shift === 0 ? value : `(${value} << ${shift})`);
