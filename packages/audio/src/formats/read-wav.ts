/** WAV: PCM of 8 to 32 bits, floating point, and the two laws of telephony. A header that was never completed means "until the end". */
import { type ByteReader, textOf, viewOf } from '../byte-reader.ts';
import { fromMuLaw } from '../sound/mu-law.ts';
import { BLOCK_FRAMES, cutOff, type SoundBlock, SoundError } from '../sound-block.ts';

const PCM = 1;
const FLOAT = 3;
const A_LAW = 6;
const MU_LAW = 7;
/** Larger than any accepted recording. */
const LARGEST = 0x7fff0000;
const EXTENSIBLE = 0xfffe;

interface WavFormat {
  channels: number;
  sampleRate: number;
  bytesPerSample: number;
  sampleAt(view: DataView, at: number): number;
}

export async function* readWav(reader: ByteReader): AsyncGenerator<SoundBlock> {
  reader.skip(12); // RIFF, size, WAVE
  let format: WavFormat | undefined;
  for (;;) {
    if (reader.left < 8) throw new SoundError('The WAV file has no sound in it.');
    const head = await reader.take(8);
    const name = textOf(head.subarray(0, 4));
    const size = viewOf(head).getUint32(4, true);
    if (name === 'data') {
      if (format === undefined) throw new SoundError('The WAV file does not say which format its sound has.');
      yield* readData(reader, format, size);
      return;
    }
    const next = reader.at + size + (size % 2);
    if (name === 'fmt ') format = readFormat(viewOf(await reader.take(Math.min(size, 40))));
    reader.seek(next);
  }
}

function readFormat(view: DataView): WavFormat {
  if (view.byteLength < 16) throw new SoundError('The WAV file is damaged: its description is too short.');
  const tag = view.getUint16(0, true);
  const code = tag === EXTENSIBLE && view.byteLength >= 26 ? view.getUint16(24, true) : tag;
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const bytesPerSample = view.getUint16(14, true) / 8;
  const sampleAt = samplesOf(code, bytesPerSample);
  if (sampleAt === undefined || channels === 0)
    throw new SoundError(
      `WAV files with encoding ${code} (${bytesPerSample * 8} bits) are not read. Save it as PCM, A-law or µ-law.`,
    );
  return { channels, sampleRate, bytesPerSample, sampleAt };
}

function samplesOf(code: number, bytes: number): WavFormat['sampleAt'] | undefined {
  if (code === PCM && bytes === 1) return (view, at) => (view.getUint8(at) - 128) / 128;
  if (code === PCM && bytes === 2) return (view, at) => view.getInt16(at, true) / 32_768;
  if (code === PCM && bytes === 3)
    return (view, at) => ((view.getInt16(at + 1, true) << 8) | view.getUint8(at)) / 8_388_608;
  if (code === PCM && bytes === 4) return (view, at) => view.getInt32(at, true) / 2_147_483_648;
  if (code === FLOAT && bytes === 4) return (view, at) => view.getFloat32(at, true);
  if (code === FLOAT && bytes === 8) return (view, at) => view.getFloat64(at, true);
  if (code === MU_LAW && bytes === 1) return (view, at) => fromMuLaw(view.getUint8(at)) / 32_768;
  if (code === A_LAW && bytes === 1) return (view, at) => fromALaw(view.getUint8(at));
  return undefined;
}

async function* readData(reader: ByteReader, format: WavFormat, size: number): AsyncGenerator<SoundBlock> {
  const { channels, sampleRate, bytesPerSample, sampleAt } = format;
  const frameBytes = channels * bytesPerSample;
  // Written while recording: the size is 0 or the maximum.
  const isKnown = size > 0 && size < LARGEST;
  if (isKnown && size - reader.left > frameBytes * sampleRate) throw cutOff();
  const whole = isKnown ? Math.min(size, reader.left) : reader.left;
  const end = reader.at + whole - (whole % frameBytes);
  while (reader.at < end) {
    const frames = Math.min(BLOCK_FRAMES, (end - reader.at) / frameBytes);
    const view = viewOf(await reader.take(frames * frameBytes));
    const lists = Array.from({ length: channels }, () => new Float32Array(frames));
    for (const [channel, list] of lists.entries())
      for (let frame = 0; frame < frames; frame += 1)
        list[frame] = sampleAt(view, frame * frameBytes + channel * bytesPerSample);
    yield { sampleRate, channels: lists };
  }
}

/** ITU G.711. */
function fromALaw(byte: number): number {
  const toggled = byte ^ 0x55;
  const exponent = (toggled & 0x70) >> 4;
  const mantissa = ((toggled & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return ((toggled & 0x80) === 0 ? -magnitude : magnitude) / 32_768;
}
