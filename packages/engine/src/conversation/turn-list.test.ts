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

  it.each([
    [{ name: 'Lena', text: 'Hello.' }, 'Lena', undefined],
    [{ role: 'agent', text: 'Hello.', start_time: 4.5 }, 'agent', 4.5],
    [{ speaker: { id: 7, name: 'Lena' }, text: 'Hello.', start_ms: 4500 }, 'Lena', 4.5],
    [{ speaker_id: 0, text: 'Hello.', startTime: '00:01:05' }, '0', 65],
    [{ author: 'Lena', text: 'Hello.', start_time: '2025-03-03T10:00:00Z' }, 'Lena', undefined],
    [{ speaker: 'Tom', name: 'Lena', text: 'Hello.' }, 'Tom', undefined],
  ])('keeps the speaker and the time by other names: %j', (turn, speaker, start) => {
    const [read] = normaliseConversation([turn]).turns;
    expect([read?.speaker, read?.startSeconds]).toEqual([speaker, start]);
  });

  it('warns of times that look like milliseconds', () => {
    const turns = [
      { speaker: 'a', text: 'Hello there, how can I help you?', start: 1200, end: 3100 },
      { speaker: 'b', text: 'My parcel is late.', start: 3400, end: 4900 },
    ];
    expect(normaliseConversation(turns).warnings?.[0]).toContain('they look like milliseconds');
    const seconds = turns.map((turn) => ({ ...turn, start: turn.start / 1000, end: turn.end / 1000 }));
    expect(normaliseConversation(seconds).warnings).toBeUndefined();
  });
});
