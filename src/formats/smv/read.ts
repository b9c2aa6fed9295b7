import type { Ctl } from "../../formula/ctl.js";
import type { Ltl } from "../../formula/ltl.js";
import { withEqualPartsShared } from "../../formula/parts.js";
import { Stopped } from "../../limits/stopped.js";
import { type Lit, not, TRUE } from "../../logic/lit.js";
import { isConstant } from "../../model/model.js";
import type { Design, Notice, Property, RefusedQuestion } from "../../model/property.js";
import type { SourcePlace } from "../../model/symbols.js";
import { InputError, inSource } from "../../text/input-error.js";
import { TooLarge } from "../psl/automaton.js";
import { printSere } from "../psl/print.js";
import { type Letters, pslToLtl } from "../psl/to-ltl.js";
import { ModelCompiler } from "./compile.js";
import { type Atoms, toCtl, toLtl } from "./formulas.js";
import { type Hierarchy, type Instance, inScope, instantiate, qualified } from "./instances.js";
import type { Reporter } from "./operators.js";
import { parseFormula, parseFormulas, parseProgram } from "./parse.js";
import { printAsNusmv, printExpr } from "./print.js";
import type { Declaration, Expr, Program } from "./syntax.js";
import type { BoolValue } from "./values.js";
import { guardFails } from "./values.js";

type Spec = Declaration & { readonly kind: "spec" };
type PslSpec = Declaration & { readonly kind: "psl" };

export interface SmvOptions {
  /** Formulas to check in place of the model's own specifications, as in a property file; they are read in `main`. */
  readonly formulas?: readonly ExtraFormula[];
  /** Formulas of CTL will be asked later: keep every state variable in latches, so that a state is a state. */
  readonly wholeStates?: boolean;
  /** Bytes that the model may take, about: what would not fit is refused, with the place. 4 GB when absent. */
  readonly memoryBytes?: number;
}

const DEFAULT_MEMORY = 4 * 2 ** 30;

export interface ExtraFormula {
  readonly logic: "ctl" | "ltl" | "invariant";
  readonly text: string;
  /** What to call the file that the text is from. */
  readonly file: string;
  /** The text may hold several formulas. */
  readonly isFile?: boolean;
  /** It was made of a pattern: what it has several times was written once. */
  readonly isPattern?: true;
}

/**
 * Reads a model in the language of NuSMV 2.6 (its finite part). Errors are InputErrors with a position in `file`;
 * nothing is left out in silence: what is understood but not answered here is said in `notices`.
 */
export function readSmv(text: string, file: string, options: SmvOptions = {}): Design {
  return inFile(file, () => {
    const program = parseProgram(text);
    return new DesignReader(program, file, options).design();
  });
}

/** What an and-inverter graph of bounded size says when it is full is an error of the file, like any other. */
function inFile<T>(file: string, work: () => T): T {
  return inSource(file, () => {
    try {
      return work();
    } catch (e) {
      throw e instanceof Stopped ? new InputError("smv-limit", `the model needs ${e.message}`) : e;
    }
  });
}

class DesignReader {
  private readonly reports: Reports;
  private readonly hierarchy: Hierarchy;
  private readonly compiler: ModelCompiler;
  private readonly specs: readonly { readonly spec: Spec | PslSpec; readonly scope: Instance }[];
  private readonly extra: readonly { readonly formula: Expr; readonly given: ExtraFormula }[];

  constructor(program: Program, file: string, options: SmvOptions) {
    this.reports = new Reports(program.text, file);
    this.hierarchy = instantiate(program, (code, problem, at) => this.reports.error(code, problem, at));
    this.extra = (options.formulas ?? []).flatMap((given) => {
      const parse = (): Expr[] => (given.isFile ? parseFormulas(given.text) : [parseFormula(given.text)]);
      return inSource(given.file, parse).map((formula) => ({ formula, given }));
    });
    const own = this.extra.length > 0 ? [] : this.hierarchy.instances;
    this.specs = own.flatMap((scope) =>
      scope.declarations.flatMap((d) => (d.kind === "spec" || d.kind === "psl" ? [{ spec: d, scope }] : [])),
    );
    const asks = (logic: Spec["logic"]): boolean =>
      this.specs.some(({ spec }) => spec.kind === "spec" && spec.logic === logic) ||
      this.extra.some((e) => e.given.logic === logic);
    const hasInputs =
      this.hierarchy.processes.length > 1 || this.declares((d) => d.kind === "variable" && d.role === "input");
    const wholeStates =
      options.wholeStates === true || program.readsNext || asks("ctl") || (asks("invariant") && hasInputs);
    const memoryBytes = options.memoryBytes ?? DEFAULT_MEMORY;
    const finiteRuns = asks("invariant");
    this.compiler = new ModelCompiler(this.hierarchy, this.reports, { wholeStates, finiteRuns, memoryBytes });
  }

