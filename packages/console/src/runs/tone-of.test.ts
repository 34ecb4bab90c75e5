import type { BrickSchema } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { type Tone, toneOf } from './tone-of.ts';

const schema = (more: Partial<BrickSchema>): BrickSchema => ({
  brick_id: 'b',
  key: 'k',
  name: 'K',
  type: 'boolean',
  output_fields: ['value'],
  ...more,
});

describe('toneOf', () => {
  it.each<[string, Parameters<typeof toneOf>[0], Partial<BrickSchema>, Tone]>([
    ['a threat', true, { good: false }, 'bad'],
    ['no threat', false, { good: false }, 'good'],
    ['a yes that nobody rated', true, {}, 'neutral'],
    ['a good category', 'glad', { type: 'categorical', good: ['glad'] }, 'good'],
    ['another category', 'angry', { type: 'categorical', good: ['glad'] }, 'bad'],
    ['a high number', 8, { type: 'numeric', min: 0, max: 10, good: 'high' }, 'good'],
    ['a high number where low is good', 8, { type: 'numeric', min: 0, max: 10, good: 'low' }, 'bad'],
    ['a number in between', 6, { type: 'numeric', min: 0, max: 10, good: 'high' }, 'neutral'],
    ['the middle where low is good', 5, { type: 'numeric', min: 0, max: 10, good: 'low' }, 'neutral'],
    ['a low number where low is good', 2, { type: 'numeric', min: 0, max: 10, good: 'low' }, 'good'],
    ['a number without an end', 8, { type: 'numeric', good: 'low' }, 'neutral'],
    ['no value', null, { good: true }, 'neutral'],
  ])('%s', (_what, value, more, tone) => {
    expect(toneOf(value, schema(more))).toBe(tone);
  });
});
