import { expect, it } from 'vitest';
import { differentQuotes } from './different-quotes.ts';
import type { Quote } from './question.ts';

const quote = (runId: string, isFor: boolean, text: string): Quote => ({
  ...{ at: 0, runId, isFor, text, value: String(isFor), confidence: 0.7 },
});

it('quotes no call for what a person denied, confirmed ones first, and what says the same once', () => {
  const quotes = [
    quote('a', true, 'then I will wait.'),
    quote('b', true, 'I will leave.'),
    quote('c', true, 'i will LEAVE.'),
    quote('d', true, 'I am off.'),
    quote('e', false, 'I am happy.'),
  ];
  const judged = [
    new Map([
      ['a', false],
      ['d', true],
      ['e', true],
    ]),
  ];
  expect(differentQuotes(quotes, judged).map(({ runId }) => runId)).toEqual(['d', 'b']);
  expect(differentQuotes(quotes, []).map(({ runId }) => runId)).toEqual(['a', 'b', 'd', 'e']);
});
