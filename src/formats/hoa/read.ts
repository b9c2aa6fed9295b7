import { type Edge, MAX_ACCEPTANCE_SETS, type Marks, mergeEdges, type Tgba } from "../../automata/tgba.js";
import { Stopped } from "../../limits/stopped.js";
import { ALWAYS, BooleanFunctions, type Fn, NEVER } from "../../logic/boolean-functions.js";
import { InputError, positionOf } from "../../text/input-error.js";
import { type HoaToken, tokenizeHoa } from "./tokens.js";

/** What a file says about one automaton. */
export interface HoaAutomaton {
  readonly automaton: Tgba;
  readonly name: string | null;
}

/**
 * The automata of a file in the Hanoi Omega-Automata format, version 1. Acceptance must be Büchi, generalized Büchi, or
 * `t`; alternating automata are refused. Several initial states become one.
 */
export function readHoa(text: string): HoaAutomaton[] {
  const reader = new HoaReader(text);
  const automata: HoaAutomaton[] = [];
  while (!reader.atEnd()) {
    const automaton = reader.automaton();
    if (automaton !== null) automata.push(automaton);
  }
  if (automata.length === 0) throw reader.nothing();
  return automata;
}

/** Headers that may be given once. */
const SINGLE: ReadonlySet<string> = new Set(["HOA", "States", "AP", "Acceptance", "acc-name", "tool", "name"]);

/** Labels may nest parentheses and negations this deep. */
const MAX_DEPTH = 1000;

class HoaReader {
  private readonly tokens: HoaToken[];
  private next = 0;
  private functions = new BooleanFunctions();
  private atoms: string[] = [];
  private aliases = new Map<string, Fn>();
  private declaredSets: number | null = null;
  /** The sets that acceptance asks for: the n-th of them becomes set n. */
  private neededSets: number[] = [];
  private declaredStates: number | null = null;
  private starts: number[] = [];
  private name: string | null = null;
  private depth = 0;
  /** The last `--ABORT--`. */
  private abort: HoaToken | null = null;

  /** Every state takes some characters to describe: a larger number is not worth any memory. */
  private readonly maxStates: number;

  constructor(private readonly text: string) {
    this.tokens = tokenizeHoa(text);
    this.maxStates = text.length;
  }

  atEnd(): boolean {
    return this.peek().kind === "end";
  }

  /** What there is to say of a text without automata. */
  nothing(): InputError {
    if (this.abort === null) return new InputError("hoa-syntax", "expected 'HOA: v1'", { line: 1, column: 1 });
    return this.error("hoa-syntax", "there is no automaton: who wrote it gave up with '--ABORT--'", this.abort);
  }

  /** The next automaton, or null when the writer gave up on it. */
  automaton(): HoaAutomaton | null {
    try {
      return this.whole();
    } catch (e) {
      if (!(e instanceof Stopped)) throw e;
      throw this.error("hoa-limit", `the labels up to here need ${e.message}`, this.peek());
    }
  }

  private whole(): HoaAutomaton | null {
    if (this.skipAborted()) return null;
    this.header();
    this.expectMarker("--BODY--");
    return { automaton: this.finish(this.body()), name: this.name };
  }

  /** A writer may give up anywhere; what it wrote of this automaton until then is discarded, complete or not. */
  private skipAborted(): boolean {
    for (let at = this.next; ; at++) {
      const token = this.tokens[at]!;
      const isNext = at > this.next && token.kind === "header" && token.text === "HOA";
      if (isNext || token.kind === "end") return false;
      if (token.kind !== "marker" || token.text === "--BODY--") continue;
      if (token.text === "--END--") return false;
      this.abort = token;
      this.next = at + 1;
      return true;
    }
  }

  // ---- header

  private header(): void {
    const version = this.advance();
    if (version.kind !== "header" || version.text !== "HOA") throw this.expected("'HOA: v1'", version);
    const number = this.advance();
    if (number.kind !== "identifier" || !/^v1(?:$|[^0-9])/.test(number.text)) throw this.expected("'v1'", number);
    this.functions = new BooleanFunctions();
    this.atoms = [];
    this.aliases = new Map();
    this.declaredSets = this.declaredStates = this.name = null;
    this.neededSets = [];
    this.starts = [];
    const seen = new Set<string>(["HOA"]);
    while (this.peek().kind === "header") {
      const item = this.advance();
      if (SINGLE.has(item.text) && seen.has(item.text))
        throw this.error("hoa-syntax", `the header '${item.text}:' is given twice`, item);
      seen.add(item.text);
      this.headerItem(item);
    }
    if (this.declaredSets === null) throw this.expected("'Acceptance:' in the header", this.peek());
  }

