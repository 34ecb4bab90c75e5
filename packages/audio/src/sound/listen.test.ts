import { describe, expect, it } from 'vitest';
import {
  addBrownNoise,
  addMusic,
  addNoise,
  addNoiseBelow,
  addRinging,
  addSpeech,
  type Interval,
  recordingOf,
  silence,
} from '../../test/support/planted-sound.ts';
import type { SoundKind } from './find-speech.ts';
import { type Heard, listen, type Piece, type SoundFacts } from './listen.ts';
import { SAMPLE_RATE } from './resample.ts';

const AGENT: readonly Interval[] = [
  [1, 4],
  [10, 15.5],
];
const CUSTOMER: readonly Interval[] = [
  [5, 8.5],
  [17, 20],
];
/** In seconds. */
const SLACK = 0.3;

async function hear(channels: readonly Float32Array[], pieceSeconds = 29) {
  const heard = listen(recordingOf(...channels), { pieceSeconds, withCopy: true });
  const all: Heard[] = [];
  for (;;) {
    const { done, value } = await heard.next();
    if (done === true)
      return { sound: value, pieces: all.flatMap((one) => (one.kind === 'piece' ? [one.piece] : [])), all };
    all.push(value);
  }
}

function dialogue(decibels?: number): [Float32Array, Float32Array] {
  const agent = silence(22);
  const customer = silence(22);
  for (const [seed, interval] of AGENT.entries()) addSpeech(agent, interval, { seed });
  for (const [seed, interval] of CUSTOMER.entries()) addSpeech(customer, interval, { seed: seed + 5, hertz: 200 });
  if (decibels !== undefined) {
    addNoiseBelow(agent, AGENT[0] ?? [0, 1], decibels);
    addNoiseBelow(customer, CUSTOMER[0] ?? [0, 1], decibels, 9);
  }
  return [agent, customer];
}

function expectStretches(
  { stretches }: SoundFacts,
  channel: number,
  kind: SoundKind,
  truth: readonly Interval[],
): void {
  const found = (stretches[channel] ?? []).filter((stretch) => stretch.kind === kind);
  expect(found, JSON.stringify(found)).toHaveLength(truth.length);
  for (const [index, [start, end]] of truth.entries()) {
    expect(Math.abs((found[index]?.start ?? 0) - start)).toBeLessThan(SLACK);
    expect(Math.abs((found[index]?.end ?? 0) - end)).toBeLessThan(SLACK);
  }
}

describe('who speaks when', () => {
  it.each([
    ['on a line without noise', undefined],
    ['with noise 20 dB below the voice', 20],
    ['with noise 10 dB below the voice', 10],
  ])('is found on two channels %s', async (_, decibels) => {
    const { sound } = await hear(dialogue(decibels));
    expect(sound.channels).toBe(2);
    expectStretches(sound, 0, 'speech', AGENT);
    expectStretches(sound, 1, 'speech', CUSTOMER);
  });

  it('is found in noise that is louder the lower it is, as in a car', async () => {
    const [agent, customer] = dialogue();
    addBrownNoise(agent, 0.05);
    addBrownNoise(customer, 0.05, 9);
    const { sound } = await hear([agent, customer]);
    expectStretches(sound, 0, 'speech', AGENT);
    expectStretches(sound, 1, 'speech', CUSTOMER);
    const alone = silence(40);
    addBrownNoise(alone, 0.05);
    expect((await hear([alone])).sound.stretches).toEqual([[]]);
  });

  it('is found although it begins at once and goes on for more than a minute', async () => {
    const only = silence(72);
    addSpeech(only, [0, 70]);
    addNoise(only, 0.01);
    const { sound } = await hear([only]);
    const stretches = sound.stretches[0] ?? [];
    expect(stretches[0]?.start).toBeLessThan(SLACK);
    expect(Math.abs((stretches.at(-1)?.end ?? 0) - 70)).toBeLessThan(SLACK);
    for (const [index, { kind, start }] of stretches.entries()) {
      expect(kind).toBe('speech');
      if (index > 0) expect(start - (stretches[index - 1]?.end ?? 0)).toBeLessThan(SLACK);
    }
  });

  it('is not what is heard of the other channel', async () => {
    const [agent] = dialogue();
    const leak = agent.map((value) => value * 0.1);
    addNoise(leak, 0.001);
    const { sound } = await hear([agent, leak]);
    expectStretches(sound, 0, 'speech', AGENT);
    expect(sound.stretches[1]).toEqual([]);
  });

  it('is nobody where there is noise alone, however loud, or silence', async () => {
    for (const level of [0, 0.001, 0.01, 0.05, 0.2]) {
      const only = silence(40);
      addNoise(only, level);
      const { sound, pieces } = await hear([only]);
      expect(sound.stretches, String(level)).toEqual([[]]);
      expect(pieces).toEqual([]);
    }
  });

  it('is nobody where the noise of the line becomes louder', async () => {
    const only = silence(40);
    addNoise(only, 0.002);
    const louder = silence(25);
    addNoise(louder, 0.03, 3);
    only.set(louder, 15 * SAMPLE_RATE);
    expect((await hear([only])).sound.stretches).toEqual([[]]);
  });
});

