import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../normalise.ts';

const read = (value: unknown, sides?: Record<string, 'agent' | 'customer'>) =>
  normaliseConversation(value, { sides }).turns.map(({ speaker, side, text, startSeconds, endSeconds }) => [
    speaker,
    side,
    text,
    startSeconds,
    endSeconds,
  ]);

describe('whisper', () => {
  it('reads segments, with a speaker where there is one', () => {
    const segment = (id: number, text: string, speaker?: string) => ({
      id,
      seek: 0,
      start: id,
      end: id + 0.5,
      text,
      tokens: [1],
      avg_logprob: -0.2,
      ...(speaker === undefined ? {} : { speaker }),
    });
    expect(
      read({
        task: 'transcribe',
        language: 'english',
        duration: 2,
        text: ' Hello. Hi.',
        segments: [segment(0, ' Hello.'), segment(1, ' Hi.')],
      }),
    ).toEqual([
      [undefined, undefined, ' Hello.', 0, 0.5],
      [undefined, undefined, ' Hi.', 1, 1.5],
    ]);
    expect(
      read(
        { segments: [segment(0, 'Hello.', 'SPEAKER_00'), segment(1, 'Hi.', 'SPEAKER_01')] },
        { speaker_01: 'customer' },
      ),
    ).toEqual([
      ['SPEAKER_00', 'agent', 'Hello.', 0, 0.5],
      ['SPEAKER_01', 'customer', 'Hi.', 1, 1.5],
    ]);
    expect(read({ text: 'Hello.' })).toEqual([[undefined, undefined, 'Hello.', undefined, undefined]]);
  });

  it('reads the speakers of WhisperX from the words, where segments have none', () => {
    const word = (said: string, start: number, speaker?: string) => ({
      word: said,
      start,
      end: start + 0.4,
      score: 0.9,
      ...(speaker !== undefined && { speaker }),
    });
    const segment = (text: string, start: number, words: unknown[]) => ({ start, end: start + 3, text, words });
    const [one, two] = ['SPEAKER_00', 'SPEAKER_01'];
    expect(
      read({
        segments: [
          segment(' How can I', 0, [word('How', 0, one), word('can', 1), word('I', 2, one)]),
          segment(' help? My card', 4, [word('help?', 4, one), word('My', 5, two), word('card', 6, two)]),
          segment(' is lost.', 8, [{ word: 'is' }, { word: 'lost.' }]),
        ],
        word_segments: [],
        language: 'en',
      }),
    ).toEqual([
      [one, undefined, ' How can I', 0, 3],
      [one, undefined, ' help? ', 4, 4.4],
      [two, undefined, 'My card', 5, 7],
      [undefined, undefined, ' is lost.', 8, 11],
    ]);
    // Words that are not in the text show no place to cut at.
    expect(read({ segments: [segment(' Hello there.', 0, [word('Goodbye', 0, one)])] })).toEqual([
      [undefined, undefined, ' Hello there.', 0, 3],
    ]);
  });
});
