import { describe, expect, it } from 'vitest';
import { mapPayload } from './map-payload.ts';

const map = (input: string) =>
  mapPayload(
    'calls',
    { auth: { type: 'token' }, enabled: true, map: { input }, kits: [{ kit: 'support' }] },
    '{"a": 1}',
  );
const nested = (levels: number) => `($f := function($n) { $n = 0 ? 1 : {"a": $f($n - 1)} }; $f(${levels}))`;

describe('mapPayload', () => {
  it.each([
    ['too deep', nested(65), 'map.input gives a result that is nested deeper than 64 levels.'],
    ['of too many values', '{"list": [1..500001]}', /^map.input gives a result that has more than 500000 values/],
  ])('refuses a result that is %s, as the body of a request', async (_, expression, reason) => {
    const mapped = await map(expression);
    expect(mapped).toEqual({ outcome: 'failed', reason: expect.stringMatching(reason) });
  });

  it('takes one that is as deep as a body may be', async () => {
    expect(await map(nested(64))).toMatchObject({ outcome: 'mapped' });
  });
});
