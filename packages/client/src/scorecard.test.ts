import { describe, expect, it } from 'vitest';
import { toScorecards } from './scorecard.ts';
import type { BrickSchema } from './wire/kit.ts';

const schema = (key: string, more: Partial<BrickSchema>): BrickSchema => ({
  brick_id: key,
  key,
  name: key.toUpperCase(),
  type: 'boolean',
  output_fields: ['value'],
  ...more,
});
const SCHEMAS = [
  schema('greeted', { section: 'Opening' }),
  schema('empathy', { type: 'numeric', min: 0, max: 10 }),
  schema('silence', { type: 'numeric', min: 0, max: 60, good: 'low' }),
  schema('themes', { type: 'categorical', many: true }),
  schema('read', {}),
  schema('threats', { good: false }),
  schema('total', {
    type: 'numeric',
    score: {
      items: [
        { brick: 'greeted', points: 10 },
        { brick: 'empathy', points: 20 },
        { brick: 'silence', points: 10 },
        { brick: 'themes', is: ['price'], points: 5 },
        { brick: 'read', is: true, points: 30 },
      ],
      fail_if: [{ brick: 'threats', is: true }],
    },
  }),
];

describe('toScorecards', () => {
  it('shows what each brick adds, what does not count and what failed', () => {
    const [card, ...others] = toScorecards(SCHEMAS, {
      greeted: { value: true },
      empathy: { value: 7 },
      silence: { value: 15 },
      themes: { value: ['Price', 'bugs'] },
      read: { value: null, applicability: 'not_applicable' },
      threats: { value: true },
      total: { value: 0 },
    });
    expect(others).toEqual([]);
    expect(card?.failed_by).toEqual(['THREATS']);
    expect(
      card?.lines.map(({ brick_key, section, state, earned, points }) => [brick_key, section, state, earned, points]),
    ).toEqual([
      ['greeted', 'Opening', 'counted', 10, 10],
      ['empathy', null, 'counted', 14, 20],
      ['silence', null, 'counted', 7.5, 10],
      ['themes', null, 'counted', 5, 5],
      ['read', null, 'not_applicable', 0, 30],
    ]);
    expect(card?.lines.map(({ test }) => test)).toEqual([null, null, null, 'is price', null]);
  });

  it('says in words what earns the points', () => {
    const items = [
      { brick: 'empathy', at_least: 3, at_most: 5, points: 1 },
      { brick: 'themes', is: ['price', 'bugs'], points: 1 },
      { brick: 'read', is: false, points: 1 },
    ];
    const [card] = toScorecards([schema('total', { score: { items } })], { total: { value: 0 } });
    expect(card?.lines.map(({ test }) => test)).toEqual(['at least 3, at most 5', 'is price or bugs', 'is no']);
  });

  it('has subtotals by section, and the sums of what is counted', () => {
    const [card] = toScorecards(SCHEMAS, {
      greeted: { value: true },
      empathy: { value: 7 },
      silence: { value: null, applicability: 'abstained' },
      threats: { value: false },
      total: { value: 80 },
    });
    expect(card).toMatchObject({ state: 'counted', value: 80, out_of: 100, earned: 24, points: 30 });
    expect(card?.sections).toEqual([
      { section: 'Opening', earned: 10, points: 10 },
      { section: null, earned: 14, points: 20 },
    ]);
  });

  it('gives partial credit by answer', () => {
    const items = [{ brick: 'mood', points: 20, credit: { glad: 1, calm: 0.5 } }];
    const card = (value: string | string[]) =>
      toScorecards([schema('mood', { type: 'categorical' }), schema('total', { score: { items } })], {
        mood: { value },
        total: { value: 0 },
      })[0];
    expect([card('glad'), card('Calm'), card('angry'), card(['angry', 'calm'])].map((each) => each?.earned)).toEqual([
      20, 10, 0, 10,
    ]);
    expect(card('glad')?.lines[0]?.test).toBe('glad 100 %, calm 50 %');
  });

  it('names a score that is unknown instead of leaving it out', () => {
    const [card] = toScorecards(SCHEMAS, {
      greeted: { value: true },
      threats: { value: null, applicability: 'abstained' },
      total: { value: null, applicability: 'abstained' },
    });
    expect(card).toMatchObject({ state: 'unknown', value: null, unknown_failures: ['THREATS'], failed_by: [] });
    expect(toScorecards(SCHEMAS, { total: { value: null, applicability: 'not_applicable' } })[0]?.state).toBe(
      'not_applicable',
    );
  });

  it('has nothing to show without a score', () => {
    expect(toScorecards(SCHEMAS.slice(0, 3), { greeted: { value: true } })).toEqual([]);
  });
});
