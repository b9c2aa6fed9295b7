import type { LoadOptions } from "../loading/load.js";
import { loadSystems } from "../loading/load-systems.js";
import { isProgramFile } from "../loading/program-files.js";
import type { Design } from "../model/property.js";
import type { Host } from "../portfolio/portfolio.js";
import type { UnusedIn } from "../present/unused.js";
import type { FormulaText } from "../reading/questions.js";
import { forTerminal } from "../text/escape.js";
import { type Budgets, readDesign } from "./apart.js";
import { type FileQuestion, questionsOfDesign, questionsOfSystems, refusedQuestions } from "./file-questions.js";
import { showNotices } from "./notices.js";
import { ProgressLines } from "./progress-lines.js";

/** A file whose questions can be asked, until it is disposed of. */
export interface OpenedFile extends AsyncDisposable {
  readonly questions: readonly FileQuestion[];
  readonly isProgram: boolean;
  /** What the systems of a program have for nothing, found in so much time; none of a circuit. */
  reports(seconds: number): Promise<UnusedIn[]>;
}

interface OpeningContext {
  /** Which of several files it is: `file 2 of 5: `. */
  readonly counted: string;
  readonly host: Host;
  /** Reads a file, which cannot be stopped halfway. */
  reading(read: () => Promise<Design>): Promise<Design>;
  /** Called before a line that a program prints is shown. */
  beforePrint(): void;
}

/** Reads a model, or runs a program in a process of its own. */
export async function open(
  file: string,
  given: readonly FormulaText[],
  options: LoadOptions,
  budgets: Budgets,
  { counted, host, reading, beforePrint }: OpeningContext,
): Promise<OpenedFile> {
  if (isProgramFile(file)) {
    const { seconds, ...limits } = budgets.taskLimits;
    const time = Number.isFinite(seconds) && { seconds };
    using progress = new ProgressLines(process.stderr);
    const clear = () => {
      progress.clear();
      beforePrint();
    };
    const load = () => loadSystems(file, { ...limits, ...time, beforePrint: clear });
    const program = await progress.during(`${counted}loading ${forTerminal(file)}`, load);
    try {
      const questions = questionsOfSystems(file, program.systems, given, host);
      const reports = async (seconds: number) => {
        const found: UnusedIn[] = [];
        for (const { name, report } of program.systems)
          found.push({ system: name, ...(await report({ ...limits, seconds })) });
        return found;
      };
      return { questions, isProgram: true, reports, [Symbol.asyncDispose]: () => program.end() };
    } catch (e) {
      await program.end();
      throw e;
    }
  }
  const design = await reading(() => readDesign(file, given, options, budgets, counted));
  showNotices(file, design);
  const questions = [...questionsOfDesign(file, design, host), ...refusedQuestions(file, design)];
  return { questions, isProgram: false, reports: async () => [], [Symbol.asyncDispose]: async () => {} };
}
