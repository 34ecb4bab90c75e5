import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { isCourtesy } from './courtesies.ts';
import { toClause, toEvidence } from './span-evidence.ts';

const evidenceOf = (said: string, words: string): string | undefined => {
  const conversation = normaliseConversation(`Customer: ${said}`);
  const start = conversation.text.indexOf(words);
  const span = { score: 1, turn: 0, start, end: start + words.length };
  const evidence = toEvidence(conversation, span);
  return evidence && conversation.text.slice(evidence.start, evidence.end);
};

describe('evidence around a few words', () => {
  it.each([
    [
      'no it was 2.50 and the whole thing was only 4.15 to send',
      '4.15',
      'no it was 2.50 and the whole thing was only 4.15 to send',
    ],
    ['It came. It cost 4.15 to send. Fine.', '4.15', 'It cost 4.15 to send.'],
    ['Version 2. 5 of them were late', '5', '5 of them were late'],
  ])('%s: %s', (said, words, expected) => {
    expect(evidenceOf(said, words)).toBe(expected);
  });
});

describe('evidence of a value', () => {
  const clauseOf = (said: string, words: string): string | undefined => {
    const conversation = normaliseConversation(`Customer: ${said}`);
    const start = conversation.text.indexOf(words);
    const evidence = toClause(conversation, { score: 1, turn: 0, start, end: start + words.length });
    return evidence && conversation.text.slice(evidence.start, evidence.end);
  };

  it('is the clause it stands in, however many words it has', () => {
    expect(clauseOf('Hello. I was charged one hundred and twenty pounds twice. Why?', 'one hundred and twenty')).toBe(
      'I was charged one hundred and twenty pounds twice.',
    );
  });

  it('is no whole speech where nothing is punctuated', () => {
    const speech = (word: string) => Array.from({ length: 60 }, (_, at) => `${word}${at}`).join(' ');
    const shown = clauseOf(`${speech('before')} ninety ${speech('after')}`, 'ninety') ?? '';
    expect(shown.split(' ')).toHaveLength(31);
    expect(shown).toMatch(/^before45 .* before59 ninety after0 .* after14$/);
  });
});

describe('what is said for form’s sake', () => {
  const courtesies = (...lines: string[]): boolean[] => {
    const conversation = normaliseConversation(lines.join('\n'));
    return conversation.turns.map(({ index }) => isCourtesy(conversation, index));
  };

  it('is the reply to small talk and to an offer of more help, and a goodbye', () => {
    expect(
      courtesies(
        'Agent: Hello. How’s your week been?',
        'Customer: Hectic. But go on.',
        'Agent: Is there anything else I can do?',
        'Customer: No, that’s everything, thanks.',
        'Agent: Have a lovely day.',
        'Customer: Bye.',
      ),
    ).toEqual([false, true, false, true, true, true]);
  });

  it('is no answer to another question, and no longer reply', () => {
    expect(
      courtesies(
        'Agent: How are you paying?',
        'Customer: No, I would rather not pay now.',
        'Agent: Anything else?',
        'Customer: Yes, in fact I would like to cancel the whole contract and get my deposit back by Friday.',
      ),
    ).toEqual([false, false, false, false]);
  });
});
