import { describe, expect, it } from 'vitest';
import { inferQuestion } from './infer-question.ts';

const infer = (question: string) => inferQuestion({ question }, new Set());

describe('the type of a question in plain words', () => {
  it.each([
    ['Did anybody mention a competitor?', 'boolean'],
    ['Was the parcel late?', 'boolean'],
    ['Did the agent offer a refund or a replacement?', 'boolean'],
    ['Did the agent offer a refund, a replacement or a credit?', 'boolean'],
    ['Did the agent greet the customer, ask for the account number and confirm it?', 'boolean'],
    ['How many nights does the guest stay?', 'numeric'],
    ['How much was refunded?', 'numeric'],
    ['Rate the empathy of the agent from 1 to 5', 'numeric'],
    ['Why did the customer call?', 'text'],
    ['Which product is it about?', 'text'],
    ['Was the caller happy, neutral or angry?', 'categorical'],
    ['What was it about: billing, delivery, other?', 'categorical'],
  ])('%s → %s', (question, type) => {
    expect(infer(question)).toMatchObject({ type, isInferred: true });
  });

  it('finds the options, and the ends of a scale', () => {
    expect(infer('Was the caller happy, neutral or angry?').categories).toEqual(['happy', 'neutral', 'angry']);
    expect(infer('What was it about: billing, late delivery or other?').categories).toEqual([
      'billing',
      'late delivery',
      'other',
    ]);
    expect(infer('Rate the empathy of the agent from 1 to 5')).toMatchObject({ min: 1, max: 5 });
    expect(infer('How polite was the agent, from 1 to 10?')).toMatchObject({ type: 'numeric', min: 1, max: 10 });
    expect(infer('How satisfied is the caller (1-5)?')).toMatchObject({ type: 'numeric', min: 1, max: 5 });
    expect(infer('On a scale of 0 to 10, how likely is a recommendation?')).toMatchObject({ min: 0, max: 10 });
  });

  it.each([
    ['How many nights?', 1_000],
    ['What is the percentage of the discount?', 100],
    ['How old is the account holder?', 120],
    ['How long did the customer wait?', 10_000],
    ['How much was refunded?', 1_000_000],
  ])('%s has numbers that people give: at most %i', (question, max) => {
    expect(infer(question)).toMatchObject({ type: 'numeric', min: 0, max });
  });

  it('does not take the hours of a question for a scale', () => {
    expect(infer('Did the agent offer a visit from 9 to 5?').type).toBe('boolean');
    expect(infer('Which slot between 2 and 4 was agreed?').type).toBe('text');
  });

  it('takes the type that is given', () => {
    expect(inferQuestion({ question: 'Why did they call?', categories: ['a', 'b'] }, new Set())).toMatchObject({
      type: 'categorical',
    });
    expect(inferQuestion({ question: 'Was it late?', type: 'text' }, new Set())).toMatchObject({
      type: 'text',
      isInferred: false,
    });
  });

  it('makes a key of the words that tell, a new one each time', () => {
    const { key } = infer('Did anybody mention a competitor?');
    expect(key).toBe('mention_competitor');
    expect(inferQuestion({ question: 'Did anybody mention a competitor?' }, new Set([key])).key).toBe(
      'mention_competitor_2',
    );
    expect(infer('何？').key).toBe('question');
  });

  it('refuses what asks about all calls at once, and says how to ask', () => {
    expect(() => infer('How many calls mention a competitor?')).toThrow(/Did the customer/);
    expect(() => inferQuestion({ question: 'What was it?', type: 'categorical' }, new Set())).toThrow(/categories/);
  });
});
