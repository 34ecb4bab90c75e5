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

describe('assemblyai', () => {
  const spoken = (speaker: string | null, text: string, start: number, end: number) => ({
    speaker,
    text,
    start,
    end,
    confidence: 0.9,
  });

  it('reads utterances, times in milliseconds', () => {
    const transcript = {
      id: 'a',
      status: 'completed',
      text: 'Hello. Hi.',
      audio_duration: 4,
      words: [],
      utterances: [spoken('A', 'Hello.', 250, 1250), spoken('B', 'Hi.', 1500, 2000)],
    };
    expect(read(transcript, { a: 'agent' })).toEqual([
      ['A', 'agent', 'Hello.', 0.25, 1.25],
      ['B', 'customer', 'Hi.', 1.5, 2],
    ]);
  });

  it('reads the words, then the text, where nobody was told apart', () => {
    const words = [spoken(null, 'Hello', 0, 500), spoken(null, 'there.', 500, 900)];
    expect(read({ text: 'Hello there.', utterances: null, words })).toEqual([
      [undefined, undefined, 'Hello there.', 0, 0.9],
    ]);
    expect(read({ text: 'Hello there.', utterances: null, words: [] })).toEqual([
      [undefined, undefined, 'Hello there.', undefined, undefined],
    ]);
  });
});
