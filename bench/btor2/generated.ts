import { Random } from "../../src/logic/random.js";

/** `mixed`: words of 1, 8 and 32 bits. `chain`: each line reads the one before it. `wide`: words of 64 and 512 bits, and bits of them. */
export const SHAPES = ["mixed", "chain", "wide"] as const;
export type Shape = (typeof SHAPES)[number];

const WIDTHS: Readonly<Record<Shape, readonly number[]>> = {
  mixed: [1, 8, 32],
  chain: [1, 8],
  wide: [1, 64, 512],
};

/** A BTOR2 file of so many lines; no names but of inputs and states. */
export function generated(shape: Shape, lines: number): string {
  const text = new Lines(WIDTHS[shape]);
  if (shape === "chain") chain(text, lines);
  else if (shape === "wide") wide(text, lines);
  else mixed(text, lines);
  return text.ended(lines);
}

class Lines {
  private readonly text: string[];
  /** Lines of each sort. */
  private readonly terms: readonly number[][];
  readonly random = new Random(1);

  constructor(widths: readonly number[]) {
    this.text = widths.map((width, k) => `${k + 1} sort bitvec ${width}`);
    this.terms = widths.map(() => []);
  }

  get length(): number {
    return this.text.length;
  }

  add(k: number, content: string): void {
    this.text.push(`${this.text.length + 1} ${content}`);
    this.terms[k]!.push(this.text.length);
  }

  /** A term of sort k, mostly a late one; one of seven is negated. */
  pick(k: number): number {
    const { random } = this;
    const all = this.terms[k]!;
    const back = Math.min(random.below(all.length), random.below(all.length), random.below(all.length));
    const id = all[all.length - 1 - back]!;
    return random.below(7) === 0 ? -id : id;
  }

  last(k: number): number {
    return this.terms[k]!.at(-1)!;
  }

  oneOf(names: readonly string[]): string {
    return names[this.random.below(names.length)]!;
  }

  /** With outputs, so that what is there is needed, and questions. */
  ended(lines: number): string {
    const { text } = this;
    const ends = this.terms.flatMap((all) => all.slice(-Math.ceil(lines / 1000)));
    for (const id of ends) text.push(`${text.length + 1} output ${id}`);
    text.push(`${text.length + 1} bad ${this.pick(0)}`, `${text.length + 2} justice 2 ${this.pick(0)} ${this.pick(0)}`);
    return `${text.join("\n")}\n`;
  }
}

function mixed(text: Lines, lines: number): void {
  const { random } = text;
  for (let k = 0; k < 3; k++)
    for (let i = 0; i < lines / 300; i++)
      text.add(k, `${random.below(3) === 0 ? "input" : "state"} ${k + 1} signal_${text.length}`);
  while (text.length < lines) {
    const k = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2][random.below(10)]!;
    const s = k + 1;
    const dice = random.below(100);
    if (dice < 45) text.add(k, `${text.oneOf(["and", "or", "xor"])} ${s} ${text.pick(k)} ${text.pick(k)}`);
    else if (dice < 70) text.add(k, `ite ${s} ${text.pick(0)} ${text.pick(k)} ${text.pick(k)}`);
    else if (dice < 80) {
      const wide = random.below(4) === 0 ? 2 : 1;
      text.add(0, `${text.oneOf(["eq", "ult", "neq"])} 1 ${text.pick(wide)} ${text.pick(wide)}`);
    } else if (dice < 85) text.add(1, `${text.oneOf(["add", "sub"])} 2 ${text.pick(1)} ${text.pick(1)}`);
    else if (dice < 93) {
      const low = random.below(25);
      text.add(1, `slice 2 ${text.pick(2)} ${low + 7} ${low}`);
    } else if (dice < 97) text.add(0, `redor 1 ${text.pick(1)}`);
    else text.add(2, `uext 3 ${text.pick(1)} 24`);
  }
}

/** As deep as it is long: bits, and a fifth of the lines words with a carry, each by way of the line before. */
function chain(text: Lines, lines: number): void {
  const leaves = 1000;
  for (const k of [0, 1])
    for (let i = 0; i < leaves; i++) text.add(k, `${i % 2 === 0 ? "state" : "input"} ${k + 1} leaf_${text.length}`);
  const leaf = (k: number): number => 3 + k * leaves + text.random.below(leaves);
  while (text.length + 1 < lines) {
    const [bit, word] = [text.last(0), text.last(1)];
    if (text.random.below(5) > 0) text.add(0, `${text.oneOf(["and", "or", "xor", "implies"])} 1 ${-bit} ${leaf(0)}`);
    else {
      text.add(1, `${text.oneOf(["add", "sub", "xor", "and", "or"])} 2 ${word} ${leaf(1)}`);
      text.add(0, `ult 1 ${text.last(1)} ${word}`);
    }
  }
}

function wide(text: Lines, lines: number): void {
  const { random } = text;
  for (let k = 0; k < 3; k++) for (let i = 0; i < 20; i++) text.add(k, `input ${k + 1} in_${text.length}`);
  while (text.length < lines) {
    const dice = random.below(100);
    if (dice < 60) text.add(0, `${text.oneOf(["and", "or", "xor"])} 1 ${text.pick(0)} ${text.pick(0)}`);
    else if (dice < 75) {
      const low = random.below(448);
      text.add(1, `slice 2 ${text.pick(2)} ${low + 63} ${low}`);
    } else if (dice < 82) text.add(1, `${text.oneOf(["and", "or"])} 2 ${text.pick(1)} ${text.pick(1)}`);
    else if (dice < 83) text.add(2, `ite 3 ${text.pick(0)} ${text.pick(2)} ${text.pick(2)}`);
    else if (dice < 84) text.add(2, `uext 3 ${text.pick(1)} 448`);
    else if (dice < 86) text.add(0, `eq 1 ${text.pick(1)} ${text.pick(1)}`);
    else {
      const bit = random.below(64);
      text.add(0, `slice 1 ${text.pick(1)} ${bit} ${bit}`);
    }
  }
}