  private readonly tooLarge: RefusedQuestion[] = [];

  private declares(test: (d: Declaration) => boolean): boolean {
    return this.hierarchy.instances.some((i) => i.declarations.some(test));
  }

  design(): Design {
    this.compiler.compile();
    const properties = [
      ...this.specs.flatMap(({ spec, scope }) =>
        spec.kind === "psl" ? (this.pslProperty(spec, scope) ?? []) : [this.property(spec, scope)],
      ),
      ...this.extra.map(({ formula, given }) => this.extraProperty(formula, given)),
      ...this.undecided(),
    ];
    const refused = this.extra.length === 0 ? [...this.unsupported(), ...this.tooLarge] : [];
    const { demands, halt } = this.compiler;
    const { notices } = this.reports;
    return {
      model: this.compiler.model(),
      properties,
      demands,
      halt,
      notices,
      ...(refused.length > 0 && { refused }),
    };
  }

  /** What is only to be computed is remarked on; questions are told apart. */
  private unsupported(): RefusedQuestion[] {
    const refused: RefusedQuestion[] = [];
    const seen = new Set<number>();
    for (const scope of this.hierarchy.instances) {
      for (const d of scope.declarations) {
        if (d.kind !== "unsupported-spec" || seen.has(d.at)) continue;
        seen.add(d.at);
        if (d.name === null) this.reports.note("smv-unsupported-spec", `${d.why}: it is not computed`, d.at);
        else refused.push({ name: d.name, source: this.reports.place(d.at), why: d.why });
      }
    }
    return refused;
  }

  private extraProperty(body: Expr, given: ExtraFormula): Property {
    const spec: Spec = { kind: "spec", logic: given.logic, name: null, body, context: null, at: body.at };
    const asked = this.reports.within(given.text, given.file, () => this.property(spec, this.hierarchy.main));
    // A formula that is not in a file has no place that a user could look at.
    const { source, ...unplaced } = asked;
    const placed = given.isFile && source ? { ...unplaced, source: { ...source, file: given.file } } : unplaced;
    if (!given.isPattern || placed.kind !== "ltl") return placed;
    return { ...placed, formula: withEqualPartsShared(placed.formula) };
  }

  private property(spec: Spec, home: Instance): Property {
    const scope = this.scopeOf(spec, home);
    const text = printExpr(spec.body);
    const name = spec.name === null ? inScope(text, scope) : qualified(home, spec.name);
    const about = {
      name,
      text: inScope(printAsNusmv(spec.body), scope),
      source: this.reports.place(spec.at),
    };
    switch (spec.logic) {
      case "invariant":
        return { kind: "bad", ...about, literal: this.bad(spec.body, scope) };
      case "ltl": {
        const atoms = new AtomTable(this.compiler, this.reports, scope, "ltl");
        const formula = toLtl(spec.body, atoms);
        return { kind: "ltl", ...about, formula, atoms: atoms.lits };
      }
      case "ctl": {
        if (this.declares((d) => d.kind === "compassion")) {
          throw this.reports.error("smv-unsupported", "COMPASSION is supported for LTLSPEC, not for CTLSPEC", spec.at);
        }
        const atoms = new AtomTable(this.compiler, this.reports, scope, "ctl");
        const formula = this.fromFairStates(toCtl(spec.body, atoms));
        return { kind: "ctl", ...about, formula, atoms: atoms.lits };
      }
    }
  }

  /** Null where it is too large: that is told with the questions that are refused. */
  private pslProperty(spec: PslSpec, home: Instance): Property | null {
    const scope = this.scopeOf(spec, home);
    const text = inScope(spec.text, scope);
    const name = spec.name === null ? text : qualified(home, spec.name);
    const atoms = new AtomTable(this.compiler, this.reports, scope, "ltl");
    const letters: Letters<Expr> = {
      literal: (e) => atoms.literal(e),
      formula: (e) => toLtl(e, atoms),
      atom: (literal, about) => atoms.watched(literal, about),
      print: (sere) => `{${printSere(sere, printExpr)}}`,
      remark: (sere) => this.reports.note("psl-strong", strengthRemark(letters.print(sere)), spec.at),
    };
    try {
      const formula = pslToLtl(spec.formula, this.compiler, letters);
      return { kind: "ltl", name, text, source: this.reports.place(spec.at), formula, atoms: atoms.lits };
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      this.tooLarge.push({ name, source: this.reports.place(spec.at), why: error.message });
      return null;
    }
  }

  private scopeOf(spec: Spec | PslSpec, home: Instance): Instance {
    if (spec.context === null) return home;
    const ref = this.compiler.expressions.resolve(spec.context, this.hierarchy.main);
    if (ref?.kind !== "instance") throw this.reports.error("smv-name", "an instance must follow 'IN'", spec.context.at);
    return ref.instance;
  }

