import { pathTrace } from "../evidence/trace.js";
import { type Lasso, type Run, witnessIn } from "../evidence/verdict.js";
import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import { Random } from "../logic/random.js";
import type { Model } from "../model/model.js";
import type { Design, Property } from "../model/property.js";
import type { Step } from "../model/step.js";
import { traceText } from "../present/text.js";
import { literalOf, propositionOf } from "../reading/proposition.js";
import { type FormulaText, withQuestions } from "../reading/questions.js";
import type { SolverHost } from "../safety/host.js";
import { StepChooser } from "../safety/step-chooser.js";
import { forTerminal } from "../text/escape.js";
import { InputError } from "../text/input-error.js";

/** Answers a question about a design, in whatever time there is. */
export type AskAbout = (design: Design, property: number) => Promise<Answer>;

export interface Answer {
  readonly answer: "holds" | "fails" | "unknown";
  readonly path: Lasso | Run | null;
}

const HELP = `step [FORMULA]   take a step, in which the formula holds (n: any step; an empty line too)
choose FORMULA   this step again, from the same state, with inputs for which the formula holds
first [FORMULA]  begin again, with a first step in which the formula holds
back [N]         go back N steps
go N             go back to step N
show             the step again, in full
trace            all steps so far
ask FORMULA      does it hold here? LTL speaks of all behaviours from this state on, as if they began here; CTL of this state
to FORMULA       the shortest way to a step in which the formula holds
fail [PROPERTY]  go through a counterexample of a property, by name or number; without one, list them
quit
`;

/** A run of a model that somebody goes along, step by step: each line is a command, and its answer is a text. */
export class Exploration {
  private steps: Step[] = [];
  private loop: number | null = null;
  private readonly random: Random;

  /** In which nobody promises anything. */
  private readonly walked: Design;

  constructor(
    private readonly design: Design,
    private readonly host: SolverHost,
    private readonly askAbout: AskAbout,
    seed: number,
    /** The model with the signals that are shown. */
    private readonly shownModel: Model = design.model,
  ) {
    this.random = new Random(seed);
    this.walked = withoutPromises(design);
  }

  /** The steps so far, for a file. */
  get path(): Run {
    return { kind: "run", steps: this.steps };
  }

