import type { Random } from "../../src/logic/random.js";

/** Mutated files stay below this size: long enough to overflow tables, short enough to be quick. */
const MOST_BYTES = 1 << 16;

const EDGE_NUMBERS = [
  0,
  1,
  2,
  3,
  7,
  127,
  128,
  255,
  256,
  65535,
  2 ** 24,
  2 ** 30 - 1,
  2 ** 30,
  2 ** 31 - 1,
  2 ** 31,
].map(String);
const STRANGE_NUMBERS = [
  "4294967295",
  "4294967296",
  "9007199254740993",
  "99999999999999999999999",
  "-1",
  "1e9",
  "0x10",
];

type Mutation = (bytes: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

/** Changes that know nothing of a format but that text has lines and decimal numbers. */
const MUTATIONS: readonly Mutation[] = [
  flipBit,
  setByte,
  insertBytes,
  dropRange,
  repeatRange,
  truncate,
  splice,
  changeNumber,
  changeNumber,
  swapLines,
  multiplyRange,
];

/** One to four random changes of a sample; the others lend parts. */
export function mutate(sample: Uint8Array, random: Random, others: readonly Uint8Array[]): Uint8Array {
  let bytes = sample;
  for (let k = 1 + random.below(4); k > 0; k--)
    bytes = MUTATIONS[random.below(MUTATIONS.length)]!(bytes, random, others).subarray(0, MOST_BYTES);
  return bytes;
}

function flipBit(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  if (copy.length > 0) copy[random.below(copy.length)]! ^= 1 << random.below(8);
  return copy;
}

function setByte(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  if (copy.length > 0) copy[random.below(copy.length)] = random.below(256);
  return copy;
}

function insertBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length + 1);
  const some = Uint8Array.from({ length: 1 + random.below(8) }, () => random.below(256));
  return join(bytes.subarray(0, at), some, bytes.subarray(at));
}

function dropRange(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = range(bytes, random);
  return join(bytes.subarray(0, from), bytes.subarray(to));
}

function repeatRange(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = range(bytes, random);
  return join(bytes.subarray(0, to), bytes.subarray(from));
}

function truncate(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.slice(0, random.below(bytes.length + 1));
}

function splice(bytes: Uint8Array, random: Random, others: readonly Uint8Array[]): Uint8Array {
  const other = others[random.below(others.length)] ?? bytes;
  const [from, to] = range(other, random);
  const at = random.below(bytes.length + 1);
  return join(bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at));
}

/** Replaces a decimal number, one near the beginning more often than not: there are the counts. */
function changeNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const start = random.below(2) === 0 ? random.below(Math.min(40, bytes.length + 1)) : random.below(bytes.length + 1);
  const isDigit = (i: number): boolean => bytes[i]! >= 48 && bytes[i]! <= 57;
  let from = start;
  while (from < bytes.length && !isDigit(from)) from++;
  let to = from;
  while (to < bytes.length && isDigit(to)) to++;
  const old = Number(new TextDecoder().decode(bytes.subarray(from, to)));
  const choices = [...EDGE_NUMBERS, ...STRANGE_NUMBERS, `${old + 1}`, `${old - 1}`, `${2 * old}`, `${old ^ 1}`];
  return join(bytes.subarray(0, from), ascii(choices[random.below(choices.length)]!), bytes.subarray(to));
}

function swapLines(bytes: Uint8Array, random: Random): Uint8Array {
  const newline = bytes.indexOf(10, random.below(bytes.length + 1));
  const first = newline === -1 ? 0 : newline + 1;
  const second = bytes.indexOf(10, first);
  const third = second === -1 ? -1 : bytes.indexOf(10, second + 1);
  if (third === -1) return bytes;
  return join(
    bytes.subarray(0, first),
    bytes.subarray(second + 1, third + 1),
    bytes.subarray(first, second + 1),
    bytes.subarray(third + 1),
  );
}

/** The same part many times over: deep nesting, long lines, many entries. */
function multiplyRange(bytes: Uint8Array, random: Random): Uint8Array {
  const from = random.below(bytes.length + 1);
  const part = bytes.subarray(from, Math.min(bytes.length, from + 1 + random.below(16)));
  const times = 1 << random.below(13);
  const many = new Uint8Array(Math.min(part.length * times, MOST_BYTES)).map((_, i) => part[i % part.length]!);
  return join(bytes.subarray(0, from), many, bytes.subarray(from));
}

function range(bytes: Uint8Array, random: Random): readonly [number, number] {
  const from = random.below(bytes.length + 1);
  return [from, from + random.below(Math.min(64, bytes.length - from) + 1)];
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const p of parts) {
    whole.set(p, at);
    at += p.length;
  }
  return whole;
}
