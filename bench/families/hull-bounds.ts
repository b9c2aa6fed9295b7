import type { Lit } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { Builder, type Word } from "./builder.js";

/**
 * `om`: a long line of nodes in the manner of the graphs on which hull algorithms take most steps (GSH, Section 4). The first
 * half is a chain; the nodes of the second half may stay where they are or go to any node on their right. Each of them is in
 * all conditions but one, in turn, so that no node is a fair cycle of its own, and there are no others.
 *
 * Positions beyond the end of the line cannot be reached. In version 3 they lead nowhere; in versions 2 and 1 they are a fair
 * component, and its unreachability must be proved. Version 1 keeps the position twice, once as it is and once in Gray code,
 * and whoever has lost track is beyond the end as well.
 */
export function hullBound(bits: number, conditions: number, version: 1 | 2 | 3): Model {
  const b = new Builder();
  const end = Math.floor(0.75 * 2 ** bits);
  const position = b.word(bits);
  const goal = b.inputWord(bits);
  const stays = b.input();
  const copy = version === 1 ? b.word(bits) : null;
  const below = (word: Word, value: number): Lit => b.less(word, b.constant(value, bits));

  const knowsPlace = copy === null ? b.constant(1, 1)[0]! : b.equal(copy, grayCode(b, position));
  const onLine = b.and(below(position, end), knowsPlace);
  const inChain = below(position, end >> 1);
  const forward = b.and(b.less(position, goal), below(goal, end));
  const along = b.increment(position);
  const last = b.is(position, end - 1);
  const free = b.muxWord(b.or(stays, last), position, b.muxWord(forward, goal, b.muxWord(last, position, along)));
  const beyond = version === 3 ? b.constant(end - 1, bits) : goal;
  const next = b.muxWord(onLine, b.muxWord(inChain, along, free), beyond);
  b.nextWord(position, next);
  if (copy !== null) b.nextWord(copy, b.muxWord(onLine, grayCode(b, next), goal));
  const width = Math.max(1, Math.ceil(Math.log2(conditions)));
  for (let j = 0; j < conditions; j++) b.fair(b.not(b.is(position.slice(0, width), j)));
  return b.model();
}

const grayCode = (b: Builder, word: Word): Word =>
  word.map((bit, i) => b.xor(bit, word[i + 1] ?? b.constant(0, 1)[0]!));
