import type { BrickValue, Verdict } from '@brickwork/contract';
import { describe, expect, it } from 'vitest';
import { settledVote } from './settled-value.ts';

const said = (verdict: Verdict, value?: BrickValue, answer: BrickValue = 'blue') => ({ verdict, value, answer });

describe('settledVote', () => {
  it('is what most hold to be right, whoever said it first', () => {
    const [blue, red] = [said('correct'), said('wrong', 'red')];
    expect(settledVote([red, blue, blue])).toEqual({ verdict: 'correct', value: 'blue', count: 2 });
    expect(settledVote([blue, red, red])).toEqual({ verdict: 'wrong', value: 'red', count: 2 });
  });

  it('is nothing where as many say something else', () => {
    expect(settledVote([said('correct'), said('wrong', 'red')])).toBeUndefined();
    expect(settledVote([said('wrong', 'red'), said('wrong', 'green')])).toBeUndefined();
  });

  it('does not count who is unsure', () => {
    expect(settledVote([said('unsure'), said('unsure'), said('correct')])).toMatchObject({ value: 'blue', count: 1 });
    expect(settledVote([said('unsure')])).toBeUndefined();
    expect(settledVote([])).toBeUndefined();
  });

  it('has no value where nobody says what is right, of yes and no neither', () => {
    expect(settledVote([said('wrong', undefined, true)])).toEqual({ verdict: 'wrong', value: undefined, count: 1 });
    expect(settledVote([said('not_applicable', undefined, true)])).toMatchObject({ value: undefined });
    expect(settledVote([said('wrong')])).toEqual({ verdict: 'wrong', value: undefined, count: 1 });
  });

  it('keeps those apart who say no value', () => {
    expect(settledVote([said('wrong'), said('not_applicable')])).toBeUndefined();
    expect(settledVote([said('wrong'), said('not_applicable'), said('wrong')])).toMatchObject({ verdict: 'wrong' });
  });
});
