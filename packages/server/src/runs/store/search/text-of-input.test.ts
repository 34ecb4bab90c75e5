import { describe, expect, it } from 'vitest';
import { textOfInput } from './text-of-input.ts';

describe('the text of an input', () => {
  it('is all of its strings in their order, without names and numbers', () => {
    const input = {
      transcript: [
        { speaker: 'Agent', text: 'Good morning.', start: 1 },
        { speaker: 'Customer', text: 'Hello.' },
      ],
      note: null,
      other: { deep: ['one', ['two']] },
    };
    expect(textOfInput(JSON.stringify(input))).toBe('Agent\nGood morning.\nCustomer\nHello.\none\ntwo');
  });

  it('has no character that PostgreSQL refuses, and is cut', () => {
    expect(textOfInput('{"a":"x\\u0000y","b":"\\ud800"}')).toBe('x y\n\ufffd');
    expect(textOfInput(JSON.stringify(['a'.repeat(300_000), 'never']))).toHaveLength(100_000);
  });
});
