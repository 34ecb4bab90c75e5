/** From the reader's chances and reviews of the same question to the figures of an answer. */
import { describe, expect, it } from 'vitest';
import type { ReviewedAnswer } from '../reviews/quality/measure-quality.ts';
import { drawnReviews, judgedScores } from './drawn-reviews.ts';
import { nothingJudged, publishedAccuracy } from './published-accuracy.ts';
import type { CountedAnswer, Question } from './question.ts';
import { summariseAnswers } from './summarise-answers.ts';

const said = (runId: string, more: Partial<ReviewedAnswer> = {}): ReviewedAnswer => ({
  ...{ runId, brick: 'rival', reviewer: 'a', verdict: 'correct', value: undefined, answer: true, confidence: 0.9 },
  ...{ probability: 1, group: undefined },
  ...more,
});

/** Equal parts of the calls at each of these chances. */
const counted = (each: number, chances: readonly number[], group: string | null = null): CountedAnswer[] =>
  chances.map((chance) => ({
    ...{ at: 0, stratum: 0, group, state: 'sure', count: each, chance },
    value: String(chance >= 0.5),
  }));

function summarise(answers: readonly CountedAnswer[], accuracy = publishedAccuracy('reader', 'boolean'), more = {}) {
  const question = {
    asked: [{ key: 'rival', type: 'boolean', question: 'Was a rival named?' }],
    accuracies: [accuracy],
    ...{ strata: [{ name: 'all', population: 1_000 }], groups: [], width: 0.05, by: undefined },
    ...more,
  } as unknown as Question;
  const [summary] = summariseAnswers(question, answers);
  if (summary?.share === undefined) throw new Error('there is no share');
  return { ...summary, share: summary.share };
}

const { prior } = nothingJudged();
const scoresOf = (reviews: readonly ReviewedAnswer[]) => judgedScores(drawnReviews(reviews, 'rival'), prior);

describe('judgedScores', () => {
  it('counts what people said by the chance that the engine gave, each answer once', () => {
    const { judged } = scoresOf([
      said('1'),
      said('1', { reviewer: 'b' }),
      said('2', { verdict: 'wrong', value: false }),
      said('3', { answer: false }),
      said('4', { verdict: 'wrong' }),
      said('5', { verdict: 'unsure' }),
      said('6', { confidence: undefined }),
      said('7', { brick: 'other' }),
    ]);
    expect(judged).toEqual({ yes: [0, 0, 0, 0, 1], no: [1, 0, 0, 0, 1] });
  });

  it('leaves out calls that people picked, and answers on which they are split', () => {
    const wrong = { verdict: 'wrong' as const, value: false };
    const { judged } = scoresOf([
      said('picked', { ...wrong, probability: undefined }),
      ...[said('split', wrong), said('split', { reviewer: 'b' })],
      ...[said('settled', wrong), said('settled', { reviewer: 'b' }), said('settled', { reviewer: 'c' })],
    ]);
    expect(judged).toEqual({ yes: [0, 0, 0, 0, 1], no: [0, 0, 0, 0, 0] });
  });

  it('counts a call that was hardly likely to be drawn for more of its bin, which is then known less well', () => {
    const { judged } = scoresOf([
      said('doubtful', { verdict: 'wrong', value: false }),
      said('any', { probability: 0.1 }),
    ]);
    const [yes = 0, no = 0] = [judged.yes[4], judged.no[4]];
    expect(yes / no).toBeCloseTo(10);
    expect(yes + no).toBeCloseTo(121 / 101);
  });
});

describe('a share from chances', () => {
  const unsure = [0.1, 0.3, 0.45, 0.6, 0.8];

  it('is not narrowed by more calls where there are none', () => {
    const few = counted(4, unsure);
    const strata = (population: number) => ({ strata: [{ name: 'all', population }] });
    expect(summarise(few, undefined, strata(20)).limitedBy).toBe('accuracy');
    expect(summarise(few, undefined, strata(1_000)).limitedBy).toBe('sampling');
  });

  it('is limited by nothing where the whole interval is as narrow as requested', () => {
    const right = { basis: 'reviewed' as const, source: '', right: { share: 1, worth: 100 } };
    const all = { strata: [{ name: 'all', population: 100 }] };
    expect(summarise(counted(50, [0.1, 0.9]), right, all)).toMatchObject({ isEnough: true, limitedBy: undefined });
    // All were asked, but they are few.
    const few = { strata: [{ name: 'all', population: 20 }] };
    expect(summarise(counted(10, [0.1, 0.9]), right, few)).toMatchObject({ isEnough: false, limitedBy: undefined });
  });

  it('is higher for the same answers with higher chances', () => {
    const low = summarise(counted(100, [0.05, 0.1, 0.15, 0.52, 0.55]));
    const high = summarise(counted(100, [0.35, 0.4, 0.45, 0.85, 0.9]));
    expect(low.share.observed).toBe(high.share.observed);
    expect(low.share.value).toBeLessThan(high.share.value - 0.1);
  });

  it('narrows with the reviews of the same question, and says what limits it', () => {
    const before = summarise(counted(200, unsure));
    expect(before.limitedBy).toBe('accuracy');
    const reviews = unsure.flatMap((chance, bin) =>
      Array.from({ length: 10 }, (_, at) => {
        const answer = chance >= 0.5;
        const isYes = at < 2 * bin;
        return said(`${bin}.${at}`, {
          ...{ answer, confidence: answer ? chance : 1 - chance },
          ...(isYes === answer ? {} : { verdict: 'wrong' as const, value: isYes }),
        });
      }),
    );
    const published = publishedAccuracy('reader', 'boolean');
    if (published === undefined) throw new Error('the reader was measured');
    const after = summarise(counted(200, unsure), { ...published, scores: scoresOf(reviews) });
    const widthOf = ({ share }: typeof after) => share.high - share.low;
    expect(widthOf(after)).toBeLessThan(0.5 * widthOf(before));
    expect(Math.abs(after.share.value - 0.4)).toBeLessThan(0.1);
  });

  it('counts strata by their size, and groups by their own calls', () => {
    const strata = [
      { name: 'likely', population: 100 },
      { name: 'rest', population: 900 },
    ];
    const rest = counted(50, [0.05]).map((each) => ({ ...each, stratum: 1 }));
    const rare = summarise([...counted(50, [0.9]), ...rest], undefined, { strata });
    expect(rare.share.observed).toBeCloseTo(0.1);
    expect(rare.share.value).toBeLessThan(0.25);
    const groups = [
      { stratum: 0, group: 'Porto', population: 500 },
      { stratum: 0, group: 'Faro', population: 500 },
    ];
    const { by = [] } = summarise(
      [...counted(100, [0.9, 0.8], 'Porto'), ...counted(100, [0.1, 0.2], 'Faro')],
      undefined,
      {
        ...{ by: 'team', groups },
      },
    );
    const shareOf = (team: string) => by.find(({ group }) => group === team)?.share?.value ?? Number.NaN;
    expect(shareOf('Porto')).toBeGreaterThan(shareOf('Faro'));
  });
});
