import type { Ltl } from "../../formula/ltl.js";
import { type InputError, positionOf } from "../../text/input-error.js";
import { abortable } from "./abort.js";
import { PropertyReader } from "./property-reader.js";
import { SampledValues } from "./sampled.js";
import { macroRanges, matching, parts, scan, spell, type Token, wrong } from "./scan.js";
import { endOfAction, proceduralTokens } from "./statements.js";

/** A concurrent assertion, taken out of the text. */
export interface SvaProperty {
  readonly kind: "assert" | "assume" | "cover";
  /** The label, or null. */
  readonly label: string | null;
  readonly line: number;
  readonly column: number;
  /** What stands in the parentheses, on one line. */
  readonly text: string;
  /** What must hold at every step; atoms are the names of wires that were put into the text. */
  readonly formula: Ltl;
  /** By the name of a wire: the expression that it stands for. */
  readonly sources: ReadonlyMap<string, string>;
  /** The edge that it is sampled at, if it says so. */
  readonly clock: ClockEvent | null;
}

/** An edge that properties are sampled at. */
export interface ClockEvent {
  readonly edge: "posedge" | "negedge";
  readonly signal: string;
}

export interface Extracted {
  /** The text with wires in place of concurrent assertions; lines are where they were. */
  readonly text: string;
  readonly properties: readonly SvaProperty[];
  /** The first number that is not taken by a wire. */
  readonly nextAtom: number;
}

/** How the names of wires that stand for atoms start: as nothing does that the texts have. */
export function atomPrefix(texts: readonly string[]): string {
  let prefix = "fairlead_atom_";
  while (texts.some((text) => text.includes(prefix))) prefix += "_";
  return prefix;
}

/** Where the wires of a text get their names from, and what may be known of its surroundings. */
export interface ExtractOptions {
  readonly prefix: string;
  /** Numbers the wires, so that several files do not share names. */
  readonly firstAtom: number;
  /** What is included may stand in a module of which nothing is known here. */
  readonly isIncluded: boolean;
}

/**
 * Finds concurrent assertions (`assert property (…)`) and reads the temporal operators that the Verilog front end does
 * not know. Each expression below them becomes a wire in the text, and each assertion a formula over these wires.
 */
export function extractProperties(text: string, options: Partial<ExtractOptions> = {}): Extracted {
  return new Extractor(text, { prefix: atomPrefix([text]), firstAtom: 0, isIncluded: false, ...options }).run();
}

/** A declared property or sequence, to be put in where its name stands. */
interface Declared {
  readonly parameters: readonly string[];
  readonly body: readonly Token[];
}

/** What is declared in one module, or outside of all. */
interface Scope {
  readonly declared: Map<string, Declared>;
  clock: ClockEvent | null;
  disable: readonly Token[] | null;
}

const emptyScope = (): Scope => ({ declared: new Map(), clock: null, disable: null });

/** Declared names within declared ones, at most. */
const MAX_EXPANSION = 20;
/** Of a property with all that it is declared by put in: two that name another twice double it. */
const MAX_WORDS = 50_000;

class Extractor {
  private readonly tokens: readonly Token[];
  private readonly properties: SvaProperty[] = [];
  private readonly edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  /** Of what stands outside of modules: packages are seen everywhere. */
  private readonly outside = emptyScope();
  /** By the token: the scope of the module that it stands in. */
  private readonly scopes: readonly Scope[];
  private readonly isProcedural: readonly boolean[];
  /** The definitions of macros, each to the end of its last line. */
  private readonly macros: readonly { readonly start: number; readonly end: number }[];
  private atoms: number;

  constructor(
    private readonly text: string,
    private readonly options: ExtractOptions,
  ) {
    this.tokens = scan(text);
    this.scopes = scopesOf(this.tokens, this.outside);
    this.isProcedural = proceduralTokens(text, this.tokens);
    this.macros = macroRanges(text, this.tokens);
    this.atoms = options.firstAtom;
  }

