import { GrowingWords } from "./growing-words.js";

/** A stack of 32-bit words. */
export class WordStack {
  private readonly words = new GrowingWords(256);
  length = 0;
  private peak = 0;

  /** At its highest. */
  get bytes(): number {
    return 4 * Math.max(this.peak, this.length);
  }

  push(word: number): void {
    const { words, length } = this;
    if (length === words.data.length) words.reserve(length + 1);
    words.data[length] = word;
    this.length = length + 1;
  }

  pop(): number {
    if (this.length > this.peak) this.peak = this.length;
    return this.words.data[--this.length]!;
  }

  at(k: number): number {
    return this.words.data[k]!;
  }

  set(k: number, word: number): void {
    this.words.data[k] = word;
  }
}
