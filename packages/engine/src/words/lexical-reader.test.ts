import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { answerByWords } from '../../test/support/answer-by-words.ts';
import { normaliseConversation } from '../conversation/normalise.ts';
import { createLexicalReader } from './lexical-reader.ts';

const conversation = normaliseConversation([
  { speaker: 'agent', text: 'Good morning, how can I help you?' },
  { speaker: 'customer', text: 'I was charged twice on my bill, 40 dollars and then 55 dollars.' },
  { speaker: 'agent', text: 'I am sorry about that. I have refunded 40 dollars.' },
]);

const BRICKS: BrickDocument[] = [
  { key: 'apology', type: 'boolean', question: 'Did the agent apologise?' },
  {
    key: 'reason',
    type: 'categorical',
    question: 'Why did the customer call?',
    categories: [
      { value: 'delivery', description: 'Where a parcel is' },
      { value: 'billing', description: 'A wrong charge on a bill' },
    ],
  },
  { key: 'amount', type: 'text', extract: 'money', question: 'Which amount?' },
  { key: 'mood', type: 'numeric', question: 'How satisfied is the customer?', min: 0, max: 10 },
];

describe('createLexicalReader', () => {
  const reader = createLexicalReader(conversation);
  const [apology, reason, amount, mood] = BRICKS.map((brick) => reader.answer(brick));

  it('gives the outcomes that the local engine gives', () => {
    const outcomes = BRICKS.map((brick) => reader.answer(brick).outcome);
    expect(outcomes).toEqual(answerByWords(BRICKS, conversation));
  });

  it('gives the chances of yes and no', () => {
    expect(apology?.outcome.value).toBe(true);
    expect(apology?.scores.map(({ value }) => value)).toEqual([true, false]);
    expect(apology?.scores.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 12);
  });

  it('scores every category, best first', () => {
    expect(reason?.outcome.value).toBe('billing');
    expect(reason?.scores.map(({ value }) => value)).toEqual(['billing', 'delivery']);
  });

  it('scores every extracted value once, and nothing for a composite', () => {
    expect(amount?.scores.map(({ value }) => value).toSorted()).toEqual(['40', '55']);
    expect(amount?.scores[0]?.value).toBe(amount?.outcome.value);
    expect(mood?.scores).toEqual([]);
  });

  it('gives the chances of a learned brick', () => {
    const labelled = [
      { text: 'charged twice', value: 'billing' },
      { text: 'a wrong bill', value: 'billing' },
      { text: 'my parcel is late', value: 'delivery' },
      { text: 'where is the parcel', value: 'delivery' },
    ];
    const brick = { ...BRICKS[1], hints: { labelled } } as BrickDocument;
    const { outcome, scores } = reader.answer(brick);
    expect(outcome.basis).toBe('learned');
    expect(scores[0]?.value).toBe('billing');
    expect(scores.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 12);
  });
});
