import type { BrickSchema, Changes } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { scoreMeasure } from './score-measure.ts';

const TOPIC = {
  key: 'topic',
  name: 'Topic',
  type: 'categorical',
  categories: [{ value: 'refund', name: 'Refund' }, { value: 'login' }],
} as BrickSchema;

const measured = (what: string, schema: BrickSchema) =>
  scoreMeasure({ score: { brick: schema.key, name: schema.name, what } as NonNullable<Changes['score']> }, schema);

describe('the figure by which a kit is judged', () => {
  it('is the share of a category by its value, whatever the category is called', () => {
    expect(measured('share of “Refund”', TOPIC)?.leading).toBe('refund');
    expect(measured('share of “login”', TOPIC)?.leading).toBe('login');
  });

  it('is good news in the direction that the kit says, or in none', () => {
    expect(measured('share of “Refund”', TOPIC)?.better).toBeUndefined();
    expect(measured('share of “Refund”', { ...TOPIC, good: ['refund'] })?.better).toBe('up');
    expect(measured('share of “Refund”', { ...TOPIC, good: ['login'] })?.better).toBe('down');
    const asked = { key: 'asked', name: 'Asked', type: 'boolean' } as BrickSchema;
    expect(measured('share of “Yes”', { ...asked, good: false })).toMatchObject({ leading: true, better: 'down' });
    expect(measured('mean', { ...asked, type: 'numeric', good: 'low' })).toMatchObject({
      leading: undefined,
      better: 'down',
    });
  });
});
