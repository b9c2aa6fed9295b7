import { checked } from "../engines/options.js";
import type { Outcome } from "../evidence/outcome.js";
import { type Trace, traceOf } from "../evidence/trace.js";
import type { Witness } from "../evidence/verdict.js";
import type { Design } from "../model/property.js";
import { lackingIn } from "./lacking.js";
import { type Plan, planFor, planNamed } from "./plan.js";
import { type Host, type PortfolioOptions, runPlan } from "./portfolio.js";
import { withShortest } from "./shortest.js";
import { type AskOptions, limitsOf, type Subject } from "./subject.js";
import { vacuityOf } from "./vacuity.js";

/** A circuit and its properties. */
export class DesignSubject implements Subject<Witness> {
  readonly questions: readonly string[];

  constructor(
    readonly design: Design,
    private readonly host: Host,
  ) {
    this.questions = design.properties.map((p) => p.name);
  }

  async ask(question: number, options: AskOptions = {}): Promise<Outcome> {
    const { design, host } = this;
    const limits = limitsOf(options);
    const first = await runPlan(design, question, this.planWanted(question, options), limits, host);
    const outcome = options.shortest ? await withShortest(design, question, first, limits, host) : first;
    if (options.vacuity === false) return outcome;
    const { elsewhere, ...here } = host;
    const examine = () => examined(design, question, outcome, limits, here);
    return elsewhere === undefined ? examine() : elsewhere.inTurn(examine);
  }

  trace(question: number, shown: Witness): Trace {
    return traceOf(this.design.model, this.design.properties[question]!, shown);
  }

  private planWanted(question: number, asked: AskOptions): Plan {
    const { engine = "auto", options = {}, threads = 1, deterministic = false } = asked;
    if (engine !== "auto") return planNamed(engine, options, deterministic ? 1 : threads);
    checked({}, options);
    return planFor(this.design, this.design.properties[question]!);
  }
}

/** The outcome, with what it is worth. */
async function examined(
  design: Design,
  question: number,
  outcome: Outcome,
  limits: PortfolioOptions,
  host: Host,
): Promise<Outcome> {
  const vacuity = await vacuityOf(design, question, outcome, limits, host);
  const lacking = await lackingIn(design, question, outcome, limits, host);
  return { ...outcome, ...(vacuity !== null && { vacuity }), ...(lacking !== null && { lacking }) };
}
