import { describe, expect, it } from 'vitest';
import { inferQuestion } from './infer-question.ts';
import { nameFor, toBrick } from './to-brick.ts';

const brickOf = (question: string) => toBrick(inferQuestion({ question }, new Set()));

describe('the brick of a question in plain words', () => {
  it('is called by its question', () => {
    expect(brickOf('Did the customer ask for a refund?')).toEqual({
      key: 'ask_for_refund',
      name: 'Did the customer ask for a refund?',
      question: 'Did the customer ask for a refund?',
      type: 'boolean',
    });
  });

  it.each([
    [
      'How many times has the customer called about this before, as far as they say?',
      'How many times has the customer called about this before…',
    ],
    ['x'.repeat(100), `${'x'.repeat(60)}…`],
    [
      'What was it about: delivery, refund, invoice, technical?',
      'What was it about: delivery, refund, invoice, technical?',
    ],
  ])('a long one is cut after a word: %s', (question, name) => expect(nameFor(question)).toBe(name));

  it('has no number where none was mentioned, as 0 would be a count', () => {
    expect(brickOf('How many times has the customer called?')).toMatchObject({ type: 'numeric', absent: null });
    expect(brickOf('Rate the empathy of the agent from 1 to 5')).not.toHaveProperty('absent');
  });
});