  /** What a line says, or null at the end. */
  async answer(line: string): Promise<string | null> {
    const [, command = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/.exec(line)!;
    try {
      switch (command) {
        case "":
        case "n":
        case "step":
          return this.step(rest);
        case "choose":
          return this.choose(rest);
        case "first":
          return this.begin(rest);
        case "back":
          return this.goTo(this.steps.length - 1 - number(rest || "1"));
        case "go":
          return this.goTo(number(rest));
        case "show":
          return this.shown(0);
        case "trace":
          return traceText(pathTrace(this.shownModel, this.path));
        case "ask":
          return await this.ask(rest);
        case "to":
          return await this.goTowards(rest);
        case "fail":
          return await this.goThrough(rest);
        case "help":
          return HELP;
        case "q":
        case "quit":
          return null;
        default:
          return `no command '${forTerminal(command)}': 'help' lists them\n`;
      }
    } catch (e) {
      if (e instanceof InputError) return `${e.message}\n`;
      throw e;
    }
  }

  private get last(): Step | null {
    return this.steps.at(-1) ?? null;
  }

  private begin(formula: string): string {
    const { model, literal } = this.proposition(formula);
    const step = new StepChooser(model, this.host, this.random).choose(null, literal);
    if (step === null) return formula === "" ? "no first step keeps the constraints\n" : "no such first step\n";
    this.steps = [step];
    this.loop = null;
    return this.shown(0);
  }

  private step(formula: string): string {
    const { last } = this;
    if (last === null) return this.begin(formula);
    const { model, literal } = this.proposition(formula);
    const chooser = new StepChooser(model, this.host, this.random);
    const step = chooser.choose(this.stateOf(chooser.after(last)), literal);
    if (step === null)
      return formula === ""
        ? "a dead end: the constraints allow no further step\n"
        : "there is no such step from here\n";
    this.steps = [...this.steps, step];
    return this.shown(1);
  }

  /** Other inputs in this step; what led here stays. */
  private choose(formula: string): string {
    const { last } = this;
    if (last === null) return this.begin(formula);
    const { model, literal } = this.proposition(formula);
    const step = new StepChooser(model, this.host, this.random).choose(this.stateOf(last.latches), literal);
    if (step === null) return "there is no such step from this state\n";
    this.leaveLoop(this.steps.length - 1);
    this.steps = [...this.steps.slice(0, -1), step];
    return this.shown(0);
  }

  private goTo(step: number): string {
    const most = this.steps.length - 1;
    if (!(step >= 0 && step <= most)) return `there is no step ${step}: the last one is ${most}\n`;
    this.leaveLoop(step + 1);
    this.steps = this.steps.slice(0, step + 1);
    return this.shown(0);
  }

  /** From that step on the run may be another than the counterexample's. */
  private leaveLoop(step: number): void {
    if (this.loop !== null && step <= this.loop) this.loop = null;
  }

  /** The last step, without what is as it was, where there is a step before. */
  private shown(before: 0 | 1): string {
    const { steps } = this;
    if (steps.length === 0) return "there is no step yet: 'first' begins\n";
    const { signals, values } = pathTrace(this.shownModel, { kind: "run", steps: steps.slice(-1 - before) });
    const [now, earlier] = [values.at(-1)!, before === 1 ? values[0]! : null];
    const changed = signals.flatMap(({ name }, k) =>
      earlier?.[k] === now[k] ? [] : [`  ${forTerminal(name)} = ${forTerminal(now[k]!)}`],
    );
    const isLoop = this.loop === steps.length - 1 ? "  -- the loop of the counterexample starts here" : "";
    return `${[`step ${steps.length - 1}${isLoop}`, ...changed].join("\n")}\n`;
  }

  private async ask(text: string): Promise<string> {
    const { last } = this;
    if (last === null) return "there is no step yet: 'first' begins\n";
    const { design, property } = this.question(text);
    if (property.kind === "ltl") {
      const { literal, model } = literalOf(this.design, text, "formula");
      if (literal !== null) {
        const trace = pathTrace({ ...model, signals: [] }, { kind: "run", steps: [last] }, [{ name: text, literal }]);
        return `${trace.met[0]!.length > 0 ? "true" : "false"} in step ${this.steps.length - 1}\n`;
      }
    }
    const { answer, path } = await this.askAbout(from(design, this.stateOf(last.latches)), 0);
    const formula = forTerminal(property.name);
    if (answer === "unknown") return `${formula}: not decided\n`;
    if (property.kind === "ctl") return `${formula} ${answer} in this state\n`;
    if (answer === "holds") return `${formula} holds on all fair behaviours from here\n`;
    if (path === null) return `${formula} fails from here\n`;
    return `${formula} fails from here:\n${traceText(pathTrace(this.shownModel, path))}`;
  }

  private async goTowards(text: string): Promise<string> {
    const { model, literal } = this.proposition(text);
    const chooser = new StepChooser(model, this.host, this.random);
    const start = this.last === null ? null : this.stateOf(chooser.after(this.last));
    const property: Property = { kind: "bad", name: text, literal };
    const asked = { ...this.walked, model, properties: [property] };
    const { answer, path } = await this.askAbout(start === null ? asked : from(asked, start), 0);
    if (answer === "holds") return "no way leads there\n";
    if (path === null) return "no way was found\n";
    const before = this.steps.length;
    this.steps = [...this.steps, ...path.steps];
    return path.steps.map((_, k) => this.shownAt(before + k)).join("");
  }

  private shownAt(step: number): string {
    const all = this.steps;
    this.steps = all.slice(0, step + 1);
    const text = this.shown(step === 0 ? 0 : 1);
    this.steps = all;
    return text;
  }

  private async goThrough(text: string): Promise<string> {
    const { properties } = this.design;
    const names = properties.map((p, k) => `${k}  ${forTerminal(p.name)}\n`).join("");
    if (text === "") return names || "there are no properties\n";
    const named = properties.findIndex((p) => p.name === text);
    const property = named >= 0 ? named : /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (properties[property] === undefined)
      return `there is no property '${forTerminal(text)}'${names && `: there are\n${names}`}${names ? "" : "\n"}`;
    const { answer, path } = await this.askAbout(this.design, property);
    const name = forTerminal(properties[property].name);
    if (path === null || answer !== "fails")
      return answer === "fails"
        ? `${name} fails by no single run\n`
        : `${name} ${answer === "holds" ? "holds" : "was not decided"}\n`;
    this.steps = [...path.steps];
    this.loop = path.kind === "lasso" ? path.loop : null;
    return `${path.steps.map((_, k) => this.shownAt(k)).join("")}${this.loop === null ? "" : `-- back to step ${this.loop}\n`}`;
  }

  /** In linear time, or in branching time where it can only be read so. */
  private question(text: string): { readonly design: Design; readonly property: Property } {
    const asked = (logic: "ltl" | "ctl") => {
      const question: FormulaText = { logic, text, source: "formula", isFile: false };
      const design = withQuestions(this.design, [question]);
      return { design, property: design.properties[0]! };
    };
    try {
      return asked("ltl");
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      let branching: { readonly design: Design; readonly property: Property };
      try {
        branching = asked("ctl");
      } catch {
        throw e;
      }
      if (this.design.promises === undefined) return branching;
      throw new InputError("model-fairness", "CTL is not supported with strong fairness", null, "formula");
    }
  }

  private proposition(text: string): { readonly model: Model; readonly literal: Lit } {
    return text === "" ? { model: this.walked.model, literal: TRUE } : propositionOf(this.walked, text, "formula");
  }

  /** What a counterexample promises of its own future says nothing of the state. */
  private stateOf(latches: Uint8Array): Uint8Array {
    const { promises = [] } = this.design;
    return latches.map((value, i) => (promises.includes(i) ? 0 : value));
  }
}

/**
 * The design in which nobody promises anything: for runs, which may go on in any way that is possible. What is fair in it is not what is fair
 * in the design.
 */
export function withoutPromises(design: Design): Design {
  const { model, promises = [] } = design;
  const latches = model.latches.map((l, i) => (promises.includes(i) ? { ...l, next: FALSE } : l));
  return promises.length === 0 ? design : { ...design, model: { ...model, latches } };
}

/** The design, begun in a state. */
function from(design: Design, latches: Uint8Array): Design {
  const { model } = design;
  const begun = model.latches.map((l, i) => ({ ...l, reset: latches[i] === 1 ? TRUE : FALSE }));
  return { ...design, model: { ...model, latches: begun } };
}

function number(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InputError("number", `expected a number, not '${forTerminal(text)}'`, null, "command");
  return Number(text);
}

/** An answer of the engines, as a path. */
export function pathAnswer(outcome: { readonly verdict: Parameters<typeof witnessIn>[0] }): Answer {
  const { verdict } = outcome;
  const witness = witnessIn(verdict);
  const path = witness?.kind === "lasso" || witness?.kind === "run" ? (witness as Lasso | Run) : null;
  return { answer: verdict.answer, path };
}
