import {
  type AskedProgram,
  type Design,
  type FormulaText,
  type FunctionSearch,
  formulasOf,
  type Host,
  type Hosted,
  hosted,
  InternalError,
  inProgram,
  mistakeInWords,
  ProgramSubject,
  type Property,
  shown,
} from "fairlead";
import { programAnswer } from "./answers.js";
import { GuestLink, type RunScript } from "./guest-link.js";
import { limitsOf } from "./limits.js";
import { PATH } from "./path.js";
import { programDemands, withoutProgramDemands } from "./program-demands.js";
import type { Asked, CheckOptions, EngineProgress, ModelInfo, News, Posing } from "./protocol.js";
import { scriptOf } from "./transpile.js";

/** Runs a program in a worker of its own, and asks about the systems that it exports. */
export async function checkProgram(
  { file, text }: Asked,
  questions: readonly FormulaText[],
  options: CheckOptions,
  surroundings: { readonly host: Host; readonly run: RunScript; tell(news: News): void },
): Promise<void> {
  const { host, run, tell } = surroundings;
  const source = { file, path: PATH };
  try {
    const guest = new GuestLink(file, await scriptOf(file, text), run);
    const exported = await guest.load(options.seconds);
    const systems = exported.map(hosted);
    const asked = systems.flatMap((system, index) => questionsOf(system, index, systems.length, questions));
    tell({ type: "model", model: infoOf(asked, systems), systems: exported });
    for (const [property, { system, index, question }] of asked.entries()) {
      if (options.skipped.includes(property)) continue;
      tell({ type: "begins", property });
      const said = (progress: EngineProgress) => tell({ type: "progress", property, progress });
      const program = withoutProgramDemands(
        systems.map((s) => s.program),
        options.off,
      )[index]!;
      const search: FunctionSearch = async (what, how) => system.answer(await guest.search(index, what, how));
      const subject = new ProgramSubject(program, [question], host, system.hasFunctions ? search : null);
      const outcome = await subject.ask(0, limitsOf(options, said));
      const told = shown(outcome, (behaviour) => subject.trace(0, behaviour), String);
      tell({ type: "answer", property, answer: programAnswer(told, outcome, subject) });
    }
  } catch (e) {
    throw e instanceof InternalError ? e : inProgram(mistakeInWords(e), source);
  }
}

/** The circuit of a program that has run, for a question: what proofs are about, and engines are watched on. */
export function circuitOf(
  { file, systems: exported }: Asked,
  questions: readonly FormulaText[],
  { property, off }: Posing,
): { readonly design: Design; readonly property: Property } {
  if (exported === undefined) throw new Error(`${file} has not run since it was changed`);
  const systems = exported.map(hosted);
  const asked = systems.flatMap((system, index) => questionsOf(system, index, systems.length, questions))[property];
  if (asked === undefined) throw new Error("the question is gone");
  const programs = withoutProgramDemands(
    systems.map((s) => s.program),
    off,
  );
  const circuit = new ProgramSubject(programs[asked.index]!, [asked.question], null).circuit(0);
  if (circuit === null) throw new Error("the program has functions, and only expressions become circuits");
  return circuit;
}

interface AskedOf {
  readonly system: Hosted;
  readonly index: number;
  readonly name: string;
  readonly question: AskedProgram["properties"][number];
}

function questionsOf(system: Hosted, index: number, systems: number, given: readonly FormulaText[]): AskedOf[] {
  const { program } = system;
  const formulas = given.flatMap((q) => formulasOf(q, program));
  return (formulas.length > 0 ? formulas : program.properties).map((question) => {
    const name = systems > 1 ? `${program.name}: ${question.name}` : question.name;
    return { system, index, name, question };
  });
}

/** What a program's functions are called by is where they are: a system that has some stays as it is. */
const infoOf = (asked: readonly AskedOf[], systems: readonly Hosted[]): ModelInfo => ({
  properties: asked.map(({ name, question }) => ({ name, kind: question.logic })),
  demands: systems.some((s) => s.hasFunctions) ? [] : programDemands(systems.map((s) => s.program)),
  notices: [],
});
