/** No conversation is silently wrong, in whichever shape it comes: every variant is read rightly, read with a warning, or refused with what to send instead. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHAPES_PAGE, shapesPage } from '../tools/shapes-table.ts';
import { drawn, draws } from './support/draws.ts';
import { ROOT } from './support/run-brickwork.ts';
import { countVariants, judgedVariants } from './support/shape-variants/judged-variants.ts';

describe('shapes and their variants', () => {
  const judged = judgedVariants((all) => drawn(all, 0));

  it.each([...new Set(judged.map(({ family }) => family))])('%s: none is silently wrong', (family) => {
    const wrong = judged.filter((one) => one.family === family && one.verdict === 'wrong');
    expect(wrong.map(({ name, why }) => `${name}: ${why}`)).toEqual([]);
  });

  it('are many, and most of them are read rightly', () => {
    const counts = countVariants(judged);
    const sum = (verdict: 'right' | 'doubtful' | 'refused') => counts.reduce((total, one) => total + one[verdict], 0);
    expect(judged.length).toBeGreaterThan(draws(3_000));
    expect(sum('right') / judged.length).toBeGreaterThan(0.75);
    expect(sum('doubtful') / judged.length).toBeLessThan(0.05);
  });

  it('of a text with labels are all read rightly', () => {
    const texts = judged.filter(({ isText }) => isText);
    expect(texts.filter(({ verdict }) => verdict !== 'right').map(({ name, why }) => `${name}: ${why}`)).toEqual([]);
  });

  it('are what the reference says (npm run generate)', () => {
    // A tenth does not give the numbers of the table.
    const compared = (page: string) => (draws(10) < 10 ? page.split('\n## Variants\n')[0] : page);
    expect(compared(readFileSync(join(ROOT, SHAPES_PAGE), 'utf8'))).toBe(compared(shapesPage(judged)));
  });
});
