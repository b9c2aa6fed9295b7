/** A seeded stream of pseudo-random words: the same seed gives the same stream everywhere (xorshift, 32 bits). */
export class Random {
  private state: number;

  constructor(seed: number) {
    // A zero state would stay zero; the scrambling keeps neighbouring seeds apart.
    this.state = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) | 1;
    for (let i = 0; i < 4; i++) this.word();
  }

  /** 32 random bits, as a signed integer. */
  word(): number {
    let s = this.state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.state = s;
    return Math.imul(s, 0x2c1b3c6d) ^ (s >>> 15);
  }

  /** Uniform in 0 … limit-1. */
  below(limit: number): number {
    return Math.floor(((this.word() >>> 0) / 0x100000000) * limit);
  }
}
