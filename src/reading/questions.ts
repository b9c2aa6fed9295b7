import { type Parsed, parseCtl, parseCtlFile, parseLtl, parseLtlFile } from "../formula/parse.js";
import { withEqualPartsShared } from "../formula/parts.js";
import type { Design, Property } from "../model/property.js";
import { SignalTable } from "../model/signal-table.js";
import { withSpelledNames } from "../model/spelled-names.js";
import type { NamedQuestion, Program } from "../program/program.js";
import { parseOptions } from "../program/question.js";
import { spelled } from "../text/escape.js";
import { InputError, inSource, type Position } from "../text/input-error.js";

/**
 * A formula that is asked in place of a file's own properties. `source`: where it was given, for messages. `inv`: a file of
 * VIS's invariants.
 */
export interface FormulaText {
  readonly logic: "ltl" | "ctl" | "inv";
  readonly text: string;
  readonly source: string;
  /** `text` may hold several formulas. */
  readonly isFile: boolean;
  /** It was made of a pattern: what it has several times was written once. */
  readonly isPattern?: true;
}

/** The design with the questions in place of its own properties, if there are any. */
export function withQuestions(read: Design, questions: readonly FormulaText[]): Design {
  const design = withSpelledNames(read);
  if (questions.length === 0) return design;
  const table = new SignalTable(design.model);
  const properties = questions.flatMap((q) => inSource(q.source, () => propertiesOf(table, q)));
  return { ...design, model: { ...design.model, aig: table.aig }, properties };
}

function propertiesOf(table: SignalTable, question: FormulaText): Property[] {
  const { text, isFile } = question;
  const logic = logicOf(question);
  const options = { isName: (word: string) => table.knows(word) };
  // Names are looked up when all is read: in a file, the formula says where they stand.
  const literalsOf = (p: Parsed<unknown> & { readonly position?: Position }) => {
    try {
      return table.literals(p.atoms);
    } catch (e) {
      throw e instanceof InputError && e.at === null && p.position !== undefined
        ? new InputError(e.code, e.problem, p.position)
        : e;
    }
  };
  if (logic === "ltl") {
    const parsed = isFile ? parseLtlFile(text, options) : [{ ...parseLtl(text, options), text }];
    return parsed.map((p) => ({
      kind: "ltl",
      name: oneLine(p.text),
      formula: question.isPattern ? withEqualPartsShared(p.formula) : p.formula,
      atoms: literalsOf(p),
    }));
  }
  const parsed = isFile ? parseCtlFile(text, options) : [{ ...parseCtl(text, options), text }];
  return parsed.map((p) => ({
    kind: "ctl",
    name: oneLine(p.text),
    formula: p.formula,
    atoms: literalsOf(p),
  }));
}

/** The formulas of a question about a system, with names. */
export function formulasOf(question: FormulaText, system: Program): NamedQuestion[] {
  const { text, isFile } = question;
  const logic = logicOf(question);
  const options = parseOptions(system);
  const entries = isFile ? (logic === "ltl" ? parseLtlFile(text, options) : parseCtlFile(text, options)) : [{ text }];
  const { isPattern } = question;
  return entries.map((entry) => ({
    logic,
    formula: entry.text,
    name: oneLine(entry.text),
    ...(isPattern && { isPattern }),
  }));
}

/** Files of invariants are VIS's. */
export function logicOf({ logic, source }: FormulaText): "ltl" | "ctl" {
  if (logic !== "inv") return logic;
  throw new InputError("file-format", "files of invariants (.inv) are for models of VIS", null, source);
}

/** A formula as the name of a property. */
const oneLine = (text: string): string => spelled(text.replace(/\s+/g, " "));
