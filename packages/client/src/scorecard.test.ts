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

  it('has nothing to show without a score, or where the score does not apply', () => {
    expect(toScorecards(SCHEMAS.slice(0, 3), { greeted: { value: true } })).toEqual([]);
    expect(toScorecards(SCHEMAS, { total: { value: null, applicability: 'not_applicable' } })).toEqual([]);
  });
});
