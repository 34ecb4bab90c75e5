/** Reads a recording from the first byte to the last, with jumps if a format needs them, and never holds more than requested. */
import { cutOff, SoundError } from './sound-block.ts';

export interface ByteSource {
  readonly size: number;
  /** Fewer bytes only at the end. */
  read(at: number, length: number): Promise<Uint8Array>;
}

const STEP_BYTES = 262_144;
/** No format needs more at once; a file that requires it is broken or made to use up memory. */
const MOST_BYTES = 16_777_216;

export class ByteReader {
  readonly #source: ByteSource;
  #bytes: Uint8Array<ArrayBufferLike> = new Uint8Array();
  /** The offset of the first held byte. */
  #from = 0;
  #at = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get at(): number {
    return this.#at;
  }

  get size(): number {
    return this.#source.size;
  }

  get left(): number {
    return Math.max(0, this.#source.size - this.#at);
  }

  /** The next bytes without advancing; fewer at the end. */
  async peek(length: number): Promise<Uint8Array> {
    if (length > MOST_BYTES) throw new SoundError('The file is damaged: a part of it claims to be larger than any is.');
    const wanted = Math.min(length, this.left);
    const isHeld = this.#at >= this.#from && this.#at + wanted <= this.#from + this.#bytes.length;
    if (!isHeld) {
      this.#bytes = await this.#source.read(this.#at, Math.min(this.left, Math.max(wanted, STEP_BYTES)));
      this.#from = this.#at;
    }
    const start = this.#at - this.#from;
    return this.#bytes.subarray(start, start + wanted);
  }

  /** The next bytes; a file that ends earlier is truncated. */
  async take(length: number): Promise<Uint8Array> {
    const bytes = await this.peek(length);
    if (bytes.length < length) throw cutOff();
    this.#at += length;
    return bytes;
  }

  skip(length: number): void {
    this.#at += length;
  }

  seek(at: number): void {
    this.#at = at;
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A file or an upload that is in memory already. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) };
}
