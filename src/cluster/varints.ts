import { Damaged } from "./shape.js";

/** Non-negative numbers as bytes, seven bits each, the smallest first: as the gates of a binary AIGER file. */
export class VarintWriter {
  private bytes = new Uint8Array(256);
  private length = 0;

  add(n: number): void {
    let rest = n;
    if (this.length + 6 > this.bytes.length) {
      const grown = new Uint8Array(2 * this.bytes.length);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  addList(numbers: readonly number[]): void {
    this.add(numbers.length);
    for (const n of numbers) this.add(n);
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

export class VarintReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** At most `high`. */
  next(high: number): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 28; scale *= 0x80) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Damaged("numbers end too early");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > high) throw new Damaged(`${value} is more than ${high}`);
        return value;
      }
    }
    throw new Damaged("a number is too long");
  }

  /** As many numbers as it says first: no more than there are bytes. */
  list(high: number): number[] {
    return Array.from({ length: this.next(this.bytes.length - this.at) }, () => this.next(high));
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new Damaged("there is more than the numbers");
  }
}
