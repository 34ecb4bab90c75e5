import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findUnknownField } from './unknown-field.ts';

const LIST = z.array(z.object({ brick: z.string() }));

describe('findUnknownField', () => {
  it('names the place in a list', () => {
    expect(findUnknownField(LIST, [{ brick: 'solved' }, { brik: 'solved' }])).toEqual({
      path: [1, 'brik'],
      name: 'brik',
      known: ['brick'],
    });
  });

  it('leaves an object where a list belongs to the schema', () => {
    expect(findUnknownField(LIST, { reviews: [{ brick: 'solved' }] })).toBeUndefined();
    expect(findUnknownField(LIST, { reviews: { brik: 'solved' } })).toBeUndefined();
  });
});
