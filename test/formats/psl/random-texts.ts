import type { Random } from "../../../src/logic/random.js";

const pick = <T>(random: Random, all: readonly T[]): T => all[random.below(all.length)]!;

const CONDITIONS = ["a", "b", "c", "!a", "n = 2", "n > 0", "a & b", "a | c", "a xor b", "TRUE", "(a -> b)"];

/** A sequence such as NuSMV may take, without its braces. */
function sere(random: Random, size: number): string {
  const letter = (): string => pick(random, CONDITIONS);
  if (size <= 0) return letter();
  const inner = (): string => sere(random, Math.floor((size - 1) / 2));
  switch (random.below(10)) {
    case 0:
      return `{${inner()}} | {${inner()}}`;
    case 1:
      return `{${inner()}} ${pick(random, ["&", "&&", ":"])} {${inner()}}`;
    case 2:
      return `${letter()}; ${pick(random, ["a", "b", "!c"])}[*]; ${letter()}`;
    case 3:
      return `${letter()}; ${pick(random, ["a", "b"])}[+]; ${inner()}`;
    case 4:
      return `${letter()}; [*]; ${letter()}`;
    case 5:
      return `${inner()}[*${1 + random.below(3)}]`;
    default:
      return `${inner()}; ${inner()}`;
  }
}

/** The text of a PSLSPEC; parentheses are left out now and then, where the grammar decides. */
export function randomSpec(random: Random, size = 1 + random.below(5)): string {
  if (size <= 0) return pick(random, CONDITIONS);
  const rest = (): string => {
    const text = randomSpec(random, Math.floor((size - 1) / 2));
    return random.below(3) === 0 ? text : `(${text})`;
  };
  const one = (): string => {
    const text = randomSpec(random, size - 1);
    return random.below(3) === 0 ? text : `(${text})`;
  };
  const number = (): number => 1 + random.below(3);
  switch (random.below(22)) {
    case 0:
      return `always ${one()}`;
    case 1:
      return `never ${one()}`;
    case 2:
      return `eventually! ${one()}`;
    case 3:
      return `${pick(random, ["next", "next!", "X", "X!", "F", "G"])} ${one()}`;
    case 4:
      return `${pick(random, ["next", "X", "next!"])}[${number()}](${one()})`;
    case 5: {
      const low = number();
      return `${pick(random, ["next_a", "next_e", "next_a!", "next_e!"])}[${low}:${low + random.below(3)}](${one()})`;
    }
    case 6:
      return `next_event${pick(random, ["", "!"])}(${pick(random, CONDITIONS)})(${one()})`;
    case 7:
      return `next_event${pick(random, ["", "!"])}(${pick(random, CONDITIONS)})[${number()}](${one()})`;
    case 8: {
      const low = number();
      return `next_event_${pick(random, ["a", "e", "a!", "e!"])}(${pick(random, CONDITIONS)})[${low}:${low + random.below(2)}](${one()})`;
    }
    case 9:
    case 10:
      return `${rest()} ${pick(random, ["until", "until!", "until_", "until!_"])} ${rest()}`;
    case 11:
      return `${rest()} ${pick(random, ["before", "before!", "before_", "before!_"])} ${rest()}`;
    case 12:
      return `${rest()} ${pick(random, ["->", "<->"])} ${rest()}`;
    case 13:
      return `${rest()} ${pick(random, ["&", "|", "xor", "&&", "||"])} ${rest()}`;
    case 14:
      return `!(${one()})`;
    case 15:
      return `[${rest()} ${pick(random, ["U", "W"])} ${rest()}]`;
    case 16:
      return `${pick(random, ["always", "never", "eventually!"])} {${sere(random, size)}}`;
    case 17:
      return `{${sere(random, size)}}(${one()})`;
    case 18:
    case 19:
      return `{${sere(random, size)}} ${pick(random, ["|->", "|=>"])} {${sere(random, size)}}!`;
    case 20:
      return `always {${sere(random, size)}} ${pick(random, ["|->", "|=>"])} {${sere(random, size)}}!`;
    default:
      return `${pick(random, ["AG", "AF", "EF", "EG"])} ${pick(random, CONDITIONS)}`;
  }
}
