/** Bits of a few bytes in memory, the highest first. Reading past the end throws `OutOfBits`, so that a caller can come back with more. */
export class OutOfBits extends Error {
  override readonly name = 'OutOfBits';
}

export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array, atBit = 0) {
    this.#bytes = bytes;
    this.#at = atBit;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.#at;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new OutOfBits();
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }

  /** Up to 32 bits, without a sign. */
  bits(count: number): number {
    let value = 0;
    let wanted = count;
    while (wanted > 0) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new OutOfBits();
      const there = 8 - (this.#at & 7);
      const taken = Math.min(there, wanted);
      value = value * 2 ** taken + ((byte >> (there - taken)) & ((1 << taken) - 1));
      this.#at += taken;
      wanted -= taken;
    }
    return value;
  }

  /** Up to 33 bits, in two's complement. */
  signed(count: number): number {
    const value = this.bits(count);
    return value >= 2 ** (count - 1) ? value - 2 ** count : value;
  }

  /** The number of zeros before the next one. */
  unary(): number {
    let zeros = 0;
    for (;;) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new OutOfBits();
      const rest = (byte << (this.#at & 7)) & 0xff;
      if (rest !== 0) {
        const run = Math.clz32(rest) - 24;
        this.#at += run + 1;
        return zeros + run;
      }
      const skipped = 8 - (this.#at & 7);
      zeros += skipped;
      this.#at += skipped;
    }
  }

  skip(bits: number): void {
    this.#at += bits;
  }

  align(): void {
    this.#at = (this.#at + 7) & ~7;
  }
}
