import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashApiKey, isWellFormedApiKey, makeApiKey } from './api-key.ts';

describe('api keys', () => {
  it('have the documented form and a matching checksum', () => {
    const { secret, hash, hint } = makeApiKey('svc', 'live');
    expect(secret).toMatch(/^svc_live_[0-9A-Za-z]{36}$/);
    expect(isWellFormedApiKey('svc', secret)).toBe(true);
    expect(hash).toEqual(hashApiKey(secret));
    expect(hint).toBe(`svc_live_…${secret.slice(-4)}`);
    expect(makeApiKey('svc', 'live').secret).not.toBe(secret);
  });

  it('reject every single-character typo before any look-up', () => {
    const { secret } = makeApiKey('svc', 'test');
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    fc.assert(
      fc.property(fc.nat(35), fc.nat(61), (place, letter) => {
        const at = 9 + place;
        const typo = secret.slice(0, at) + alphabet[letter] + secret.slice(at + 1);
        return typo === secret || !isWellFormedApiKey('svc', typo);
      }),
    );
  });

  it('reject anything else', () => {
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey('svc', text)));
    expect(isWellFormedApiKey('abc', makeApiKey('svc', 'live').secret)).toBe(false);
  });
});
