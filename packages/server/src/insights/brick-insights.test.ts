import { expect, it } from 'vitest';
import { brickInsights } from './brick-insights.ts';
import type { CountedLine } from './store/count-groups.ts';
import type { CountedBrick } from './store/insights-store.ts';

const BRICK: CountedBrick = { key: 'mood', name: 'Mood', type: 'categorical', categories: 2, isScore: false };
const line = (answer: string, count: number): CountedLine => ({
  ...{ place: 1, brick: 'mood', answer, count, total: 0, squares: 0, confidence: 0, confident: 0, upTo: undefined },
});

it('calls without a value are told apart by why they have none', () => {
  const lines = [line('null:not_applicable', 1), line('null:abstained', 2), line('null', 4), line('"good"', 8)];
  expect(brickInsights(BRICK, lines)).toMatchObject({
    ...{ answered: 8, notApplicable: 1, abstained: 6, notSure: 2, noAnswer: 4 },
    values: [{ value: 'good', count: 8, share: { value: 1 } }],
  });
});

it('a call with several values counts once, and in the share of each', () => {
  const lines = [line('"good"', 2), line('[]', 6), line('[]"good"', 4), line('[]"bad"', 5)];
  const { answered, values } = brickInsights({ ...BRICK, names: { bad: 'Bad' } }, lines);
  expect(answered).toBe(8);
  expect(values).toMatchObject([
    { value: 'good', count: 6, share: { value: 0.75 } },
    { value: 'bad', name: 'Bad', count: 5, share: { value: 0.625 } },
  ]);
});