  run(): Extracted {
    for (let i = 0; i < this.tokens.length; i++) i = this.declaration(i) ?? i;
    for (let i = 0; i < this.tokens.length; i++) i = this.statement(i) ?? i;
    let out = "";
    let done = 0;
    for (const e of this.edits.sort((a, b) => a.start - b.start)) {
      out += this.text.slice(done, e.start) + e.text;
      done = e.end;
    }
    return { text: out + this.text.slice(done), properties: this.properties, nextAtom: this.atoms };
  }

  private word(i: number, text: string): boolean {
    return isWord(this.tokens[i], text);
  }

  private matching(open: number): number {
    if (!this.word(open, "(")) throw wrong(this.text, this.token(open), "expected '('");
    return matching(this.text, this.tokens, open);
  }

  /** Replaces text by text on as many lines. */
  private replace(start: number, end: number, by: string): void {
    const lines = this.text.slice(start, end).split("\n").length - by.split("\n").length;
    this.edits.push({ start, end, text: by + "\n".repeat(Math.max(0, lines)) });
  }

  /** `property p; … endproperty`, `sequence s; …`, `default clocking …`, `default disable iff …`: the last token. */
  private declaration(i: number): number | null {
    const isConcurrent = i > 0 && /^(assert|assume|cover|restrict|expect)$/.test(this.token(i - 1).text);
    if (this.word(i, "property") && !isConcurrent) return this.declare(i);
    if (this.word(i, "sequence") && !isConcurrent && this.tokens[i + 1]?.kind === "word") return this.declare(i);
    if (this.word(i, "default") && this.word(i + 1, "clocking")) return this.clocking(i, i + 2);
    if (this.word(i, "default") && this.word(i + 1, "disable") && this.word(i + 2, "iff")) {
      const open = i + 3;
      const close = this.matching(open);
      const scope = this.scopes[i]!;
      if (scope.disable !== null) throw this.twice(i, "default disable iff");
      scope.disable = this.tokens.slice(open, close + 1);
      const last = this.word(close + 1, ";") ? close + 1 : close;
      this.replace(this.token(i).start, this.token(last).end, "");
      return last;
    }
    return null;
  }

  /** Behind the end of the text there is nothing but its end. */
  private token(i: number): Token {
    return this.tokens[i] ?? this.tokens.at(-1)!;
  }

  /** `property name(parameters); … endproperty`, and the same for a sequence. */
  private declare(i: number): number {
    const kind = this.token(i).text;
    const name = this.token(i + 1);
    let at = i + 2;
    let parameters: readonly string[] = [];
    if (this.word(at, "(")) {
      const close = this.matching(at);
      parameters = parts(this.tokens.slice(at + 1, close)).map((p) => this.parameter(p, name));
      at = close + 1;
    }
    if (!this.word(at, ";")) throw wrong(this.text, this.token(at), "expected ';'");
    let end = at + 1;
    while (!this.word(end, `end${kind}`)) {
      if (this.token(end).kind === "end") throw wrong(this.text, this.token(i), `a ${kind} without 'end${kind}'`);
      end++;
    }
    const last = this.word(end - 1, ";") ? end - 2 : end - 1;
    const { declared } = this.scopes[i]!;
    if (declared.has(name.text)) throw this.twice(i + 1, `'${name.text}'`);
    declared.set(name.text, { parameters, body: this.tokens.slice(at + 1, last + 1) });
    const after = this.word(end + 1, ":") ? end + 2 : end;
    this.replace(this.token(i).start, this.token(after).end, "");
    return after;
  }

  /** `x` or `logic [3:0] x`: an argument is put in as it is written, whatever its type. */
  private parameter(tokens: readonly Token[], name: Token): string {
    const last = tokens.at(-1);
    if (last?.kind === "word" && !tokens.some((t) => t.text === "=")) return last.text;
    throw wrong(this.text, last ?? name, "this parameter is not supported", "verilog-unsupported");
  }

  private clocking(i: number, at: number): number {
    const start = this.token(at).kind === "word" ? at + 1 : at;
    const event = clockEvent(this.text, this.tokens, start);
    const scope = this.scopes[i]!;
    if (scope.clock !== null) throw this.twice(i, "default clocking");
    scope.clock = event;
    let k = start + EVENT_TOKENS;
    while (!this.word(k, "endclocking") && this.token(k).kind !== "end") k++;
    if (this.word(k + 1, ":")) k += 2;
    this.replace(this.token(i).start, this.token(k).end, "");
    return k;
  }

