import type { Verdict } from '@brickwork/contract';
import { describe, expect, it } from 'vitest';
import { measureQuality, type ReviewedAnswer } from './measure-quality.ts';

const MEASURE = { threshold: 0.8, mostConfused: 100 };

/** A verdict about the answer “yes” of a run that was drawn with certainty. */
const said = (runId: string, verdict: Verdict, more: Partial<ReviewedAnswer> = {}): ReviewedAnswer => ({
  ...{ runId, verdict, brick: 'solved', reviewer: 'ann', value: undefined, answer: 'yes' },
  ...{ confidence: 0.9, probability: 1, group: undefined },
  ...more,
});
const by = (reviewer: string) => ({ reviewer });

async function measured(reviews: readonly ReviewedAnswer[], measure = MEASURE) {
  const [quality] = await measureQuality(reviews, measure);
  if (quality === undefined) throw new Error('nothing was measured');
  return quality;
}

describe('measureQuality', () => {
  it('measures every brick, in the order of their names', async () => {
    const bricks = ['b', 'c', 'a', 'b'].map((brick, index) => said(`run ${index}`, 'correct', { brick }));
    const quality = await measureQuality(bricks, MEASURE);
    expect(quality.map(({ brick, reviewed }) => [brick, reviewed])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 1],
    ]);
    expect(await measureQuality([], MEASURE)).toEqual([]);
  });

  it('settles an answer by most of those who are sure; a tie is disputed', async () => {
    const quality = await measured([
      ...[said('a', 'wrong'), said('a', 'correct', by('ben')), said('a', 'wrong', by('cy'))],
      ...[said('b', 'correct'), said('b', 'unsure', by('ben')), said('b', 'unsure', by('cy'))],
      ...[said('c', 'correct'), said('c', 'wrong', by('ben'))],
      ...[said('d', 'unsure'), said('e', 'not_applicable')],
    ]);
    expect(quality).toMatchObject({
      reviewed: 5,
      n: 2,
      counts: { correct: 1, wrong: 1, not_applicable: 1, unsure: 1 },
      disputed: ['c'],
      estimate: { n: 2, accuracy: 0.5 },
    });
  });

  it('estimates from runs that were drawn alone, each by how likely that was', async () => {
    const quality = await measured([
      said('a', 'correct', { probability: 0.25 }),
      said('b', 'wrong'),
      said('c', 'wrong', { probability: undefined }),
    ]);
    expect(quality).toMatchObject({ reviewed: 3, n: 2, estimate: { accuracy: 0.8 } });
  });

  it('has figures of those at or above the threshold', async () => {
    const quality = await measured([
      said('a', 'correct', { confidence: 0.8 }),
      said('b', 'wrong', { confidence: 0.95, probability: 0.5 }),
      said('c', 'wrong', { confidence: 0.79 }),
      said('d', 'wrong', { confidence: undefined }),
    ]);
    expect(quality.shareAboveThreshold).toBe(3 / 4);
    expect(quality.accuracyAboveThreshold).toBe(1 / 3);
    const unknown = await measured([said('a', 'correct', { confidence: undefined })]);
    expect(unknown).toMatchObject({
      shareAboveThreshold: undefined,
      accuracyAboveThreshold: undefined,
      reliability: [],
    });
  });

  it('counts pairs of an answer and what was right, the most frequent first', async () => {
    const wrong = (runId: string, value: string) => said(runId, 'wrong', { value });
    const reviews = [said('a', 'correct'), wrong('b', 'no'), wrong('c', 'no'), wrong('d', 'no'), said('e', 'correct')];
    const pairs = [
      { answer: 'yes', expected: 'no', n: 3 },
      { answer: 'yes', expected: 'yes', n: 2 },
    ];
    expect((await measured(reviews)).confusion).toEqual(pairs);
    expect((await measured(reviews, { ...MEASURE, mostConfused: 1 })).confusion).toEqual(pairs.slice(0, 1));
    expect((await measured([said('a', 'wrong')])).confusion).toEqual([]);
  });

  it('cuts texts of more than a hundred characters in pairs', async () => {
    const [fits, long] = ['a'.repeat(100), 'a'.repeat(101)];
    const { confusion } = await measured([said('a', 'wrong', { answer: fits, value: long })]);
    expect(confusion).toEqual([{ answer: fits, expected: `${'a'.repeat(99)}…`, n: 1 }]);
  });

  it('compares what people hold to be right, not their verdicts', async () => {
    const differently = { answer: 'no' };
    const quality = await measured([
      // Both hold “yes” to be right: the answer was read twice.
      ...[said('a', 'correct'), said('a', 'wrong', { ...by('ben'), ...differently, value: 'yes' })],
      ...[said('b', 'correct'), said('b', 'not_applicable', by('ben'))],
      ...[said('c', 'wrong'), said('c', 'wrong', by('ben'))],
      // Nothing to compare.
      ...[said('d', 'correct'), said('d', 'unsure', by('ben'))],
    ]);
    expect(quality.agreement).toMatchObject({ n: 3, reviewers: 2, same: { value: 2 / 3 } });
  });

  it('names twenty disputed runs', async () => {
    const reviews = Array.from({ length: 21 }, (_, index) => `run ${index}`).flatMap((runId) => [
      said(runId, 'correct'),
      said(runId, 'wrong', by('ben')),
    ]);
    expect((await measured(reviews)).disputed).toHaveLength(20);
  });
});
