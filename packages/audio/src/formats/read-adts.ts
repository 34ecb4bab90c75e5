/** AAC without a container: each frame has a header of its own (ADTS). */
import type { ByteReader } from '../byte-reader.ts';
import type { SoundBlock } from '../sound-block.ts';
import { BitReader } from './bit-reader.ts';
import { AacDecoder } from './decode-aac.ts';

const HEAD = 7;

export function isAdts([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xf6) === 0xf0;
}

export async function* readAdts(reader: ByteReader): AsyncGenerator<SoundBlock> {
  let decoder: AacDecoder | undefined;
  while (reader.left > HEAD) {
    const head = await reader.peek(HEAD);
    if (!isAdts(head)) {
      reader.skip(1); // damaged: on to the next frame
      continue;
    }
    const bits = new BitReader(head, 15);
    const hasChecksum = bits.bit() === 0;
    bits.skip(2); // profile
    const rateIndex = bits.bits(4);
    bits.skip(8);
    const size = bits.bits(13);
    const headBytes = hasChecksum ? HEAD + 2 : HEAD;
    if (size <= headBytes || rateIndex > 12) {
      reader.skip(1);
      continue;
    }
    if (reader.left < size) return;
    decoder ??= new AacDecoder({ rateIndex });
    const block = decoder.decode((await reader.take(size)).subarray(headBytes));
    if (block !== undefined) yield block;
  }
}