  /** In blocks of one module that may be two things; here they would be one. */
  private twice(i: number, what: string): InputError {
    return wrong(this.text, this.token(i), `${what} stands twice in this module`, "verilog-unsupported");
  }

  /** `label: assert property (…);`, or in procedural code `assert (…);` */
  private statement(i: number): number | null {
    const t = this.token(i);
    if (!/^(assert|assume|cover|restrict)$/.test(t.text) || t.kind !== "word") return null;
    const isCover = t.text === "cover";
    if (this.word(i + 1, "(")) return this.immediate(i + 1);
    if (!this.word(i + 1, "property") && !(isCover && this.word(i + 1, "sequence"))) return null;
    if (this.isMacro(t)) throw this.unsupported(t, "a concurrent assertion in a macro");
    if (this.options.isIncluded && this.scopes[i] === this.outside)
      throw this.unsupported(t, "a concurrent assertion that is included into a module");
    if (this.isProcedural[i]) throw this.unsupported(t, "a concurrent assertion in procedural code");
    const kind = t.text === "restrict" ? "assume" : (t.text as SvaProperty["kind"]);
    const open = i + 2;
    const close = this.matching(open);
    const last = this.action(close + 1);
    const labelled = i >= 2 && this.word(i - 1, ":") && this.token(i - 2).kind === "word";
    const label = labelled ? this.token(i - 2).text : null;
    const start = labelled ? this.token(i - 2).start : t.start;
    const inside = this.tokens.slice(open + 1, close);
    const spec = this.spec(inside, this.token(close), isCover, this.scopes[i]!);
    this.replace(start, this.token(last).end, spec.added);
    const { formula, sources, clock } = spec;
    this.properties.push({
      kind,
      label,
      ...positionOf(this.text, t.start),
      text: spell(inside),
      formula,
      sources,
      clock,
    });
    return last;
  }

  /** Yosys knows immediate assertions, but not what is to be done about them. */
  private immediate(open: number): number {
    const close = this.matching(open);
    const [macro] = this.macros.filter((m) => m.start <= this.token(open).start && this.token(open).start < m.end);
    const isMacroEnd = macro !== undefined && this.token(close + 1).start >= macro.end;
    if (isMacroEnd || this.word(close + 1, ";")) return close;
    const last = this.action(close + 1);
    this.replace(this.token(close).end, this.token(last).end, ";");
    return last;
  }

  /** What an assertion does when it holds or not: messages may be left out, anything else may not. The last token. */
  private action(start: number): number {
    const last = endOfAction(this.text, this.tokens, start);
    let isStart = true;
    for (const t of this.tokens.slice(start, last + 1)) {
      const isGlue = /^(begin|end|else|;)$/.test(t.text);
      if (isStart && !isGlue && !t.text.startsWith("$"))
        throw this.unsupported(t, "an action other than a message ($error, $display …)");
      isStart = isGlue;
    }
    return last;
  }

  private unsupported(t: Token, what: string): InputError {
    return wrong(this.text, t, `${what} is not supported`, "verilog-unsupported");
  }

  private isMacro({ start }: Token): boolean {
    return this.macros.some((m) => m.start <= start && start < m.end);
  }

  /** What stands in the parentheses of an assertion: its formula, and what it adds to the text. */
  private spec(inside: readonly Token[], after: Token, isCover: boolean, scope: Scope) {
    const tokens = [...this.expanded(inside, scope), after];
    let i = 0;
    let clock = scope.clock ?? this.outside.clock;
    if (isWord(tokens[i], "@")) {
      clock = clockEvent(this.text, tokens, i);
      i += EVENT_TOKENS;
    }
    let disable = scope.disable ?? this.outside.disable;
    if (isWord(tokens[i], "disable") && isWord(tokens[i + 1], "iff")) {
      const close = matching(this.text, tokens, i + 2);
      disable = tokens.slice(i + 2, close + 1);
      i = close + 1;
    }
    const event = clock === null ? null : `${clock.edge} ${clock.signal}`;
    const sampled = new SampledValues(this.text, event, `${this.options.prefix}${this.atoms}`);
    const sources = new Map<string, string>();
    const wires: string[] = [];
    const atom = (expression: readonly Token[]): Ltl => {
      const source = spell(expression);
      for (const [name, known] of sources) if (known === source) return { op: "atom", name };
      const name = `${this.options.prefix}${this.atoms++}`;
      sources.set(name, source);
      wires.push(`(* keep *) wire ${name} = (${sampled.rewrite(expression)}) ? 1'b1 : 1'b0;`);
      return { op: "atom", name };
    };
    const reader = new PropertyReader(this.text, tokens, i, isCover, (a, b) => atom(tokens.slice(a, b + 1)));
    let formula = reader.read();
    if (disable !== null) formula = abortable(formula, atom(disable), !isCover);
    const added = [...sampled.declarations, ...wires].join(" ");
    return { formula, sources, clock, added };
  }

