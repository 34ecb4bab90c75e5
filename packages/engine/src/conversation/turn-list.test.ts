import { describe, expect, it } from 'vitest';
import { normaliseConversation } from './normalise.ts';

const read = (value: unknown, sides?: Record<string, 'agent' | 'customer'>) =>
  normaliseConversation(value, { sides }).turns.map(({ speaker, side, text, startSeconds, endSeconds }) => [
    speaker,
    side,
    text,
    startSeconds,
    endSeconds,
  ]);

describe('turns', () => {
  it('reads speakers, texts and times, also as time codes', () => {
    const turns = [
      { speaker: 'agent', text: 'hello', start: 1.669 },
      { speaker: 'caller', text: '', start: 2 },
      { speaker: 'caller', text: 'hi', start: '00:00:12.890', end: '00:00:14' },
    ];
    expect(read(turns)).toEqual([
      ['agent', 'agent', 'hello', 1.669, undefined],
      ['caller', 'customer', 'hi', 12.89, 14],
    ]);
    expect(read({ turns })).toEqual(read(turns));
  });
});