  /** Initial states from which no fair path starts are not asked, as in NuSMV. */
  private fromFairStates(formula: Ctl): Ctl {
    if (this.compiler.everyStateGoesOn) return formula;
    return { op: "implies", left: { op: "EG", arg: { op: "true" } }, right: formula };
  }

  private bad(body: Expr, scope: Instance): Lit {
    const { compiler } = this;
    const { value, readsNext } = compiler.ofStep(body, scope, "the invariant");
    compiler.failures.refuse(guardFails(compiler.aig, value.fails, compiler.invariantLit));
    // An invariant about inputs or the next state speaks of transitions: there must be one.
    const isAboutMoves = readsNext || compiler.readsSourceInput([value.lit]);
    return isAboutMoves ? compiler.aig.and(not(value.lit), compiler.legalMove()) : not(value.lit);
  }

  private undecided(): Property[] {
    return this.compiler.failures.undecided.map((f): Property => {
      const source = this.reports.place(f.at);
      this.reports.note(
        "smv-undecided",
        `whether ${f.problem} was too hard to see at once: it is a property to check`,
        f.at,
      );
      return { kind: "bad", name: `line ${source.line}: never ${f.problem}`, source, literal: f.when };
    });
  }
}

const strengthRemark = (sequence: string): string =>
  `${sequence} is read as strong, as in NuSMV: a match must end. The standard's weak reading is '{TRUE} |-> ${sequence}'`;

/** The atoms of one property. */
class AtomTable implements Atoms {
  readonly lits = new Map<string, Lit>();
  /** How the source writes a literal. */
  private readonly spelled = new Map<Lit, Ltl>();

  constructor(
    private readonly compiler: ModelCompiler,
    private readonly reports: Reports,
    private readonly scope: Instance,
    private readonly logic: "ltl" | "ctl",
  ) {}

  areIndependent(e: Expr, operands: readonly Expr[]): boolean {
    this.value(e); // what is wrong is said about the whole
    return operands.every((operand) => this.value(operand).fails.length === 0);
  }

  literal(e: Expr): Lit {
    const name = printExpr(e);
    this.atom(e, name);
    const literal = this.lits.get(name)!;
    this.spelled.set(literal, { op: "atom", name });
    this.spelled.set(not(literal), { op: "not", arg: { op: "atom", name } });
    return literal;
  }

  /** An atom for a literal that the source has no name for. */
  watched(literal: Lit, about: string): Ltl {
    if (isConstant(literal)) return { op: literal === TRUE ? "true" : "false" };
    const spelled = this.spelled.get(literal);
    if (spelled !== undefined) return spelled;
    let name = about;
    for (let i = 2; (this.lits.get(name) ?? literal) !== literal; i++) name = `${about} (${i})`;
    this.lits.set(name, literal);
    return { op: "atom", name };
  }

  atom(e: Expr, name: string): void {
    if (this.lits.has(name)) return;
    const { compiler } = this;
    const v = this.value(e);
    compiler.failures.refuse(guardFails(compiler.aig, v.fails, compiler.invariantLit));
    if (this.logic === "ctl" && compiler.readsSourceInput([v.lit])) {
      throw this.error("smv-input", `'${name}' reads an input: formulas of CTL are about states`, e.at);
    }
    this.lits.set(name, v.lit);
  }

  private value(e: Expr): BoolValue {
    const { expressions } = this.compiler;
    const mode = this.logic === "ltl" ? "step" : "now";
    return expressions.settle(() => expressions.boolean(e, this.scope, mode, "a formula"));
  }

  error(code: string, problem: string, at: number): InputError {
    return this.reports.error(code, problem, at);
  }
}

/** Errors and notices with places in the text that is being read. */
class Reports implements Reporter {
  readonly notices: Notice[] = [];
  private readonly noted = new Set<string>();
  private lines: Int32Array;

  constructor(
    text: string,
    private file: string,
  ) {
    this.lines = lineStarts(text);
  }

  /** Reads something from another text. */
  within<T>(text: string, file: string, work: () => T): T {
    const outer = { lines: this.lines, file: this.file };
    this.lines = lineStarts(text);
    this.file = file;
    try {
      return work();
    } finally {
      this.lines = outer.lines;
      this.file = outer.file;
    }
  }

  place(at: number): SourcePlace {
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - this.lines[low]! + 1 };
  }

  error(code: string, problem: string, at: number): InputError {
    return new InputError(code, problem, this.place(at), this.file);
  }

  /** Said once for each kind of remark that a model repeats; questions without an answer are all said. */
  note(code: string, text: string, at: number): void {
    const key = code.endsWith("-spec") || code === "smv-undecided" ? `${code} ${at}` : code;
    if (this.noted.has(key)) return;
    this.noted.add(key);
    this.notices.push({ code, text, source: this.place(at) });
  }
}

function lineStarts(text: string): Int32Array {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return Int32Array.from(starts);
}
