import { Stopped } from "../limits/stopped.js";

/** From here on words live in memory that grows in place. */
const LARGE = 2 ** 18;
const WORDS_PER_PAGE = 16384;
/** 4 GiB, which is what a WebAssembly memory can address. */
export const MOST_WORDS = 65536 * WORDS_PER_PAGE;

/**
 * 32-bit words, 0 at first, whose number can grow. Beyond a megabyte they are those of a WebAssembly memory: it grows
 * without a copy, and what was never written to costs nothing.
 */
export class GrowingWords {
  data: Int32Array;
  private memory: WebAssembly.Memory | null = null;

  constructor(length: number) {
    this.data = new Int32Array(0);
    this.reserve(length);
  }

  /** At least `length` words. `data` may be replaced. */
  reserve(length: number): void {
    if (length <= this.data.length) return;
    if (length > MOST_WORDS) throw new Stopped("memory", "a table would need more than 4 GiB");
    const wanted = Math.min(MOST_WORDS, Math.max(length, 2 * this.data.length, 64));
    if (wanted < LARGE) {
      const data = new Int32Array(wanted);
      data.set(this.data);
      this.data = data;
    } else this.reservePages(Math.ceil(wanted / WORDS_PER_PAGE));
  }

  private reservePages(pages: number): void {
    try {
      if (this.memory === null) {
        this.memory = new WebAssembly.Memory({ initial: pages, maximum: 65536 });
        new Int32Array(this.memory.buffer).set(this.data);
      } else this.memory.grow(pages - this.memory.buffer.byteLength / (4 * WORDS_PER_PAGE));
    } catch (error) {
      if (error instanceof RangeError) throw new Stopped("memory", "the system has no more memory");
      throw error;
    }
    this.data = new Int32Array(this.memory.buffer);
  }
}
