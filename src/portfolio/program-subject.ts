import type { Outcome } from "../evidence/outcome.js";
import { type Trace, traceOf } from "../evidence/trace.js";
import { whyMet } from "../evidence/why-met.js";
import type { Design, Property } from "../model/property.js";
import type { AskedProgram } from "../program/data.js";
import { programWhyMet } from "../program/explanation.js";
import { firstFunction, type NamedQuestion } from "../program/program.js";
import { functionIn, type ProgramQuestion, readQuestion } from "../program/question.js";
import { programDesign } from "../program/to-design.js";
import { programTrace } from "../program/trace.js";
import { spawnHere } from "./local-workers.js";
import type { Host } from "./portfolio.js";
import { type FunctionSearch, type ProgramAskOptions, ProgramCheck } from "./program-check.js";
import type { ProgramWitness } from "./program-witness.js";
import type { Subject } from "./subject.js";

/** A program and formulas about it. */
export class ProgramSubject implements Subject<ProgramWitness> {
  readonly questions: readonly string[];
  private readonly asked: readonly ProgramQuestion[];

  constructor(
    private readonly program: AskedProgram,
    questions: readonly NamedQuestion[],
    /** Absent: states are visited in this thread. */
    private readonly host: Host | null,
    /** Where the functions of the program are, if not here. */
    private readonly functions: FunctionSearch | null = null,
  ) {
    this.questions = questions.map((q) => q.name);
    this.asked = questions.map(({ logic, formula, isPattern }) => readQuestion(program, logic, formula, isPattern));
  }

  /** A mistake of the program (a value that leaves its domain, a function that is not pure) rejects with a ModelError. */
  async ask(question: number, options: ProgramAskOptions = {}): Promise<Outcome<ProgramWitness>> {
    const host = this.host ?? { spawn: spawnHere, kernels: null };
    return new ProgramCheck(this.program, this.asked[question]!, options, host, this.functions).run();
  }

  /** Why the conditions of the trace are met: see `whyMet`. Null for a tree, which has no single path. */
  reasons(shown: ProgramWitness): ReturnType<typeof whyMet> | null {
    if (shown.kind === "behaviour") return programWhyMet(this.program, shown.behaviour);
    const { model, property, witness } = shown;
    return witness.kind === "tree" ? null : whyMet(model, property, witness);
  }

  /** The circuit that engines are asked a question of, and which proofs are about; null where there are functions, which no circuit has. */
  circuit(question: number): { readonly design: Design; readonly property: Property } | null {
    if (firstFunction(this.program) !== null || functionIn(this.asked[question]!) !== null) return null;
    const { design } = programDesign(this.program, [this.asked[question]!], [this.questions[question]!]);
    return { design, property: design.properties.at(-1)! };
  }

  trace(_question: number, shown: ProgramWitness): Trace {
    if (shown.kind === "behaviour") return programTrace(this.program, shown.behaviour, shown.breach);
    return traceOf(shown.model, shown.property, shown.witness);
  }
}
