import { describe, expect, it } from 'vitest';
import { BRICKS, groupOf, numbers, SCORE, schemaOf, yesNo } from '../../test/insights-fixtures.ts';
import { estimateIn, mainBrickOf, measureOf, newsOf } from './measure.ts';

describe('how a kit is judged', () => {
  it('is by its score, else by a rating, else by a yes/no question that says what is good', () => {
    const rating = schemaOf('rating', { type: 'numeric', good: 'high', max: 10 });
    const solved = schemaOf('solved', { good: true });
    expect(mainBrickOf([solved, rating, SCORE])?.key).toBe('score');
    expect(mainBrickOf([schemaOf('asked', {}), solved, rating])?.key).toBe('rating');
    expect(mainBrickOf([schemaOf('asked', {}), solved])?.key).toBe('solved');
    expect(mainBrickOf([schemaOf('asked', {})])?.key).toBe('asked');
    expect(mainBrickOf([schemaOf('caller', { type: 'text' })])).toBeUndefined();
    expect(mainBrickOf(BRICKS)).toBe(SCORE);
  });

  it('measures scores by their mean and yes/no questions by the share of yes', () => {
    const score = measureOf(numbers('score', 71.4, 3, 50), SCORE);
    expect(score).toMatchObject({ what: 'mean', better: 'up' });
    expect(score?.format(71.4)).toBe('71');
    expect(measureOf(numbers('rating', 7, 1, 50), schemaOf('rating', { max: 10, good: 'low' }))).toMatchObject({
      better: 'down',
    });
    const threats = measureOf(yesNo('threats', 3, 50), schemaOf('threats', { good: false }));
    expect(threats).toMatchObject({ leading: true, better: 'down', what: 'share of “Yes”' });
    expect(threats && estimateIn(groupOf('a', 10, [yesNo('threats', 1, 10)]), threats)?.value).toBe(0.1);
    expect(threats && estimateIn(groupOf('a', 10, []), threats)).toBeUndefined();
  });
});

describe('a difference', () => {
  it('is good or bad news by what the kit calls good', () => {
    expect(newsOf('down', { better: 'up' })).toBe('bad');
    expect(newsOf('down', { better: 'down' })).toBe('good');
    expect(newsOf('down', { better: undefined })).toBe('neutral');
    expect(newsOf(undefined, { better: 'up' })).toBe('neutral');
  });
});
