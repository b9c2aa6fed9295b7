import type { Outcome } from "../evidence/outcome.js";
import { type Trace, traceOf } from "../evidence/trace.js";
import type { AskedProgram } from "../program/data.js";
import type { NamedQuestion } from "../program/program.js";
import { type ProgramQuestion, readQuestion } from "../program/question.js";
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
    this.asked = questions.map(({ logic, formula }) => readQuestion(program, logic, formula));
  }

  /** A mistake of the program (a value that leaves its domain, a function that is not pure) rejects with a ModelError. */
  async ask(question: number, options: ProgramAskOptions = {}): Promise<Outcome<ProgramWitness>> {
    const host = this.host ?? { spawn: spawnHere, kernels: null };
    return new ProgramCheck(this.program, this.asked[question]!, options, host, this.functions).run();
  }

  trace(_question: number, shown: ProgramWitness): Trace {
    if (shown.kind === "behaviour") return programTrace(this.program, shown.behaviour, shown.breach);
    return traceOf(shown.model, shown.property, shown.witness);
  }
}