describe('music and ringing', () => {
  it('are told from speech, and not transcribed', async () => {
    const agent = silence(60);
    const customer = silence(60);
    addNoise(agent, 0.002);
    addNoise(customer, 0.002, 9);
    addRinging(agent, [0, 18]);
    addSpeech(agent, [20, 24]);
    addSpeech(customer, [25, 29], { hertz: 200 });
    addMusic(agent, [31, 51]);
    addSpeech(agent, [53, 57]);
    const { sound, pieces } = await hear([agent, customer]);
    expectStretches(sound, 0, 'ringing', [
      [0, 2],
      [6, 8],
      [12, 14],
    ]);
    expectStretches(sound, 0, 'music', [[31, 51]]);
    expectStretches(sound, 0, 'speech', [
      [20, 24],
      [53, 57],
    ]);
    expectStretches(sound, 1, 'speech', [[25, 29]]);
    expect(pieces.flatMap(({ spans }) => spans)).toHaveLength(3);
  });

  it.each([
    ['without noise', 0],
    ['with noise', 0.01],
  ])('music is music for as long as it is heard, from the beginning on, %s', async (_, level) => {
    const only = silence(70);
    addNoise(only, level);
    addMusic(only, [0, 60]);
    addSpeech(only, [62, 66]);
    const { sound } = await hear([only]);
    expectStretches(sound, 0, 'speech', [[62, 66]]);
    const music = (sound.stretches[0] ?? []).filter(({ kind }) => kind === 'music');
    expect(music[0]?.start).toBeLessThan(SLACK);
    expect(Math.abs((music.at(-1)?.end ?? 0) - 60)).toBeLessThan(SLACK);
  });
});

describe('what is heard of a recording', () => {
  it('is one channel where both are the same, also after another encoder', async () => {
    const [agent] = dialogue(20);
    const again = agent.slice();
    addNoise(again, 0.000_5, 11);
    for (const second of [agent, again]) {
      const { sound } = await hear([agent, second]);
      expect(sound.channels).toBe(1);
      expectStretches(sound, 0, 'speech', AGENT);
    }
    expect((await hear(dialogue())).sound.channels).toBe(2);
  });

  it('is cut into pieces of one channel, whose seconds are those of the recording', async () => {
    const [agent, customer] = dialogue();
    const { pieces } = await hear([agent, customer], 6);
    expect(pieces.map(({ channel, spans }) => [channel, spans.length])).toEqual([
      [0, 1],
      [1, 1],
      [0, 1],
      [1, 1],
    ]);
    for (const piece of pieces) expectFrom([agent, customer][piece.channel], piece);
    const { pieces: longer } = await hear([agent, customer]);
    expect(longer.map(({ channel, spans }) => [channel, spans.length])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    for (const piece of longer) expectFrom([agent, customer][piece.channel], piece);
  });

  it('has a copy of every frame', async () => {
    const { all, sound } = await hear(dialogue());
    const bytes = all.reduce((sum, one) => sum + (one.kind === 'copy' ? one.bytes.length : 0), 0);
    expect(bytes).toBe(sound.seconds * SAMPLE_RATE * 2);
    expect(sound.seconds).toBeCloseTo(22, 1);
  });
});

/** The samples of the piece are those of the channel at its spans. */
function expectFrom(channel: Float32Array | undefined, { samples, spans }: Piece): void {
  for (const { at, start, end } of spans)
    for (let second = 0; second < end - start; second += 0.25) {
      const value = samples[Math.round((at + second) * SAMPLE_RATE)] ?? 0;
      expect(value).toBeCloseTo(channel?.[Math.round((start + second) * SAMPLE_RATE)] ?? 0, 3);
    }
}
