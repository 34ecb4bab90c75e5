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
});
