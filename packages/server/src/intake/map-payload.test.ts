import { describe, expect, it } from 'vitest';
import { mapDelivery } from './map-delivery.ts';

const map = async (input: string) => {
  const document = {
    auth: { type: 'token' as const },
    enabled: true,
    keep_days: 14,
    map: { input },
    kits: [{ kit: 'support' }],
  };
  const body = { contentType: 'application/json', bytes: Buffer.from('{"a": 1}'), isToken: false };
  const mapped = await mapDelivery('calls', document, body, {});
  return mapped.outcome === 'read' ? mapped.conversations[0] : mapped;
};
const nested = (levels: number) => `($f := function($n) { $n = 0 ? 1 : {"a": $f($n - 1)} }; $f(${levels}))`;

describe('mapDelivery', () => {
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
