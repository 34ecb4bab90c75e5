import { describe, expect, it } from 'vitest';
import { inferQuestion } from './infer-question.ts';
import { toBrick, toBricks } from './to-brick.ts';

const infer = (question: string) => inferQuestion({ question }, new Set());

const PROBLEM = (topic: string) => `Did the customer have a problem with ${topic}?`;
const PRAISE = (topic: string) => `Did the customer praise ${topic}?`;
const MANY = 'price, size or quality';

describe('what many customers say', () => {
  it.each([
    ['What do customers say about the delivery?', [PROBLEM('the delivery'), PRAISE('the delivery')], 'the delivery'],
    [
      'What are our customers saying about the new app?',
      [PROBLEM('the new app'), PRAISE('the new app')],
      'the new app',
    ],
    ['What do people think of the price?', [PROBLEM('the price'), PRAISE('the price')], 'the price'],
    ['What do guests complain about most?', ['Did the customer have a problem?'], ''],
    ['What do callers complain about?', ['Did the customer have a problem?'], ''],
    ['What are the main complaints about the app?', [PROBLEM('the app')], 'the app'],
    ['What do customers like about our staff?', [PRAISE('our staff')], 'our staff'],
    ['What do customers mostly ask about?', ['Does the customer ask about something?'], ''],
    ['What is said about price, size or quality?', [PROBLEM(MANY), PRAISE(MANY)], MANY],
  ])('%s', (question, ofCall, topic) => {
    const asked = infer(question);
    expect(asked).toMatchObject({ type: 'themes', ofCall, topic });
    expect(toBrick(asked)).toMatchObject({ type: 'boolean', question: ofCall[0] });
    expect(toBricks(asked).map((brick) => brick.question)).toEqual(ofCall);
    expect(toBricks(asked).map((brick) => brick.name)).toEqual(ofCall);
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
