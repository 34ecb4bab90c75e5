/** Detects a recording’s format from its first bytes, and decodes it block by block. */
import { type ByteReader, textOf } from './byte-reader.ts';
import { isAdts, readAdts } from './formats/read-adts.ts';
import { readFlac } from './formats/read-flac.ts';
import { frameOf, readMp3 } from './formats/read-mp3.ts';
import { readMp4 } from './formats/read-mp4.ts';
import { readOgg } from './formats/read-ogg.ts';
import { readWav } from './formats/read-wav.ts';
import { readWebm } from './formats/read-webm.ts';
import { type SoundBlock, SoundError } from './sound-block.ts';

type Read = (reader: ByteReader) => AsyncGenerator<SoundBlock>;

const READERS: readonly [format: string, isIt: (head: Uint8Array) => boolean, read: Read][] = [
  ['wav', (head) => /^(?:RIFF|RF64)....WAVE/s.test(textOf(head)), readWav],
  ['flac', (head) => textOf(head).startsWith('fLaC'), readFlac],
  ['ogg', (head) => textOf(head).startsWith('OggS'), readOgg],
  ['webm', (head) => textOf(head).startsWith('\x1a\x45\xdf\xa3'), readWebm],
  ['mp4', (head) => /^....(?:ftyp|moov|mdat|styp|free|wide)/s.test(textOf(head)), readMp4],
  ['aac', isAdts, readAdts],
  ['mp3', (head) => textOf(head).startsWith('ID3') || frameOf(head) !== undefined, readMp3],
];

const HEAD_BYTES = 16;
const MOST_RATE = 192_000;
const LEAST_RATE = 4_000;

export async function* readSound(reader: ByteReader): AsyncGenerator<SoundBlock> {
  const head = await reader.peek(HEAD_BYTES);
  if (head.length === 0) throw new SoundError('The file is empty.');
  const found = READERS.find(([, isIt]) => isIt(head));
  if (found === undefined)
    throw new SoundError(
      'This is not a recording that is read: WAV, FLAC, MP3, M4A or AAC, Ogg with Opus, and WebM are.',
    );
  for await (const block of withoutRangeErrors(found[2](reader))) {
    const { sampleRate, channels } = block;
    if (sampleRate < LEAST_RATE || sampleRate > MOST_RATE)
      throw new SoundError(`The recording has ${sampleRate} samples a second. 4,000 to 192,000 are read.`);
    if (channels.length > 2)
      throw new SoundError(`The recording has ${channels.length} channels. One or two are read.`);
    if ((channels[0]?.length ?? 0) > 0) yield block;
  }
}

/** A table that points beyond the end: the sign of a damaged file. */
async function* withoutRangeErrors(blocks: AsyncGenerator<SoundBlock>): AsyncGenerator<SoundBlock> {
  try {
    yield* blocks;
  } catch (error) {
    throw error instanceof RangeError
      ? new SoundError('The file is damaged: a part of it points beyond its end.')
      : error;
  }
}