  /** Declared properties and sequences in place of their names. Alone, one may bring its clock and its reset. */
  private expanded(tokens: readonly Token[], scope: Scope, depth = 0): readonly Token[] {
    const out: Token[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const t = tokens[i]!;
      const isName = t.kind === "word" && !isWord(tokens[i - 1], ".");
      const found = isName ? (scope.declared.get(t.text) ?? this.outside.declared.get(t.text)) : undefined;
      if (found === undefined) {
        out.push(t);
        continue;
      }
      if (depth === MAX_EXPANSION) throw wrong(this.text, t, `'${t.text}' is declared by itself`, "verilog-limit");
      const hasArguments = isWord(tokens[i + 1], "(");
      const close = hasArguments ? matching(this.text, tokens, i + 1) : i;
      const args = hasArguments ? parts(tokens.slice(i + 2, close)) : [];
      if (args.length !== found.parameters.length) {
        throw wrong(this.text, t, `'${t.text}' has ${found.parameters.length} parameters, not ${args.length}`);
      }
      const byName = new Map(found.parameters.map((p, k) => [p, args[k]!]));
      const body = found.body.flatMap((b, k) => {
        // After a dot it is the name of a field.
        const arg = b.kind === "word" && !isWord(found.body[k - 1], ".") ? byName.get(b.text) : undefined;
        return arg === undefined ? [b] : arg.length === 1 ? arg : [sign("(", b), ...arg, sign(")", b)];
      });
      const inner = this.expanded(body, scope, depth + 1);
      const isAlone = tokens.length === close + 1 && i === 0;
      if (out.length + inner.length > MAX_WORDS)
        throw wrong(this.text, t, `what is declared unrolls to more than ${MAX_WORDS} words here`, "verilog-limit");
      if (!isAlone) out.push(sign("(", t));
      for (const token of inner) out.push(token);
      if (!isAlone) out.push(sign(")", t));
      i = close;
    }
    return out;
  }
}

const isWord = (t: Token | undefined, text: string): boolean => t?.text === text && t.kind !== "string";

/** A bracket that is not in the text, for errors at the token that it stands for. */
const sign = (text: string, { start, end }: Token): Token => ({ kind: "sign", text, start, end });

/** By the token: the scope of its module. Modules do not nest here. */
function scopesOf(tokens: readonly Token[], outside: Scope): Scope[] {
  let scope = outside;
  return tokens.map((t) => {
    const here = scope;
    if (t.kind !== "word") return here;
    if (/^(module|macromodule|interface|program)$/.test(t.text)) scope = emptyScope();
    if (/^end(module|interface|program)$/.test(t.text)) scope = outside;
    return here;
  });
}

const EVENT_TOKENS = 5;

/** `@(posedge clk)` */
function clockEvent(text: string, tokens: readonly Token[], i: number): ClockEvent {
  const edge = tokens[i + 2]?.text;
  const signal = tokens[i + 3];
  const ok =
    isWord(tokens[i], "@") &&
    isWord(tokens[i + 1], "(") &&
    (edge === "posedge" || edge === "negedge") &&
    signal?.kind === "word" &&
    isWord(tokens[i + 4], ")");
  if (!ok) throw wrong(text, tokens[i]!, "expected an event of one clock such as '@(posedge clk)'");
  return { edge, signal: signal.text };
}
