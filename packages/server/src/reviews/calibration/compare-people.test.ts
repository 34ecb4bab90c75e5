import { describe, expect, it } from 'vitest';
import type { SaidInSession } from '../store/calibration-store.ts';
import { comparePeople } from './compare-people.ts';

const said = (runId: string, reviewer: string, verdict: SaidInSession['verdict'], value?: boolean) => ({
  ...{ runId, brick: 'solved', reviewer, verdict, value, answer: true },
});

describe('comparePeople', () => {
  it('counts answers on which several people said something, by what they hold to be right', () => {
    const compared = comparePeople([
      said('a', 'ann', 'correct'),
      said('a', 'ben', 'wrong', false),
      // Both hold no to be right.
      said('b', 'ann', 'wrong', false),
      said('b', 'ben', 'wrong', false),
      said('c', 'ann', 'correct'),
    ]);
    expect(compared.bricks).toMatchObject([{ brick: 'solved', n: 2, same: { value: 0.5 } }]);
    expect(compared.answers.map(({ runId, differs }) => [runId, differs])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(compared.answers[0]?.said).toEqual([
      { reviewer: 'ann', verdict: 'correct', value: true },
      { reviewer: 'ben', verdict: 'wrong', value: false },
    ]);
    expect(comparePeople([said('a', 'ann', 'correct')])).toEqual({ bricks: [], same: undefined, answers: [] });
  });

  it('compares what is right, where the answer was another when somebody else looked', () => {
    const before = { ...said('a', 'ben', 'wrong', true), answer: false };
    expect(comparePeople([said('a', 'ann', 'correct'), before]).same?.value).toBe(1);
  });

  it('takes unsure for another opinion', () => {
    expect(comparePeople([said('a', 'ann', 'unsure'), said('a', 'ben', 'correct')]).same?.value).toBe(0);
  });

  it('puts those first on which people differ: answers, and bricks by how far they do', () => {
    const of = (brick: string, runId: string, ben: boolean) => [
      { ...said(runId, 'ann', 'correct'), brick },
      { ...(ben ? said(runId, 'ben', 'correct') : said(runId, 'ben', 'wrong', false)), brick },
    ];
    const compared = comparePeople([
      ...of('polite', '1', true),
      ...of('greeted', '1', true),
      ...of('solved', '1', true),
      ...of('solved', '2', false),
    ]);
    expect(compared.bricks.map(({ brick, n }) => [brick, n])).toEqual([
      ['solved', 2],
      ['greeted', 1],
      ['polite', 1],
    ]);
    expect(compared.answers.map(({ differs }) => differs)).toEqual([true, false, false, false]);
    expect(compared.same?.value).toBe(0.75);
  });

  it('cuts texts of more than two hundred characters, and shows 500 answers', () => {
    const texts = (answer: string) => [{ ...said('a', 'ann', 'correct'), answer }, said('a', 'ben', 'wrong')];
    const shown = (answer: string) => comparePeople(texts(answer)).answers[0]?.said[0]?.value;
    expect(shown('a'.repeat(200))).toBe('a'.repeat(200));
    expect(shown('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`);
    const many = Array.from({ length: 501 }, (_, index) => [
      said(`${index}`, 'ann', 'correct'),
      said(`${index}`, 'ben', 'correct'),
    ]);
    const compared = comparePeople(many.flat());
    expect(compared.answers).toHaveLength(500);
    expect(compared.bricks[0]?.n).toBe(501);
  });

  it('holds a wrong answer without a value, and one that does not apply, for different opinions', () => {
    const differs = (one: SaidInSession, other: SaidInSession) => comparePeople([one, other]).answers[0]?.differs;
    expect(differs(said('a', 'ann', 'wrong'), said('a', 'ben', 'not_applicable'))).toBe(true);
    expect(differs(said('a', 'ann', 'not_applicable'), said('a', 'ben', 'not_applicable'))).toBe(false);
    expect(differs(said('a', 'ann', 'wrong'), said('a', 'ben', 'correct'))).toBe(true);
  });
});
