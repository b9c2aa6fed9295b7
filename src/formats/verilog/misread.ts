import type { Notice } from "../../model/property.js";
import { forTerminal } from "../../text/escape.js";
import { positionOf } from "../../text/input-error.js";
import { matching, type Scanned, type ScannedFile, type Token, wrong } from "./scan.js";

/** Every name that the texts give to a structure or union, also by way of another name. */
export function structureNames(sources: readonly Scanned[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let known = -1; known < names.size; ) {
    known = names.size;
    for (const { text, tokens } of sources)
      for (let i = 0; i < tokens.length; i++) if (isSign(tokens[i], "typedef")) addTypedef(text, tokens, i, names);
  }
  return names;
}

/** `typedef struct packed {…} name;`, `typedef package::known name;` */
function addTypedef(text: string, tokens: readonly Token[], at: number, names: Set<string>): void {
  let i = at + 1;
  const start = isSign(tokens[i + 1], "::") ? i + 2 : i;
  const isKnown = tokens[start]?.kind === "word" && names.has(tokens[start].text);
  if (!isKnown && !isSign(tokens[i], "struct") && !isSign(tokens[i], "union")) return;
  i = start + 1;
  while (i < tokens.length && !isSign(tokens[i], "{") && !isSign(tokens[i], ";")) i++;
  let end = isSign(tokens[i], "{") ? matching(text, tokens, i) : start;
  while (end < tokens.length && !isSign(tokens[end], ";")) end++;
  const name = tokens.slice(start + 1, end).findLast((t) => t.kind === "word");
  if (name !== undefined) names.add(name.text);
}

/** The synthesizer takes an array of structures for one structure, and an index for a bit of it: refused. */
export function refuseStructureArrays({ text, tokens }: Scanned, structures: ReadonlySet<string>): void {
  const refuse = (t: Token): never => {
    throw wrong(text, t, "an array of structures is not supported", "verilog-unsupported");
  };
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]!.kind !== "word" || !structures.has(tokens[i]!.text)) continue;
    if (isSign(tokens[i + 1], "[")) refuse(tokens[i + 1]!);
    // The names that are declared after it, each perhaps with a first value.
    for (let k = i + 1; tokens[k]?.kind === "word"; k++) {
      if (isSign(tokens[k + 1], "[")) refuse(tokens[k + 1]!);
      k = endOfDeclarator(text, tokens, k + 1);
      if (!isSign(tokens[k], ",")) break;
    }
  }
}

/** System tasks and functions that the synthesizer knows: any other name it takes for a net, which is then free. */
const SYSTEM = new Set(
  (
    "$clog2 $signed $unsigned $bits $size $high $low $left $right $past $stable $rose $fell $changed $sampled $initstate " +
    "$anyconst $anyseq $allconst $allseq $countones $onehot $onehot0 $isunknown $readmemh $readmemb $display $displayb $displayh " +
    "$displayo $write $writeb $writeh $writeo $strobe $monitor $error $fatal $info $warning $finish $stop $dumpfile $dumpvars " +
    "$dumpon $dumpoff $dumpall $rtoi $itor $ln $log10 $exp $sqrt $pow $floor $ceil $sin $cos $tan $asin $acos $atan $atan2 $hypot " +
    "$sinh $cosh $tanh $asinh $acosh $atanh"
  ).split(" "),
);

/** Words that the synthesizer drops, or gives a meaning of its own. */
export function refuseMisreadWords({ text, tokens }: Scanned): void {
  for (const t of tokens) {
    const problem = t.kind === "word" ? misread(t.text) : null;
    if (problem !== null) throw wrong(text, t, problem, "verilog-unsupported");
  }
}

function misread(word: string): string | null {
  const hidden = word.startsWith("\\") ? /\p{Cc}/u.exec(word) : null;
  if (hidden !== null)
    return `a name with a character that cannot be seen, ${forTerminal(hidden[0])}, is not supported`;
  if (word === "bind") return "'bind' is not supported: instantiate the module where it is wanted";
  if (/^\$(random|urandom|urandom_range)$/.test(word))
    return `'${word}' is not supported: it would be a constant. Take an input, or $anyseq`;
  return /^\$\w/.test(word) && !SYSTEM.has(word) ? `'${word}' is not supported` : null;
}

function endOfDeclarator(text: string, tokens: readonly Token[], from: number): number {
  let i = from;
  while (i < tokens.length && !/^[,;)]$/.test(tokens[i]!.text)) {
    i = /^[([{]$/.test(tokens[i]!.text) ? matching(text, tokens, i) + 1 : i + 1;
  }
  return i;
}

/** `#5`: the synthesizer drops it without a word. Parameters of an instance stand in parentheses. */
export function delayNotices({ name, text, tokens }: ScannedFile): Notice[] {
  const i = tokens.findIndex((t, k) => isSign(t, "#") && /^(number|word)$/.test(tokens[k + 1]!.kind));
  if (i < 0) return [];
  const source = { file: name, ...positionOf(text, tokens[i]!.start) };
  return [{ code: "verilog-delay", text: "delays are left out: steps are cycles of the clock", source }];
}

const isSign = (t: Token | undefined, text: string): boolean => t?.text === text && t.kind !== "string";
