import { expect, it } from 'vitest';
import { seededRandom } from '../../../../bench/support/seeded-random.ts';
import { differenceOf } from './compare-groups.ts';
import { estimateShare } from './estimate/estimate-share.ts';

const groupOf = (group: string | null, yes: number, n: number) => {
  const share = estimateShare([{ population: 5_000, yes, no: n - yes, notSure: 0 }], {});
  return { group, ...(share && { share }) };
};

it('says how much more frequent it is in the one than in the other, with an interval', () => {
  const found = differenceOf([groupOf('Faro', 20, 200), groupOf('Porto', 60, 200), groupOf(null, 0, 0)]);
  expect(found).toMatchObject({ group: 'Porto', from: 'Faro', value: expect.closeTo(0.2) });
  expect(found?.low).toBeGreaterThan(0.1);
  expect(found?.high).toBeLessThan(0.3);
});

it('is of two groups only', () => {
  expect(differenceOf([groupOf('Faro', 20, 200)])).toBeUndefined();
  const three = ['Faro', 'Porto', 'Braga'].map((group) => groupOf(group, 20, 200));
  expect(differenceOf(three)).toBeUndefined();
});

it('holds the true difference in 93 to 98 of 100 samples', () => {
  const random = seededRandom(7);
  let held = 0;
  for (let world = 0; world < 1_000; world += 1) {
    const shares = { Porto: 0.05 + 0.5 * random.next(), Faro: 0.05 + 0.5 * random.next() };
    const drawn = (group: 'Porto' | 'Faro') => {
      const yes = Array.from({ length: 80 }, () => random.next() < shares[group]).filter(Boolean).length;
      return groupOf(group, yes, 80);
    };
    const found = differenceOf([drawn('Porto'), drawn('Faro')]);
    if (found === undefined) continue;
    const truth = (shares.Porto - shares.Faro) * (found.group === 'Porto' ? 1 : -1);
    held += Number(found.low <= truth && truth <= found.high);
  }
  expect(held).toBeGreaterThanOrEqual(930);
  expect(held).toBeLessThanOrEqual(980);
});
