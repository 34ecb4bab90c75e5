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

const word = (text: string, start: number, end: number, speaker?: number) => ({
  word: text.toLowerCase().replace(/\W/g, ''),
  punctuated_word: text,
  start,
  end,
  confidence: 0.99,
  ...(speaker === undefined ? {} : { speaker }),
});

describe('deepgram', () => {
  const metadata = { request_id: 'a', created: '2026-01-01T00:00:00.000Z', duration: 9.5, channels: 1 };

  it('reads utterances', () => {
    const utterances = [
      {
        start: 0.5,
        end: 2.25,
        confidence: 0.98,
        channel: 0,
        transcript: 'Hello, how can I help?',
        words: [],
        speaker: 0,
        id: 'x',
      },
      {
        start: 2.5,
        end: 4,
        confidence: 0.97,
        channel: 0,
        transcript: 'My card is lost.',
        words: [],
        speaker: 1,
        id: 'y',
      },
    ];
    const response = { metadata, results: { channels: [{ alternatives: [] }], utterances } };
    expect(read(response, { 0: 'agent' })).toEqual([
      ['0', 'agent', 'Hello, how can I help?', 0.5, 2.25],
      ['1', 'customer', 'My card is lost.', 2.5, 4],
    ]);
  });

  it('reads paragraphs, then words, then the bare transcript', () => {
    const sentence = (text: string) => ({ text, start: 0, end: 1 });
    const paragraphs = {
      transcript: '',
      paragraphs: [
        { sentences: [sentence('Hello.'), sentence('Who is it?')], num_words: 4, start: 0, end: 3, speaker: 1 },
      ],
    };
    const words = [word('Hello.', 0, 1, 0), word('Hi', 1, 1.5, 1), word('there.', 1.5, 2, 1)];
    const of = (alternative: object) => ({
      metadata,
      results: { channels: [{ alternatives: [{ transcript: 'Hello.', ...alternative }] }] },
    });
    expect(read(of({ words, paragraphs }))).toEqual([['1', undefined, 'Hello. Who is it?', 0, 3]]);
    expect(read(of({ words }))).toEqual([
      ['0', undefined, 'Hello.', 0, 1],
      ['1', undefined, 'Hi there.', 1, 2],
    ]);
    expect(read(of({}))).toEqual([[undefined, undefined, 'Hello.', undefined, undefined]]);
  });

  it('takes the channels as speakers where each has its own', () => {
    const channel = (words: object[]) => ({ alternatives: [{ transcript: '', words }] });
    const channels = [channel([word('Hello.', 0, 1)]), channel([word('Hi.', 1, 2)])];
    expect(read({ metadata, results: { channels } })).toEqual([
      ['channel 0', undefined, 'Hello.', 0, 1],
      ['channel 1', undefined, 'Hi.', 1, 2],
    ]);
  });
});
