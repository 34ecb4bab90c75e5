import { describe, expect, it } from 'vitest';
import { appliesWords, ruleWords, scoreWords, thresholdWords } from './kit-words.ts';

const NAMES: Readonly<Record<string, string>> = {
  greeted: 'Greeting',
  reason: 'Contact reason',
  calls: 'Calls',
  solved: 'Was it solved?',
};
const nameOf = (key: string) => NAMES[key] ?? key;

describe('rules in words', () => {
  it.each([
    [{ brick: 'greeted', is: true }, 'Greeting is yes'],
    [{ brick: 'reason', is: ['refund', 'delivery'] }, 'Contact reason is refund or delivery'],
    [{ brick: 'calls', at_least: 2, at_most: 5 }, 'Calls is at least 2 and at most 5'],
    [{ brick: 'solved', is: true }, '“Was it solved?” is yes'],
    [{ brick: 'reason', is: null }, 'Contact reason is not said'],
    [
      { all: [{ brick: 'greeted', is: false }, { not: { brick: 'reason', is: 'refund' } }] },
      'Greeting is no and not: Contact reason is refund',
    ],
  ])('%j', (rule, words) => {
    expect(ruleWords(rule, nameOf)).toBe(words);
  });

  it('say what a score counts, and what makes it fail', () => {
    const score = {
      items: [
        { brick: 'greeted', is: true, points: 1 },
        { brick: 'reason', points: 60, credit: { refund: 1, other: 0.5 } },
      ],
      fail_if: [{ brick: 'calls', at_least: 3 }],
    };
    expect(scoreWords(score, nameOf)).toEqual([
      'Greeting is yes: 1 point',
      'Contact reason: 60 points (100 % if refund, 50 % if other)',
      'Fails with 0 if Calls is at least 3',
      '61 points in total, shown out of 100',
    ]);
    expect(appliesWords({ brick: 'greeted', is: true }, nameOf)).toBe('Asked only when Greeting is yes.');
    expect(thresholdWords(0.75)).toBe('Not sure below 75 % confidence.');
  });
});
