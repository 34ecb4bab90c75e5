import type { BrickValue, Verdict } from '@brickwork/contract';
import { describe, expect, it } from 'vitest';
import { changedAnswers, correctionsOf, isSame, type SaidOfBrick } from './corrections.ts';

const said = (brick: string, verdict: Verdict, value?: BrickValue): SaidOfBrick => ({
  ...{ brick, verdict, value, reviewer: 'ann', answer: 'blue' },
});

describe('correctionsOf', () => {
  it('has what is right instead, brick by brick', () => {
    const corrections = correctionsOf([
      said('colour', 'wrong', 'red'),
      said('shade', 'correct'),
      said('shape', 'not_applicable'),
      said('size', 'wrong'),
      said('weight', 'unsure'),
    ]);
    expect([...corrections]).toEqual([
      ['colour', { value: 'red' }],
      ['shape', { value: null, applicability: 'not_applicable' }],
      ['size', { value: null, applicability: 'abstained' }],
    ]);
  });

  it('leaves an answer as it is on which reviewers are evenly split', () => {
    expect(correctionsOf([said('colour', 'wrong', 'red'), said('colour', 'correct')]).size).toBe(0);
    const most = [said('colour', 'wrong', 'red'), said('colour', 'correct'), said('colour', 'wrong', 'red')];
    expect(correctionsOf(most).get('colour')).toEqual({ value: 'red' });
  });
});

describe('changedAnswers', () => {
  const given = { colour: { value: 'blue', confidence: 0.9 }, note: { value: 'Hello', text: true as const } };

  it('are those that differ from what was given, and new ones', () => {
    const reviewed = {
      colour: { value: 'red' },
      note: { value: 'Hello' },
      size: { value: 3, confidence: 0.5 },
    };
    expect(changedAnswers(given, reviewed)).toEqual({ colour: { value: 'red' }, size: { value: 3, confidence: 0.5 } });
    expect(changedAnswers(given, { colour: { value: 'blue', confidence: 0.9 } })).toEqual({});
  });

  it('stay texts where they were', () => {
    expect(changedAnswers(given, { note: { value: 'Bye' } })).toEqual({ note: { value: 'Bye', text: true } });
  });
});

describe('isSame', () => {
  const answer = { value: ['a', 'b'], confidence: 0.5, applicability: 'abstained', text: true as const };

  it('looks at every member, in any order', () => {
    const { value, ...others } = answer;
    expect(isSame(answer, { ...others, value: [...value] })).toBe(true);
    expect(isSame(answer, { ...answer, value: ['b', 'a'] })).toBe(false);
    expect(isSame(answer, { ...answer, confidence: 0.6 })).toBe(false);
    expect(isSame(answer, { ...answer, applicability: 'not_applicable' })).toBe(false);
    expect(isSame(answer, { value: answer.value, confidence: 0.5, applicability: 'abstained' })).toBe(false);
  });
});
