/**
 * MP3 through minimp3 in WebAssembly, which wants a whole file in its memory: it is given a few seconds of frames at a time, each time with some of
 * the frames before, since a frame may begin in the bytes of earlier ones.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type ByteReader, viewOf } from '../byte-reader.ts';
import { cutOff, type SoundBlock, SoundError } from '../sound-block.ts';

interface Frame {
  bytes: Uint8Array;
  samples: number;
}

/** What is used of it: the types of Node leave it to those of browsers. */
declare const WebAssembly: {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: unknown } }>;
};

interface Minimp3 {
  memory: { buffer: ArrayBuffer };
  decoder_init(): void;
  decoder_set_mp3_data_size(bytes: number): void;
  decoder_mp3_data_offset(): number;
  decoder_seek(seconds: number): void;
  decoder_decode(seconds: number): void;
  decoder_pcm_data_offset(): number;
  decode_results_sampling_rate(): number;
  decode_results_num_channels(): number;
  decode_results_num_samples(): number;
}

/** About ten seconds. */
const FRAMES = 400;
/** The maximum that a frame may refer back: the bytes of ten small frames. */
const BEFORE = 10;
const HEADER_BYTES = 4;

export async function* readMp3(reader: ByteReader): AsyncGenerator<SoundBlock> {
  const decoder = await openDecoder();
  let frames: Frame[] = [];
  let before: Frame[] = [];
  let hasSound = false;
  let isFirst = true;
  for (let isAtEnd = false; !isAtEnd; ) {
    const frame = await nextFrame(reader);
    if (frame !== undefined && isFirst && isCutOff(frame, reader)) throw cutOff();
    isFirst = false;
    isAtEnd = frame === undefined;
    if (frame !== undefined) frames.push(frame);
    if (frames.length === FRAMES || (isAtEnd && frames.length > 0)) {
      const block = decode(decoder, before, frames);
      if (block !== undefined) {
        hasSound = true;
        yield block;
      }
      before = frames.slice(-BEFORE);
      frames = [];
    }
  }
  if (!hasSound) throw new SoundError('The MP3 file has no sound in it.');
}

/** The first frame may be none, and say how many bytes there are; tags at the end may count or not. */
function isCutOff({ bytes }: Frame, reader: ByteReader): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  const at = Math.max(text.indexOf('Xing'), text.indexOf('Info'));
  const view = viewOf(bytes);
  const hasBytes = at > 0 && at + 16 <= bytes.length && (view.getUint32(at + 4) & 3) === 3;
  return hasBytes && (bytes.length + reader.left) * 1.02 < view.getUint32(at + 12);
}

async function openDecoder(): Promise<Minimp3> {
  const path = createRequire(import.meta.url).resolve('minimp3-wasm/dist/decoder.opt.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(path), {});
  return instance.exports as Minimp3;
}

function decode(decoder: Minimp3, before: readonly Frame[], frames: readonly Frame[]): SoundBlock | undefined {
  const given = Buffer.concat([...before, ...frames].map(({ bytes }) => bytes));
  decoder.decoder_init();
  decoder.decoder_set_mp3_data_size(given.length);
  new Uint8Array(decoder.memory.buffer).set(given, decoder.decoder_mp3_data_offset());
  decoder.decoder_seek(0);
  decoder.decoder_decode(1_000);
  const count = decoder.decode_results_num_channels();
  const sampleRate = decoder.decode_results_sampling_rate();
  const wanted = frames.reduce((sum, { samples }) => sum + samples, 0);
  const found = count === 0 ? 0 : decoder.decode_results_num_samples() / count;
  const kept = Math.min(wanted, found);
  if (kept === 0) return undefined;
  const all = new Int16Array(decoder.memory.buffer, decoder.decoder_pcm_data_offset(), found * count);
  const first = found - kept;
  const channels = Array.from({ length: count }, (_, channel) =>
    Float32Array.from({ length: kept }, (_, index) => (all[(first + index) * count + channel] ?? 0) / 32_768),
  );
  return { sampleRate, channels };
}

async function nextFrame(reader: ByteReader): Promise<Frame | undefined> {
  while (reader.left >= HEADER_BYTES) {
    const head = await reader.peek(10);
    if (head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33) {
      reader.skip(10 + sizeOfTag(head)); // ID3: titles and pictures
      continue;
    }
    const found = frameOf(head);
    if (found === undefined) {
      reader.skip(1);
      continue;
    }
    if (reader.left < found.bytes) return undefined; // cut off in its last frame
    return { bytes: Uint8Array.from(await reader.take(found.bytes)), samples: found.samples };
  }
  return undefined;
}

function sizeOfTag(head: Uint8Array): number {
  return [6, 7, 8, 9].reduce((size, at) => size * 128 + ((head[at] ?? 0) & 0x7f), 0);
}

const BIT_RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BIT_RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES: Readonly<Record<number, readonly number[]>> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
};
const LAYER_3 = 1;

/** Of a header of layer III: how long the frame is, in bytes and in samples. */
export function frameOf(head: Uint8Array): { bytes: number; samples: number } | undefined {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || ((second >> 1) & 3) !== LAYER_3) return undefined;
  const version = (second >> 3) & 3;
  const isFirst = version === 3;
  const bitRate = (isFirst ? BIT_RATES_1 : BIT_RATES_2)[third >> 4];
  const sampleRate = SAMPLE_RATES[version]?.[(third >> 2) & 3];
  if (bitRate === undefined || bitRate === 0 || sampleRate === undefined) return undefined;
  const padding = (third >> 1) & 1;
  return {
    bytes: Math.floor(((isFirst ? 144 : 72) * bitRate * 1_000) / sampleRate) + padding,
    samples: isFirst ? 1_152 : 576,
  };
}
