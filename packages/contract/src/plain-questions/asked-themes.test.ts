import { describe, expect, it } from 'vitest';
import { inferQuestion } from './infer-question.ts';
import { toBrick } from './to-brick.ts';

const infer = (question: string) => inferQuestion({ question }, new Set());

describe('what many customers say', () => {
  it.each([
    ['What do customers say about the delivery?', 'Does the customer say anything about the delivery?', 'the delivery'],
    [
      'What are our customers saying about the new app?',
      'Does the customer say anything about the new app?',
      'the new app',
    ],
    ['What do people think of the price?', 'Does the customer say anything about the price?', 'the price'],
    ['What do guests complain about most?', 'Does the customer complain about something?', ''],
    ['What do callers complain about?', 'Does the customer complain about something?', ''],
    ['What are the main complaints about the app?', 'Does the customer complain about the app?', 'the app'],
    ['What do customers like about our staff?', 'Does the customer like something about our staff?', 'our staff'],
    ['What do customers mostly ask about?', 'Does the customer ask a question?', ''],
    [
      'What is said about the price, the delivery or the quality?',
      'Does the customer say anything about the price, the delivery or the quality?',
      'the price, the delivery or the quality',
    ],
  ])('%s', (question, ofCall, topic) => {
    const asked = infer(question);
    expect(asked).toMatchObject({ type: 'themes', ofCall, topic });
    expect(toBrick(asked)).toMatchObject({ type: 'boolean', question: ofCall });
  });

  it.each([
    'What does the customer say about the delivery?',
    'What did the agent say about the price?',
    'What do we say about the price?',
  ])('one call is asked: %s', (question) => expect(infer(question).type).toBe('text'));

  it('says how themes are asked for', () => {
    expect(() => inferQuestion({ question: 'Why did they call?', type: 'themes' }, new Set())).toThrow(
      /What do customers say about/,
    );
  });

  it('reads a long question in no time', () => {
    expect(infer(`What do customers say about ${'most about '.repeat(15)}?`).type).toBe('themes');
    expect(infer(`What do customers say about ${'most about '.repeat(40)}?`).type).toBe('text');
  });
});
