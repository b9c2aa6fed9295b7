import { checked } from "../engines/options.js";
import type { Outcome } from "../evidence/outcome.js";
import { type Trace, traceOf } from "../evidence/trace.js";
import type { Witness } from "../evidence/verdict.js";
import type { Design } from "../model/property.js";
import { lackingIn } from "./lacking.js";
import { type Plan, planFor, planNamed } from "./plan.js";
import { type Host, type PortfolioOptions, runPlan } from "./portfolio.js";
import { SeenBehaviours } from "./seen-behaviours.js";
import { withShortest } from "./shortest.js";
import { type AskOptions, limitsOf, type Subject } from "./subject.js";
import { vacuityOf } from "./vacuity.js";

/** A circuit and its properties. */
export class DesignSubject implements Subject<Witness> {
  readonly questions: readonly string[];
  private readonly seen: SeenBehaviours;

  constructor(
    readonly design: Design,
    private readonly host: Host,
  ) {
    this.questions = design.properties.map((p) => p.name);
    this.seen = new SeenBehaviours(design);
  }

  async ask(question: number, options: AskOptions = {}): Promise<Outcome> {
    const { design, host } = this;
    const limits = limitsOf(options);
    const first = await this.answerTo(question, options, limits);
    const outcome = options.shortest ? await withShortest(design, question, first, limits, host) : first;
    if (options.vacuity === false) return outcome;
    const { elsewhere, ...here } = host;
    const examine = () => examined(design, question, outcome, limits, here);
    return elsewhere === undefined ? examine() : elsewhere.inTurn(examine);
  }

  trace(question: number, shown: Witness): Trace {
    return traceOf(this.design.model, this.design.properties[question]!, shown);
  }

  /** Who names an engine wants to hear that one; what is deterministic does not depend on questions before; other machines are asked everything at once. */
  private async answerTo(question: number, asked: AskOptions, limits: PortfolioOptions): Promise<Outcome> {
    const { design, host, seen } = this;
    const plan = this.planWanted(question, asked);
    const isShared = plan.name === "auto" && !asked.deterministic && host.elsewhere === undefined;
    const known = isShared ? seen.answerTo(question) : null;
    const outcome = known ?? (await runPlan(design, question, plan, limits, host));
    if (isShared) seen.learn(question, outcome);
    return outcome;
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