  private headerItem(item: HoaToken): void {
    switch (item.text) {
      case "States":
        this.declaredStates = this.integer("the number of states", this.maxStates);
        break;
      case "Start":
        this.starts.push(this.integer("an initial state", this.maxStates));
        this.refuseConjunction();
        break;
      case "AP":
        this.readAtoms();
        break;
      case "Alias":
        this.readAlias();
        break;
      case "Acceptance":
        this.readAcceptance();
        break;
      case "name":
        this.name = this.string("the name");
        break;
      default:
        // A header that begins with a capital letter may change the meaning of the automaton.
        if (/^[A-Z]/.test(item.text)) {
          throw this.error("hoa-unsupported", `the header '${item.text}:' is not supported`, item);
        }
        while (!["header", "marker", "end"].includes(this.peek().kind)) this.advance();
    }
  }

  private readAtoms(): void {
    const count = this.integer("the number of atomic propositions", 1 << 16);
    const seen = new Set<string>();
    for (let i = 0; i < count; i++) {
      const at = this.peek();
      const atom = this.string("the name of an atomic proposition");
      if (seen.has(atom)) throw this.error("hoa-syntax", `the atomic proposition '${atom}' is given twice`, at);
      seen.add(atom);
      this.atoms.push(atom);
    }
  }

  private readAlias(): void {
    const alias = this.advance();
    if (alias.kind !== "alias") throw this.expected("an alias such as '@a'", alias);
    if (this.aliases.has(alias.text))
      throw this.error("hoa-syntax", `the alias '${alias.text}' is defined twice`, alias);
    this.aliases.set(alias.text, this.disjunction());
  }

  /** Conjunctions of `Inf(i)`, in any grouping. */
  private readAcceptance(): void {
    const at = this.peek();
    this.declaredSets = this.integer("the number of acceptance sets", 1 << 16);
    const needed = new Set<number>();
    this.acceptanceConjunction(needed);
    this.neededSets = [...needed].sort((a, b) => a - b);
    if (this.neededSets.length > MAX_ACCEPTANCE_SETS) {
      throw this.error("hoa-unsupported", `more than ${MAX_ACCEPTANCE_SETS} acceptance sets are not supported`, at);
    }
  }

  private acceptanceConjunction(needed: Set<number>): void {
    do this.acceptanceTerm(needed);
    while (this.acceptSymbol("&"));
    if (this.isSymbol("|")) throw this.unsupportedAcceptance(this.peek());
  }

  private acceptanceTerm(needed: Set<number>): void {
    const token = this.advance();
    if (token.kind === "symbol" && token.text === "(") {
      this.nested(() => this.acceptanceConjunction(needed));
      this.expectSymbol(")");
      return;
    }
    if (token.kind !== "identifier") throw this.expected("an acceptance condition", token);
    if (token.text === "t") return;
    if (token.text !== "Inf") throw this.unsupportedAcceptance(token);
    this.expectSymbol("(");
    if (this.isSymbol("!")) throw this.unsupportedAcceptance(this.peek());
    const at = this.peek();
    const set = this.integer("an acceptance set", 1 << 16);
    if (set >= this.declaredSets!) {
      throw this.error("hoa-syntax", `there are only ${this.declaredSets} acceptance sets`, at);
    }
    needed.add(set);
    this.expectSymbol(")");
  }

  private unsupportedAcceptance(token: HoaToken): InputError {
    const problem =
      "only Büchi and generalized Büchi acceptance is supported: expected a conjunction of 'Inf(i)', or 't'";
    return this.error("hoa-acceptance", problem, token);
  }

  // ---- body

  /** Edges of each state. */
  private body(): Edge[][] {
    const edges: (Edge[] | undefined)[] = [];
    while (this.peek().kind === "header") {
      const header = this.advance();
      if (header.text !== "State") throw this.expected("'State:'", header);
      const at = this.peek();
      const { state, outgoing } = this.state();
      if (edges[state] !== undefined) throw this.error("hoa-syntax", `state ${state} is described twice`, at);
      this.checkState(state, at);
      edges[state] = outgoing;
    }
    this.expectMarker("--END--");
    const targets = edges.flatMap((outgoing) => outgoing?.map((edge) => edge.target) ?? []);
    let count = Math.max(this.declaredStates ?? 0, edges.length);
    for (const state of [...targets, ...this.starts]) count = Math.max(count, state + 1);
    return Array.from({ length: count }, (_, state) => edges[state] ?? []);
  }

  private state(): { state: number; outgoing: Edge[] } {
    const stateLabel = this.isSymbol("[") ? this.label() : null;
    const state = this.integer("the number of a state", this.maxStates);
    if (this.peek().kind === "string") this.advance();
    const stateMarks = this.marks();
    const outgoing: Edge[] = [];
    let implicit = 0;
    while (this.isSymbol("[") || this.peek().kind === "integer") {
      const label = this.isSymbol("[") ? this.label() : (stateLabel ?? this.letter(implicit++));
      const at = this.peek();
      const target = this.integer("the target of an edge", this.maxStates);
      this.checkState(target, at);
      this.refuseConjunction();
      outgoing.push({ label, target, marks: stateMarks | this.marks() });
    }
    return { state, outgoing };
  }

  private checkState(state: number, at: HoaToken): void {
    if (this.declaredStates !== null && state >= this.declaredStates) {
      throw this.error("hoa-syntax", `state ${state} is not one of the ${this.declaredStates} declared states`, at);
    }
  }

