import { StreamLanguage, type StreamParser } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import type { Language } from "../project/project.js";

/** How a language is coloured: what starts a comment, and which words mean something. */
interface Words {
  readonly comment: RegExp;
  readonly keywords: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
  readonly word: RegExp;
  readonly symbol: RegExp;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const SMV: Words = {
  comment: /^--.*/,
  keywords: words(
    `MODULE VAR IVAR FROZENVAR DEFINE CONSTANTS ASSIGN TRANS INIT INVAR FAIRNESS JUSTICE COMPASSION ISA SPEC CTLSPEC
    LTLSPEC INVARSPEC NAME PRED MIRROR COMPUTE PSLSPEC process array of boolean integer real word signed unsigned case esac
    init next self union in mod bool word1 toint extend resize count abs max min swconst uwconst sizeof TRUE FALSE running`,
  ),
  operators: words("G F X U V R S T O H Y Z A E AG AF AX EG EF EX BU MIN MAX xor xnor"),
  word: /^[A-Za-z_][\w$#-]*/,
  symbol: /^(:=|<->|->|!=|<=|>=|<<|>>|[-+*/=<>!&|?:])/,
};

const AIGER: Words = {
  comment: /^c$/,
  keywords: words("aag aig"),
  operators: new Set(),
  word: /^[ilobcjf]\d+(?= )/,
  symbol: /^$/,
};

const HOA: Words = {
  comment: /^\/\*.*?\*\//,
  keywords: words("Inf Fin t f"),
  operators: new Set(),
  word: /^[A-Za-z_][\w-]*:?/,
  symbol: /^(--BODY--|--END--|--ABORT--|[!&|{}()[\]])/,
};

const FORMULA: Words = {
  comment: /^$/,
  keywords: words("true false TRUE FALSE"),
  operators: words("G F X U V R W M S T O H Y Z A E AG AF AX EG EF EX AU EU xor"),
  word: /^[A-Za-z_][\w.$-]*/,
  symbol: /^(<->|->|<=|>=|!=|==|&&|\|\||\[\]|<>|[-+*=<>!&|~])/,
};

const BLIF: Words = {
  comment: /^#.*/,
  keywords: new Set(),
  operators: new Set(),
  word: /^\.[a-z_]+/,
  symbol: /^->/,
};

const BTOR2: Words = { ...BLIF, comment: /^;.*/, word: /^[a-z]+/ };

/** Colours by words: enough to read by, and nothing that could be slow. */
function coloured(language: Words): StreamParser<unknown> {
  return {
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(language.comment)) return "comment";
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^\d[\w.]*/)) return "number";
      const word = stream.match(language.word) as RegExpMatchArray | null;
      if (word !== null) {
        if (language.keywords.has(word[0]) || /[:.]/.test(word[0])) return "keyword";
        return language.operators.has(word[0]) ? "operator" : "variableName";
      }
      if (stream.match(language.symbol)) return "operator";
      stream.next();
      return null;
    },
  };
}

const MODES: Readonly<Record<Exclude<Language, "program" | "verilog"> | "formula", StreamParser<unknown>>> = {
  smv: coloured(SMV),
  aiger: coloured(AIGER),
  hoa: coloured(HOA),
  formula: coloured(FORMULA),
  blif: coloured(BLIF),
  btor2: coloured(BTOR2),
};

/** Those of programs and Verilog are loaded when they are wanted. */
async function modeOf(language: Language | "formula"): Promise<StreamParser<unknown>> {
  switch (language) {
    case "program":
      return (await import("@codemirror/legacy-modes/mode/javascript")).typescript;
    case "verilog":
      return (await import("@codemirror/legacy-modes/mode/verilog")).verilog;
    default:
      return MODES[language];
  }
}

export async function highlighting(language: Language | "formula" | null): Promise<Extension> {
  return language === null ? [] : StreamLanguage.define(await modeOf(language));
}
