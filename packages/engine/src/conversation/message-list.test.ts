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

describe('messages', () => {
  it('reads roles, names and parts, and leaves out what nobody said', () => {
    const messages = [
      { role: 'system', content: 'You are a bank.' },
      {
        role: 'user',
        name: 'jo',
        content: [
          { type: 'text', text: 'Hello.' },
          { type: 'image_url', image_url: { url: 'x' } },
          { type: 'text', text: 'See this.' },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [] },
      { role: 'tool', content: '{"balance": 4}', tool_call_id: 'a' },
      { role: 'assistant', content: 'You have four dollars.' },
    ];
    expect(read({ messages }).map((turn) => turn.slice(0, 3))).toEqual([
      ['jo', 'customer', 'Hello.\nSee this.'],
      ['assistant', 'agent', 'You have four dollars.'],
    ]);
  });
});
