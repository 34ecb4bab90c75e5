/** No conversation is silently wrong, in whichever shape it comes: every variant is read rightly, read with a warning, or refused with what to send instead. */
import { describe, expect, it } from 'vitest';
import { countVariants, judgedVariants } from '../../../../test/support/shape-variants/judged-variants.ts';

describe('shapes and their variants', () => {
  const judged = judgedVariants();

  it.each([...new Set(judged.map(({ family }) => family))])('%s: none is silently wrong', (family) => {
    const wrong = judged.filter((one) => one.family === family && one.verdict === 'wrong');
    expect(wrong.map(({ name, why }) => `${name}: ${why}`)).toEqual([]);
  });

  it('are many, and most of them are read rightly', () => {
    const counts = countVariants(judged);
    const sum = (verdict: 'right' | 'doubtful' | 'refused') => counts.reduce((total, one) => total + one[verdict], 0);
    expect(judged.length).toBeGreaterThan(3_000);
    expect(sum('right') / judged.length).toBeGreaterThan(0.75);
    expect(sum('doubtful') / judged.length).toBeLessThan(0.05);
  });

  it('of a text with labels are all read rightly', () => {
    const texts = judged.filter(({ isText }) => isText);
    expect(texts.filter(({ verdict }) => verdict !== 'right').map(({ name, why }) => `${name}: ${why}`)).toEqual([]);
  });
});
