import type { AlertRule, BrickSchema } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { EMPTY_ALERT, fitted, toDraft, toRule } from './alert-draft.ts';

const brick = (key: string, type: BrickSchema['type'], more: Partial<BrickSchema> = {}): BrickSchema => ({
  brick_id: key,
  key,
  name: key,
  type,
  output_fields: [],
  ...more,
});
const SOLVED = brick('solved', 'boolean');
const SCORE = brick('score', 'numeric');
const MOOD = brick('mood', 'categorical', { categories: [{ value: 'good' }, { value: 'bad' }] });

describe('the draft of an alert', () => {
  it.each<[string, BrickSchema, AlertRule]>([
    [
      'a share',
      SOLVED,
      {
        kit: 'K7TQ2MXB',
        brick: 'solved',
        aggregate: 'share',
        value: false,
        window: '7d',
        above: 0.3,
        hysteresis: 0.05,
        min_runs: 50,
        where: { 'metadata.shift': 'late', team: 'emea' },
      },
    ],
    [
      'a quantile',
      SCORE,
      {
        kit: 'K7TQ2MXB',
        brick: 'score',
        aggregate: 'quantile',
        quantile: 0.9,
        window: '24h',
        below: 4.5,
        as: 'reviewed',
      },
    ],
    [
      'a category',
      MOOD,
      { kit: 'K7TQ2MXB', brick: 'mood', aggregate: 'share', value: 'bad', window: '1d', above: 0.07 },
    ],
  ])('gives %s back as it was', (_name, of, rule) => {
    expect(toRule(toDraft(rule, 'K7TQ2MXB'), of)).toEqual(rule);
  });

  it('changes what does not go with another brick', () => {
    const draft = { ...EMPTY_ALERT, brick: 'solved', value: 'false' };
    expect(fitted({ ...draft, brick: 'score' }, [SOLVED, SCORE])).toMatchObject({ aggregate: 'mean', value: '' });
    expect(fitted({ ...draft, brick: 'mood' }, [SOLVED, MOOD])).toMatchObject({ aggregate: 'share', value: 'good' });
    expect(fitted({ ...draft, brick: 'gone' }, [SOLVED])).toMatchObject({ brick: 'solved', value: 'false' });
  });
});