  /** The i-th letter, for edges without labels. */
  private letter(i: number): Fn {
    const n = this.atoms.length;
    if (n > 20 || i >= 1 << n) throw this.expected("a label", this.peek());
    return this.functions.cube(Array.from({ length: n }, (_, a) => 2 * a + (((i >> a) & 1) === 1 ? 0 : 1)));
  }

  private marks(): Marks {
    let marks = 0;
    if (!this.acceptSymbol("{")) return marks;
    while (!this.acceptSymbol("}")) {
      const at = this.peek();
      const set = this.integer("an acceptance set or '}'", 1 << 16);
      if (set >= this.declaredSets!) {
        throw this.error("hoa-syntax", `there are only ${this.declaredSets} acceptance sets`, at);
      }
      const i = this.neededSets.indexOf(set);
      if (i >= 0) marks |= 1 << i;
    }
    return marks;
  }

  private finish(edges: Edge[][]): Tgba {
    const merged = edges.map((outgoing) => mergeEdges(this.functions, outgoing));
    if (this.starts.length !== 1) {
      // A state that stands for all initial ones; without any, nothing is accepted.
      merged.push(
        mergeEdges(
          this.functions,
          this.starts.flatMap((start) => merged[start]!),
        ),
      );
      this.starts = [merged.length - 1];
    }
    return {
      functions: this.functions,
      atoms: this.atoms,
      acceptanceSets: this.neededSets.length,
      initial: this.starts[0]!,
      edges: merged,
    };
  }

  // ---- labels

  private label(): Fn {
    this.expectSymbol("[");
    const label = this.disjunction();
    this.expectSymbol("]");
    return label;
  }

  private disjunction(): Fn {
    let result = this.conjunction();
    while (this.acceptSymbol("|")) result = this.functions.or(result, this.conjunction());
    return result;
  }

  private conjunction(): Fn {
    let result = this.operand();
    while (this.acceptSymbol("&")) result = this.functions.and(result, this.operand());
    return result;
  }

  private operand(): Fn {
    const token = this.advance();
    if (token.kind === "symbol" && token.text === "!") return this.functions.not(this.nested(() => this.operand()));
    if (token.kind === "symbol" && token.text === "(") {
      const inner = this.nested(() => this.disjunction());
      this.expectSymbol(")");
      return inner;
    }
    if (token.kind === "identifier" && token.text === "t") return ALWAYS;
    if (token.kind === "identifier" && token.text === "f") return NEVER;
    if (token.kind === "alias") {
      const alias = this.aliases.get(token.text);
      if (alias === undefined) throw this.error("hoa-syntax", `the alias '${token.text}' is not defined`, token);
      return alias;
    }
    if (token.kind !== "integer") throw this.expected("an atomic proposition by its number", token);
    if (Number(token.text) >= this.atoms.length) {
      throw this.error("hoa-syntax", `there are only ${this.atoms.length} atomic propositions`, token);
    }
    return this.functions.literal(Number(token.text));
  }

  private nested<T>(parse: () => T): T {
    if (++this.depth > MAX_DEPTH) throw this.error("hoa-syntax", "the expression is nested too deep", this.peek());
    const result = parse();
    this.depth--;
    return result;
  }

  // ---- tokens

  private peek(): HoaToken {
    return this.tokens[this.next]!;
  }

  private advance(): HoaToken {
    const token = this.tokens[this.next]!;
    if (token.kind !== "end") this.next++;
    return token;
  }

  private isSymbol(text: string): boolean {
    const token = this.peek();
    return token.kind === "symbol" && token.text === text;
  }

  private acceptSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.next++;
    return true;
  }

  private expectSymbol(text: string): void {
    if (!this.acceptSymbol(text)) throw this.expected(`'${text}'`, this.peek());
  }

  private expectMarker(text: string): void {
    const token = this.peek();
    if (token.kind !== "marker" || token.text !== text) throw this.expected(`'${text}'`, token);
    this.next++;
  }

  private integer(what: string, limit: number): number {
    const token = this.advance();
    if (token.kind !== "integer") throw this.expected(what, token);
    const value = Number(token.text);
    if (value > limit)
      throw this.error("hoa-syntax", `expected ${what}, found '${token.text}', which is too large`, token);
    return value;
  }

  private string(what: string): string {
    const token = this.advance();
    if (token.kind !== "string") throw this.expected(`${what} in double quotes`, token);
    return token.text;
  }

  private refuseConjunction(): void {
    if (!this.isSymbol("&")) return;
    throw this.error("hoa-unsupported", "alternating automata are not supported", this.peek());
  }

  private expected(what: string, token: HoaToken): InputError {
    const found = token.kind === "end" ? "the end of the file" : `'${token.text}'`;
    return this.error("hoa-syntax", `expected ${what}, found ${found}`, token);
  }

  private error(code: string, problem: string, token: HoaToken): InputError {
    return new InputError(code, problem, positionOf(this.text, token.index));
  }
}
