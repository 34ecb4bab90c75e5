import { describe, expect, it } from 'vitest';
import { checkKit } from './check-kit.ts';

function adviceOn(question: string, more: object = {}): string[] {
  const checked = checkKit({ kit: 'stays', bricks: [{ key: 'asked', type: 'numeric', question, ...more }] });
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  return checked.advice;
}

describe('advice on a kit', () => {
  it.each([
    'How much does the whole stay cost, in pounds?',
    'What price was agreed?',
    'Which deposit did the customer pay, in euros?',
  ])('names an amount whose range was left at 0 to 100: %s', (question) => {
    expect(adviceOn(question)).toEqual([expect.stringMatching(/^asked asks for an amount.*set max/)]);
  });

  it.each([
    ['What price was agreed?', { max: 5_000 }],
    ['Which deposit did the customer pay, in euros?', { max: 100 }],
    ['What interest rate was agreed, in percent?', {}],
    ['How many nights do they stay?', {}],
    ['How satisfied is the customer with the price?', {}],
    ['How much talking did the agent do?', { metric: 'talk_ratio' }],
  ])('has nothing to say about %s %o', (question, more) => {
    expect(adviceOn(question, more)).toEqual([]);
  });
});
