import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { drawn } from '../../../test/support/draws.ts';
import { ByteReader, sourceOf } from './byte-reader.ts';
import { readSound } from './read-sound.ts';
import { SoundError } from './sound-block.ts';

const fixture = (name: string) => readFile(new URL(`../test/fixtures/${name}`, import.meta.url));

async function decode(bytes: Uint8Array): Promise<{ sampleRate: number; channels: number[][] }> {
  const channels: number[][] = [];
  let sampleRate = 0;
  for await (const block of readSound(new ByteReader(sourceOf(bytes)))) {
    sampleRate = block.sampleRate;
    for (const [channel, list] of block.channels.entries()) {
      channels[channel] ??= [];
      channels[channel].push(...list);
    }
  }
  return { sampleRate, channels };
}

/** How loud a tone is in the middle of the samples: the amplitude of its sine. */
function amplitude(samples: readonly number[], hertz: number, rate: number): number {
  const from = Math.floor(samples.length / 4);
  const part = samples.slice(from, from + Math.floor(rate / 4));
  let real = 0;
  let imaginary = 0;
  for (const [index, sample] of part.entries()) {
    real += sample * Math.cos((2 * Math.PI * hertz * index) / rate);
    imaginary += sample * Math.sin((2 * Math.PI * hertz * index) / rate);
  }
  return (2 * Math.hypot(real, imaginary)) / part.length;
}

function wav(tag: number, bits: number, write: (view: DataView, at: number, value: number) => void): Uint8Array {
  const rate = 16_000;
  const frames = rate;
  const frameBytes = (bits / 8) * 2;
  const bytes = new Uint8Array(44 + frames * frameBytes);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(Buffer.from(value, 'latin1'), at);
  text(0, 'RIFF');
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, tag, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, rate, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, bits, true);
  text(36, 'data');
  view.setUint32(40, 0xffffffff, true); // as it is while somebody records
  for (let frame = 0; frame < frames; frame += 1) {
    write(view, 44 + frame * frameBytes, 0.5 * Math.sin((2 * Math.PI * 440 * frame) / rate));
    write(view, 44 + frame * frameBytes + bits / 8, 0.25 * Math.sin((2 * Math.PI * 1_000 * frame) / rate));
  }
  return bytes;
}

async function expectTones(bytes: Uint8Array, seconds: number, slack = 0.12): Promise<void> {
  const { sampleRate, channels } = await decode(bytes);
  expect(channels).toHaveLength(2);
  const [left = [], right = []] = channels;
  expect(Math.abs(left.length / sampleRate - seconds)).toBeLessThan(slack);
  expect(right).toHaveLength(left.length);
  expect(amplitude(left, 440, sampleRate)).toBeCloseTo(0.5, 1);
  expect(amplitude(left, 1_000, sampleRate)).toBeLessThan(0.02);
  expect(amplitude(right, 1_000, sampleRate)).toBeCloseTo(0.25, 1);
  expect(amplitude(right, 440, sampleRate)).toBeLessThan(0.02);
}

describe('a recording of two tones', () => {
  it.each([
    'tones.flac',
    'tones.mp3',
    'tones.m4a',
    'tones.aac',
    'tones-fragments.mp4',
    'tones.opus',
    'tones.webm',
    'tones-opus.mp4',
  ])('has both, each on its channel: %s', async (name) => expectTones(await fixture(name), 1.5));

  it.each(['tones-mu-law.wav', 'tones-a-law.wav'])('of telephony too: %s', async (name) =>
    expectTones(await fixture(name), 0.5),
  );

  it.each([
    ['8 bits', 1, 8, (view: DataView, at: number, value: number) => view.setUint8(at, Math.round(value * 127 + 128))],
    ['16 bits', 1, 16, (view: DataView, at: number, value: number) => view.setInt16(at, value * 32_767, true)],
    [
      '24 bits',
      1,
      24,
      (view: DataView, at: number, value: number) => {
        const whole = Math.round(value * 8_388_607);
        view.setUint8(at, whole & 0xff);
        view.setInt16(at + 1, whole >> 8, true);
      },
    ],
    ['32 bits', 1, 32, (view: DataView, at: number, value: number) => view.setInt32(at, value * 2_147_483_647, true)],
    ['floating point', 3, 32, (view: DataView, at: number, value: number) => view.setFloat32(at, value, true)],
    ['double floating point', 3, 64, (view: DataView, at: number, value: number) => view.setFloat64(at, value, true)],
  ] as const)('as WAV with %s, and a header that was never completed', async (_, tag, bits, write) =>
    expectTones(wav(tag, bits, write), 1),
  );
});

describe('what is not a whole recording', () => {
  const names = [
    'tones.flac',
    'tones.mp3',
    'tones.m4a',
    'tones.aac',
    'tones-fragments.mp4',
    'tones.opus',
    'tones.webm',
    'tones-a-law.wav',
  ];
  /** In each, one byte more is changed than in the one before. */
  const ROUNDS = Array.from({ length: 40 }, (_, round) => round);

  it('is refused with a sentence, whatever was sent', async () => {
    await expect(decode(new Uint8Array())).rejects.toThrow('The file is empty.');
    await expect(decode(Buffer.from('%PDF-1.7 and so on, and so on'))).rejects.toThrow('This is not a recording');
    await expect(decode(Buffer.from('RIFF____WAVEfmt '))).rejects.toThrow(SoundError);
  });

  it.each(names)('gives what is there, or says that it ends too early: %s', async (name) => {
    const bytes = await fixture(name);
    for (const share of drawn([0.02, 0.1, 0.3, 0.5, 0.77, 0.99], names.indexOf(name))) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share));
      const outcome = await decode(cut).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SoundError);
    }
  });

  it.each(['tones.flac', 'tones.mp3', 'tones.m4a', 'tones.webm'])(
    'is refused where its head says that there is more: %s',
    async (name) => {
      const bytes = await fixture(name);
      for (const share of [0.4, 0.7, 0.95])
        await expect(decode(bytes.subarray(0, Math.floor(bytes.length * share)))).rejects.toThrow('ends too early');
    },
  );

  it('is refused where its head says that there is more, and taken where that was never written: WAV', async () => {
    const bytes = wav(1, 16, (view, at, value) => view.setInt16(at, value * 32_767, true));
    const view = new DataView(bytes.buffer);
    for (const size of [0, 0x7ffff000, 0xffffffff]) {
      view.setUint32(40, size, true);
      expect((await decode(bytes)).channels[0]).toHaveLength(16_000);
    }
    view.setUint32(40, 16_000 * 4 * 3, true);
    await expect(decode(bytes)).rejects.toThrow('ends too early');
    view.setUint32(40, 16_000 * 4 + 8, true);
    expect((await decode(bytes)).channels[0]).toHaveLength(16_000);
  });

  it.each(names)('does not end the process when bytes of it are changed: %s', async (name) => {
    const bytes = await fixture(name);
    let seed = 7;
    for (const round of drawn(ROUNDS, names.indexOf(name))) {
      const changed = Uint8Array.from(bytes);
      for (let count = 0; count < 1 + round; count += 1) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        changed[seed % changed.length] = seed >>> 24;
      }
      const outcome = await decode(changed).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SoundError);
    }
  });
});
